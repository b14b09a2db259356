"""The store as everybody uses it: units of work, each written whole or not at all.

What a unit changed is announced after it is committed, never before. `sqlite` and `postgres` say how it is kept.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, bindparam, func, insert, select, text, update

from stellwerk.core import Dealer, Text
from stellwerk.table.dice import fresh_dice
from stellwerk.table.model import Place, Refused, not_found
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import COLUMNS, LoadedTable, TableCache, column, load, row_of
from stellwerk.table.storage.statements import PreparedSelect, Statement

LOG = logging.getLogger("stellwerk.store")
MEASURE_EVERY = 10_000
"""Milliseconds between two looks at the size of the database."""
T = TypeVar("T")
Kind = Literal["log", "table", "chat", "people"]
TRIAL = "UPDATE alembic_version SET version_num = version_num"


@dataclass(frozen=True, slots=True)
class Change:
    """Something about a table has changed: its log, what is around it, its chat. Or, at no table, who may come in."""

    table: str
    kind: Kind
    version: int
    touched: int = field(default=0, compare=False)
    people: tuple[str, ...] | None = field(default=None, compare=False)
    """Those who sit there, where memory may not know it yet: a move of another process is told without reading it."""


SESSIONS_ENDED = Change("", "people", 0)
"""Sessions or tokens have ended."""

# Statements that every move needs are made once.
PLAYING = {
    name: f"new_{name}"
    for name in ("version", "revision", "status", "to_move", "asked_at", "deadline", "rewound", "archived", "touched")
}
AT_REST = tuple(name for name in COLUMNS if name not in PLAYING)
"""What a move leaves as it is."""
PLAYED = Statement(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(new) for name, new in PLAYING.items()})
)
LATEST = PreparedSelect(select(func.max(schema.tables.c.touched).label("touched")))
SEAT = ("kind", "name", "bot", "spent", "keeper")
SEATED = Statement(
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("table"), schema.seats.c.number == bindparam("seat"))
    .values({name: bindparam(f"new_{name}") for name in SEAT})
)


class Turns(Protocol):
    """Where bot turns wait, put there in the same unit of work as the move that made them due."""

    def defer(self, work: UnitOfWork, table: LoadedTable, note: str | None = None) -> None:
        """`note` says why a bot moves for a seat that is not a bot's."""

    def waiting(self, conn: Connection) -> int:
        """How many wait to be taken up."""


class UnitOfWork:
    """One unit of work: its connection, clock and dealer, the tables it changed, what to announce once committed.

    `earlier` are the tables that units before it changed in the same transaction.
    """

    def __init__(self, store: Store, conn: Connection, earlier: Mapping[str, LoadedTable] | None = None) -> None:
        self.store = store
        self.conn = conn
        self.now = store.now()
        self.dealer = store.dealer
        self._earlier = earlier or {}
        self.tables: dict[str, LoadedTable] = {}
        self.told: list[Change] = []
        self.afterwards: list[Callable[[], None]] = []

    def table(self, table_id: str) -> LoadedTable:
        """The table, locked for this unit of work until it ends."""
        found = self.tables.get(table_id) or self._earlier.get(table_id) or self.store.locked(self, table_id)
        if found is None:
            raise not_found()
        self.tables[table_id] = found
        return found

    def open(self, table: LoadedTable) -> None:
        """A new table."""
        self.store.require_room(self.conn)
        self.store.require_share(self.conn, table.host)
        table = replace(table, touched=self.touch())
        self.conn.execute(insert(schema.tables), row_of(table))
        rows = [
            {"table_id": table.id, "number": place.number, **{name: getattr(place, name) for name in SEAT}}
            for place in table.places
        ]
        self.conn.execute(insert(schema.seats), rows)
        self.tables[table.id] = table
        self.told.append(Change(table.id, "table", table.version))

    def touch(self) -> int:
        """Now, but never before what was touched last: whoever was away asks for what came later, also if a clock was
        set back."""
        return self.store.touched(self.conn, self.now)

    def save(self, table: LoadedTable, kind: Kind | None = None) -> LoadedTable:
        """A changed table: its row is written, its seats where they differ. Everything else is its caller's."""
        old = self.tables[table.id]
        revision = old.revision if table.version > old.version else old.revision + 1
        touched = old.touched if table.archived and not old.archived else self.touch()
        table = replace(table, revision=revision, touched=touched)
        self._save_row(old, table)
        for was, now in zip(old.places, table.places, strict=True):
            if now is not was and now != was:
                self._save_place(table.id, now)
        self.tables[table.id] = table
        kind = kind or ("log" if table.version > old.version else "table")
        self.told.append(Change(table.id, kind, table.version))
        return table

    def _save_row(self, old: LoadedTable, table: LoadedTable) -> None:
        if not _changed(old, table, AT_REST):
            PLAYED(self.conn, {"table": table.id, **{new: getattr(table, name) for name, new in PLAYING.items()}})
            return
        values = {name: column(table, name) for name in _changed(old, table, COLUMNS)}
        self.conn.execute(update(schema.tables).where(schema.tables.c.id == table.id), values)

    def _save_place(self, table_id: str, place: Place) -> None:
        values = {f"new_{name}": getattr(place, name) for name in SEAT}
        SEATED(self.conn, {"table": table_id, "seat": place.number, **values})


Job = Callable[[UnitOfWork], T]


class Store(ABC):
    """Where tables are kept. `sole` says that nobody else writes, so that memory may be believed."""

    sole: bool
    engine: Engine
    turns: Turns

    def __init__(self) -> None:
        self.cache = TableCache()
        self.most_bytes = 0
        """A bound for the database as its operator sets it; 0 is none."""
        self.tables_each = 0
        """How many tables one person may have opened; 0: any number."""
        self.packed_until = 0
        """The logs of games that ended before are packed, as far as this process knows."""
        self.notes_each = 0
        """At how many tables one person may keep notes; 0: any number."""
        self._measured, self._measured_at = 0, 0
        self.listeners: list[Callable[[Change], None]] = []
        self.concerned: Callable[[str, Sequence[str] | None], bool] = lambda table, people: True
        """Whether anybody here wants to hear of a table at which these people sit; None: nobody knows who does."""
        self.now: Callable[[], int] = lambda: time.time_ns() // 1_000_000
        self.dealer = Dealer(fresh_dice())

    @abstractmethod
    def run(self, job: Job[T]) -> Future[T]:
        """Do a unit of work; the future is done when it is committed, or has failed and left nothing behind."""

    @abstractmethod
    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def listen(self) -> None:
        """Listen for commits of other processes."""

    def do(self, job: Job[T]) -> T:
        return self.run(job).result()

    @property
    def deaf(self) -> bool:
        """Whether commits of other processes go unnoticed, or nothing can be written any more."""
        return False

    def try_writing(self, seconds: float) -> None:
        """Raises where a unit of work cannot be committed within some seconds."""
        self.run(lambda work: work.conn.execute(text(TRIAL))).result(seconds)

    @abstractmethod
    def size(self, conn: Connection) -> int:
        """Bytes of the whole database."""

    def require_room(self, conn: Connection) -> None:
        """Nothing new is begun in a database that has reached its bound; what was begun is played on."""
        if not self.most_bytes:
            return
        if not 0 <= self.now() - self._measured_at <= MEASURE_EVERY:
            self._measured, self._measured_at = self.size(conn), self.now()
        if self._measured >= self.most_bytes:
            raise Refused("full", Text("this server is full: games go on, but nothing new can be begun"), 507)

    def require_share(self, conn: Connection, host: str) -> None:
        """One person does not fill the database with tables; one that is deleted makes room."""
        if self.tables_each:
            opened = select(func.count()).where(schema.tables.c.host == host)
            if conn.execute(opened).scalar_one() >= self.tables_each:
                enough = Text("one person may have at most {most} tables: delete one first", most=self.tables_each)
                raise Refused("tables", enough, 409)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as conn:
            yield conn

    def touched(self, conn: Connection, now: int) -> int:
        """The moment of a change: now, or that of the last one if it is later."""
        return max(now, latest(conn))

    def has_in_memory(self, table_id: str) -> bool:
        """Whether looking a table up asks nobody. It may be forgotten the moment after, which costs a moment."""
        return self.remembered(table_id) is not None

    def remembered(self, table_id: str) -> LoadedTable | None:
        """The table as last committed, where that is known without asking."""
        return self.cache.get(table_id) if self.sole else None

    def table(self, table_id: str) -> LoadedTable | None:
        """The table as last committed, for reading."""
        since, known = self.cache.forgotten, self.cache.get(table_id)
        if known is not None and self.sole:
            return known
        with self.reading() as conn:
            if known is not None and _ages(conn, table_id) == (known.version, known.revision):
                return known
            found = load(conn, table_id, known)
        if found is not None:
            self.cache.keep(found, since)
        return found

    def keep(self, work: UnitOfWork) -> None:
        """After the commit: what the unit changed is what memory holds, and what was to follow follows."""
        for table in work.tables.values():
            self.cache.keep(table)
        for each in work.afterwards:
            _guarded(each)

    def announce(self, change: Change) -> None:
        for listener in self.listeners:
            _guarded(lambda listener=listener: listener(change))  # type: ignore[misc]


def latest(conn: Connection) -> int:
    """When a table was touched last, by whichever clock."""
    return int(LATEST(conn, {})[0][0] or 0)


def _changed(old: LoadedTable, table: LoadedTable, names: Iterable[str]) -> list[str]:
    pairs = ((name, getattr(old, name), getattr(table, name)) for name in names)
    return [name for name, was, now in pairs if now is not was and now != was]


def _guarded(call: Callable[[], None]) -> None:
    """What is committed stays committed, even if a listener fails."""
    try:
        call()
    except Exception:
        LOG.exception("a listener failed")


def _ages(conn: Connection, table_id: str) -> tuple[int, int] | None:
    c = schema.tables.c
    row = conn.execute(select(c.version, c.revision).where(c.id == table_id)).one_or_none()
    return None if row is None else (row.version, row.revision)
