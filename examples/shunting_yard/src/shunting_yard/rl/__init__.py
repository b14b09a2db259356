"""Shunting Yard as an environment: every move can be spelled; what an agent sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from shunting_yard.rules import GAME
from shunting_yard.rules.view import PlayerView, View
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout

SEATS = max(GAME.seats)
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


def encode(v: View) -> Sequence[int]:
    """The table, then the players from the viewer on; goods by their number in the table, from 1."""
    number = {goods: n for n, goods in enumerate(v.box.goods, 1)}
    size, seats = v.box.table.siding, len(v.players)
    values = [
        seats,
        v.round,
        v.rounds,
        v.goal,
        v.bank,
        v.pile,
        number.get(v.express, 0),
        *([number[goods] for goods in v.siding] + [0] * size)[:size],
        *([*v.lying] + [0] * size)[:size],
        *(v.main_line.count(goods) for goods in v.box.goods),
    ]
    around = [v.players[((v.seat or 0) + k) % seats] for k in range(seats)]
    width = len(_player(v, around[0]))
    for k in range(SEATS):
        values += _player(v, around[k]) if k < seats else [0] * width
    return values


def _player(v: View, p: PlayerView) -> list[int]:
    return [
        p.points,
        p.coins,
        len(p.hand),
        *(p.yard.count(goods) for goods in v.box.goods),
        *(2 * (order in p.delivered) + (order in p.hand) for order in v.box.orders),
    ]


@cache
def subject() -> Subject:
    size = len(encode(GAME.view(GAME.setup(SEATS), 0)))
    return Subject(GAME, Layout.of(GAME.id), size, encode, listed_moves)


def extra_words() -> list[str]:
    return []
