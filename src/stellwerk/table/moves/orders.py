"""Standing orders of a seat: which of them answers first, what a move makes of them, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, insert

from stellwerk.core import Action, Program
from stellwerk.table.model import Place
from stellwerk.table.storage import schema

Order: TypeAlias = tuple[str, str]
"""The id of a program, and its argument."""

ENDED = "ended"
"""Kept in the place of an order that has ended by what others did, until its player decides something by hand."""

LONGEST = 80
"""Of an argument, as it is stored."""


def by_rank(place: Place, programs: Sequence[Program[Any]]) -> Iterator[tuple[Program[Any], str]]:
    """The orders of a seat in the order in which the game lists their programs, however they were given or read."""
    for program in programs if place.orders else ():
        for argument in sorted(argument for id_, argument in place.orders if id_ == program.id):
            yield program, argument


def with_order(place: Place, program: Program[Any], argument: str) -> tuple[Order, ...]:
    """The orders of a seat with another one, in the place of what it was told about the same before."""
    given = argument if program.argument else ""
    about = program.chosen(given)
    others = (each for each in place.orders if each[0] != program.id or program.chosen(each[1]) != about)
    return (*others, (program.id, given))


def without(place: Place, order: Order) -> tuple[Order, ...]:
    return tuple(each for each in place.orders if each != order)


def after_move(place: Place, programs: Sequence[Program[Any]], state: Any, by_hand: Action | None) -> tuple[Order, ...]:
    """What still stands after a move. Orders that are reached, void or crossed by hand do not wake up again.

    `by_hand` is the action, if it was the player of this seat himself who did it.
    """
    known = {program.id: program for program in programs}
    left: list[Order] = []
    for id_, argument in place.orders:
        if id_ == ENDED:
            left += [(id_, argument)] if by_hand is None else []
        elif id_ not in known or not known[id_].over(state, place.number, argument, by_hand):
            left.append((id_, argument))
        elif by_hand is None and len(order := f"{id_} {argument}") <= LONGEST:
            left.append((ENDED, order))
    return tuple(left)


def write(conn: Connection, table_id: str, place: Place) -> None:
    """The orders of a seat in the store are those of its place."""
    c = schema.orders.c
    conn.execute(delete(schema.orders).where(c.table_id == table_id, c.seat == place.number))
    keys = {"table_id": table_id, "seat": place.number}
    rows = [{**keys, "program": program, "argument": argument} for program, argument in place.orders]
    if rows:
        conn.execute(insert(schema.orders), rows)
