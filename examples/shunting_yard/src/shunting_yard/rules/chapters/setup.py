"""Chapter 1, set-up: wagons, coins, secret orders, one of them to the left, and who begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shunting_yard.rules.actions import Begin, Give
from shunting_yard.rules.chapters.orders import Deal
from shunting_yard.rules.chapters.siding import DrawToSiding
from shunting_yard.rules.chapters.turn import StartRound
from shunting_yard.rules.citation import no, rule
from shunting_yard.rules.components import box_of
from shunting_yard.rules.events import OrderGiven, SeatBegan
from shunting_yard.rules.state import Player, ShuntingYard
from stellwerk.core import Action, Chance, Choice, Illegal, Rule, Seat, Setup, Step, Text, tell, then


def start(setup: Setup) -> ShuntingYard:
    """shunting-yard 1.1, 1.2, 1.3: everything in its place; what chance decides is on the agenda."""
    box, seats = box_of(setup.components), range(setup.seats)
    numbers = box.table
    s = ShuntingYard(
        box,
        setup.variants,
        [Player(numbers.coins, []) for _ in seats],
        [goods.id for goods in box.goods.values() for _ in range(goods.count)],
        tuple(box.orders),
        (numbers.coins_per_seat - numbers.coins) * setup.seats,
    )
    dealt = [Deal(seat) for seat in seats for _ in range(numbers.dealt)]
    wagons = [DrawToSiding()] * numbers.siding
    then(s, ChooseStarter(), *wagons, *dealt, *map(GiveLeft, seats), TakeUp(), StartRound())
    return s


@dataclass(frozen=True, slots=True)
class ChooseStarter(Chance[ShuntingYard]):
    """shunting-yard 1.5: who begins every round."""

    rule: ClassVar[Rule] = rule("1.5")
    kinds: ClassVar = (Begin,)

    def question(self, s: ShuntingYard) -> Text:
        return Text("who begins?")

    def candidates(self, s: ShuntingYard) -> list[Action]:
        return [Begin(seat) for seat in range(len(s.players))]

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        assert isinstance(a, Begin)
        return None if 0 <= a.seat < len(s.players) else no("1.5", Text("nobody sits there"))

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        assert isinstance(a, Begin)
        s.starter = a.seat
        tell(s, SeatBegan, a.seat)


@dataclass(frozen=True, slots=True)
class GiveLeft(Choice[ShuntingYard]):
    """shunting-yard 1.4: one of the first orders to the neighbour on the left; nobody else learns which."""

    of: Seat
    rule: ClassVar[Rule] = rule("1.4")
    kinds: ClassVar = (Give,)

    def seat(self, s: ShuntingYard) -> Seat:
        return self.of

    def question(self, s: ShuntingYard) -> Text:
        return Text("which order goes to the neighbour on the left?")

    def candidates(self, s: ShuntingYard) -> list[Action]:
        return [Give(order) for order in s.players[self.of].hand]

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        assert isinstance(a, Give)
        return None if a.order in s.players[self.of].hand else no("1.4", Text("that order is not in your hand"))

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        assert isinstance(a, Give)
        giver = s.players[self.of]
        giver.hand = tuple(order for order in giver.hand if order != a.order)
        giver.given = a.order
        tell(s, OrderGiven, self.of, s.left_of(self.of))

    def readers(self, s: ShuntingYard, a: Action) -> tuple[Seat, ...]:
        return (self.of, s.left_of(self.of))


@dataclass(frozen=True, slots=True)
class TakeUp(Step[ShuntingYard]):
    """shunting-yard 1.4: when all have chosen, the orders given join the hands."""

    def run(self, s: ShuntingYard) -> None:
        for seat, giver in enumerate(s.players):
            receiver = s.players[s.left_of(seat)]
            receiver.hand = s.box.sorted((*receiver.hand, giver.given))
