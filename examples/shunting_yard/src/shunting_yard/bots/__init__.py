"""Shunting Yard for bots: how near every order is, and what coins and wagons may still become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shunting_yard.rules.chapters.orders import wagons_for
from shunting_yard.rules.chapters.turn import Turn
from shunting_yard.rules.state import ShuntingYard
from stellwerk.bots import knowledge
from stellwerk.core import Choice, Seat


class Knowledge(knowledge.Knowledge):
    scale = 8.0

    def rests(self, choice: Choice[Any]) -> bool:
        return isinstance(choice, Turn)

    def stage(self, s: ShuntingYard) -> int:
        """Early, middle, late: by the rounds, or by the orders of whoever is ahead."""
        ahead = max(len(p.delivered) for p in s.players)
        return max(3 * (s.round - 1) // s.rounds, 3 * ahead // (s.goal + 1))

    def features(self, s: ShuntingYard, seat: Seat) -> Sequence[float]:
        """Each order in hand by the part of it that stands in the yard, the best ones first; yard and purse."""
        p = s.players[seat]
        orders = [s.box.orders[order] for order in p.hand]
        parts = [(len(wagons_for(s.box, order.id, p.yard)) / len(order.goods), order.points) for order in orders]
        near = sorted((points * part * part for part, points in parts), reverse=True)
        return [
            1.0,
            *(near + [0.0] * s.box.table.hand)[: s.box.table.hand],
            len(orders),
            sum(order.points for order in orders),
            len(p.yard),
            p.yard.count(s.box.joker),
            p.coins,
            s.rounds - s.round,
            max(len(other.delivered) for other in s.players),
            s.siding[0] in [goods for order in orders for goods in order.goods] if s.siding else 0,
        ]
