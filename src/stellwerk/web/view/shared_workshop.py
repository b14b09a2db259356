"""The workshop on PostgreSQL: what takes long is put into the database and done by `stellwerk worker`.

A row is the order, the place in the queue, how far it is, and the answer; whoever asked looks at it again and again,
says so that it is still wanted, and takes it away. Where no worker shows a sign of life, or what one says cannot be
read because it is of another version, the work is done here. All times are those of the database.
"""

from __future__ import annotations

import hashlib
import time
from contextlib import suppress
from threading import Event
from typing import Any

from sqlalchemy import Row, text
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.core.log import BadLog
from stellwerk.core.text import Text
from stellwerk.study.watched import NotWanted, Progress, TookTooMuch, Wanted, Work
from stellwerk.table.service.limits import asking
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.table.storage.schema_of_jobs import NOW, STALLED
from stellwerk.table.storage.store import Store, UnitOfWork
from stellwerk.web.view.parcels import BadParcel, NotSent, packed, unpacked
from stellwerk.web.view.workshop import Workshop

STUDIES, ADVICE = "studies", "advice"
"""Two queues: nobody who plays waits for a study."""
WANTED = 30_000
"""Milliseconds for which a job is wanted when nothing more is heard of whoever asked."""
TRIES = 3
"""Workers that may die of a job."""
LARGEST_ORDER = 4_000_000
SAID_EVERY = 5.0
"""Seconds after which it is said again that somebody waits."""
SOON, LATER = 0.05, 0.5
"""Seconds between two looks, at first and in the end."""

IS_ATTENDED = f"EXISTS (SELECT 1 FROM workshops WHERE queue = :queue AND seen > {NOW} - {STALLED})"
ATTENDED = text(f"SELECT {IS_ATTENDED}")
PUT = text(
    f"INSERT INTO jobs (queue, asker, sent, wanted) VALUES (:queue, :asker, :sent, {NOW} + {WANTED}) RETURNING id"
)
TELL = text("SELECT pg_notify('stellwerk_jobs', :queue)")
LOOK = text(
    f"SELECT answer, done, whole, {IS_ATTENDED} AS is_attended,"
    f" tries >= {TRIES} AND seen < {NOW} - {STALLED} AS is_deadly FROM jobs WHERE id = :id"
)
SAY = text(f"UPDATE jobs SET wanted = {NOW} + {WANTED} WHERE id = :id")
TAKE_AWAY = text("DELETE FROM jobs WHERE id = :id")


class Unattended(RuntimeError):
    """No worker does it."""


def workshop_of(store: Store, queue: str) -> Workshop:
    return SharedWorkshop(store, queue) if isinstance(store, PostgresStore) else Workshop()


class SharedWorkshop(Workshop):
    def __init__(self, store: PostgresStore, queue: str) -> None:
        super().__init__()
        self.store, self.queue = store, queue
        self._closing = Event()

    def do(self, work: Work, order: Any, progress: Progress | None = None, is_wanted: Wanted = lambda: True) -> Any:
        try:
            return self._by_others(work, order, progress, is_wanted)
        except (Unattended, NotSent, SQLAlchemyError):
            return super().do(work, order, progress, is_wanted)

    def close(self) -> None:
        self._closing.set()
        super().close()

    def _by_others(self, work: Work, order: Any, progress: Progress | None, is_wanted: Wanted) -> Any:
        with self.store.reading() as conn:
            if not conn.execute(ATTENDED, {"queue": self.queue}).scalar_one():
                raise Unattended
        job = self._put(packed((work.__name__, order)))
        try:
            return answered(self._await(job, progress, is_wanted))
        finally:
            with suppress(SQLAlchemyError):
                self.store.do(lambda unit: unit.conn.execute(TAKE_AWAY, {"id": job}))

    def _put(self, sent: bytes) -> int:
        if len(sent) > LARGEST_ORDER:
            raise Unattended
        asker = hashlib.sha256((asking() or "").encode()).hexdigest()[:16]

        def put(unit: UnitOfWork) -> int:
            id_ = unit.conn.execute(PUT, {"queue": self.queue, "asker": asker, "sent": sent}).scalar_one()
            unit.conn.execute(TELL, {"queue": self.queue})
            return int(id_)

        return self.store.do(put)

    def _await(self, job: int, progress: Progress | None, is_wanted: Wanted) -> bytes:
        said, pause = time.monotonic(), SOON
        while not self._closing.wait(pause) and is_wanted():
            row = self._look(job)
            if row.answer is not None:
                return bytes(row.answer)
            if progress is not None and row.whole:
                progress(row.done, row.whole)
            if time.monotonic() - said > SAID_EVERY:
                said = time.monotonic()
                self.store.do(lambda unit: unit.conn.execute(SAY, {"id": job}))
            pause = min(1.2 * pause, LATER)
        raise NotWanted

    def _look(self, job: int) -> Row[Any]:
        with self.store.reading() as conn:
            row = conn.execute(LOOK, {"id": job, "queue": self.queue}).one_or_none()
        if row is None or (row.answer is None and not row.is_attended):
            raise Unattended
        if row.answer is None and row.is_deadly:
            raise TookTooMuch
        return row


def answered(parcel: bytes) -> Any:
    """What a worker has made. Raises what the work raised, or `Unattended` where it cannot be read here or there."""
    try:
        kind, value = unpacked(parcel)
    except BadParcel as error:
        raise Unattended from error
    if kind == "done":
        return value
    if kind == "bad log":
        raise _bad_log(value)
    raise {"too much": TookTooMuch, "unread": Unattended}.get(kind, RuntimeError)(kind)


def _bad_log(problem: Text) -> BadLog:
    bad = BadLog(0, problem)
    bad.text = problem
    return bad
