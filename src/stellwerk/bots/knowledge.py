"""What a bot may know about a game beyond its rules: how a position is likely to end, and a quick way to play on.

Knowledge works on states, but only on imagined ones: whoever holds it got them from a view.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from stellwerk.core import Action, Choice, Game, Options, Rng, pending

LISTED = 400
SUGGESTED = 40


class Knowledge(Protocol):
    scale: float
    """A lead of this many points makes a win about three times as likely as a loss."""
    horizon: int
    """How many decisions a look ahead plays on before it judges."""

    def outlook(self, s: Any) -> Sequence[float]:
        """Points each seat may expect at the end, from here."""
        ...

    def quick(self, s: Any, choice: Choice[Any], options: Options, rng: Rng) -> Action:
        """A plausible answer found fast, for looking ahead."""
        ...

    def moves(self, s: Any, choice: Choice[Any]) -> Sequence[Action]:
        """The answers worth thinking about, the likely ones first."""
        ...


class Plain:
    """Knows nothing but the score."""

    scale = 20.0
    horizon = 60

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def outlook(self, s: Any) -> Sequence[float]:
        return [score.total for score in self.game.scores(s)]

    def quick(self, s: Any, choice: Choice[Any], options: Options, rng: Rng) -> Action:
        return options.sample(rng)

    def moves(self, s: Any, choice: Choice[Any]) -> Sequence[Action]:
        options = choice.options(s)
        return list(options) if options.finite and len(options) <= LISTED else options.suggest(SUGGESTED)


MODULES = {
    "1880": "stellwerk.bots.china1880",
    "russian-railroads": "stellwerk.bots.russian_railroads",
    "yokohama": "stellwerk.bots.yokohama",
}


def knowledge_of(game: Game[Any]) -> Knowledge:
    """The knowledge of a game, or the plain one."""
    if game.id not in MODULES or find_spec(MODULES[game.id]) is None:
        return Plain(game)
    made: Knowledge = import_module(MODULES[game.id]).Knowledge(game)
    return made


def chances(outlook: Sequence[float], scale: float) -> list[float]:
    """Points as shares of a win, between 0 and 1: a logistic curve of the lead over the best of the others."""
    result = []
    for seat, points in enumerate(outlook):
        rival = max((p for other, p in enumerate(outlook) if other != seat), default=0.0)
        lead = max(-20.0, min(20.0, (points - rival) / scale))
        result.append(1 / (1 + math.exp(-lead)))
    return result


def settled(s: Any, rng: Rng) -> Any:
    """Let chance answer until a seat is asked."""
    from stellwerk.core import CHANCE, advance

    while (choice := pending(s)) is not None and choice.seat(s) == CHANCE:
        advance(s, choice.options(s).sample(rng))
    return s
