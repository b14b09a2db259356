"""What is in a file: a game with its players, results and facts, ready for a library; or why there is none."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from stellwerk import games
from stellwerk.core import REFEREE, Endless, Event, Game, Seat, Text
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog, Document, Entry, Header, live, read, written
from stellwerk.study.files import PACKED, kind_of
from stellwerk.study.replay import decoded, verified
from stellwerk.study.statistics import walked
from stellwerk.study.watched import Progress

LARGEST = 20_000_000
MOST_ENTRIES = 20_000
NAME = 40


@dataclass(frozen=True, slots=True)
class Fact:
    """Something by which a game is found and counted: a company founded, a technology bought, how it ended."""

    kind: str
    value: str
    seat: Seat = -1


@dataclass(frozen=True, slots=True)
class Shelved:
    """A game as a library keeps it. `problem` says where the file could not be followed further."""

    game: str
    header: Header
    log: str
    length: int
    finished: bool
    rulings: int
    scores: tuple[tuple[int, int], ...]
    """Points and place of each seat."""
    facts: tuple[Fact, ...]
    date: str = ""
    problem: Text | None = None

    @property
    def identity(self) -> str:
        """Equal for the same game in another file: packed or not, as a log or as another program's file."""
        plain = self.log.partition("\n= ")[0]
        return hashlib.sha256(plain.encode()).hexdigest()

    @property
    def ending(self) -> str:
        return next((fact.value for fact in self.facts if fact.kind == "ending"), "")


class Unfit(ValueError):
    """Nothing in the file can be kept."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)


def shelve(order: tuple[bytes, str], progress: Progress | None = None) -> Shelved:
    """The game in a file. Raises `Unfit` with a sentence, whatever is wrong with the file."""
    data, name = order
    try:
        plain = unpack(data)
        kind = kind_of(plain)
        return _log(plain) if kind is None else _foreign(kind, plain, name, progress)
    except (BadLog, BadPosition, BadComponent, Endless) as error:
        raise Unfit(error.text) from error
    except games.UnknownGame as error:
        raise Unfit(Text("no game is called {name}", name=str(error.args[0])[:NAME])) from error
    except Unfit:
        raise
    except Exception as error:  # a stranger's file may be wrong in any way
        raise Unfit(Text("cannot be read: {reason}", reason=str(error)[:200] or type(error).__name__)) from error


def unpack(data: bytes) -> bytes:
    """A gzipped file plain, and never more of it than a game can be."""
    if data[:2] != PACKED:
        return data
    plain = zlib.decompressobj(31).decompress(data, LARGEST + 1)
    if len(plain) > LARGEST:
        raise Unfit(Text("a file has at most {most} bytes", most=LARGEST))
    return plain


def _log(data: bytes) -> Shelved:
    document = read(decoded(data))
    game = games.game(document.header.game)
    game.count(document.header.seats)
    if len(document.entries) > MOST_ENTRIES:
        raise Unfit(Text("a log has at most {most} entries", most=MOST_ENTRIES))
    facts, state = _walk(game, document.header, document.entries, check=True)
    verified(game, document, state)
    return _shelved(game, document.header, document.entries, facts, state)


def _foreign(kind: Any, data: bytes, name: str, progress: Progress | None) -> Shelved:
    report = kind.read(data, name, progress, False)
    record, told, problem = report.record, report.timeline, report.problem
    if record is None or told is None:
        raise Unfit(problem.text if problem else Text("not a game file"))
    facts = _facts(record.game, (told.told[n - 1].events for n in told.counted(told.version)), record.state)
    found = _shelved(record.game, record.header, record.entries, facts, record.state)
    extra = tuple(kind.facts(report)) if kind.facts is not None else ()
    merged = (*extra, *(fact for fact in found.facts if fact.kind not in {each.kind for each in extra}))
    date = kind.date(report) if kind.date is not None else ""
    return replace(found, facts=merged, date=date, problem=problem and _where(problem))


def _where(problem: Any) -> Text:
    return Text("followed up to action {number} of the file: {problem}", number=problem.index, problem=problem.text)


def shelved(game: Game[Any], header: Header, entries: Iterable[Entry]) -> Shelved:
    """A log that is known to be legal, with everything a library asks of it."""
    kept = list(entries)
    return _shelved(game, header, kept, *_walk(game, header, kept))


def _shelved(game: Game[Any], header: Header, entries: list[Entry], facts: list[Fact], state: Any) -> Shelved:
    """A log that somebody has followed to its last state."""
    header = replace(header, names=tuple(name[:NAME] for name in header.names[: header.seats]))
    counted = [entry for _, entry in live(entries)]
    scores = tuple((score.total, score.rank) for score in game.scores(state))
    rulings = sum(entry.seat == REFEREE for entry in counted)
    return Shelved(
        game.id, header, written(header, entries), len(counted), not state.agenda, rulings, scores, tuple(facts)
    )


def _walk(game: Game[Any], header: Header, entries: list[Entry], check: bool = False) -> tuple[list[Fact], Any]:
    """What a log is known by, and its last state."""
    told: list[list[Event]] = []
    for _, s, events in walked(game, header, entries, check):
        told.append(events)
        last = s
    return _facts(game, told, last), last


def _facts(game: Game[Any], told: Iterable[Sequence[Event]], last: Any) -> list[Fact]:
    """What the game's own collector found in the events of a game and its last state."""
    room = games.companion(game.id, "study") if game.id in games.PACKAGES else None
    if room is None or not hasattr(room, "Facts"):
        return []
    collector = room.Facts()
    for events in told:
        collector.note(events)
    return list(collector.found(last))


def document_of(log: str) -> tuple[Game[Any], Document]:
    document = read(log)
    return games.game(document.header.game), document
