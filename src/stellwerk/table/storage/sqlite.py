"""The store on SQLite: one file, one process, one writer thread.

Units that wait together are committed together (group commit), each in a savepoint of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.table.storage.loaded import LoadedTable, load
from stellwerk.table.storage.store import SESSIONS_ENDED, Job, Store, UnitOfWork, latest

T = TypeVar("T")
Unit = tuple[Callable[[UnitOfWork], Any], "Future[Any]"]
GROUP = 200
LOOK = 0.25
"""Seconds after which what another process wrote into the file is noticed, if nobody plays."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A unit that is done and waits for the commit of its group."""

    work: UnitOfWork
    future: Future[Any]
    answer: Any


class SqliteStore(Store):
    """One file, one process, one writer."""

    sole = True

    def __init__(self, url: str) -> None:
        super().__init__()
        self.engine = sqlite_engine(url)
        self._writing = sqlite_engine(url, begin="BEGIN IMMEDIATE")
        self._queue: SimpleQueue[Unit | None] = SimpleQueue()
        self._foreign: int | None = None
        self._newest: int | None = None
        self._closing = Event()
        self._watch = Thread(target=self._look, name="watch", daemon=True)
        self._writer = Thread(target=self._write, name="writer", daemon=True)
        self._writer.start()

    def run(self, job: Job[T]) -> Future[T]:
        future: Future[T] = Future()
        self._queue.put((job, future))
        return future

    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None:
        return self.cache.get(table_id) or load(work.conn, table_id)

    def listen(self) -> None:
        """No other process plays on this file. Account changes made by the CLI are picked up within `LOOK` seconds."""
        self._watch.start()

    def _look(self) -> None:
        while not self._closing.wait(LOOK):
            self.run(lambda work: None)

    def _notice_strangers(self, conn: Connection) -> None:
        """SQLite counts the commits of other connections: after one of them nothing in memory may be trusted."""
        seen = conn.connection.cursor().execute("PRAGMA data_version").fetchone()[0]
        if self._foreign not in (None, seen):
            self._newest = None
            self.cache.clear()
            self.announce(SESSIONS_ENDED)
        self._foreign = seen

    def touched(self, conn: Connection, now: int) -> int:
        """Nobody else writes, so the last moment is asked for once."""
        self._newest = max(now, latest(conn) if self._newest is None else self._newest)
        return self._newest

    def size(self, conn: Connection) -> int:
        pages, each, free = (
            conn.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "page_size", "freelist_count")
        )
        return int((pages - free) * each)

    @property
    def deaf(self) -> bool:
        return not self._writer.is_alive()

    def close(self) -> None:
        """Finish the units of work that are waiting, then close."""
        self._closing.set()
        if self._watch.is_alive():
            self._watch.join()
        self._queue.put(None)
        self._writer.join()
        self._writing.dispose()
        self.engine.dispose()

    def _write(self) -> None:
        last = False
        while not last and (first := self._queue.get()) is not None:
            group, last = self._waiting(first)
            # A unit whose caller has given up is not begun; one that has begun can no longer be given up.
            self._commit([unit for unit in group if unit[1].set_running_or_notify_cancel()])
        self._hang_up()

    @cached_property
    def _line(self) -> Connection:
        """The writer's own connection: to get one from the pool and give it back costs as much as a move."""
        return self._writing.connect()

    def _hang_up(self) -> None:
        """After a failure nothing of the connection is trusted; the next group takes another one."""
        line = self.__dict__.pop("_line", None)
        if line is not None:
            with suppress(SQLAlchemyError):
                line.close()

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
        done: list[Finished] = []
        try:
            with self._line.begin():
                self._notice_strangers(self._line)
                tables: dict[str, LoadedTable] = {}
                for job, future in group:
                    for unit in self._unit(UnitOfWork(self, self._line, tables), job, future):
                        done.append(unit)
                        tables |= unit.work.tables
        except Exception as error:  # whatever it was, every caller must hear of it
            self._hang_up()
            for _, future in group:
                if not future.done():
                    future.set_exception(error)
            return
        self._committed(done)

    def _unit(self, work: UnitOfWork, job: Job[Any], future: Future[Any]) -> list[Finished]:
        """One unit in a savepoint; a unit that fails leaves nothing behind."""
        raw = work.conn.connection.cursor()  # savepoints straight to the driver: they cost as much as a move otherwise
        raw.execute("SAVEPOINT unit")
        try:
            answer = job(work)
            raw.execute("RELEASE unit")
        except Exception as error:
            if not raw.connection.in_transaction:  # a full disk: SQLite has rolled back everything by itself
                raise
            raw.execute("ROLLBACK TO unit")
            raw.execute("RELEASE unit")
            future.set_exception(error)
            return []
        return [Finished(work, future, answer)]

    def _committed(self, done: list[Finished]) -> None:
        """Memory first, then those who listen, then those who asked."""
        for unit in done:
            self.keep(unit.work)
        for change in dict.fromkeys(change for unit in done for change in unit.work.told):
            self.announce(change)
        for unit in done:
            unit.future.set_result(unit.answer)


def sqlite_engine(url: str, begin: str = "BEGIN") -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"check_same_thread": False, "timeout": 30})

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begun(conn: Connection) -> None:
        conn.connection.cursor().execute(begin)  # straight to the driver like savepoints

    return engine
