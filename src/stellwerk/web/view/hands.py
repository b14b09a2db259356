"""The hands of `stellwerk worker`: each takes jobs of one queue from the database and has a watched process do them.

What lies in the database is opened in that process only. A hand that dies leaves its job to others, who see that it
shows no sign of life; one that is told to stop gives its job back.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from stellwerk.core.log import BadLog
from stellwerk.study.watched import NotWanted, Progress, TookTooMuch, Watched, Work
from stellwerk.table.storage.schema_of_jobs import NOW, STALLED
from stellwerk.web.view.judgements import make_portion
from stellwerk.web.view.opinions import make_opinion
from stellwerk.web.view.parcels import BadParcel, NotSent, packed, unpacked
from stellwerk.web.view.shared_workshop import ADVICE, STUDIES, TRIES
from stellwerk.web.view.studies import make_study
from stellwerk.web.view.workshop import MEMORY, SECONDS

if TYPE_CHECKING:
    from psycopg import Connection

LOG = logging.getLogger("stellwerk.worker")
BEAT = 1.0
"""Seconds between two signs of life."""
LARGEST_ANSWER = 16_000_000
WORKS: dict[str, Work] = {work.__name__: work for work in (make_study, make_opinion, make_portion)}

SIGN = f"""
INSERT INTO workshops (id, queue, seen) VALUES (%(me)s, %(queue)s, {NOW})
ON CONFLICT (id) DO UPDATE SET seen = excluded.seen"""
LEAVE = "DELETE FROM workshops WHERE id = %(me)s"
TAKE = f"""
UPDATE jobs SET workshop = %(me)s, seen = {NOW}, tries = tries + 1 WHERE id = (
    SELECT id FROM jobs j
    WHERE queue = %(queue)s AND answer IS NULL AND wanted > {NOW} AND seen < {NOW} - {STALLED} AND tries < {TRIES}
    ORDER BY (SELECT count(*) FROM jobs o WHERE o.queue = j.queue AND o.asker = j.asker AND o.id < j.id), id
    LIMIT 1 FOR UPDATE SKIP LOCKED)
RETURNING id, sent"""
"""Everybody's first ones before anybody's second: whoever wants much keeps nobody waiting."""
BEAT_AT = f"""
UPDATE jobs SET seen = {NOW}, done = %(done)s, whole = %(whole)s
WHERE id = %(job)s AND workshop = %(me)s AND wanted > {NOW} RETURNING id"""
GIVE_BACK = """
UPDATE jobs SET workshop = NULL, seen = 0, tries = tries - 1 WHERE id = %(job)s AND workshop = %(me)s"""
ANSWER = "UPDATE jobs SET answer = %(answer)s WHERE id = %(job)s AND workshop = %(me)s"
TELL = "SELECT pg_notify('stellwerk_jobs', %(queue)s)"


def work_on(sent: bytes, progress: Progress) -> bytes:
    """Done in the watched process: an order opened, and what became of it."""
    try:
        name, order = unpacked(sent)
        work = WORKS[name]
    except (BadParcel, ValueError, KeyError):
        return packed(("unread", None))
    try:
        return packed(("done", work(order, progress)))
    except BadLog as error:
        return packed(("bad log", error.text))
    except NotSent:
        return packed(("unread", None))


class Hand:
    def __init__(self, conninfo: str, queue: str) -> None:
        self.conninfo, self.queue, self.id = conninfo, queue, secrets.token_hex(8)
        self._watched = Watched(work_on, SECONDS, MEMORY, LARGEST_ANSWER)
        self._stopping = Event()
        self._thread = Thread(target=self._live, name=f"hand of {queue}", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
        self._watched.end()

    def _live(self) -> None:
        import psycopg

        while not self._stopping.is_set():
            try:
                with psycopg.connect(self.conninfo, autocommit=True) as line:
                    self._serve(line)
            except Exception as error:  # whatever happens to the database, its jobs are taken up again
                LOG.warning("a hand has lost the database: %s", error)
                self._stopping.wait(BEAT)

    def _serve(self, line: Connection) -> None:
        line.execute("LISTEN stellwerk_jobs")
        while not self._stopping.is_set():
            self._ask(line, SIGN)
            taken = self._ask(line, TAKE)
            if taken is not None:
                self._do(line, *taken)
            else:
                list(line.notifies(timeout=BEAT, stop_after=1))
        self._ask(line, LEAVE)

    def _ask(self, line: Connection, question: str, **values: Any) -> Any:
        """The first row, if the question has any."""
        cursor = line.execute(question.encode(), {"me": self.id, "queue": self.queue, **values})
        return cursor.fetchone() if cursor.description else None

    def _do(self, line: Connection, job: int, sent: bytes) -> None:
        answer = self._answer(_Watch(self, line, job), sent)
        if answer is None:
            self._ask(line, GIVE_BACK, job=job)
            self._ask(line, TELL)
        else:
            self._ask(line, ANSWER, job=job, answer=answer)

    def _answer(self, watch: _Watch, sent: bytes) -> bytes | None:
        """None if it is not wanted, or not of this hand."""
        try:
            made: bytes = self._watched.do(bytes(sent), watch.progress, watch.is_wanted)
            return made
        except NotWanted:
            return None
        except TookTooMuch:
            return packed(("too much", None))
        except Exception:
            LOG.exception("a job failed")
            return packed(("failed", None))


class _Watch:
    """Tells whoever waits how far a job is, and asks whether it is still wanted, every now and then."""

    def __init__(self, hand: Hand, line: Connection, job: int) -> None:
        self.hand, self.line, self.job = hand, line, job
        self._done, self._whole, self._next = 0, 0, 0.0

    def progress(self, done: int, whole: int) -> None:
        self._done, self._whole = done, whole

    def is_wanted(self) -> bool:
        if self.hand._stopping.is_set():
            return False
        if time.monotonic() < self._next:
            return True
        self._next = time.monotonic() + BEAT
        with suppress(Exception):  # a lost database is noticed by the hand itself
            self.hand._ask(self.line, SIGN)
            return self.hand._ask(self.line, BEAT_AT, job=self.job, done=self._done, whole=self._whole) is not None
        return False


@contextmanager
def at_work(conninfo: str) -> Iterator[None]:
    """A hand for every queue, as long as this lasts."""
    hands = [Hand(conninfo, queue) for queue in (STUDIES, ADVICE)]
    for hand in hands:
        hand.start()
    try:
        yield
    finally:
        for hand in hands:
            hand.stop()
