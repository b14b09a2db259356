"""Every run of trains in the conformance games: board, company, trains, and what was recorded."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from stellwerk.rail18.board import Board, Lay, Station

CONFORMANCE = Path(__file__).parents[1] / "games" / "china1880" / "conformance"


class Run(NamedTuple):
    game: str
    index: int
    phase: str
    company: str
    trains: tuple[str, ...]
    board: Board
    privates: tuple[str, ...]  # of the company's owner
    routes: tuple[dict[str, Any], ...]  # as recorded

    @property
    def revenue(self) -> int:
        return sum(route["revenue"] for route in self.routes)


def runs(folder: Path = CONFORMANCE, name: str = "*") -> Iterator[Run]:
    for path in sorted((folder / "games").glob(f"{name}.json.gz")):
        actions = json.loads(gzip.decompress(path.read_bytes()))["actions"]
        game = path.name.removesuffix(".json.gz")
        lines = gzip.decompress((folder / "traces" / f"{game}.jsonl.gz").read_bytes()).splitlines()
        yield from _runs(game, actions, [json.loads(line) for line in lines])


def _runs(game: str, actions: list[dict[str, Any]], trace: list[dict[str, Any]]) -> Iterator[Run]:
    for before, line in pairwise(trace):
        if line["type"] == "run_routes":
            action = actions[line["index"]]
            yield _run(game, action, before, line)


def _run(game: str, action: dict[str, Any], before: dict[str, Any], line: dict[str, Any]) -> Run:
    name = action["entity"]
    if action["entity_type"] == "minor":
        company, owner = f"A{name}", before["investors"][name]["owner"]
        trains = tuple(route["train"].rsplit("-", 1)[0] for route in action["routes"])
    else:
        company, owner = name, before["corporations"][name]["president"]
        trains = tuple(train.rsplit("-", 1)[0] for train in before["corporations"][name]["trains"])
    privates = tuple(private for private, holder in before["companies"].items() if holder == owner)
    return Run(game, line["index"], before["phase"], company, trains, board(before), privates, tuple(action["routes"]))


def board(line: dict[str, Any]) -> Board:
    lays = sorted(Lay(hex, *_tile(text)) for hex, text in line["tiles"].items())
    owners = {f"A{key}": value for key, value in line["investors"].items()} | line["corporations"]
    stations = (Station(*token, owner) for owner, its in owners.items() for token in its["tokens"] if token)
    return Board(tuple(lays), tuple(sorted(stations)))


def _tile(text: str) -> tuple[str, int]:
    name, rotation = text.rsplit("-", 1)
    return name, int(rotation)
