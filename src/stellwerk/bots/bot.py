"""What a bot is: it sees a view and options, never a state, and answers with one of the options."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from typing import Any, Protocol

from stellwerk.core import Action, Game, Options, Rng, Text

DEFAULT_SECONDS = 1.0
"""What a turn may take where a budget says nothing."""


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

    Data sets keep what else a bot says: how likely it was to play what (`policy`, pairs of an option and its chance;
    chances are 0 or more and need not add up to 1; empty: the action alone), and what it thinks the position is worth
    to it (`value`, a finite number in its own unit, or None).
    """

    action: Action
    why: Text | None = None
    plan: tuple[Action, ...] = ()
    policy: tuple[tuple[Action, float], ...] = ()
    value: float | None = None


class BadAnswer(ValueError):
    """A bot from outside answered what cannot be used; the text names the bot and the field."""


def flaw(answer: object) -> str | None:
    """The field of an answer that has not its type, and what is there instead; None if all is well."""
    if not isinstance(answer, Answer):
        return f"{_cut(answer)} is not an `Answer`"
    checks = {"action": _is_action, "why": _is_reason, "plan": _is_plan, "policy": _is_policy, "value": _is_value}
    wrong = next((name for name, holds in checks.items() if not holds(getattr(answer, name))), None)
    return None if wrong is None else f"{wrong}: {_cut(getattr(answer, wrong))} is not {SHAPES[wrong]}"


SHAPES = {
    "action": "an action",
    "why": "a `Text` or None",
    "plan": "a tuple of actions",
    "policy": "a tuple of pairs (action, chance), each chance a finite number of 0 or more",
    "value": "a finite number or None",
}


def _cut(value: object) -> str:
    return repr(value)[:200]


def _is_action(value: object) -> bool:
    return isinstance(value, Action)


def _is_reason(value: object) -> bool:
    return value is None or isinstance(value, Text)


def _is_plan(value: object) -> bool:
    return isinstance(value, (tuple, list)) and all(map(_is_action, value))


def _is_policy(value: object) -> bool:
    return isinstance(value, (tuple, list)) and all(map(_is_chance_of_an_action, value))


def _is_chance_of_an_action(pair: object) -> bool:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return False
    action, chance = pair
    return _is_action(action) and _is_finite(chance) and chance >= 0


def _is_value(value: object) -> bool:
    return value is None or _is_finite(value)


def _is_finite(value: object) -> bool:
    return isinstance(value, Real) and math.isfinite(value)


class Bot(Protocol):
    """An answer depends on nothing but what is given here: what a bot keeps for its turn is in `Answer.plan`."""

    blind: bool
    """Whether it does without a view; making one for nobody costs time."""

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer: ...
