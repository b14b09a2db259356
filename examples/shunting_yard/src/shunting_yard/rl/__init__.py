"""Shunting Yard as an environment: every move can be spelled; what an agent sees, number by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from shunting_yard.rules import GAME
from shunting_yard.rules.components import Box
from shunting_yard.rules.view import PlayerView, View
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout
from stellwerk.rl.observation import NUMBERED, Block, Column, around, counts, filled, sized

SEATS = max(GAME.seats)
MOST = 100
"""More than anybody has of anything."""
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


@cache
def box() -> Box:
    """The tables the layout is made of; a game with others is seen through them."""
    return GAME.setup(SEATS).box


@cache
def goods_numbers() -> dict[str, int]:
    return {goods: n for n, goods in enumerate(box().goods, 1)}


TABLE = (
    Column("players", 2, SEATS, "count", "players"),
    *counts(("round", "rounds"), MOST, "round, rounds", "round"),
    *counts(("goal",), MOST, "goal"),
    *counts(("bank",), MOST, "bank", "coins"),
    *counts(("pile",), MOST, "pile"),
    Column("express", 0, len(goods_numbers()), NUMBERED, "express: its place in the table of goods"),
)


def read_table(v: View) -> list[int]:
    return [len(v.players), v.round, v.rounds, v.goal, v.bank, v.pile, goods_numbers().get(v.express, 0)]


PLAYER = (
    *counts(("points", "coins", "hand"), MOST, "players"),
    *counts((f"yard_{goods}" for goods in box().goods), MOST, "players.yard"),
    *(Column(f"order_{order}", 0, 2, "0 unknown, 1 in hand, 2 delivered", "players.hand") for order in box().orders),
)


def read_player(p: PlayerView) -> list[int]:
    return [
        p.points,
        p.coins,
        len(p.hand),
        *(p.yard.count(goods) for goods in box().goods),
        *(2 * (order in p.delivered) + (order in p.hand) for order in box().orders),
    ]


def read_players(v: View) -> Iterable[int]:
    """From the viewer on."""
    seats, me = len(v.players), v.seat or 0
    rows = (read_player(v.players[(me + k) % seats]) for k in range(seats))
    return filled(rows, SEATS, len(PLAYER))


def blocks() -> Iterator[Block]:
    size, number = box().table.siding, goods_numbers()
    places, goods = tuple(f"place_{n}" for n in range(1, size + 1)), tuple(box().goods)
    kind = (Column("goods", 0, len(number), NUMBERED, "siding: its place in the table of goods"),)
    yield Block("table", ("all",), TABLE, read_table)
    yield Block("siding", places, kind, lambda v: sized([number[wagon] for wagon in v.siding], size))
    yield Block("lying", places, counts(("coins",), MOST, "lying", "coins"), lambda v: sized(v.lying, size))
    line = counts(("wagons",), MOST, "main_line")
    yield Block("main_line", goods, line, lambda v: (v.main_line.count(kind) for kind in goods))
    yield Block("players", around(SEATS), PLAYER, read_players)


@cache
def subject() -> Subject:
    return Subject(GAME, Layout.of(GAME.id), tuple(blocks()), listed_moves)


def extra_words() -> list[str]:
    return []
