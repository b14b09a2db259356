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

from stellwerk.table import schema
from stellwerk.table.desk import COLUMNS, Desk, Shelf, column, load, row_of
from stellwerk.table.ear import LINE, Ear
from stellwerk.table.model import Place, not_found
from stellwerk.table.prepared import Prepared

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
class Told:
    """Something about a table has changed: its log, what is around it, its chat. Or, at no table, who may come in."""

    table: str
    kind: Kind
    version: int


DOOR = Told("", "people", 0)
"""Sessions or tokens have ended."""

# Statements that every move needs are made once.
PLAYING = {
    name: f"new_{name}"
    for name in ("version", "revision", "status", "to_move", "asked_at", "deadline", "rewound", "archived", "touched")
}
PLAYED = Prepared(
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("desk"))
    .values({name: bindparam(new) for name, new in PLAYING.items()})
)
SEATED = Prepared(
    update(schema.seats)
    .where(schema.seats.c.table_id == bindparam("desk"), schema.seats.c.number == bindparam("seat"))
    .values({name: bindparam(f"new_{name}") for name in ("kind", "name", "bot", "spent")})
)


class Turns(Protocol):
    """Where bot turns wait, put there in the same unit of work as the move that made them due."""

    def defer(self, tx: Tx, desk: Desk, note: str | None = None) -> None:
        """`note` says why a bot moves for a seat that is not a bot's."""


class Tx:
    """One unit of work: its connection, the desks it changed, and what is to be told once it is committed."""

    def __init__(self, store: Store, conn: Connection) -> None:
        self.store = store
        self.conn = conn
        self.desks: dict[str, Desk] = {}
        self.told: list[Told] = []
        self.afterwards: list[Callable[[], None]] = []

    def desk(self, table_id: str) -> Desk:
        """The table, ours alone until the unit ends."""
        found = self.desks.get(table_id) or self.store.locked(self, table_id)
        if found is None:
            raise not_found()
        self.desks[table_id] = found
        return found

    def open(self, desk: Desk) -> None:
        """A new table."""
        self.conn.execute(insert(schema.tables), row_of(desk))
        rows = [
            {"table_id": desk.id, "number": p.number, "kind": p.kind, "name": p.name, "bot": p.bot, "spent": p.spent}
            for p in desk.places
        ]
        self.conn.execute(insert(schema.seats), rows)
        self.desks[desk.id] = desk
        self.told.append(Told(desk.id, "table", desk.version))

    def save(self, desk: Desk, kind: Kind | None = None) -> Desk:
        """A changed table: its row is written, its seats where they differ. Everything else is its caller's."""
        old = self.desks[desk.id]
        revision = old.revision if desk.version > old.version else old.revision + 1
        touched = old.touched if desk.archived and not old.archived else self.store.now()
        desk = replace(desk, revision=revision, touched=touched)
        self._save_row(old, desk)
        for was, now in zip(old.places, desk.places, strict=True):
            if now is not was and now != was:
                self._save_place(desk.id, now)
        self.desks[desk.id] = desk
        kind = kind or ("log" if desk.version > old.version else "table")
        self.told.append(Told(desk.id, kind, desk.version))
        return desk

    def _save_row(self, old: Desk, desk: Desk) -> None:
        changed = {name: getattr(desk, name) for name in COLUMNS if getattr(desk, name) != getattr(old, name)}
        if changed.keys() <= PLAYING.keys():
            PLAYED(self.conn, {"desk": desk.id, **{new: getattr(desk, name) for name, new in PLAYING.items()}})
            return
        values = {name: column(desk, name) for name in changed}
        self.conn.execute(update(schema.tables).where(schema.tables.c.id == desk.id), values)

    def _save_place(self, table_id: str, place: Place) -> None:
        values = {"new_kind": place.kind, "new_name": place.name, "new_bot": place.bot, "new_spent": place.spent}
        SEATED(self.conn, {"desk": table_id, "seat": place.number, **values})


Job = Callable[[Tx], T]
Unit = tuple[Callable[[Tx], Any], "Future[Any]"]


class Store(ABC):
    """Where tables are kept. `sole` says that nobody else writes, so that memory may be believed."""

    sole: bool
    engine: Engine
    turns: Turns

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.listeners: list[Callable[[Told], None]] = []
        self.now: Callable[[], int] = lambda: time.time_ns() // 1_000_000

    @abstractmethod
    def run(self, job: Job[T]) -> Future[T]:
        """Do a unit of work; the future is done when it is committed, or has failed and left nothing behind."""

    @abstractmethod
    def locked(self, tx: Tx, table_id: str) -> Desk | None: ...

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
        self.run(lambda tx: tx.conn.execute(text(TRIAL))).result(seconds)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as conn:
            yield conn

    def desk(self, table_id: str) -> Desk | None:
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

    def _committed(self, tx: Tx) -> None:
        for desk in tx.desks.values():
            self.shelf.put(desk)
        for each in tx.afterwards:
            _unharmed(each)
        self._announce(tx)

    def _announce(self, tx: Tx) -> None:
        for told in dict.fromkeys(tx.told):
            self.tell(told)

    def tell(self, told: Told) -> None:
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

    def locked(self, tx: Tx, table_id: str) -> Desk | None:
        return self.shelf.get(table_id) or load(tx.conn, table_id)

    def listen(self) -> None:
        """Nobody else plays; whoever looks after accounts beside us is noticed by and by."""
        self._watch.start()

    def _look(self) -> None:
        while not self._closing.wait(LOOK):
            self.run(lambda tx: None)

    def _strangers(self, conn: Connection) -> None:
        """SQLite counts what other connections have committed: after that nothing in memory is believed."""
        seen = conn.connection.cursor().execute("PRAGMA data_version").fetchone()[0]
        if self._foreign not in (None, seen):
            self.shelf.clear()
            self.tell(DOOR)
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
        tx: Tx | None = None
        try:
            with self._writing.begin() as conn:
                tx = Tx(self, conn)
                self._strangers(conn)
                for job, future in group:
                    self._unit(tx, job, future, done)
        except Exception as error:  # whatever it was, every caller must hear of it
            for _, future in group:
                if not future.done():
                    future.set_exception(error)
            return
        self._committed(tx)
        for future, answer in done:
            future.set_result(answer)

    def _unit(self, tx: Tx, job: Job[Any], future: Future[Any], done: list[tuple[Future[Any], Any]]) -> None:
        before, told, afterwards = dict(tx.desks), len(tx.told), len(tx.afterwards)
        raw = tx.conn.connection.cursor()  # savepoints straight to the driver: they cost as much as a move otherwise
        raw.execute("SAVEPOINT unit")
        try:
            done.append((future, job(tx)))
            raw.execute("RELEASE unit")
        except Exception as error:
            if not raw.connection.in_transaction:  # a full disk: SQLite has rolled back everything by itself
                raise
            raw.execute("ROLLBACK TO unit")
            raw.execute("RELEASE unit")
            tx.desks = before
            del tx.told[told:], tx.afterwards[afterwards:]
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
        if kind == DOOR.kind:
            self.tell(DOOR)
        elif self.desk(table) is not None:  # brings the shelf up to date before anybody is told
            self.tell(Told(table, kind, int(version)))  # type: ignore[arg-type]

    def _catch_up(self, since: int) -> None:
        """After a lost connection: whatever may have changed meanwhile."""
        self.tell(DOOR)
        t = schema.tables.c
        with self.reading() as conn:
            rows = list(conn.execute(select(t.id, t.version).where(t.touched >= since - 10_000)))
        for row in rows:
            self._heard(f"{row.id} log {row.version}")

    def run(self, job: Job[T]) -> Future[T]:
        return self._units.submit(self._unit, job)

    def locked(self, tx: Tx, table_id: str) -> Desk | None:
        c = schema.tables.c
        row = tx.conn.execute(select(c.version, c.revision).where(c.id == table_id).with_for_update()).one_or_none()
        if row is None:
            return None
        known = self.shelf.get(table_id)
        if known is not None and (known.version, known.revision) == (row.version, row.revision):
            return known
        return load(tx.conn, table_id, known)

    def close(self) -> None:
        self._ear.close()
        self._units.shutdown()
        self.engine.dispose()

    def _unit(self, job: Job[T], tries: int = 3) -> T:
        """The unique key (table, version) has the last word: who loses against it looks again."""
        try:
            with self.engine.begin() as conn:
                tx = Tx(self, conn)
                answer = job(tx)
                self._notify(tx)
        except (IntegrityError, OperationalError):
            if tries <= 1:
                raise
            return self._unit(job, tries - 1)
        self._committed(tx)
        return answer

    def _notify(self, tx: Tx) -> None:
        for told in dict.fromkeys(tx.told):
            payload = f"{told.table} {told.kind} {told.version}"
            tx.conn.execute(text("SELECT pg_notify('stellwerk', :payload)"), {"payload": payload})

    def _announce(self, tx: Tx) -> None:
        """Nothing here: every process, this one included, hears the database."""


def open_store(url: str) -> Store:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return SqliteStore(url)
    return PostgresStore(parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))
