"""Chance: the engine owns no generator. A dealer outside answers chance questions, and the answer is logged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from stellwerk.core.action import Action
    from stellwerk.core.options import Options

Seat: TypeAlias = int

CHANCE: Seat = -1
"""The seat of the dealer."""

REFEREE: Seat = -2
"""The seat of rulings: corrections that all players agreed to."""

T = TypeVar("T")


class Rng(Protocol):
    """As much of `random.Random` as anybody in here may use."""

    def randrange(self, stop: int, /) -> int: ...


def pick(rng: Rng, items: Sequence[T]) -> T:
    return items[rng.randrange(len(items))]


def shuffled(rng: Rng, items: Iterable[T]) -> list[T]:
    """Fisher and Yates, so that every generator with `randrange` shuffles alike."""
    deck = list(items)
    for i in range(len(deck) - 1, 0, -1):
        j = rng.randrange(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


class Dealer:
    """Answers chance questions: first with what was fixed beforehand, in order, then by the generator."""

    def __init__(self, rng: Rng, fixed: Iterable[Action] = ()) -> None:
        self.rng = rng
        self.fixed = list(fixed)

    def answer(self, options: Options) -> Action:
        if self.fixed and self.fixed[0] in options:
            return self.fixed.pop(0)
        return options.sample(self.rng)
