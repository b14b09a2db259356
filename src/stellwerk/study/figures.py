"""Figures of a game on its way: worth over time for every game; income round by round for 1880: China."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Game, Score, Seat
from stellwerk.games.china1880 import events as china

POINTS = 48


def moments(tip: int, points: int = POINTS) -> list[int]:
    """Versions spread evenly from the first to the last, both included."""
    if tip <= points:
        return list(range(tip + 1))
    return [n * tip // points for n in range(points + 1)]


def worth(game: Game[Any], state_at: Callable[[int], Any], versions: Sequence[int]) -> list[list[Score]]:
    """The scores at each of the versions."""
    return [game.scores(state_at(version)) for version in versions]


@dataclass
class Round:
    """What was earned between two share rounds. `kept` names companies that paid no dividend."""

    number: int
    earned: dict[str, int] = field(default_factory=dict)
    kept: dict[str, int] = field(default_factory=dict)
    received: dict[Seat, int] = field(default_factory=dict)

    def take(self, event: Any) -> None:
        if isinstance(event, china.DividendPaid):
            _add(self.earned, event.company, event.income)
        elif isinstance(event, china.IncomeKept):
            _add(self.kept, event.entity, event.income)
        elif isinstance(event, china.DividendReceived | china.RevenuePaid):
            _add(self.received, event.seat, event.amount)

    def __bool__(self) -> bool:
        return bool(self.earned or self.kept or self.received)


def _add(sums: dict[Any, int], key: Any, amount: int) -> None:
    sums[key] = sums.get(key, 0) + amount


def income(told: Iterable[Any]) -> list[Round]:
    """1880: the events of a game, in order, as rounds of income; a round ends where a share round begins."""
    rounds = [Round(0)]
    for event in told:
        if isinstance(event, china.ShareRoundBegan):
            rounds.append(Round(event.number))
        else:
            rounds[-1].take(event)
    return [found for found in rounds if found]
