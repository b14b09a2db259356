"""What has happened, for logs, animation and statistics. Component rows travel along, so that an event can be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Event, Seat, Text, Texts
from stellwerk.games.yokohama.rules.components import Achievement, Area, Country, Order, Reward, Technology, Tile
from stellwerk.games.yokohama.rules.words import PIECE_NAMES, amount, contents, player


@dataclass(frozen=True, slots=True)
class Told(Event):
    """Something a player did or got; `words` is what stands behind the name."""

    seat: Seat

    def words(self) -> Text:
        raise NotImplementedError

    def text(self) -> Text:
        return Text("{player}: {words}", player=player(self.seat), words=self.words())


@dataclass(frozen=True, slots=True)
class TurnBegun(Told):
    round: int

    def words(self) -> Text:
        return Text("turn in round {round}", round=self.round)


@dataclass(frozen=True, slots=True)
class OrderDealt(Told):
    order: Order

    def words(self) -> Text:
        return Text("dealt {order}", order=order_text(self.order))

    def readers(self) -> tuple[Seat, ...]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class OrderKept(Told):
    def words(self) -> Text:
        return Text("one order kept, one put back unseen")


@dataclass(frozen=True, slots=True)
class CardShown(Event):
    """A card is laid open on a board."""

    area: Area
    card: Order | Technology

    def text(self) -> Text:
        return Text("{area}: new card, {card}", area=Text(self.area.name), card=card_text(self.card))


@dataclass(frozen=True, slots=True)
class Placed(Told):
    area: Area
    fee: int

    def words(self) -> Text:
        if self.fee:
            return Text("assistant to {area} for {yen}", area=Text(self.area.name), yen=amount("yen", self.fee))
        return Text("assistant to {area}", area=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class FeePaid(Told):
    to: Seat
    yen: int

    def words(self) -> Text:
        return Text("{yen} to {payee}", yen=amount("yen", self.yen), payee=player(self.to))


@dataclass(frozen=True, slots=True)
class Moved(Told):
    area: Area
    canal: int

    def words(self) -> Text:
        where = Text(self.area.name)
        if self.canal:
            return Text("president to {area}, canal {yen}", area=where, yen=amount("yen", self.canal))
        return Text("president to {area}", area=where)


@dataclass(frozen=True, slots=True)
class Recalled(Told):
    def words(self) -> Text:
        return Text("president back to the supply")


@dataclass(frozen=True, slots=True)
class Fetched(Told):
    area: Area
    assistants: int

    def words(self) -> Text:
        return Texts(
            "{n} assistant back from {area}", "{n} assistants back from {area}", self.assistants,
            area=Text(self.area.name),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Acted(Told):
    area: Area
    power: int

    def words(self) -> Text:
        return Text("action {area} with power {power}", area=Text(self.area.name), power=self.power)


@dataclass(frozen=True, slots=True)
class HouseIncome(Told):
    area: Area
    yen: int

    def words(self) -> Text:
        yen = amount("yen", self.yen)
        return Text("{yen} for the trading house in {area}", yen=yen, area=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class Gained(Told):
    reward: Reward

    def words(self) -> Text:
        return Text("gets {what}", what=contents(self.reward))


@dataclass(frozen=True, slots=True)
class BonusGained(Told):
    technology: Technology
    reward: Reward

    def words(self) -> Text:
        return Text("{technology} gives {what}", technology=Text(self.technology.name), what=contents(self.reward))


@dataclass(frozen=True, slots=True)
class Bought(Told):
    good: str
    yen: int

    def words(self) -> Text:
        return Text("buys {good} for {yen}", good=amount(self.good, 1), yen=amount("yen", self.yen))


@dataclass(frozen=True, slots=True)
class Sold(Told):
    good: str
    yen: int

    def words(self) -> Text:
        return Text("sells {good} for {yen}", good=amount(self.good, 1), yen=amount("yen", self.yen))


@dataclass(frozen=True, slots=True)
class Given(Told):
    good: str
    amount: int

    def words(self) -> Text:
        return Text("gives {what}", what=amount(self.good, self.amount))


@dataclass(frozen=True, slots=True)
class Occupied(Told):
    area: Area
    space: int

    def words(self) -> Text:
        return Text("assistant on space {space} of the board {board}", space=self.space, board=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class OrderTaken(Told):
    order: Order

    def words(self) -> Text:
        return Text("takes {order}", order=order_text(self.order))


@dataclass(frozen=True, slots=True)
class Released(Told):
    piece: str
    yen: int

    def words(self) -> Text:
        piece = PIECE_NAMES[self.piece]
        return Text("out of the warehouse: {piece}, {yen}", piece=piece, yen=amount("yen", self.yen))


@dataclass(frozen=True, slots=True)
class TechnologyAcquired(Told):
    technology: Technology
    imports: int
    yen: int

    def words(self) -> Text:
        paid = Reward(imports=self.imports, yen=self.yen)
        return Text(
            "technology {technology} ({country}), paid: {paid}",
            technology=Text(self.technology.name), country=self.technology.country.upper(), paid=contents(paid),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class StationSet(Told):
    area: Area

    def words(self) -> Text:
        return Text("station in {area}", area=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class TileTaken(Told):
    area: Area
    tile: Tile

    def words(self) -> Text:
        return Text("power-5 tile of {area}", area=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class Built(Told):
    area: Area
    piece: str

    def words(self) -> Text:
        return Text("builds in {area}: {piece}", area=Text(self.area.name), piece=PIECE_NAMES[self.piece])


@dataclass(frozen=True, slots=True)
class Returned(Told):
    area: Area
    assistants: int

    def words(self) -> Text:
        return Texts(
            "{n} assistant returns from {area}", "{n} assistants return from {area}", self.assistants,
            area=Text(self.area.name),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shifted(Told):
    origin: Area | None
    area: Area

    def words(self) -> Text:
        where = Text(self.area.name)
        if self.origin is None:
            return Text("assistant from the supply to {area}", area=where)
        return Text("assistant from {origin} to {area}", origin=Text(self.origin.name), area=where)


@dataclass(frozen=True, slots=True)
class AgentUsed(Told):
    country: Country
    area: Area

    def words(self) -> Text:
        return Text("agent of {country} in {area}", country=Text(self.country.name), area=Text(self.area.name))


@dataclass(frozen=True, slots=True)
class AgentGained(Told):
    country: Country

    def words(self) -> Text:
        return Text("pair of symbols, new agent: {country}", country=Text(self.country.name))


@dataclass(frozen=True, slots=True)
class Achieved(Told):
    achievement: Achievement
    points: int

    def words(self) -> Text:
        name, points = Text(self.achievement.name), amount("vp", self.points)
        return Text("achievement {name}: {points}", name=name, points=points)


@dataclass(frozen=True, slots=True)
class Fulfilled(Told):
    order: Order

    def words(self) -> Text:
        return Text("fulfils {order}", order=order_text(self.order))


@dataclass(frozen=True, slots=True)
class YenRaised(Told):
    yen: int

    def words(self) -> Text:
        return Text("stock market raises the cash to {yen}", yen=amount("yen", self.yen))


@dataclass(frozen=True, slots=True)
class Scored(Told):
    points: int
    reason: Text

    def words(self) -> Text:
        return Text("{reason}: {points}", reason=self.reason, points=amount("vp", self.points))


@dataclass(frozen=True, slots=True)
class EndTriggered(Event):
    reason: Text
    last_round: int
    surprise: ClassVar[bool] = True

    def text(self) -> Text:
        return Text("{reason}; last round: {round}", reason=self.reason, round=self.last_round)


def order_text(order: Order) -> Text:
    """An order in one line: country, what it wants and what it gives. Its number says nothing to a player."""
    asked = order.goods
    wanted = Reward(copper=asked.copper, silk=asked.silk, tea=asked.tea, fish=asked.fish, imports=asked.imports)
    goods, reward = contents(wanted), contents(order.reward)
    return Text("order {country}: {goods} for {reward}", country=order.country.upper(), goods=goods, reward=reward)


def card_text(card: Order | Technology) -> Text:
    return order_text(card) if isinstance(card, Order) else Text(card.name)
