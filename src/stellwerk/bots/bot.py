"""What a bot is: it sees a view and options, never a state, and answers with one of the options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from stellwerk.core import Action, Game, Options, Rng, Text


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think about one decision: by the clock, or by a count that is the same on every machine."""

    seconds: float | None = None
    iterations: int | None = None


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
