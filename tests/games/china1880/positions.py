"""Positions of the conformance games as states of ours, good enough for the chapters on track, stations and running."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any

from stellwerk.core.components import Components
from stellwerk.games.china1880.rules.components import Tables, tables
from stellwerk.games.china1880.rules.state import CLOSED, NOBODY, China, Variants
from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.market import Cell

EMPTY: dict[str, Any] = {
    "granted": "",
    "rounds": 1,
    "sold": (),
    "trader": NOBODY,
    "active": "",
    "bonus": 0,
    "income": 0,
    "ran": False,
    "bought": False,
    "turns_left": -1,
    "heard": None,
}


@cache
def printed() -> Tables:
    return tables(Components.of_package("stellwerk.games.china1880.rules"))


def blank(**changes: Any) -> China:
    """A table of four in phase A1: nothing founded, the seven investors on their homes, P0 to P7 unsold."""
    t = printed()
    homes = tuple(sorted(Station(row.home, 0, name) for name, row in t.investors.items()))
    values: dict[str, Any] = {
        "tables": t,
        "variants": Variants(),
        "seats": 4,
        "order": (0, 1, 2, 3),
        "priority": 0,
        "cash": [0] * 4,
        "debt": [0] * 4,
        "privates": dict.fromkeys(t.privates, NOBODY),
        "floated": (),
        "full": (),
        "phase": "A1",
        "depot": {name: row.count or 1 for name, row in t.trains.items()},
        "marker": "",
        "board": Board((), homes),
        "stock": {number: row.count for number, row in t.tiles.items()},
        "agenda": [],
    }
    made = {f.name: {} for f in fields(China)} | EMPTY | values | changes
    return China(**made)


def company(s: China, name: str, permits: str = "ABCD", cash: int = 1000, seat: int = 0) -> None:
    """A floated company without its home marker."""
    s.floated = (*s.floated, name)
    s.director[name], s.permits[name], s.treasury[name] = seat, permits, cash
    s.trains[name], s.stations[name] = (), ()
    s.par[name], s.row[name] = 100, 0


def recorded(line: dict[str, Any], variants: Variants | None = None) -> China:
    """The state a line of a trace describes."""
    s = blank(variants=variants or Variants(), phase=line["phase"])
    seats = {name: seat for seat, name in enumerate(line["player_order"])}

    def seat(holder: str | None) -> int:
        return seats[holder.split(":")[1]] if holder and ":" in holder else NOBODY

    for name, its in line["corporations"].items():
        company(s, name, its["permits"] or "", its["cash"], seat(its["president"]))
        s.trains[name] = tuple(train.rsplit("-", 1)[0] for train in its["trains"])
        s.stations[name] = tuple(token[0] for token in its["tokens"] if token)
    s.floated = tuple(name for name, its in line["corporations"].items() if its["floated"])
    for number, its in line["investors"].items():
        if not its["closed"]:
            s.investors[f"A{number}"], s.treasury[f"A{number}"] = seat(its["owner"]), its["cash"]
    s.privates = {name: CLOSED if owner == "closed" else seat(owner) for name, owner in line["companies"].items()}
    s.depot |= dict.fromkeys(s.depot, 0) | line["depot"]
    s.board = board(line)
    for lay in s.board.lays:
        s.stock[lay.tile] -= 1
    s.seats, s.order = len(seats), tuple(range(len(seats)))
    s.cash = s.debt = [0] * len(seats)
    return s


def board(line: dict[str, Any]) -> Board:
    lays = sorted(_lay(hex, text) for hex, text in line["tiles"].items())
    owners = {f"A{key}": value for key, value in line["investors"].items()} | line["corporations"]
    stations = (Station(*token, owner) for owner, its in owners.items() for token in its["tokens"] if token)
    return Board(tuple(lays), tuple(sorted(stations)))


def _lay(hex: str, text: str) -> Lay:
    tile, _, rotation = text.rpartition("-")
    return Lay(hex, tile, int(rotation))


def cell(row: int, column: int) -> Cell:
    return Cell(row, column)
