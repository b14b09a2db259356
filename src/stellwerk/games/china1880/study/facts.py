"""1880: what a library knows a game by: who bought which private company, who founded what, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, ClassVar

from stellwerk.core import Event, Seat, Text
from stellwerk.games.china1880.rules.auction_events import PrivateSold
from stellwerk.games.china1880.rules.events import DirectorChanged, Floated, Founded, LastTurnsBegan
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.importing import Report
from stellwerk.study.library.reading import Fact

EARLIEST = 1_262_300_000
"""Seconds; what is stamped earlier than 2010 is no date of a game."""


@dataclass
class Facts:
    """Read off the events of a game."""

    KINDS: ClassVar[Mapping[str, Text]] = {
        "opening": Text("first company founded"),
        "private": Text("private companies bought"),
        "company": Text("companies founded"),
        "floated": Text("companies floated"),
    }

    kept: list[Fact] = field(default_factory=list)
    directors: dict[str, Seat] = field(default_factory=dict)
    is_last: bool = False

    def note(self, events: Sequence[Event]) -> None:
        for event in events:
            match event:
                case PrivateSold(seat, private, _):
                    self.kept.append(Fact("private", private, seat))
                case Founded(seat, company, _, _, _):
                    if not any(fact.kind == "opening" and fact.seat == seat for fact in self.kept):
                        self.kept.append(Fact("opening", company, seat))
                    self.kept.append(Fact("company", company, seat))
                    self.directors[company] = seat
                case DirectorChanged(company, seat):
                    self.directors[company] = seat
                case Floated(company, _):
                    self.kept.append(Fact("floated", company, self.directors.get(company, -1)))
                case LastTurnsBegan():
                    self.is_last = True

    def found(self, s: China) -> Iterator[Fact]:
        yield from self.kept
        yield Fact("phase", s.phase)
        yield Fact("ending", "unfinished" if s.agenda else "last train" if self.is_last else "agreed")


def facts_of(report: Report) -> Iterator[Fact]:
    """What only the file says: that somebody ended the game by hand."""
    if report.ended_by_hand:
        yield Fact("ending", "by hand")


def date_of(report: Report) -> str:
    """The day of the last action that has a time."""
    stamps = (
        action.get("created_at") for action in reversed(report.source.raw if report.source else ()) if _is(action)
    )
    stamp = next((stamp for stamp in stamps if isinstance(stamp, int) and EARLIEST < stamp < 2**33), None)
    return datetime.fromtimestamp(stamp, UTC).date().isoformat() if stamp is not None else ""


def _is(action: Any) -> bool:
    return isinstance(action, dict)
