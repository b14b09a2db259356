"""The walk through a log that makes a study of it, as everybody may see it or as one seat of a running game does."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from stellwerk import games
from stellwerk.core import Action, Event, Game, Seat, Text, advance
from stellwerk.core.log import Entry, Header, beginning, live
from stellwerk.study.analysis.decided import Decision
from stellwerk.study.analysis.model import Chart, Film, Part, Row, Series, Study, Table, named
from stellwerk.study.statistics import Curve, Tally, told_apart
from stellwerk.study.watched import Progress

SECONDS = 15.0
"""Of the processor, for everything that is searched for, such as best routes: what is not found by then has a bound."""


@dataclass(frozen=True)
class Eyes:
    """Who looks: everybody at a finished game, a seat (or None, a spectator) at one that runs."""

    everything: bool = True
    seat: Seat | None = None

    def known(self, game: Game[Any], s: Any) -> Any:
        return s if self.everything else game.imagine(game.view(s, self.seat), Random(0))

    def heard(self, events: Iterable[Event]) -> list[Event]:
        return [e for e in events if self.everything or (who := e.readers()) is None or self.seat in who]


@dataclass(frozen=True)
class Move:
    """One entry of the log: the positions before and after it as far as they are known, and what was heard."""

    number: int
    seat: Seat
    action: Action | None
    before: Any
    after: Any
    events: Sequence[Event]


class Chronicle(Protocol):
    """What a game tells of itself; its `study` companion brings one, made from the names and a clock that runs out.

    Where scores say what somebody has and not where it came from, its `grounds()` do, after every entry for every seat.
    """

    def note(self, move: Move) -> None: ...
    def parts(self) -> Iterable[Part]: ...
    def films(self) -> Iterable[Film]: ...


class Clock:
    """So many seconds of the processor for all searches together: a busy machine finds as much as an idle one."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self.end - time.process_time())


def studied(
    game: Game[Any],
    header: Header,
    entries: Sequence[Entry],
    eyes: Eyes | None = None,
    progress: Progress | None = None,
    seconds: float = SECONDS,
) -> Study:
    """The study of a log. Raises `BadLog` where it cannot be followed."""
    eyes = eyes or Eyes()
    names = told_apart(header)
    chronicle, tally, numbers = _chronicle(game, names, Clock(seconds)), Tally(header.seats), [0]
    s = beginning(game, header)
    known = eyes.known(game, s.copy())
    tally.note(game, known)
    counted = live(entries)
    for done, (number, entry) in enumerate(counted, 1):
        before, action = known, game.parse(entry.text)
        s.heard = []
        advance(s, action)
        heard, s.heard = eyes.heard(s.heard), None
        known = eyes.known(game, s.copy())
        hidden = not eyes.everything and entry.readers is not None and eyes.seat not in entry.readers
        numbers.append(number)
        tally.note(game, known)
        if chronicle is not None:
            chronicle.note(Move(number, entry.seat, None if hidden else action, before, known, heard))
        if progress is not None:
            progress(done, len(counted))
    return _made(game, names, numbers, tally, chronicle, known)


def _chronicle(game: Game[Any], names: Sequence[str], clock: Clock) -> Chronicle | None:
    room = games.companion(game.id, "study") if game.id in games.PACKAGES else None
    made: Chronicle | None = room.Chronicle(names, clock) if room is not None and hasattr(room, "Chronicle") else None
    return made


def _made(
    game: Game[Any], names: Sequence[str], numbers: list[int], tally: Tally, chronicle: Chronicle | None, last: Any
) -> Study:
    scores = game.scores(last)
    ranks, finished = tuple(score.rank for score in scores), not last.agenda
    own = tuple(chronicle.parts()) if chronicle is not None else ()
    films = tuple(chronicle.films()) if chronicle is not None else ()
    grounds = chronicle.grounds() if chronicle is not None and hasattr(chronicle, "grounds") else tally.scored
    decided = tuple(Decision(names, ranks, numbers, tally.scored, grounds).parts()) if finished else ()
    course = _course(tally.totals(names), numbers)
    return Study(
        game.id,
        tuple(names),
        tuple(numbers),
        tuple(score.total for score in scores),
        ranks,
        finished,
        (*decided[:1], course, *decided[1:], _balance(names, tally), *own),
        films,
    )


def _course(totals: Sequence[Curve], numbers: list[int]) -> Chart:
    series = tuple(Series(curve.name, curve.values, f"seat-{seat}") for seat, curve in enumerate(totals))
    about = Text("What everybody would have if the game ended at this move.")
    return Chart("course", Text("Score over the game"), "lines", tuple(numbers), series, about=about)


def _balance(names: Sequence[str], tally: Tally) -> Table:
    """What the final scores are made of."""
    last = tally.scored[-1]
    sources = [source for source in dict.fromkeys(s for row in last for s in row) if any(r.get(source) for r in last)]
    rows = [Row((source, *(row.get(source, 0) for row in last))) for source in sources]
    rows.append(Row((Text("total"), *(sum(row.values()) for row in last)), is_sum=True))
    heads = (Text("source"), *(named(name, seat) for seat, name in enumerate(names)))
    return Table("balance", Text("What the scores are made of"), heads, tuple(rows))
