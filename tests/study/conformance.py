"""The recorded games and their traces, imported once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.games.china1880.study.xxgames.compare import Line, read_trace
from stellwerk.games.china1880.study.xxgames.export import Exported, exported
from stellwerk.games.china1880.study.xxgames.importing import Report, import_file
from stellwerk.games.china1880.study.xxgames.source import parse

ROOT = Path(__file__).parents[2]
HERE = ROOT / "tests" / "games" / "china1880" / "conformance"
BESIDE = ROOT.parent / "shared" / "conformance"
FIXTURE = BESIDE / "fixture1.json"


def _found(folder: str) -> dict[str, Path]:
    return {path.name.removesuffix(".json.gz"): path for path in sorted((HERE / folder).glob("*.json.gz"))}


GAMES = _found("games")
"""Name → file of whole games. The fixture belongs to the project it comes from and is not committed here."""
EDGE = _found("edge")
"""Rare situations: games ended by hand, openers without money, silent removals, chat, standing orders."""
EXPORTED = _found("exported")
"""Games of our bots that the engine of 18xx.games has taken."""
if FIXTURE.exists():
    GAMES["fixture1"] = FIXTURE
ALL = {**GAMES, **EDGE, **EXPORTED}
EVERY = bool(os.environ.get("STELLWERK_EVERY_GAME"))
"""`make soak` compares every game; `make test` a sample of every kind and number of players."""


def some(names: Iterable[str], step: int = 5) -> list[str]:
    """The games a test is about: all of them, or every fifth and the fixture."""
    all_ = list(names)
    return all_ if EVERY else [name for n, name in enumerate(all_) if n % step == 0 or name == "fixture1"]


@cache
def trace_of(name: str) -> list[Line]:
    beside = ALL[name].parent.parent / "traces" if name in GAMES else ALL[name].parent
    folder = BESIDE / "traces" if name == "fixture1" else beside
    return list(read_trace(folder / f"{name}.jsonl.gz"))


@cache
def imported(name: str) -> Report:
    return import_file(ALL[name], trace=True)


@cache
def written(name: str) -> Exported:
    """The imported game as a file again."""
    record = imported(name).record
    assert record is not None
    return exported(record.header, record.entries)


@cache
def decoded(name: str) -> str:
    """The file as JSON text, to be decoded anew by whoever changes it."""
    source = parse(ALL[name].read_bytes())
    players = [{"id": int(player.id), "name": player.name} for player in source.players]
    return json.dumps({"title": "1880", "players": players, "actions": source.raw, "result": source.result})


def fresh(name: str) -> dict[str, Any]:
    file: dict[str, Any] = json.loads(decoded(name))
    return file
