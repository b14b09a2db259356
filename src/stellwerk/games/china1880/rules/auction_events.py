"""1880 IV.2, V, VII.1: what happened before the first share round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Seat, Text
from stellwerk.games.china1880.rules.events import Told


@dataclass(frozen=True, slots=True)
class NumberDrawn(Told):
    seat: Seat
    number: int
    words: ClassVar = Text("{seat}: number {number}")


@dataclass(frozen=True, slots=True)
class BidMade(Told):
    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{seat}: ¥{price} bid for {private}")


@dataclass(frozen=True, slots=True)
class BidOutOfReach(Told):
    """A player is passed over because he cannot pay the least bid."""

    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{seat}: cannot bid ¥{price} for {private}")


@dataclass(frozen=True, slots=True)
class PrivateSold(Told):
    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{private} for ¥{price}: {seat}")


@dataclass(frozen=True, slots=True)
class PriceFell(Told):
    private: str
    price: int
    words: ClassVar = Text("no bid, {private} falls to ¥{price}")


@dataclass(frozen=True, slots=True)
class AuctionStalled(Told):
    private: str
    words: ClassVar = Text("no bid for {private}: private companies pay")


@dataclass(frozen=True, slots=True)
class Seated(Told):
    order: tuple[Seat, ...]
    words: ClassVar = Text("seating order: {order}")


@dataclass(frozen=True, slots=True)
class InvestorChosen(Told):
    seat: Seat
    investor: str
    words: ClassVar = Text("{seat}: investor {investor}")
