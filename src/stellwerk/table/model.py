"""What the service speaks of: people, tables, places, offers, lines of the log; and how it refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from stellwerk.core import Rule, Seat, Text
from stellwerk.core.timeline import Line as Line

Kind = Literal["human", "bot", "open"]
Talk = Literal["seated", "everybody"]
"""Who may write in the chat of a table."""
Status = Literal["waiting", "running", "over", "ended"]


class Refused(Exception):
    """A request that cannot be granted: a code for programs, a text for people, the HTTP status that fits."""

    def __init__(self, code: str, text: Text, status: int = 409, rule: Rule | None = None, **more: Any) -> None:
        super().__init__(code, text)
        self.code, self.text, self.status, self.rule, self.more = code, text, status, rule, more

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"


def not_found() -> Refused:
    """Also what is said to somebody who may not know whether it exists."""
    return Refused("not-found", Text("no such table"), 404)


def forbidden(text: Text) -> Refused:
    return Refused("forbidden", text, 403)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account, or a guest known by a cookie only."""

    id: str
    name: str
    guest: bool = True
    admin: bool = False
    lang: str | None = None
    scope: str = "all"
    """What the proof shown is good for: `all`, or `play` where a token of a program stands for the person."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """How a seat is to be filled: `me`, `open` (by a link) or `bot` with the name of one."""

    kind: Literal["me", "open", "bot"]
    bot: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of a table and who sits there. `spent` is thinking time in milliseconds, finished decisions only."""

    number: Seat
    kind: Kind
    name: str
    bot: str | None = None
    spent: int = 0
    people: tuple[str, ...] = ()
    """Who may act for it; the first holder comes first, others came by the same link."""
    orders: tuple[tuple[str, str], ...] = ()
    keeper: str | None = None
    """Who may give a seat away that its player has given up."""

    def held_by(self, person: Person | None) -> bool:
        return person is not None and person.id in self.people


@dataclass(frozen=True, slots=True)
class Clock:
    """Time for one turn, and what happens when it has run out. See `table.moves.clocks`."""

    seconds: int
    consequence: Literal["reminder", "bot", "nothing"] = "reminder"
    quiet: tuple[int, int] | None = None
    """Hours of the day from and to which no time runs."""
    weekends: bool = True
    """Whether time runs on Saturdays and Sundays."""
    zone: int = 0
    """By whose day: minutes east of Greenwich."""
    left: int | None = None
    """While everybody has agreed to pause: what is left of the turn's time, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Motion:
    """Something that needs agreement: an undo, an early end, a hand-over, a ruling."""

    id: str
    kind: Literal["undo", "end", "handover", "ruling", "pause"]
    details: Mapping[str, Any]
    seat: Seat
    version: int
    needs: tuple[Seat, ...]
    votes: Mapping[str, bool]
    status: Literal["open", "passed", "refused", "lapsed"]

    @property
    def by_host(self) -> bool:
        """Whether a host without a seat proposed it."""
        return self.seat < 0

    @property
    def missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.needs if str(seat) not in self.votes)


@dataclass(frozen=True, slots=True)
class Option:
    action: str
    text: Text


@dataclass(frozen=True, slots=True)
class Offer:
    """The open question of a table as one seat sees it: options only for the seat that is asked.

    `complete` says whether `options` lists them all; otherwise they are suggestions, and others may be legal.
    """

    version: int
    asked: Seat | None
    question: Text | None
    rule: Rule | None
    kinds: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Remark:
    """A line of chat; `seat` is None for spectators."""

    id: int
    seat: Seat | None
    name: str
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to act, undo and votes: where the table stands now."""

    version: int
    first: int
    """The first version this request wrote; `first > version` if it wrote none."""
    motion: str | None = None
    """Set when agreement is needed first."""
    log: tuple[str, ...] = ()
    """The new entries as the seat may read them, so that a program need not ask again."""


@dataclass(frozen=True, slots=True)
class Created:
    table: str
    links: Mapping[Seat, str] = field(default_factory=dict)
    """Secret tokens by seat, shown once; a link is `/seat/TOKEN`."""
