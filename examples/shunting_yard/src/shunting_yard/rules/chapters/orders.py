"""Chapter 4, orders: taking them in secret, delivering them in the open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from shunting_yard.rules.actions import DealOrder, Deliver, TakeOrder
from shunting_yard.rules.chapters.siding import send_back
from shunting_yard.rules.citation import no, rule
from shunting_yard.rules.components import Box
from shunting_yard.rules.events import LastRoundCame, OrderDelivered, OrderSeen, OrderTaken
from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import Action, Chance, Illegal, Rule, Seat, Text, tell, then


@dataclass(frozen=True, slots=True)
class Deal(Chance[ShuntingYard]):
    """shunting-yard 1.3, 4.1: an order for a seat, seen by that seat only."""

    to: Seat
    rule: ClassVar[Rule] = rule("4.1")
    kinds: ClassVar = (DealOrder,)

    def question(self, s: ShuntingYard) -> Text:
        return Text("an order for seat {seat}", seat=self.to + 1)

    def candidates(self, s: ShuntingYard) -> list[Action]:
        return [DealOrder(order) for order in s.pile]

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        assert isinstance(a, DealOrder)
        return None if a.order in s.pile else no("4.1", Text("that order is not in the pile"))

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        assert isinstance(a, DealOrder)
        player = s.players[self.to]
        s.pile = tuple(order for order in s.pile if order != a.order)
        player.hand = s.box.sorted((*player.hand, a.order))
        tell(s, OrderSeen, self.to, s.box.order_name(a.order))

    def readers(self, s: ShuntingYard, a: Action) -> tuple[Seat, ...]:
        return (self.to,)


def against_taking(s: ShuntingYard, seat: Seat, a: TakeOrder) -> Illegal | None:
    """shunting-yard 4.1."""
    if len(s.players[seat].hand) >= s.box.table.hand:
        return no("4.1", Text("you may hold {n} orders", n=s.box.table.hand))
    return None if s.pile else no("4.1", Text("the pile is empty"))


def take(s: ShuntingYard, seat: Seat, a: TakeOrder) -> None:
    tell(s, OrderTaken, seat)
    then(s, Deal(seat))


def wagons_for(box: Box, order: str, yard: Sequence[str]) -> list[str]:
    """shunting-yard 4.3: the wagons that serve an order, vans last; fewer than it names if some are missing."""
    wanted = box.orders[order]
    there = [goods for goods in box.plain for _ in range(min(wanted.count(goods), yard.count(goods)))]
    vans = min(len(wanted.goods) - len(there), yard.count(box.joker))
    return [*there, *[box.joker] * vans]


def missing(box: Box, order: str, yard: Sequence[str]) -> int:
    """How many wagons an order lacks, vans counted in."""
    return len(box.orders[order].goods) - len(wagons_for(box, order, yard))


def against_delivery(s: ShuntingYard, seat: Seat, a: Deliver) -> Illegal | None:
    """shunting-yard 4.2, 4.3."""
    player = s.players[seat]
    if a.order not in player.hand:
        return no("4.2", Text("you do not hold that order"))
    lacking = missing(s.box, a.order, player.yard)
    return no("4.3", Text("wagons missing: {n}", n=lacking)) if lacking else None


def deliver(s: ShuntingYard, seat: Seat, a: Deliver) -> None:
    """shunting-yard 2.1, 4.2, 6.1: wagons leave, the order counts, and it may be the last round."""
    player, order = s.players[seat], s.box.orders[a.order]
    wagons, was_last = wagons_for(s.box, a.order, player.yard), s.is_last_round
    send_back(s, seat, wagons)
    player.hand = tuple(id_ for id_ in player.hand if id_ != a.order)
    player.delivered += (a.order,)
    express = wagons.count(s.express)
    player.express += express
    tell(s, OrderDelivered, seat, s.box.order_name(a.order), order.points, express)
    if s.is_last_round and not was_last:
        tell(s, LastRoundCame)
