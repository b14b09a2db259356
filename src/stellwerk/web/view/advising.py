"""Advice at a table that is played: for the seat that is asked, from its own view, thought out in a watched process.

What the process gets is a position imagined from the view, so nothing hidden can be used or told. Against bots
everybody may ask; among people only where every one of them has agreed, which is a standing order that a table may be
opened with.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from stellwerk import games
from stellwerk.core import Seat
from stellwerk.core.log import Header, beginning
from stellwerk.study.opinion import USUAL, Opinion, opinion_of
from stellwerk.table.moves.forced import ADVICE
from stellwerk.table.moves.lessons import lesson_of
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.view.perspective import Perspective


@dataclass(frozen=True)
class Position:
    """A game as a seat imagines it: the header has the position, nothing is known of what led there."""

    header: Header
    at: int
    count: int = USUAL

    def think(self) -> Opinion:
        game = games.game(self.header.game)
        return opinion_of(game, beginning(game, self.header), self.at, None, self.count)


@dataclass(frozen=True)
class Wish:
    """Advice for a seat at a version of a table."""

    table: str
    header: Header
    at: int
    seat: Seat
    view: Any

    @property
    def key(self) -> Hashable:
        return (self.table, self.at, self.seat)

    def order(self) -> Position:
        game = games.game(self.header.game)
        imagined = game.dump(game.imagine(self.view, Random(0)))
        return Position(replace(self.header, position=imagined, names=()), self.at)


def is_advice_open(table: LoadedTable) -> bool:
    """Whether bots may advise at this table: nobody plays against people, or all of them have agreed."""
    people = [place for place in table.places if place.kind != "bot"]
    if lesson_of(table) is not None:
        return False
    return len(people) == 1 or all(ADVICE in dict(place.orders) for place in people)


def may_ask(table: LoadedTable, perspective: Perspective) -> bool:
    return perspective.my_turn and not perspective.past and is_advice_open(table)


def wish_of(table: LoadedTable, perspective: Perspective) -> Wish:
    assert perspective.eyes is not None
    return Wish(table.id, table.header, perspective.version, perspective.eyes, perspective.view)
