"""Two traces side by side: the first key that differs, and where.

A trace is one line per live action with the state after it. Only what both engines must agree on is compared: names of
copies (`2-3`), the order of trains, the place of a marker inside its hex, empty entries, the 10-trains and closed
investors are not.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

Line = Mapping[str, Any]

PLAIN = ("phase", "permit", "communism", "finished", "train_marker", "player_order")
PLAYER = ("cash", "certs", "debt")
COMPANY = ("cash", "president", "floated", "par", "permits", "full_cap")


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two lines part: the place of the action in the file, the path of the key, and both values."""

    index: int
    key: str
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        return f"#{self.index} {self.key}: ours {self.ours!r}, theirs {self.theirs!r}"


def read_trace(path: Path) -> Iterator[Line]:
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def write_trace(path: Path, lines: Iterable[Line]) -> None:
    with (gzip.open if path.suffix == ".gz" else open)(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in lines)


def first_difference(ours: Iterable[Line], theirs: Iterable[Line]) -> Difference | None:
    for a, b in zip_longest(ours, theirs):
        if a is None or b is None:
            return Difference((a or b)["index"], "line", a and a["index"], b and b["index"])
        found = next(differences(a, b), None)
        if found:
            return found
    return None


def differences(ours: Line, theirs: Line) -> Iterator[Difference]:
    a, b = compared(ours), compared(theirs)
    for key in dict.fromkeys((*a, *b)):
        if a.get(key) != b.get(key):
            yield Difference(theirs["index"], key, a.get(key), b.get(key))


def compared(line: Line) -> dict[str, Any]:
    """The keys that count, flat: `corporations.HKR.cash` → 340. What is nothing is left out."""
    flat = {"index": line["index"], **{key: line[key] for key in PLAIN}}
    flat.update(_players(line["players"]))
    flat.update(_corporations(line["corporations"]))
    flat.update(_table("holdings", {c: _filled(row) for c, row in line["holdings"].items()}))
    flat.update(_investors(line["investors"]))
    flat.update(_table("companies", {"": _filled(line["companies"])}))
    flat.update(_table("depot", {"": {kind: n for kind, n in _filled(line["depot"]).items() if kind != "10"}}))
    flat.update(_table("tiles", {"": line["tiles"]}))
    return flat


def _filled(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if value}


def _table(name: str, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        ".".join(filter(None, (name, row, key))): value for row, values in rows.items() for key, value in values.items()
    }


def _players(players: Mapping[str, Any]) -> dict[str, Any]:
    rows = {id_: {**{key: p[key] for key in PLAYER}, "companies": sorted(p["companies"])} for id_, p in players.items()}
    return _table("players", rows)


def _corporations(corporations: Mapping[str, Any]) -> dict[str, Any]:
    return _table("corporations", {id_: _corporation(c) for id_, c in corporations.items()})


def _corporation(c: Mapping[str, Any]) -> dict[str, Any]:
    price = c["price"]
    return {
        **{key: c[key] for key in COMPANY},
        "price": price[0] if isinstance(price, list) else price,
        "trains": sorted(train.rpartition("-")[0] or train for train in c["trains"]),
        "tokens": _hexes(c["tokens"]),
    }


def _hexes(tokens: Iterable[Any]) -> list[str | None]:
    return [token and token[0] for token in tokens]


def _investors(investors: Mapping[str, Any]) -> dict[str, Any]:
    return _table("investors", {id_: _investor(i) for id_, i in investors.items()})


def _investor(i: Mapping[str, Any]) -> dict[str, Any]:
    if i["closed"]:
        return {"closed": True}
    return {"closed": False, "cash": i["cash"], "owner": i["owner"], "tokens": _hexes(i["tokens"])}
