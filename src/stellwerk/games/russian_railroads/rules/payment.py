"""Payments: what stands on a space, as a word like `worker+coin`.

Own workers, the black worker and temporary workers are alike in paying; a coin can stand for any of them, never the
other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement

from stellwerk.core import Text, Texts
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.state import Player

PIECES = ("worker", "black", "temporary", "coin")
NAMES: Mapping[str, Text] = {
    "worker": Text("worker"),
    "black": Text("black worker"),
    "temporary": Text("temporary worker"),
    "coin": Text("coin"),
}
MOST = 4
"""No space needs more pieces than this of one kind."""


@cache
def pieces(payment: str) -> tuple[int, int, int, int]:
    """How many workers, black workers, temporary workers and coins a payment is."""
    words = payment.split("+")
    return (words.count("worker"), words.count("black"), words.count("temporary"), words.count("coin"))


def word(counts: tuple[int, int, int, int]) -> str:
    return "+".join(piece for piece, n in zip(PIECES, counts, strict=True) for _ in range(n))


@cache
def named(payment: str) -> Text:
    """A payment for people: “2 × worker, coin”."""
    parts = [(n, NAMES[piece]) for piece, n in zip(PIECES, pieces(payment), strict=True) if n]
    return Text("{parts}", parts=tuple(p if n == 1 else Text("{n} × {piece}", n=n, piece=p) for n, p in parts))


PLACED: tuple[Callable[[int], Text], ...] = (
    lambda n: Texts("{n} own worker", "{n} own workers", n),
    lambda n: Texts("{n} black worker", "{n} black workers", n),
    lambda n: Texts("{n} temporary worker", "{n} temporary workers", n),
    lambda n: Texts("{n} coin", "{n} coins", n),
)


@cache
def placed(payment: str) -> Text:
    """A payment as the object of a sentence: “2 own workers and 1 coin”."""
    *parts, last = [words(n) for words, n in zip(PLACED, pieces(payment), strict=True) if n]
    return Text("{parts} and {last}", parts=tuple(parts), last=last) if parts else last


@cache
def payments(workers: int, coins: int) -> tuple[str, ...]:
    """Every payment of a price: any mixture for the workers, and the coins on top."""
    mixed = combinations_with_replacement(PIECES, workers)
    return tuple("+".join((*mixture, *["coin"] * coins)) for mixture in mixed if mixture.count("black") <= 1)


@cache
def all_payments(prices: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(payment for price in prices for payment in payments(*price)))


Purse = tuple[int, int, int, int]


def purse(p: Player) -> Purse:
    """What a player can pay with, cut off where more makes no difference."""
    return (min(p.workers, MOST), p.black, p.temporary, min(p.coins, MOST))


def affords(p: Purse, payment: str) -> bool:
    w, b, t, c = pieces(payment)
    return w <= p[0] and b <= p[1] and t <= p[2] and c <= p[3]


@cache
def offers(space: str, workers: int, coins: int, p: Purse) -> tuple[Place, ...]:
    """Every way to pay for a space out of a purse."""
    return tuple(Place(space, payment) for payment in payments(workers, coins) if affords(p, payment))


def thrift(payment: str) -> tuple[int, int, int]:
    """Orders payments: coins are kept before workers, the black worker with his step before the others."""
    _, black, temporary, coins = pieces(payment)
    return coins, black, -temporary


def pay(p: Player, payment: str) -> None:
    w, b, t, c = pieces(payment)
    p.workers -= w
    p.black -= b
    p.temporary -= t
    p.coins -= c
