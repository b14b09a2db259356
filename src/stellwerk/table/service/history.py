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
from stellwerk.table.model import Line, Refused
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable, entry_of, following

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


class WrittenLog:
    """The log of one table as it was written, as far as it was asked for: what was answered, not what came of it."""

    def __init__(self, refusal: Refused) -> None:
        self.told: list[Told] = []
        self._refusal = refusal
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
        self.told.append(Told(entry, None, (), note, at, thought))

    @property
    def entries(self) -> list[Entry]:
        return [told.entry for told in self.told]

    def state_at(self, version: int) -> State:
        raise self._refusal.with_traceback(None)

    def lines(self, reader: Seat | None, everything: bool, since: int, upto: int) -> list[Line]:
        """The log as one may read it; everything once the game is over."""
        counted = {number for number, _ in live(self.entries, upto)}
        pairs = list(enumerate(self.told[:upto], 1))[since:]
        return [_line(number, told, reader, everything, number in counted) for number, told in pairs]


class History(WrittenLog):
    """The story of one table: the log with what came of it. A check-point is a state no move is made on."""

    def __init__(self, table: LoadedTable) -> None:
        self.told = []
        self.game = table.rules
        self._state: State = beginning(self.game, table.header)
        self._points: dict[int, State] = {0: self._state.copy()}
        self._lock = Lock()

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

    def state_at(self, version: int) -> State:
        """A fresh copy of the state at a version."""
        way = live(self.entries, version)
        numbers = [number for number, _ in way]
        base = max((n for n in numbers if n in self._points), default=0)
        s: State = self._points[base].copy()
        for _, entry in way[bisect_right(numbers, base) :]:
            advance(s, self.game.parse(entry.text))
        return s


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
        self._shelf: OrderedDict[str, WrittenLog] = OrderedDict()
        self._lock = Lock()

    def history(self, conn: Connection, table: LoadedTable) -> WrittenLog:
        """With what came of every entry; where the rules no longer follow the log, the bare log."""
        try:
            with following(table):
                if table.unknown is not None:
                    raise Refused("rules", table.unknown)
                return self._followed(conn, table, self._get(table) or History(table))
        except Refused as refusal:
            return self._followed(conn, table, WrittenLog(refusal))

    def _get(self, table: LoadedTable) -> WrittenLog | None:
        with self._lock:
            return self._shelf.get(table.id)

    def _followed(self, conn: Connection, table: LoadedTable, story: WrittenLog) -> WrittenLog:
        with self._lock:
            self._shelf[table.id] = story
            self._shelf.move_to_end(table.id)
            while len(self._shelf) > KEPT:
                self._shelf.popitem(last=False)
        story.follow(conn, table)
        return story


def texts(lines: Sequence[Line]) -> list[Any]:
    return [text for line in lines for text in line.events]
