"""What a bot is: it sees a view and options, never a state, and answers with one of the options."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from stellwerk.core import Action, Game, Options, Rng, Seat, Text


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: seconds left for its whole turn, or a count per decision, equal on every machine."""

    seconds: float | None = None
    iterations: int | None = None
    clock: Callable[[], float] = time.perf_counter
    """What measures the seconds: by the wall where people wait, by the processor where bots are compared."""


class TurnClock:
    """Shares the seconds of a turn among its decisions: a turn is what one seat decides without another in between."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.seat: Seat | None = None
        self.spent = 0.0

    def left(self, seat: Seat) -> Budget:
        if seat != self.seat:
            self.seat, self.spent = seat, 0.0
        if self.budget.seconds is None:
            return self.budget
        return replace(self.budget, seconds=max(0.0, self.budget.seconds - self.spent))

    def spend(self, seconds: float) -> None:
        self.spent += seconds


@dataclass(frozen=True, slots=True)
class Answer:
    """The action chosen, and why in one line, for whoever asks."""

    action: Action
    why: Text | None = None


class Bot(Protocol):
    name: str
    blind: bool
    """Whether it does without a view; making one for nobody costs time."""

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer: ...
