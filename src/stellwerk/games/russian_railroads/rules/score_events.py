"""Points in words: whenever the score of a seat changes."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Event, Seat, Text, Texts
from stellwerk.games.russian_railroads.rules.events import who


@dataclass(frozen=True, slots=True)
class Passed(Event):
    seat: Seat
    points: int

    def text(self) -> Text:
        return Texts("{player}: pass, {n} point", "{player}: pass, {n} points", self.points, player=who(self.seat))


@dataclass(frozen=True, slots=True)
class PointsScored(Event):
    seat: Seat
    points: int
    why: Text

    def text(self) -> Text:
        return Texts(
            "{player}: {n} point ({why})",
            "{player}: {n} points ({why})",
            self.points,
            player=who(self.seat),
            why=self.why,
        )


@dataclass(frozen=True, slots=True)
class RoundScored(Event):
    seat: Seat
    lines: tuple[tuple[Text, int], ...]
    industry: int
    total: int

    def text(self) -> Text:
        lines = tuple(Text("{line} {points}", line=name, points=points) for name, points in self.lines)
        return Text(
            "{player}: scores {points} ({lines}, industry {industry}), now {total}",
            player=who(self.seat),
            points=sum(points for _, points in self.lines) + self.industry,
            lines=lines,
            industry=self.industry,
            total=self.total,
        )


@dataclass(frozen=True, slots=True)
class EndCardScored(Event):
    seat: Seat
    name: Text
    points: int

    def text(self) -> Text:
        return Texts(
            "{player}: end card {card}, {n} point",
            "{player}: end card {card}, {n} points",
            self.points,
            player=who(self.seat),
            card=self.name,
        )


@dataclass(frozen=True, slots=True)
class MajorityScored(Event):
    seat: Seat
    engineers: int
    points: int

    def text(self) -> Text:
        return Texts(
            "{player}: engineers {engineers}, {n} point",
            "{player}: engineers {engineers}, {n} points",
            self.points,
            player=who(self.seat),
            engineers=self.engineers,
        )
