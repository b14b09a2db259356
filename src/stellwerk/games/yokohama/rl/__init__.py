"""Yokohama as an environment: every move can be spelled; what an agent sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.view import AreaView, PlayerView, YokohamaView
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout, sized

SEATS = 4
HAND = 4
SLOTS = 8
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


def encode(view: YokohamaView) -> Sequence[int]:
    """The boards, the areas by id, then the players from the viewer on. A card is its place in the tables, from 1."""
    t, n = view.tables, len(view.players)
    me = view.seat or 0
    players = [view.players[(me + k) % n] for k in range(n)]
    who = {player.seat: k + 1 for k, player in enumerate(players)}
    cards = _numbered([*t.orders, *t.technologies, *t.achievements, *t.tiles, *t.sites])
    areas = {area.id: area for area in view.areas}
    values = [n, view.round, view.last_round, view.order_deck, len(view.unseen_orders)]
    for board in t.spaces:
        values += sized([who.get(seat, 5 if seat >= 0 else 0) for seat in view.spaces.get(board, ())], 10)
    for board in (*t.order_boards, *t.technology_boards):
        values += sized([cards.get(card, 0) for card in view.displays.get(board, ())], SLOTS)
    for card, seats in _sized_pairs(view.achievements, 3):
        values += [cards.get(card, 0), *sized([who.get(seat, 0) for seat in seats], SEATS)]
    width = len(_area(view.areas[0], who, cards))
    for area in t.areas:
        values += _area(areas[area.id], who, cards) if area.id in areas else [0] * width
    width = len(_player(view, players[0], cards))
    for k in range(SEATS):
        values += _player(view, players[k], cards) if k < n else [0] * width
    return values


def _area(area: AreaView, who: Mapping[int, int], cards: Mapping[str, int]) -> list[int]:
    order = sorted(who, key=lambda seat: who[seat])
    return [
        area.position + 1,
        cards.get(area.site, 0),
        cards.get(area.tile, 0),
        *sized([who.get(owner, 0) for owner in area.shops], 4),
        who.get(area.house, 0),
        *sized([area.assistants[seat] for seat in order], SEATS),
        *sized([who[seat] for seat in area.presidents], SEATS),
        int(area.station),
    ]


def _player(view: YokohamaView, p: PlayerView, cards: Mapping[str, int]) -> list[int]:
    t = view.tables
    return [
        p.copper,
        p.silk,
        p.tea,
        p.fish,
        p.imports,
        p.yen,
        *p.supply,
        *p.warehouse,
        sum(p.points),
        *sized([cards.get(card, -1) for card in p.hand], HAND),
        *sized([cards.get(card, -1) for card in p.dealt], 2),
        len(p.fulfilled),
        *(int(technology in p.technologies) for technology in t.technologies),
        *(p.agents.count(country) for country in t.countries),
        p.agents_used,
        len(p.tiles),
    ]


def _numbered(ids: Sequence[str]) -> dict[str, int]:
    return {id_: n + 1 for n, id_ in enumerate(ids)}


def _sized_pairs(pairs: Sequence[tuple[str, tuple[int, ...]]], size: int) -> list[tuple[str, tuple[int, ...]]]:
    return [*pairs, *[("", ())] * size][:size]


@cache
def subject() -> Subject:
    from stellwerk.core import CHANCE, advance, pending
    from stellwerk.core.contract import Steady

    # The pyramid must be dealt before there is something to measure.
    s, rng = GAME.setup(SEATS), Steady()
    while (choice := pending(s)) is not None and choice.seat(s) == CHANCE:
        advance(s, choice.options(s).sample(rng))
    return Subject(GAME, Layout.of(GAME.id), len(encode(GAME.view(s, 0))), encode, listed_moves)


def extra_words() -> list[str]:
    return []
