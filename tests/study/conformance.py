"""The recorded games and their traces, imported once."""

from __future__ import annotations

import json
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

GAMES = {path.name.partition(".")[0]: path for path in sorted((HERE / "games").glob("*.json.gz"))}
"""Name → file. The fixture belongs to the project it comes from and is not committed here."""
if FIXTURE.exists():
    GAMES["fixture1"] = FIXTURE


@cache
def trace_of(name: str) -> list[Line]:
    folder = BESIDE if name == "fixture1" else HERE
    return list(read_trace(folder / "traces" / f"{name}.jsonl.gz"))


@cache
def imported(name: str) -> Report:
    return import_file(GAMES[name], trace=True)


@cache
def written(name: str) -> Exported:
    """The imported game as a file again."""
    record = imported(name).record
    assert record is not None
    return exported(record.header, record.entries, check=False)


@cache
def decoded(name: str) -> str:
    """The file as JSON text, to be decoded anew by whoever changes it."""
    source = parse(GAMES[name].read_bytes())
    players = [{"id": int(player.id), "name": player.name} for player in source.players]
    return json.dumps({"title": "1880", "players": players, "actions": source.raw, "result": source.result})


def fresh(name: str) -> dict[str, Any]:
    file: dict[str, Any] = json.loads(decoded(name))
    return file
