"""1880 IV.2, V, VII.1: what happened before the first share round."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.core import Seat, Text
from stellwerk.core.value import value
from stellwerk.games.china1880.rules.events import Told


@value
class NumberDrawn(Told):
    seat: Seat
    number: int
    words: ClassVar = Text("{seat}: number {number}")


@value
class BidMade(Told):
    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{seat}: ¥{price} bid for {private}")


@value
class BidOutOfReach(Told):
    """A player is passed over because he cannot pay the least bid."""

    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{seat}: cannot bid ¥{price} for {private}")


@value
class PrivateSold(Told):
    seat: Seat
    private: str
    price: int
    words: ClassVar = Text("{private} for ¥{price}: {seat}")


@value
class PriceFell(Told):
    private: str
    price: int
    words: ClassVar = Text("no bid, {private} falls to ¥{price}")


@value
class AuctionStalled(Told):
    private: str
    words: ClassVar = Text("no bid for {private}: private companies pay")


@value
class Seated(Told):
    order: tuple[Seat, ...]
    words: ClassVar = Text("seating order: {order}")


@value
class InvestorChosen(Told):
    seat: Seat
    investor: str
    words: ClassVar = Text("{seat}: investor {investor}")
