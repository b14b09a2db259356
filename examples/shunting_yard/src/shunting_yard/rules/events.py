"""What happened, in the past tense: the readable log. Label-like, so that every language can say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Event, Seat, Text, Texts


def who(seat: Seat) -> Text:
    return Text("seat {number}", number=seat + 1)


@dataclass(frozen=True, slots=True)
class SeatBegan(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player} begins every round", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class OrderTaken(Event):
    """Everybody hears that an order was taken; which one only its seat."""

    seat: Seat

    def text(self) -> Text:
        return Text("{player}: an order from the pile", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class OrderSeen(Event):
    seat: Seat
    order: Text

    def text(self) -> Text:
        return Text("{player}: the order is {order}", player=who(self.seat), order=self.order)

    def readers(self) -> tuple[Seat, ...]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class OrderGiven(Event):
    seat: Seat
    to: Seat

    def text(self) -> Text:
        return Text("{player}: an order for {other}", player=who(self.seat), other=who(self.to))


@dataclass(frozen=True, slots=True)
class WagonDrawn(Event):
    goods: Text

    def text(self) -> Text:
        return Text("on the siding: {goods}", goods=self.goods)


@dataclass(frozen=True, slots=True)
class ExpressCalled(Event):
    round: int
    goods: Text

    def text(self) -> Text:
        return Text("round {round}: the express takes {goods}", round=self.round, goods=self.goods)


@dataclass(frozen=True, slots=True)
class WagonCoupled(Event):
    seat: Seat
    goods: Text
    paid: int
    found: int

    def text(self) -> Text:
        return Text(
            "{player} couples: {goods} (coins paid: {paid}, found: {found})",
            player=who(self.seat),
            goods=self.goods,
            paid=self.paid,
            found=self.found,
        )


@dataclass(frozen=True, slots=True)
class OrderDelivered(Event):
    seat: Seat
    order: Text
    points: int
    express: int

    def text(self) -> Text:
        return Text(
            "{player} delivers: {order} (points: {points}, express: {express})",
            player=who(self.seat),
            order=self.order,
            points=self.points,
            express=self.express,
        )


@dataclass(frozen=True, slots=True)
class WagonSold(Event):
    seat: Seat
    goods: Text
    coins: int

    def text(self) -> Text:
        return Texts(
            "{player} sells: {goods}, {n} coin",
            "{player} sells: {goods}, {n} coins",
            self.coins,
            player=who(self.seat),
            goods=self.goods,
        )


@dataclass(frozen=True, slots=True)
class Rested(Event):
    seat: Seat
    coins: int

    def text(self) -> Text:
        return Texts("{player} rests: {n} coin", "{player} rests: {n} coins", self.coins, player=who(self.seat))


@dataclass(frozen=True, slots=True)
class LastRoundCame(Event):
    surprise: ClassVar[bool] = True

    def text(self) -> Text:
        return Text("this is the last round")
