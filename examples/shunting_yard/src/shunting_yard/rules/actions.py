"""What a seat, or the dealer, can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from stellwerk.core import Action, Text
from stellwerk.core.action import Domain

Goods: TypeAlias = Annotated[str, Domain("goods")]
Order: TypeAlias = Annotated[str, Domain("order")]


@dataclass(frozen=True, slots=True)
class Couple(Action):
    """Take the wagon on this place of the siding."""

    place: Annotated[int, Domain("place")]
    title: ClassVar[Text | None] = Text("Couple a wagon")


@dataclass(frozen=True, slots=True)
class Deliver(Action):
    order: Order
    title: ClassVar[Text | None] = Text("Deliver an order")


@dataclass(frozen=True, slots=True)
class TakeOrder(Action):
    title: ClassVar[Text | None] = Text("Take an order")


@dataclass(frozen=True, slots=True)
class Sell(Action):
    goods: Goods
    title: ClassVar[Text | None] = Text("Sell a wagon")


@dataclass(frozen=True, slots=True)
class Rest(Action):
    title: ClassVar[Text | None] = Text("Rest")


@dataclass(frozen=True, slots=True)
class Give(Action):
    """One of the first three orders, to the left."""

    order: Order
    title: ClassVar[Text | None] = Text("Give an order")


@dataclass(frozen=True, slots=True)
class DealOrder(Action):
    """Chance: the order on top of the pile."""

    order: Order
    title: ClassVar[Text | None] = Text("Deal an order")


@dataclass(frozen=True, slots=True)
class DrawWagon(Action):
    """Chance: the next wagon of the main line."""

    goods: Goods
    title: ClassVar[Text | None] = Text("Draw a wagon")


@dataclass(frozen=True, slots=True)
class CallExpress(Action):
    """Chance: what the express takes along."""

    goods: Goods
    title: ClassVar[Text | None] = Text("Call the express")


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """Chance: who begins."""

    seat: Annotated[int, Domain("seat")]
    title: ClassVar[Text | None] = Text("Who begins")


ACTIONS = (Couple, Deliver, TakeOrder, Sell, Rest, Give, DealOrder, DrawWagon, CallExpress, Begin)
REST, TAKE_ORDER = Rest(), TakeOrder()
