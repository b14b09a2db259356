"""1880: what happened, for logs and statistics. Past tense, label-like texts that name the fields of their event."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

from stellwerk.core import Event, Seat, Text
from stellwerk.core.value import value
from stellwerk.games.china1880.rules.words import player


@value
class Told(Event):
    """An event in `words`, whose placeholders are its fields; seats are shown as players."""

    words: ClassVar[Text]

    def text(self) -> Text:
        return Text(self.words.message, **{f.name: _shown(f.name, getattr(self, f.name)) for f in fields(self)})


def _shown(name: str, value: Any) -> Any:
    if name == "order":
        return tuple(map(player, value))
    return player(value) if name == "seat" else value


@value
class Passed(Told):
    seat: Seat
    words: ClassVar = Text("{seat}: pass")


@value
class RevenuePaid(Told):
    seat: Seat
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} from private companies")


# --- share rounds ----------------------------------------------------------------------------------------------------


@value
class ShareRoundBegan(Told):
    number: int
    words: ClassVar = Text("share round {number}")
    surprise: ClassVar[bool] = True


@value
class Founded(Told):
    seat: Seat
    company: str
    percent: int
    par: int
    permits: str
    words: ClassVar = Text("{seat}: {company} founded with {percent} % at ¥{par}, permits {permits}")


@value
class ShareReserved(Told):
    investor: str
    company: str
    words: ClassVar = Text("{investor}: one share of {company} reserved")


@value
class ShareBought(Told):
    seat: Seat
    company: str
    price: int
    words: ClassVar = Text("{seat}: share of {company} bought for ¥{price}")


@value
class SharesSold(Told):
    seat: Seat
    company: str
    percent: int
    receipts: int
    words: ClassVar = Text("{seat}: {percent} % of {company} sold for ¥{receipts}")


@value
class DirectorChanged(Told):
    company: str
    seat: Seat
    words: ClassVar = Text("new director of {company}: {seat}")
    surprise: ClassVar[bool] = True


@value
class PriceMoved(Told):
    company: str
    old: int
    new: int
    words: ClassVar = Text("price of {company}: ¥{old} → ¥{new}")


@value
class Floated(Told):
    company: str
    capital: int
    words: ClassVar = Text("{company} floats with ¥{capital}")


@value
class CapitalCompleted(Told):
    company: str
    amount: int
    words: ClassVar = Text("{company}: second half of the capital, ¥{amount}")


@value
class SoldOut(Told):
    company: str
    words: ClassVar = Text("{company}: no share left for sale")


@value
class DebtTaken(Told):
    seat: Seat
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} of debt, interest included")
    surprise: ClassVar[bool] = True


@value
class DebtPaid(Told):
    seat: Seat
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} of debt paid")


@value
class InterestAdded(Told):
    seat: Seat
    debt: int
    words: ClassVar = Text("{seat}: debt grows to ¥{debt}")


@value
class PriorityMoved(Told):
    seat: Seat
    words: ClassVar = Text("priority: {seat}")


# --- operating rounds ------------------------------------------------------------------------------------------------


@value
class TurnBegan(Told):
    entity: str
    seat: Seat
    words: ClassVar = Text("turn of {entity} ({seat})")


@value
class TileLaid(Told):
    entity: str
    hex: str
    tile: str
    rotation: int
    cost: int
    words: ClassVar = Text("{entity}: tile {tile} on {hex}")


@value
class TerrainPaid(Told):
    entity: str
    cost: int
    words: ClassVar = Text("{entity}: ¥{cost} for terrain")


@value
class MarkerPlaced(Told):
    company: str
    hex: str
    price: int
    words: ClassVar = Text("{company}: marker on {hex} for ¥{price}")


@value
class TrainsRan(Told):
    entity: str
    routes: tuple[str, ...]
    income: int
    words: ClassVar = Text("{entity}: ¥{income} by {routes}")


@value
class BonusEarned(Told):
    company: str
    bonus: int
    words: ClassVar = Text("{company}: price bonus of ¥{bonus}")


@value
class DividendPaid(Told):
    company: str
    income: int
    words: ClassVar = Text("{company}: dividend of ¥{income} paid")


@value
class DividendReceived(Told):
    seat: Seat
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} received")


@value
class IncomeKept(Told):
    entity: str
    income: int
    words: ClassVar = Text("{entity}: ¥{income} kept")


@value
class TrainBought(Told):
    company: str
    train: str
    price: int
    words: ClassVar = Text("{company}: {train}-train for ¥{price}")


@value
class TrainTraded(Told):
    company: str
    seller: str
    train: str
    price: int
    words: ClassVar = Text("{company}: {train}-train of {seller} for ¥{price}")


@value
class DirectorHelped(Told):
    seat: Seat
    company: str
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} added for {company}")
    surprise: ClassVar[bool] = True


@value
class PhaseBegan(Told):
    phase: str
    words: ClassVar = Text("phase {phase} begins")


@value
class ExchangeFrozen(Told):
    words: ClassVar = Text("communist takeover: no price changes any more")


@value
class ExchangeReopened(Told):
    words: ClassVar = Text("the Shanghai stock exchange opens again")


@value
class TrainsRusted(Told):
    train: str
    companies: tuple[str, ...]
    words: ClassVar = Text("{train}-trains rust: {companies}")
    surprise: ClassVar[bool] = True


@value
class CountBegun(Told):
    company: str
    words: ClassVar = Text("nobody has bought a train from the bank yet: {company} takes the train purchase marker")


@value
class TrainsRemoved(Told):
    train: str
    count: int
    words: ClassVar = Text("a circle without purchase: {count} × {train} leave the bank")
    surprise: ClassVar[bool] = True


@value
class TrainGivenUp(Told):
    company: str
    train: str
    words: ClassVar = Text("{company}: {train}-train given up")


@value
class LastTurnsBegan(Told):
    company: str
    words: ClassVar = Text("last share round, then three turns each; {company} is the last")
    surprise: ClassVar[bool] = True


@value
class GameEnded(Told):
    words: ClassVar = Text("the game is over")


# --- private companies and investors ---------------------------------------------------------------------------------


@value
class PaymentTaken(Told):
    seat: Seat
    amount: int
    words: ClassVar = Text("{seat}: ¥{amount} for P0")


@value
class PermitGranted(Told):
    company: str
    words: ClassVar = Text("{company}: permit D by P5")


@value
class RocketExchanged(Told):
    company: str
    train: str
    words: ClassVar = Text("{company}: {train}-train for P7")


@value
class RocketLost(Told):
    train: str
    words: ClassVar = Text("P7 without a company: one {train}-train leaves the game")


@value
class Merged(Told):
    investor: str
    company: str
    seat: Seat
    words: ClassVar = Text("{investor} merges into {company}: one share and ¥50 to {seat}")


@value
class TreasuryMoved(Event):
    investor: str
    to: str | Seat
    amount: int

    def text(self) -> Text:
        to = self.to if isinstance(self.to, str) else player(self.to)
        return Text("¥{amount} of {investor} to {receiver}", amount=self.amount, investor=self.investor, receiver=to)


@value
class MarkerReplaced(Told):
    company: str
    hex: str
    words: ClassVar = Text("{company}: marker on {hex} in place of the investor's")
