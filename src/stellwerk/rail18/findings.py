"""What searches for routes speak of: a budget, a route found, an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from stellwerk.rail18.service import Step


class Spent(Exception):
    """The search has used up its budget."""


class Budget:
    """Counts what is looked at; ``stop`` is asked now and then, so a caller may bring his clock."""

    def __init__(self, nodes: int | None = None, stop: Callable[[], bool] | None = None) -> None:
        self.nodes = nodes
        self.stop = stop
        self.used = 0

    def spend(self, amount: int = 1) -> None:
        before = self.used
        self.used += amount
        if self.nodes is not None and self.used > self.nodes:
            raise Spent
        if self.stop is not None and before >> 8 != self.used >> 8 and self.stop():
            raise Spent


class Found(NamedTuple):
    """A route in a web: two arms from a home, the stops it counts and the bonuses it earns as bit-sets."""

    value: int
    home: int
    head: tuple[Step, ...]
    tail: tuple[Step, ...]
    counted: int
    bonuses: int
    track: int


class Answer(NamedTuple):
    """The best route above the floor, if there is one; nothing is worth more than the bound."""

    found: Found | None
    bound: int
    exact: bool


class Premium(NamedTuple):
    """Bonuses as a search sees them: stops that must be counted, what they add, and which bonuses they are."""

    stops: int
    amount: int
    bonuses: int


def union(bits: Iterable[int]) -> int:
    mask = 0
    for bit in bits:
        mask |= bit
    return mask


def members(mask: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while mask:
        bit = mask & -mask
        found.append(bit.bit_length() - 1)
        mask ^= bit
    return found
