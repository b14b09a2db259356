"""Every action of 1880: China. Imperative; fields are ids and numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from stellwerk.core import Action
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


# --- set-up and auction ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawNumber(Action):
    """Chance: the number card of a seat, 0 is first."""

    number: Annotated[int, Domain("number")]


@dataclass(frozen=True, slots=True)
class Bid(Action):
    private: Private
    price: Money


@dataclass(frozen=True, slots=True)
class ChooseInvestor(Action):
    investor: Investor


# --- share rounds ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Found(Action):
    """Buy a director's certificate: its size in percent, the par price, the row on the turn order list, the permits."""

    company: Company
    percent: Annotated[int, Domain("percent")]
    par: Annotated[int, Domain("par")]
    row: Annotated[int, Domain("row")]
    permits: Annotated[str, Domain("permits")]


@dataclass(frozen=True, slots=True)
class BuyShare(Action):
    company: Company


@dataclass(frozen=True, slots=True)
class SellShares(Action):
    company: Company
    percent: Annotated[int, Domain("percent")]


@dataclass(frozen=True, slots=True)
class PayDebt(Action):
    amount: Money


# --- operating rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    hex: Hex
    tile: Annotated[str, Domain("tile")]
    rotation: Annotated[int, Domain("rotation")]


@dataclass(frozen=True, slots=True)
class PlaceMarker(Action):
    hex: Hex
    node: Node


@dataclass(frozen=True, slots=True)
class ChooseCity(Action):
    """Which city of a two-city hex a home marker takes."""

    node: Node


@dataclass(frozen=True, slots=True)
class Run(Action):
    """All routes of a company's turn; none is an idle turn."""

    routes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PayOut(Action):
    pass


@dataclass(frozen=True, slots=True)
class Withhold(Action):
    pass


@dataclass(frozen=True, slots=True)
class BuyTrain(Action):
    """From the bank: the train on top, or a restored one."""

    train: Train


@dataclass(frozen=True, slots=True)
class BuyTrainFrom(Action):
    """From a company with the same director."""

    company: Company
    train: Train
    price: Money


@dataclass(frozen=True, slots=True)
class GiveUpTrain(Action):
    """A train above the limit leaves the game."""

    train: Train


# --- private companies and investors ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TakePayment(Action):
    """P0: the payment offered now."""


@dataclass(frozen=True, slots=True)
class GrantPermit(Action):
    """P5: the permit for phase D to a company."""

    company: Company


@dataclass(frozen=True, slots=True)
class ExchangeRocket(Action):
    """P7 for the next train of the bank, for the company that operates."""


@dataclass(frozen=True, slots=True)
class AssignRocket(Action):
    """P7, forced: the second 4-train to a company."""

    company: Company


@dataclass(frozen=True, slots=True)
class MoveTreasury(Action):
    """Merger: an investor's money to the company, or a fifth of it to its owner."""

    to: Annotated[Literal["company", "owner"], Domain("receiver")]


@dataclass(frozen=True, slots=True)
class ReplaceMarker(Action):
    """Merger: a marker of the company takes the investor's place."""


PASS, PAY_OUT, WITHHOLD = Pass(), PayOut(), Withhold()
TAKE_PAYMENT, EXCHANGE_ROCKET, REPLACE_MARKER = TakePayment(), ExchangeRocket(), ReplaceMarker()
