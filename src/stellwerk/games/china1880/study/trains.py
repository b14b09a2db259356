"""1880: who had which trains from when to when, and in which phase that was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from stellwerk.core import Text
from stellwerk.games.china1880.rules.state import China
from stellwerk.study.analysis.model import Mark, Span, Timeline, plain


@dataclass
class Fleets:
    """A train begins with the move after which its company has it, and ends with the one after which it has not."""

    running: dict[tuple[str, str, int], int] = field(default_factory=dict)
    over: list[Span] = field(default_factory=list)

    def note(self, number: int, s: China) -> None:
        here = {
            (c, train, n)
            for c, trains in s.trains.items()
            for train, many in Counter(trains).items()
            for n in range(many)
        }
        for key in sorted(self.running.keys() - here):
            self.over.append(_span(key, self.running.pop(key), number))
        for key in sorted(here - self.running.keys()):
            self.running[key] = number

    def timeline(self, end: int, marks: Sequence[Mark]) -> Timeline:
        spans = [*self.over, *(_span(key, start, end) for key, start in self.running.items())]
        ordered = tuple(sorted(spans, key=lambda span: (span.row, span.start)))
        about = Text("Every train of every company from its purchase until it rusts; lines mark the phases.")
        return Timeline("trains", Text("Trains and phases"), ordered, tuple(marks), end, about)


def _span(key: tuple[str, str, int], start: int, end: int) -> Span:
    company, train, _ = key
    return Span(company, plain(train), start, end, f"co-{company}")
