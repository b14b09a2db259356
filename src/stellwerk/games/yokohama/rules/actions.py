"""What a player may do, one piece at a time, and the tables the options take their actions from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, ClassVar, Literal, TypeAlias

from stellwerk.core import Action, Text
from stellwerk.core.action import Domain

AreaId: TypeAlias = Annotated[str, Domain("area")]
GoodId: TypeAlias = Annotated[str, Domain("good")]
OrderId: TypeAlias = Annotated[str, Domain("order")]

Origin: TypeAlias = Literal["area", "supply"]
Payment: TypeAlias = Literal["free", "yen", "imports"]
ORIGINS: tuple[Origin, ...] = ("area", "supply")
PAYMENTS: tuple[Payment, ...] = ("free", "yen", "imports")
SUPPLY = "supply"


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """Chance: this card, tile or board comes up."""

    title: ClassVar[Text | None] = Text("Deal")
    card: Annotated[str, Domain("card")]


@dataclass(frozen=True, slots=True)
class KeepOrder(Action):
    """Set-up: keep this one of the two orders dealt."""

    title: ClassVar[Text | None] = Text("Keep an order")
    order: OrderId


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put one assistant from the supply into an area."""

    title: ClassVar[Text | None] = Text("Place an assistant")
    area: AreaId


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Bring the president to an area, paying the owners of the presidents met on the way."""

    title: ClassVar[Text | None] = Text("Move the president")
    area: AreaId
    payees: Annotated[tuple[int, ...], Domain("payees")]


@dataclass(frozen=True, slots=True)
class Recall(Action):
    """Take the president back into the supply; the main action ends with it."""

    title: ClassVar[Text | None] = Text("Take the president back")


@dataclass(frozen=True, slots=True)
class Fetch(Action):
    """While recalling: take one assistant of an area back as well."""

    title: ClassVar[Text | None] = Text("Take an assistant back")
    area: AreaId


@dataclass(frozen=True, slots=True)
class FetchAll(Action):
    """While recalling: take all assistants back from all areas."""

    title: ClassVar[Text | None] = Text("Take all assistants back")


@dataclass(frozen=True, slots=True)
class Buy(Action):
    title: ClassVar[Text | None] = Text("Buy")
    good: GoodId


@dataclass(frozen=True, slots=True)
class Sell(Action):
    title: ClassVar[Text | None] = Text("Sell")
    good: GoodId


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give something away for faith (Church) or as a delivery (Customs)."""

    title: ClassVar[Text | None] = Text("Give something")
    good: GoodId


@dataclass(frozen=True, slots=True)
class Occupy(Action):
    """Put an assistant from the area or the supply on a space of the Church or Customs board."""

    title: ClassVar[Text | None] = Text("Occupy a space")
    space: Annotated[int, Domain("space")]
    origin: Annotated[Origin, Domain("origin")]


@dataclass(frozen=True, slots=True)
class TakeOrder(Action):
    title: ClassVar[Text | None] = Text("Take an order")
    order: OrderId
    payment: Annotated[Payment, Domain("payment")]


@dataclass(frozen=True, slots=True)
class Release(Action):
    """Bring a piece out of the warehouse into the supply."""

    title: ClassVar[Text | None] = Text("Bring into the supply")
    piece: Annotated[str, Domain("piece")]


@dataclass(frozen=True, slots=True)
class Research(Action):
    """Acquire the technology on a slot of the board; `imports` of the missing industry are paid with imports."""

    title: ClassVar[Text | None] = Text("Acquire a technology")
    technology: Annotated[str, Domain("technology")]
    slot: Annotated[int, Domain("slot")]
    imports: Annotated[int, Domain("imports")]


@dataclass(frozen=True, slots=True)
class SetStation(Action):
    title: ClassVar[Text | None] = Text("Set the station")
    area: AreaId


@dataclass(frozen=True, slots=True)
class TakeTile(Action):
    """Collect the power-5 tile of the area."""

    title: ClassVar[Text | None] = Text("Take a tile")


@dataclass(frozen=True, slots=True)
class BuildShop(Action):
    title: ClassVar[Text | None] = Text("Build a shop")
    site: Annotated[int, Domain("site")]


@dataclass(frozen=True, slots=True)
class BuildHouse(Action):
    """Build a trading house."""

    title: ClassVar[Text | None] = Text("Build a trading house")


@dataclass(frozen=True, slots=True)
class LeaveOne(Action):
    """Return all assistants of the area but one."""

    title: ClassVar[Text | None] = Text("Leave one")


@dataclass(frozen=True, slots=True)
class ReturnAll(Action):
    """Return all assistants of the area."""

    title: ClassVar[Text | None] = Text("Return all")


@dataclass(frozen=True, slots=True)
class Shift(Action):
    """Move one assistant from the supply or an area into another area."""

    title: ClassVar[Text | None] = Text("Move an assistant")
    listed_by: ClassVar[str] = "area"
    origin: Annotated[str, Domain("from")]
    area: AreaId


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Take one trade good of your choice."""

    title: ClassVar[Text | None] = Text("Choose")
    good: GoodId


@dataclass(frozen=True, slots=True)
class UseAgent(Action):
    title: ClassVar[Text | None] = Text("Use a foreign agent")
    area: AreaId


@dataclass(frozen=True, slots=True)
class Achieve(Action):
    title: ClassVar[Text | None] = Text("Claim an achievement")
    achievement: Annotated[str, Domain("achievement")]


@dataclass(frozen=True, slots=True)
class Fulfil(Action):
    title: ClassVar[Text | None] = Text("Fulfil an order")
    order: OrderId


@dataclass(frozen=True, slots=True)
class SellSilk(Action):
    """Textile factory."""

    title: ClassVar[Text | None] = Text("Sell silk")


@dataclass(frozen=True, slots=True)
class Recruit(Action):
    """University."""

    title: ClassVar[Text | None] = Text("Recruit")


@dataclass(frozen=True, slots=True)
class Done(Action):
    """No more of what is being asked for."""

    title: ClassVar[Text | None] = Text("Done")


RECALL, FETCH_ALL, TAKE_TILE, BUILD_HOUSE = Recall(), FetchAll(), TakeTile(), BuildHouse()
LEAVE_ONE, RETURN_ALL = LeaveOne(), ReturnAll()
SELL_SILK, RECRUIT, DONE = SellSilk(), Recruit(), Done()

PAYEES = tuple(tuple(seat for seat in range(4) if mask >> seat & 1) for mask in range(16))
"""Seats by bit mask."""


class Menu:
    """Every action that names an area or a card, made once for a set of component tables."""

    def __init__(
        self,
        areas: Sequence[str],
        orders: Iterable[str],
        achievements: Iterable[str],
        spaces: int,
        research: tuple[Sequence[str], int, int],
    ) -> None:
        self.place = tuple(map(Place, areas))
        self.move = tuple(tuple(Move(area, payees) for payees in PAYEES) for area in areas)
        self.fetch = tuple(map(Fetch, areas))
        self.agent = tuple(map(UseAgent, areas))
        self.station = tuple(map(SetStation, areas))
        self.shift = tuple(tuple(Shift(origin, area) for area in areas) for origin in areas)
        self.shift_in = tuple(Shift(SUPPLY, area) for area in areas)
        self.occupy = tuple(tuple(Occupy(space, origin) for origin in ORIGINS) for space in range(1, spaces + 1))
        self.take: dict[str, dict[str, TakeOrder]] = {
            order: {payment: TakeOrder(order, payment) for payment in PAYMENTS} for order in orders
        }
        self.fulfil = {order: Fulfil(order) for order in self.take}
        self.achieve = {card: Achieve(card) for card in achievements}
        technologies, slots, imports = research
        triples = product(technologies, range(1, slots + 1), range(imports + 1))
        self.research = {triple: Research(*triple) for triple in triples}
        self.keep = {order: KeepOrder(order) for order in self.take}
