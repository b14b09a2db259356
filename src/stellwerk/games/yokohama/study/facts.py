"""Yokohama: what a library knows a game by: technologies, orders and achievements of each seat, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stellwerk.core import Event
from stellwerk.games.yokohama.rules.state import Yokohama
from stellwerk.study.library.reading import Fact


@dataclass
class Facts:
    """Everything is there to be seen at the end."""

    def note(self, s: Yokohama, events: Sequence[Event]) -> None:
        pass

    def found(self, s: Yokohama) -> Iterator[Fact]:
        for seat in range(s.seats):
            yield from (Fact("technology", card, seat) for card in s.technologies[seat])
            yield from (Fact("order", card, seat) for card in s.fulfilled[seat])
        for achievement, seats in zip(s.achievements, s.achieved, strict=False):
            yield from (Fact("achievement", achievement, seat) for seat in seats)
        yield Fact("ending", "unfinished" if s.agenda else s.end)
