"""What a bot is: it sees a view and options, never a state, and answers with one of the options."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from stellwerk.core import Action, Game, Options, Rng, Text


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: seconds left for its whole turn, or a count per decision, equal on every machine."""

    seconds: float | None = None
    iterations: int | None = None
    clock: Callable[[], float] = time.perf_counter
    """What measures the seconds: by the wall where people wait, by the processor where bots are compared."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The action chosen, why in one line, and how the bot means to go on in this turn.

    Data sets keep what else a bot says: how likely it was to play what (`policy`, actions with their chances; empty:
    the action alone), and what it thinks the position is worth to it (`value`, in its own unit).
    """

    action: Action
    why: Text | None = None
    plan: tuple[Action, ...] = ()
    policy: tuple[tuple[Action, float], ...] = ()
    value: float | None = None


class Bot(Protocol):
    """An answer depends on nothing but what is given here: what a bot keeps for its turn is in `Answer.plan`."""

    name: str
    blind: bool
    """Whether it does without a view; making one for nobody costs time."""

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer: ...
