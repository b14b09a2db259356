"""Reasons in words: the parts in which two values differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stellwerk.core import Text

TOLD = 3
"""Parts of the value that a reason names."""
SMALL = 0.5
"""Points that are not worth a word."""


class Part(NamedTuple):
    """A part of what a seat may expect, or of a difference."""

    title: Text
    points: float

    def text(self) -> Text:
        return Text("{part} {points}", part=self.title, points=signed(self.points))


def difference(after: Mapping[Text, float], before: Mapping[Text, float]) -> tuple[Part, ...]:
    """The parts in which two values differ, the most first."""
    titles = dict.fromkeys((*after, *before))
    parts = [Part(title, after.get(title, 0.0) - before.get(title, 0.0)) for title in titles]
    return tuple(sorted((part for part in parts if abs(part.points) >= SMALL), key=lambda part: -abs(part.points)))


def sentence(parts: Sequence[Part]) -> Text:
    """A reason in words: what is gained, and what it costs."""
    told = sorted(parts[:TOLD], key=lambda part: -part.points)
    gains = tuple(part.text() for part in told if part.points > 0)
    costs = tuple(part.text() for part in told if part.points < 0)
    if gains and costs:
        return Text("brings {gains}; costs {costs}", gains=gains, costs=costs)
    if gains:
        return Text("brings {gains}", gains=gains)
    return Text("costs {costs}", costs=costs) if costs else Text("changes little")


def signed(points: float) -> str:
    return f"{points:+.0f}".replace("-", "−")
