"""Chapters 2, 5 and 6.1: rounds, the express, and a turn, in which a seat does one thing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from shunting_yard.rules.actions import REST, TAKE_ORDER, CallExpress, Couple, Deliver, Rest, Sell, TakeOrder
from shunting_yard.rules.chapters import orders, siding
from shunting_yard.rules.citation import no, rule
from shunting_yard.rules.events import ExpressCalled, LastRoundCame, Rested
from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import Action, Chance, Choice, Illegal, Rule, Seat, Step, Text, tell, then


@dataclass(frozen=True, slots=True)
class StartRound(Step[ShuntingYard]):
    """shunting-yard 1.5, 6.1: a turn for everybody, the starter first, until the last round is over."""

    def run(self, s: ShuntingYard) -> None:
        if s.round and s.is_last_round:
            return
        s.round += 1
        n = len(s.players)
        then(s, ChooseExpress(), *(Turn((s.starter + k) % n) for k in range(n)), self)


@dataclass(frozen=True, slots=True)
class ChooseExpress(Chance[ShuntingYard]):
    """shunting-yard 2.1: the goods that bring a point more in this round."""

    rule: ClassVar[Rule] = rule("2.1")
    kinds: ClassVar = (CallExpress,)

    def question(self, s: ShuntingYard) -> Text:
        return Text("what does the express take along?")

    def candidates(self, s: ShuntingYard) -> list[Action]:
        return [CallExpress(goods) for goods in s.box.plain]

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        assert isinstance(a, CallExpress)
        return None if a.goods in s.box.plain else no("2.1", Text("the express does not take that"))

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        assert isinstance(a, CallExpress)
        s.express = a.goods
        tell(s, ExpressCalled, s.round, s.box.name(a.goods))
        if s.round == s.rounds:
            tell(s, LastRoundCame)


def may_rest(s: ShuntingYard, seat: Seat, a: Rest) -> None:
    """shunting-yard 5.1: always, even with an empty bank: a turn is never without an option."""


def rest(s: ShuntingYard, seat: Seat, a: Rest) -> None:
    """shunting-yard 5.1: a coin, if there is one."""
    coins = min(1, s.bank)
    s.bank -= coins
    s.players[seat].coins += coins
    tell(s, Rested, seat, coins)


DEEDS: dict[type[Action], tuple[Callable[[Any, Seat, Any], Illegal | None], Callable[[Any, Seat, Any], None]]] = {
    Couple: (siding.against_coupling, siding.couple),
    Deliver: (orders.against_delivery, orders.deliver),
    TakeOrder: (orders.against_taking, orders.take),
    Sell: (siding.against_sale, siding.sell),
    Rest: (may_rest, rest),
}
"""What can be done in a turn: the law of each, and the deed."""


@dataclass(frozen=True, slots=True)
class Turn(Choice[ShuntingYard]):
    """shunting-yard 2.2: one thing."""

    of: Seat
    rule: ClassVar[Rule] = rule("2.2")
    kinds: ClassVar = tuple(DEEDS)

    def seat(self, s: ShuntingYard) -> Seat:
        return self.of

    def question(self, s: ShuntingYard) -> Text:
        return Text("couple, deliver, take an order, sell or rest?")

    def candidates(self, s: ShuntingYard) -> Iterable[Action]:
        yield from (Couple(n + 1) for n in range(len(s.siding)))
        yield from (Deliver(order) for order in s.players[self.of].hand)
        yield TAKE_ORDER
        yield from (Sell(goods) for goods in s.box.goods)
        yield REST

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        return DEEDS[type(a)][0](s, self.of, a)

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        DEEDS[type(a)][1](s, self.of, a)

    def reveals(self, s: ShuntingYard, a: Action) -> bool:
        """A new order or a new wagon is seen."""
        return isinstance(a, (TakeOrder, Couple))
