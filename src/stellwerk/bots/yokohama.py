"""Yokohama for bots: goods, orders, technologies, majorities and the strength gathered in the areas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.core import Choice, Seat
from stellwerk.games.yokohama.chapters.movement import Moving
from stellwerk.games.yokohama.chapters.placement import Placing
from stellwerk.games.yokohama.chapters.scoring import (
    board_majority,
    country_points,
    rest_points,
    technology_majority,
)
from stellwerk.games.yokohama.components import COPPER, FISH, HOUSE, SHOP, SILK, TEA
from stellwerk.games.yokohama.state import NOBODY, Yokohama

FRESH = Placing()
STAGES = 6


class Knowledge(knowledge.Knowledge):
    scale = 12.0

    def rests(self, choice: Choice[Any]) -> bool:
        return choice == FRESH

    def deep(self, choice: Choice[Any]) -> bool:
        """Only where the president goes: what he brings comes after; all else shows at once."""
        return isinstance(choice, Moving)

    def stage(self, s: Yokohama) -> int:
        """How near the end is, by the condition that is nearest."""
        if s.last_round:
            return STAGES
        left, all_ = zip(*self._conditions(s), strict=True)
        done = max(1 - have / whole for have, whole in zip(left, all_, strict=True))
        return min(STAGES - 1, int(done * STAGES))

    def _conditions(self, s: Yokohama) -> list[tuple[int, int]]:
        """(what is left, of how much) for every condition that ends the game."""
        shape = s.tables.shapes[s.seats]
        pieces = [
            (min(s.supply[n][p] + s.warehouse[n][p] for n in range(s.seats)), s.tables.totals[p]) for p in (SHOP, HOUSE)
        ]
        free = [
            (s.spaces[b].count(NOBODY), len(s.spaces[b]), end)
            for b, end in (("church", shape.church_end), ("customs", shape.customs_end))
        ]
        boards = [(max(0, end - (n - left)), end) for left, n, end in free]
        return [*pieces, *boards, (s.order_deck, len(s.tables.orders))]

    def now(self, s: Yokohama, seat: Seat) -> float:
        """Points so far and what a final scoring would bring now."""
        if not s.agenda:
            return sum(s.points[seat])
        majorities = board_majority(s, "church"), board_majority(s, "customs"), technology_majority(s)
        final = sum(m.get(seat, 0) for m in majorities) + country_points(s, seat)
        return sum(s.points[seat]) + final + sum(n for _, n in rest_points(s, seat))

    def features(self, s: Yokohama, seat: Seat) -> Sequence[float]:
        t, stock = s.tables, s.stock[seat]
        orders = [t.orders[card] for card in s.hand[seat]]
        missing = [
            max(0, o.goods.copper - stock[COPPER])
            + max(0, o.goods.silk - stock[SILK])
            + max(0, o.goods.tea - stock[TEA])
            + max(0, o.goods.fish - stock[FISH])
            for o in orders
        ]
        ready = [o.reward.vp for o, lacks in zip(orders, missing, strict=True) if not lacks]
        assistants, president = s.assistants[seat], s.presidents[seat]
        buildings = [s.shops[area].count(seat) + 2 * (s.houses[area] == seat) for area in range(len(t.areas))]
        power = [a + b if a else 0 for a, b in zip(assistants, buildings, strict=True)]
        return [
            1.0,
            *stock,
            *(min(n, 3) for n in stock),
            *s.supply[seat],
            *s.warehouse[seat],
            *power,
            *(n * n for n in power),
            sum(assistants),
            president >= 0,
            sum(buildings),
            len(orders),
            sum(o.reward.vp for o in orders),
            sum(missing),
            sum(ready),
            len(ready),
            len(s.fulfilled[seat]),
            len(s.technologies[seat]),
            sum(t.technologies[card].cost for card in s.technologies[seat]),
            len(s.agents[seat]) - s.agents_used[seat],
            s.spaces["church"].count(seat),
            s.spaces["customs"].count(seat),
            len(s.won[seat]),
            s.round,
            seat,
        ]
