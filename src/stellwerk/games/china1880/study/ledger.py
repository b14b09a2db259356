"""1880: prices and income of the companies over a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stellwerk.core import Event, Text
from stellwerk.games.china1880.rules.chapters.operating_round import place
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.events import DividendPaid, IncomeKept, TurnBegan
from stellwerk.games.china1880.rules.state import China
from stellwerk.study.statistics import Curve, Sheet


@dataclass
class Ledger:
    """Prices and income of the companies."""

    priced: list[dict[str, int]] = field(default_factory=list)
    earned: dict[str, dict[int, int]] = field(default_factory=dict)
    kept: set[tuple[str, int]] = field(default_factory=set)
    circle: int = 0
    last: str = ""

    def note(self, s: China, events: Sequence[Event]) -> None:
        self.priced.append({company: price(s, company) for company in s.par})
        for event in events:
            match event:
                case TurnBegan(entity):
                    self._turn(s, entity)
                case DividendPaid(company, income):
                    self._earn(company, income)
                case IncomeKept(company, income):
                    self._earn(company, income)
                    self.kept.add((company, self.circle))

    def _turn(self, s: China, entity: str) -> None:
        """Whoever stands no later on the list than the one before has begun a new circle."""
        if not self.last or place(s, entity) <= place(s, self.last):
            self.circle += 1
        self.last = entity

    def _earn(self, entity: str, income: int) -> None:
        row = self.earned.setdefault(entity, {})
        row[self.circle] = row.get(self.circle, 0) + income

    def prices(self) -> tuple[Curve, ...]:
        companies = dict.fromkeys(company for row in self.priced for company in row)
        return tuple(Curve(Text("{name}", name=c), tuple(row.get(c) for row in self.priced)) for c in companies)

    def sheet(self) -> Sheet:
        circles = range(1, self.circle + 1)
        rows = tuple((entity, tuple(row.get(n) for n in circles)) for entity, row in self.earned.items())
        return Sheet(self.circle, rows, frozenset(self.kept))
