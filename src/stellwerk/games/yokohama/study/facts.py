"""Yokohama: what a library knows a game by: technologies, orders and achievements of each seat, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from stellwerk import games
from stellwerk.core import Event, Seat, Text
from stellwerk.games.yokohama.rules.components import tables
from stellwerk.games.yokohama.rules.events import Acted, order_text
from stellwerk.games.yokohama.rules.state import Yokohama
from stellwerk.study.analysis.model import plain
from stellwerk.study.library.reading import Fact


@dataclass
class Facts:
    """Where everybody began is told; everything else is there to be seen at the end."""

    KINDS: ClassVar[Mapping[str, Text]] = {
        "opening": Text("area of the first action"),
        "technology": Text("technologies bought"),
        "order": Text("orders fulfilled"),
        "achievement": Text("achievements"),
    }

    first: dict[Seat, str] = field(default_factory=dict)

    @staticmethod
    def name(kind: str, value: str) -> Text:
        """In words, by the built-in tables; what is of a set of one's own keeps its id."""
        known = tables(games.game("yokohama").components)
        if kind == "order" and value in known.orders:
            return order_text(known.orders[value])
        named: Mapping[str, Any] = {
            "opening": {area.id: area for area in known.areas},
            "technology": known.technologies,
            "achievement": known.achievements,
        }.get(kind, {})
        return Text(named[value].name) if value in named else plain(value)

    def note(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Acted):
                self.first.setdefault(event.seat, event.area.id)

    def found(self, s: Yokohama) -> Iterator[Fact]:
        yield from (Fact("opening", area, seat) for seat, area in self.first.items())
        for seat in range(s.seats):
            yield from (Fact("technology", card, seat) for card in s.technologies[seat])
            yield from (Fact("order", card, seat) for card in s.fulfilled[seat])
        for achievement, seats in zip(s.achievements, s.achieved, strict=False):
            yield from (Fact("achievement", achievement, seat) for seat in seats)
        yield Fact("ending", "unfinished" if s.agenda else s.end)
