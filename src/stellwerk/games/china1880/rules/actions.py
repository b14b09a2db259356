"""1880: every action. Imperative; fields are ids and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, TypeAlias

from stellwerk.core import Action, Text
from stellwerk.core.action import Domain

Company: TypeAlias = Annotated[str, Domain("company")]
Investor: TypeAlias = Annotated[str, Domain("investor")]
Private: TypeAlias = Annotated[str, Domain("private")]
Train: TypeAlias = Annotated[str, Domain("train")]
Hex: TypeAlias = Annotated[str, Domain("hex")]
Node: TypeAlias = Annotated[int, Domain("node")]
Money: TypeAlias = Annotated[int, Domain("money")]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline whatever is asked, or end the own turn."""

    title: ClassVar[Text | None] = Text("Pass")


# --- set-up and auction ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawNumber(Action):
    """Chance: the number card of a seat, 0 is first."""

    title: ClassVar[Text | None] = Text("Draw a number")
    number: Annotated[int, Domain("number")]


@dataclass(frozen=True, slots=True)
class Bid(Action):
    title: ClassVar[Text | None] = Text("Bid")
    private: Private
    price: Money


@dataclass(frozen=True, slots=True)
class ChooseInvestor(Action):
    title: ClassVar[Text | None] = Text("Choose an investor")
    investor: Investor


# --- share rounds ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found(Action):
    """Buy a director's certificate: its size in percent, the par price, the row on the turn order list, the permits."""

    title: ClassVar[Text | None] = Text("Found a company")
    company: Company
    percent: Annotated[int, Domain("percent")]
    par: Annotated[int, Domain("par")]
    row: Annotated[int, Domain("row")]
    permits: Annotated[str, Domain("permits")]


@dataclass(frozen=True, slots=True)
class BuyShare(Action):
    title: ClassVar[Text | None] = Text("Buy a share")
    company: Company


@dataclass(frozen=True, slots=True)
class SellShares(Action):
    title: ClassVar[Text | None] = Text("Sell shares")
    company: Company
    percent: Annotated[int, Domain("percent")]


@dataclass(frozen=True, slots=True)
class PayDebt(Action):
    title: ClassVar[Text | None] = Text("Pay debt")
    amount: Money


# --- operating rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    title: ClassVar[Text | None] = Text("Lay a tile")
    hex: Hex
    tile: Annotated[str, Domain("tile")]
    rotation: Annotated[int, Domain("rotation")]


@dataclass(frozen=True, slots=True)
class PlaceMarker(Action):
    title: ClassVar[Text | None] = Text("Place a station marker")
    hex: Hex
    node: Node


@dataclass(frozen=True, slots=True)
class ChooseCity(Action):
    """Which city of a two-city hex a home marker takes."""

    title: ClassVar[Text | None] = Text("Choose a city")
    node: Node


@dataclass(frozen=True, slots=True)
class Run(Action):
    """All routes of a company's turn; none is an idle turn."""

    title: ClassVar[Text | None] = Text("Run trains")
    routes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayOut(Action):
    title: ClassVar[Text | None] = Text("Pay out")


@dataclass(frozen=True, slots=True)
class Withhold(Action):
    title: ClassVar[Text | None] = Text("Keep the income")


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """From the bank: the train on top, or a restored one."""

    title: ClassVar[Text | None] = Text("Buy a train from the bank")
    train: Train


@dataclass(frozen=True, slots=True)
class BuyTrainFrom(Action):
    """From a company with the same director."""

    title: ClassVar[Text | None] = Text("Buy a train from a company")
    company: Company
    train: Train
    price: Money


@dataclass(frozen=True, slots=True)
class GiveUpTrain(Action):
    """A train above the limit leaves the game."""

    title: ClassVar[Text | None] = Text("Give up a train")
    train: Train


# --- private companies and investors ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakePayment(Action):
    """P0: the payment offered now."""

    title: ClassVar[Text | None] = Text("Take a payment")


@dataclass(frozen=True, slots=True)
class GrantPermit(Action):
    """P5: the permit for phase D to a company."""

    title: ClassVar[Text | None] = Text("Grant a permit")
    company: Company


@dataclass(frozen=True, slots=True)
class ExchangeRocket(Action):
    """P7 for the next train of the bank, for the company that operates."""

    title: ClassVar[Text | None] = Text("Exchange the rocket")


@dataclass(frozen=True, slots=True)
class AssignRocket(Action):
    """P7, forced: the second 4-train to a company."""

    title: ClassVar[Text | None] = Text("Assign the rocket's train")
    company: Company


@dataclass(frozen=True, slots=True)
class MoveTreasury(Action):
    """Merger: an investor's money to the company, or a fifth of it to its owner."""

    title: ClassVar[Text | None] = Text("Move the treasury")
    to: Annotated[Literal["company", "owner"], Domain("receiver")]


@dataclass(frozen=True, slots=True)
class ReplaceMarker(Action):
    """Merger: a marker of the company takes the investor's place."""

    title: ClassVar[Text | None] = Text("Replace a marker")


PASS, PAY_OUT, WITHHOLD = Pass(), PayOut(), Withhold()
TAKE_PAYMENT, EXCHANGE_ROCKET, REPLACE_MARKER = TakePayment(), ExchangeRocket(), ReplaceMarker()
