"""Store: units of work, each whole or not at all. What a unit changed is told after it is committed, never before.

SQLite has one writer thread: units that wait together are committed together (group commit), each in a savepoint of its
own. PostgreSQL gives every unit a transaction of its own and locks the row of the table it works on.
"""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, Literal, Protocol, TypeVar

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, OperationalError

from stellwerk.table.model import Place, not_found
from stellwerk.table.storage import schema
from stellwerk.table.storage.ear import LINE, Ear
from stellwerk.table.storage.loaded import COLUMNS, LoadedTable, TableCache, column, load, row_of
from stellwerk.table.storage.statements import Statement

LOG = logging.getLogger("stellwerk.store")
T = TypeVar("T")
Kind = Literal["log", "table", "chat", "people"]
GROUP = 200
POSTGRES_UNITS = 8
STATEMENT = "30s"
"""The longest a single statement may take on PostgreSQL."""
TRIAL = "UPDATE alembic_version SET version_num = version_num"
LOOK = 0.25
"""Seconds after which what another process wrote into the file is noticed, if nobody plays."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something about a table has changed: its log, what is around it, its chat. Or, at no table, who may come in."""

    table: str
    kind: Kind
    version: int


SESSIONS_ENDED = Change("", "people", 0)
"""Sessions or tokens have ended."""

# Statements that every move needs are made once.
PLAYING = {
    name: f"new_{name}"
    for name in ("version", "revision", "status", "to_move", "asked_at", "deadline", "rewound", "archived", "touched")
}
PLAYED = Statement(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("table"))
    .values({name: bindparam(new) for name, new in PLAYING.items()})
)
SEATED = Statement(
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("table"), schema.seats.c.number == bindparam("seat"))
    .values({name: bindparam(f"new_{name}") for name in ("kind", "name", "bot", "spent")})
)


class Turns(Protocol):
    """Where bot turns wait, put there in the same unit of work as the move that made them due."""

    def defer(self, work: UnitOfWork, table: LoadedTable, note: str | None = None) -> None:
        """`note` says why a bot moves for a seat that is not a bot's."""


class UnitOfWork:
    """One unit of work: its connection, the desks it changed, and what is to be told once it is committed."""

    def __init__(self, store: Store, conn: Connection) -> None:
        self.store = store
        self.conn = conn
        self.tables: dict[str, LoadedTable] = {}
        self.told: list[Change] = []
        self.afterwards: list[Callable[[], None]] = []

    def table(self, table_id: str) -> LoadedTable:
        """The table, ours alone until the unit ends."""
        found = self.tables.get(table_id) or self.store.locked(self, table_id)
        if found is None:
            raise not_found()
        self.tables[table_id] = found
        return found

    def open(self, table: LoadedTable) -> None:
        """A new table."""
        self.conn.execute(insert(schema.tables), row_of(table))
        rows = [
            {"table_id": table.id, "number": p.number, "kind": p.kind, "name": p.name, "bot": p.bot, "spent": p.spent}
            for p in table.places
        ]
        self.conn.execute(insert(schema.seats), rows)
        self.tables[table.id] = table
        self.told.append(Change(table.id, "table", table.version))

    def save(self, table: LoadedTable, kind: Kind | None = None) -> LoadedTable:
        """A changed table: its row is written, its seats where they differ. Everything else is its caller's."""
        old = self.tables[table.id]
        revision = old.revision if table.version > old.version else old.revision + 1
        touched = old.touched if table.archived and not old.archived else self.store.now()
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
        changed = {name: getattr(table, name) for name in COLUMNS if getattr(table, name) != getattr(old, name)}
        if changed.keys() <= PLAYING.keys():
            PLAYED(self.conn, {"table": table.id, **{new: getattr(table, name) for name, new in PLAYING.items()}})
            return
        values = {name: column(table, name) for name in changed}
        self.conn.execute(update(schema.tables).where(schema.tables.c.id == table.id), values)

    def _save_place(self, table_id: str, place: Place) -> None:
        values = {"new_kind": place.kind, "new_name": place.name, "new_bot": place.bot, "new_spent": place.spent}
        SEATED(self.conn, {"table": table_id, "seat": place.number, **values})


Job = Callable[[UnitOfWork], T]
Unit = tuple[Callable[[UnitOfWork], Any], "Future[Any]"]


class Store(ABC):
    """Where tables are kept. `sole` says that nobody else writes, so that memory may be believed."""

    sole: bool
    engine: Engine
    turns: Turns

    def __init__(self) -> None:
        self.shelf = TableCache()
        self.listeners: list[Callable[[Change], None]] = []
        self.now: Callable[[], int] = lambda: time.time_ns() // 1_000_000

    @abstractmethod
    def run(self, job: Job[T]) -> Future[T]:
        """Do a unit of work; the future is done when it is committed, or has failed and left nothing behind."""

    @abstractmethod
    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None: ...

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def listen(self) -> None:
        """Hear of what others commit."""

    def do(self, job: Job[T]) -> T:
        return self.run(job).result()

    @property
    def deaf(self) -> bool:
        """Whether what others commit is not heard of, or nothing can be written any more."""
        return False

    def try_writing(self, seconds: float) -> None:
        """Raises where a unit of work cannot be committed within some seconds."""
        self.run(lambda work: work.conn.execute(text(TRIAL))).result(seconds)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as conn:
            yield conn

    def table(self, table_id: str) -> LoadedTable | None:
        """The table as last committed, for reading."""
        since, known = self.shelf.forgotten, self.shelf.get(table_id)
        if known is not None and self.sole:
            return known
        with self.reading() as conn:
            if known is not None and _ages(conn, table_id) == (known.version, known.revision):
                return known
            found = load(conn, table_id, known)
        if found is not None:
            self.shelf.put(found, since)
        return found

    def _committed(self, work: UnitOfWork) -> None:
        for table in work.tables.values():
            self.shelf.put(table)
        for each in work.afterwards:
            _unharmed(each)
        self._announce(work)

    def _announce(self, work: UnitOfWork) -> None:
        for told in dict.fromkeys(work.told):
            self.tell(told)

    def tell(self, told: Change) -> None:
        for listener in self.listeners:
            _unharmed(lambda listener=listener: listener(told))  # type: ignore[misc]


def _unharmed(tell: Callable[[], None]) -> None:
    """What is committed stays so, whatever those who are told make of it."""
    try:
        tell()
    except Exception:
        LOG.exception("a listener failed")


def _ages(conn: Connection, table_id: str) -> tuple[int, int] | None:
    c = schema.tables.c
    row = conn.execute(select(c.version, c.revision).where(c.id == table_id)).one_or_none()
    return None if row is None else (row.version, row.revision)


class SqliteStore(Store):
    """One file, one process, one writer."""

    sole = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.engine = sqlite_engine(url)
        self._writing = sqlite_engine(url, begin="BEGIN IMMEDIATE")
        self._queue: SimpleQueue[Unit | None] = SimpleQueue()
        self._foreign: int | None = None
        self._closing = Event()
        self._watch = Thread(target=self._look, name="watch", daemon=True)
        self._writer = Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()

    def run(self, job: Job[T]) -> Future[T]:
        future: Future[T] = Future()
        self._queue.put((job, future))
        return future

    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None:
        return self.shelf.get(table_id) or load(work.conn, table_id)

    def listen(self) -> None:
        """Nobody else plays; whoever looks after accounts beside us is noticed by and by."""
        self._watch.start()

    def _look(self) -> None:
        while not self._closing.wait(LOOK):
            self.run(lambda work: None)

    def _strangers(self, conn: Connection) -> None:
        """SQLite counts what other connections have committed: after that nothing in memory is believed."""
        seen = conn.connection.cursor().execute("PRAGMA data_version").fetchone()[0]
        if self._foreign not in (None, seen):
            self.shelf.clear()
            self.tell(SESSIONS_ENDED)
        self._foreign = seen

    @property
    def deaf(self) -> bool:
        return not self._writer.is_alive()

    def close(self) -> None:
        """What is waiting is still done."""
        self._closing.set()
        if self._watch.is_alive():
            self._watch.join()
        self._queue.put(None)
        self._writer.join()
        self._writing.dispose()
        self.engine.dispose()

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            group, last = self._waiting(first)
            # A unit whose caller has given up is not begun; one that has begun can no longer be given up.
            self._commit([unit for unit in group if unit[1].set_running_or_notify_cancel()])
            if last:
                return

    def _waiting(self, first: Unit) -> tuple[list[Unit], bool]:
        group = [first]
        while len(group) < GROUP:
            try:
                unit = self._queue.get_nowait()
            except Empty:
                break
            if unit is None:
                return group, True
            group.append(unit)
        return group, False

    def _commit(self, group: list[Unit]) -> None:
        """All units of a group in one transaction. One that fails is rolled back alone; a failed commit fails all."""
        done: list[tuple[Future[Any], Any]] = []
        work: UnitOfWork | None = None
        try:
            with self._writing.begin() as conn:
                work = UnitOfWork(self, conn)
                self._strangers(conn)
                for job, future in group:
                    self._unit(work, job, future, done)
        except Exception as error:  # whatever it was, every caller must hear of it
            for _, future in group:
                if not future.done():
                    future.set_exception(error)
            return
        self._committed(work)
        for future, answer in done:
            future.set_result(answer)

    def _unit(self, work: UnitOfWork, job: Job[Any], future: Future[Any], done: list[tuple[Future[Any], Any]]) -> None:
        before, told, afterwards = dict(work.tables), len(work.told), len(work.afterwards)
        raw = work.conn.connection.cursor()  # savepoints straight to the driver: they cost as much as a move otherwise
        raw.execute("SAVEPOINT unit")
        try:
            done.append((future, job(work)))
            raw.execute("RELEASE unit")
        except Exception as error:
            if not raw.connection.in_transaction:  # a full disk: SQLite has rolled back everything by itself
                raise
            raw.execute("ROLLBACK TO unit")
            raw.execute("RELEASE unit")
            work.tables = before
            del work.told[told:], work.afterwards[afterwards:]
            future.set_exception(error)


def sqlite_engine(url: str, begin: str = "BEGIN") -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(conn: Connection) -> None:
        conn.exec_driver_sql(begin)

    return engine


def postgres_engine(url: str) -> Engine:
    engine = create_engine(
        url, hide_parameters=True, pool_size=POSTGRES_UNITS + 4, pool_pre_ping=True, connect_args=LINE
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.execute(f"SET statement_timeout = '{STATEMENT}'")
        connection.commit()

    return engine


class PostgresStore(Store):
    """Several processes or machines on one database."""

    sole = False

    def __init__(self, url: str) -> None:
        super().__init__()
        self.engine = postgres_engine(url)
        self._units = ThreadPoolExecutor(POSTGRES_UNITS, "unit")
        self._ear = Ear(self.conninfo, self._heard, self._catch_up, lambda: self.now())

    @property
    def conninfo(self) -> str:
        """The address as libpq reads it, and what is asked of the line."""
        from psycopg.conninfo import make_conninfo

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return make_conninfo(address, **LINE)

    def listen(self) -> None:
        """Hear what this and other processes have committed."""
        self._ear.start()

    @property
    def deaf(self) -> bool:
        return self._ear.deaf

    def _heard(self, payload: str) -> None:
        table, kind, version = payload.split(" ")
        if kind == SESSIONS_ENDED.kind:
            self.tell(SESSIONS_ENDED)
        elif self.table(table) is not None:  # brings the shelf up to date before anybody is told
            self.tell(Change(table, kind, int(version)))  # type: ignore[arg-type]

    def _catch_up(self, since: int) -> None:
        """After a lost connection: whatever may have changed meanwhile."""
        self.tell(SESSIONS_ENDED)
        t = schema.tables.c
        with self.reading() as conn:
            rows = list(conn.execute(select(t.id, t.version).where(t.touched >= since - 10_000)))
        for row in rows:
            self._heard(f"{row.id} log {row.version}")

    def run(self, job: Job[T]) -> Future[T]:
        return self._units.submit(self._unit, job)

    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None:
        c = schema.tables.c
        row = work.conn.execute(select(c.version, c.revision).where(c.id == table_id).with_for_update()).one_or_none()
        if row is None:
            return None
        known = self.shelf.get(table_id)
        if known is not None and (known.version, known.revision) == (row.version, row.revision):
            return known
        return load(work.conn, table_id, known)

    def close(self) -> None:
        self._ear.close()
        self._units.shutdown()
        self.engine.dispose()

    def _unit(self, job: Job[T], tries: int = 3) -> T:
        """The unique key (table, version) has the last word: who loses against it looks again."""
        try:
            with self.engine.begin() as conn:
                work = UnitOfWork(self, conn)
                answer = job(work)
                self._notify(work)
        except (IntegrityError, OperationalError):
            if tries <= 1:
                raise
            return self._unit(job, tries - 1)
        self._committed(work)
        return answer

    def _notify(self, work: UnitOfWork) -> None:
        for told in dict.fromkeys(work.told):
            payload = f"{told.table} {told.kind} {told.version}"
            work.conn.execute(text("SELECT pg_notify('stellwerk', :payload)"), {"payload": payload})

    def _announce(self, work: UnitOfWork) -> None:
        """Nothing here: every process, this one included, hears the database."""


def open_store(url: str) -> Store:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return SqliteStore(url)
    return PostgresStore(parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))
