"""Russian Railroads as an environment: every move can be spelled; what an agent sees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.view import PlayerView, View
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout, sized

SEATS = 4
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


def encode(view: View) -> Sequence[int]:
    """The table, then the players from the viewer on."""
    box, n = view.box, len(view.players)
    me = view.seat or 0
    players = [view.players[(me + k) % n] for k in range(n)]
    relative = {player.seat: k + 1 for k, player in enumerate(players)}
    spaces = [*box.spaces, *(e.id for e in box.engineers.values())]
    taken = {space: relative[seat] for space, seat, _ in view.stands}
    values = [
        n,
        view.round,
        view.rounds,
        view.doublers,
        view.temporary,
        relative.get(view.black_worker, 0),
        view.stack,
        *(taken.get(space, 0) for space in spaces),
        *view.stacks,
        *view.returned,
        *sized(view.display, 8),
        *(int(card in view.cards) for card in box.cards),
        *(int(bonus in view.bonuses) for bonus in box.bonuses),
    ]
    width = len(_player(view, players[0]))
    for k in range(SEATS):
        values += _player(view, players[k]) if k < n else [0] * width
    return values


def _player(view: View, p: PlayerView) -> list[int]:
    box = view.box
    tiles = {tile: 1 for _, tile in p.tiles}
    return [
        p.points,
        p.place,
        int(p.passed),
        *(space for line in p.tracks for space in line),
        *(number for line in p.locomotives for number in line),
        p.doublers,
        *p.factories,
        *sized(p.markers, 2),
        *(int(number in p.engineers) for number in box.engineers),
        *(tiles.get(tile, 0) for tile in box.tiles),
        p.workers,
        p.crew,
        p.temporary,
        p.black,
        p.coins,
        *(p.end_cards.count(card) for card in box.end_cards),
        len(p.end_cards),
        *p.forecast,
    ]


@cache
def subject() -> Subject:
    size = len(encode(GAME.view(GAME.setup(SEATS), 0)))
    return Subject(GAME, Layout.of(GAME.id), size, encode, listed_moves)


def extra_words() -> list[str]:
    return []
