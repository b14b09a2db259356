"""The logs of tables, told: a timeline of each that was asked for, carried on as the table is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from sqlalchemy import Connection

from stellwerk.core import Event, Seat, State
from stellwerk.core.log import Entry
from stellwerk.core.timeline import Line, Timeline, Told, lines
from stellwerk.table.cache import Cache
from stellwerk.table.model import Refused
from stellwerk.table.storage import logs
from stellwerk.table.storage.loaded import LoadedTable, entry_of, following

KEPT = 200_000_000
"""Bytes of all stories in memory."""
BYTES_OF_AN_ENTRY = 1_000
"""Of the longest of our games, with the states kept on the way."""


class WrittenLog:
    """A log that the rules no longer follow: what was answered, not what came of it."""

    def __init__(self, refusal: Refused) -> None:
        self.told: list[Told] = []
        self._refusal = refusal

    @property
    def version(self) -> int:
        return len(self.told)

    @property
    def entries(self) -> list[Entry]:
        return [told.entry for told in self.told]

    def add(self, entry: Entry, **about: Any) -> None:
        self.told.append(Told(entry, None, (), **about))

    def state_at(self, version: int) -> State:
        raise self._refusal.with_traceback(None)

    def events(self, upto: int, reader: Seat | None, everything: bool) -> list[Event]:
        return []

    def lines(self, reader: Seat | None, everything: bool, since: int, upto: int) -> list[Line]:
        return lines(self.told[:upto], reader, everything, since)


Story = Timeline[Any] | WrittenLog


@dataclass
class Followed:
    """A story, and the lock for extending it."""

    story: Story
    lock: Lock = field(default_factory=Lock)

    def read_on(self, conn: Connection, table: LoadedTable) -> Story:
        with self.lock:
            if self.story.version < table.version:
                for row in _written_since(conn, table, self.story.version):
                    self.story.add(entry_of(row), note=row.note, at=row.at, thought=row.thought)
        return self.story


def _written_since(conn: Connection, table: LoadedTable, version: int) -> Sequence[Any]:
    return logs.rows(conn, table.id, version, table.version)


class Histories:
    """The stories in memory."""

    def __init__(self) -> None:
        self._cache: Cache[str, Followed] = Cache(KEPT, weigh)

    def known(self, table: LoadedTable) -> Story | None:
        """The story, if memory has it up to where the table stands."""
        found = self._cache.get(table.id)
        if found is None or table.unknown is not None or found.story.version < table.version:
            return None
        return found.story

    def story(self, conn: Connection, table: LoadedTable) -> Story:
        """With what came of every entry; where the rules no longer follow the log, the bare log."""
        try:
            with following(table):
                if table.unknown is not None:
                    raise Refused("rules", table.unknown)
                return self._carried_on(conn, table)
        except Refused as refusal:
            self._cache.put(table.id, Followed(WrittenLog(refusal)))
            return self._carried_on(conn, table)

    def _carried_on(self, conn: Connection, table: LoadedTable) -> Story:
        followed = self._cache.get_or_make(table.id, lambda: _begun(table))
        if followed.story.version < table.version:
            followed.read_on(conn, table)
            self._cache.put(table.id, followed)  # it weighs more now
        return followed.story


def weigh(followed: Followed) -> int:
    return BYTES_OF_AN_ENTRY * (1 + followed.story.version)


def _begun(table: LoadedTable) -> Followed:
    return Followed(Timeline(table.rules, table.header))
