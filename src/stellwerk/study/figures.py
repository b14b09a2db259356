"""Figures of a game on its way: worth over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stellwerk.core import Game, Score

POINTS = 48


def moments(tip: int, points: int = POINTS) -> list[int]:
    """Versions spread evenly from the first to the last, both included."""
    if tip <= points:
        return list(range(tip + 1))
    return [n * tip // points for n in range(points + 1)]


def worth(game: Game[Any], state_at: Callable[[int], Any], versions: Sequence[int]) -> list[list[Score]]:
    """The scores at each of the versions."""
    return [game.scores(state_at(version)) for version in versions]
