"""1880: what was earned, by round and by turn, read off the events of a game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Seat
from stellwerk.games.china1880.rules import events as china


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
    """The events of a game, in order, as rounds of income; a round ends where a share round begins."""
    rounds = [Round(0)]
    for event in told:
        if isinstance(event, china.ShareRoundBegan):
            rounds.append(Round(event.number))
        else:
            rounds[-1].take(event)
    return [found for found in rounds if found]


@dataclass
class Turn:
    """A turn of a company or an investor, or the income of private companies between turns (`entity` is empty).

    `earned` includes the price bonus; `paid` says whether it went to the shareholders; `over`: it is known.
    """

    entity: str
    round: int
    earned: int = 0
    paid: bool = False
    over: bool = False
    received: dict[Seat, int] = field(default_factory=dict)

    def take(self, event: Any) -> None:
        if isinstance(event, china.DividendPaid):
            self.earned, self.paid, self.over = event.income, True, True
        elif isinstance(event, china.IncomeKept):
            self.earned, self.over = event.income, True
        elif isinstance(event, china.DividendReceived | china.RevenuePaid):
            _add(self.received, event.seat, event.amount)


def turns(told: Iterable[Any]) -> list[Turn]:
    """Every turn in order with what it brought to whom; a turn without income is over when the next begins."""
    found: list[Turn] = []
    number = 0
    for event in told:
        if isinstance(event, china.ShareRoundBegan):
            number = event.number
        entity = _whose(event)
        if isinstance(event, china.TurnBegan) or (entity is not None and (not found or found[-1].entity != entity)):
            _close(found)
            found.append(Turn(entity or "", number, over=not entity))
        if found:
            found[-1].take(event)
    return found


def _whose(event: Any) -> str | None:
    """Whose turn an event belongs to, where it says so; private companies have no turn. A log may begin in a turn."""
    if isinstance(event, china.TurnBegan | china.IncomeKept):
        return event.entity
    if isinstance(event, china.DividendPaid):
        return event.company
    return "" if isinstance(event, china.RevenuePaid) else None


def _close(found: list[Turn]) -> None:
    if found:
        found[-1].over = True
