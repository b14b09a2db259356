"""History: what every entry of a log told, and the state at any version, worked out once and carried on."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from sqlalchemy import Connection, select

from stellwerk.core import Event, Seat, State, Text, advance
from stellwerk.core.log import HIDDEN, Entry, beginning, live
from stellwerk.table.model import Line
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable, entry_of

CHECKPOINT_EVERY = 16
KEPT = 200


@dataclass(frozen=True, slots=True)
class Told:
    entry: Entry
    said: Text | None
    events: tuple[Event, ...]
    note: str | None
    at: int
    thought: Mapping[str, Any] | None = None


class History:
    """The story of one table as far as it was asked for. A check-point is a state no move is made on."""

    def __init__(self, table: LoadedTable) -> None:
        self.game = table.rules
        self.told: list[Told] = []
        self._state: State = beginning(self.game, table.header)
        self._points: dict[int, State] = {0: self._state.copy()}
        self._lock = Lock()

    def follow(self, conn: Connection, table: LoadedTable) -> None:
        """Read on to the version of the table."""
        with self._lock:
            if len(self.told) >= table.version:
                return
            c = schema.log.c
            rows = conn.execute(
                select(schema.log)
                .where(c.table_id == table.id, c.version > len(self.told), c.version <= table.version)
                .order_by(c.version)
            )
            for row in rows:
                self._add(entry_of(row), row.note, row.at, row.thought)

    def _add(self, entry: Entry, note: str | None, at: int, thought: Mapping[str, Any] | None) -> None:
        said: Text | None = None
        events: tuple[Event, ...] = ()
        if entry.undo is not None:
            self._state = self.state_at(entry.undo)
        else:
            said, events = self._advance(entry)
        self.told.append(Told(entry, said, events, note, at, thought))
        if len(self.told) % CHECKPOINT_EVERY == 0:
            self._points[len(self.told)] = self._state.copy()

    def _advance(self, entry: Entry) -> tuple[Text | None, tuple[Event, ...]]:
        s, action = self._state, self.game.parse(entry.text)
        said = self.game.describe(s, action) if entry.seat >= 0 else None
        s.heard = []
        advance(s, action)
        events, s.heard = tuple(s.heard), None
        return said, events

    @property
    def entries(self) -> list[Entry]:
        return [told.entry for told in self.told]

    def state_at(self, version: int) -> State:
        """A fresh copy of the state at a version."""
        way = live(self.entries, version)
        numbers = [number for number, _ in way]
        base = max((n for n in numbers if n in self._points), default=0)
        s: State = self._points[base].copy()
        for _, entry in way[bisect_right(numbers, base) :]:
            advance(s, self.game.parse(entry.text))
        return s

    def lines(self, reader: Seat | None, everything: bool, since: int, upto: int) -> list[Line]:
        """The log as one may read it; everything once the game is over."""
        counted = {number for number, _ in live(self.entries, upto)}
        pairs = list(enumerate(self.told[:upto], 1))[since:]
        return [_line(number, told, reader, everything, number in counted) for number, told in pairs]


def bare_lines(conn: Connection, table: LoadedTable, reader: Seat | None, since: int, upto: int | None) -> list[Line]:
    """The log of a table that cannot be folded here: what was answered, not what came of it."""
    c = schema.log.c
    rows = list(conn.execute(select(schema.log).where(c.table_id == table.id).order_by(c.version)))
    told = [Told(entry_of(row), None, (), row.note, row.at) for row in rows]
    counted = {number for number, _ in live([each.entry for each in told])}
    pairs = list(enumerate(told, 1))[since:upto]
    return [_line(number, each, reader, table.finished, number in counted) for number, each in pairs]


def _line(number: int, told: Told, reader: Seat | None, everything: bool, counted: bool) -> Line:
    entry = told.entry if everything else told.entry.for_reader(reader)
    said = None if entry.text == HIDDEN else told.said
    events = tuple(event.text() for event in told.events if everything or _readable(event.readers(), reader))
    undone = not counted and entry.undo is None
    why = _why(told, everything or reader == entry.seat)
    return Line(number, entry.seat, entry.text, said, events, undone, entry.undo, told.note, told.at, why)


def _why(told: Told, everything: bool) -> Text | None:
    """The reason of a bot. It may tell what only its seat knows, so the others read it when the game is over."""
    thought = told.thought
    if thought is None or thought["why"] is None or not (everything or thought["open"]):
        return None
    message, params = thought["why"]
    return Text(message, **params)


def _readable(readers: Sequence[Seat] | None, reader: Seat | None) -> bool:
    return readers is None or reader in readers


class HistoryCache:
    """The histories in memory."""

    def __init__(self) -> None:
        self._shelf: OrderedDict[str, History] = OrderedDict()
        self._lock = Lock()

    def history(self, conn: Connection, table: LoadedTable) -> History:
        with self._lock:
            found = self._shelf.pop(table.id, None) or History(table)
            self._shelf[table.id] = found
            while len(self._shelf) > KEPT:
                self._shelf.popitem(last=False)
        found.follow(conn, table)
        return found


def texts(lines: Sequence[Line]) -> list[Any]:
    return [text for line in lines for text in line.events]
