"""Endings played out: where few enough ways lead to the end of the game, every one of them is looked at.

Each seat goes for its own good (max-n): to be first, then for the points. Where others hold hidden cards several
worlds are imagined, and the answer is taken that does best in their mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from stellwerk.bots.knowledge import Knowledge
from stellwerk.core import CHANCE, Action, Game, Seat, after, pending

WAYS = 2000
"""Positions looked at in one world before it is given up."""
WORLDS = 4


class TooWide(Exception):
    """There are too many ways, or chance is one of the players."""


class Ending:
    """One world, searched out."""

    def __init__(self, knows: Knowledge, ways: int) -> None:
        self.knows, self.left = knows, ways

    def values(self, s: Any) -> Sequence[float]:
        """What every seat gets if all play for their own good."""
        self.left -= 1
        if self.left < 0:
            raise TooWide
        choice = pending(s)
        if choice is None:
            return self.knows.standings(s, {})
        seat, options = choice.seat(s), choice.options(s)
        if seat == CHANCE or not options.finite:
            raise TooWide
        return max((self.values(after(s, action)) for action in options), key=lambda values: values[seat])

    def answers(self, s: Any, seat: Seat) -> dict[Action, float]:
        choice = pending(s)
        assert choice is not None
        options = choice.options(s)
        if not options.finite or len(options) > self.left:
            raise TooWide
        return {action: self.values(after(s, action))[seat] for action in options}


def played_out(game: Game[Any], knows: Knowledge, view: Any, seed: int, ways: int = WAYS) -> Action | None:
    """The best answer, proven in every world looked at; None where the end is too far."""
    s = game.imagine(view, Random(f"{seed}/ending"))
    if not knows.ends_soon(s):
        return None
    total: dict[Action, float] = {}
    try:
        for world in range(WORLDS):
            for action, value in Ending(knows, ways).answers(s, view.seat).items():
                total[action] = total.get(action, 0.0) + value
            s = game.imagine(view, Random(f"{seed}/ending/{world}"))
    except TooWide:
        return None
    return max(total, key=total.__getitem__)
