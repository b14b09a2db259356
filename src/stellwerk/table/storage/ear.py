"""The ear: a line to PostgreSQL on which a process hears what it and others have committed.

It outlives every error of the database, and looks every few seconds whether its line is still alive.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, LiteralString

if TYPE_CHECKING:
    from psycopg import Connection, Cursor

LOG = logging.getLogger("stellwerk.ear")
CHECK = 3.0
"""Seconds between two looks at the line."""
PATIENCE = 5.0
"""Seconds after which a line that does not answer is given up."""
DEAF = 4 * PATIENCE
"""Seconds without a sign of life after which the process counts as deaf."""

LINE = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
"""What every connection asks of its line, so that a dead one is noticed within seconds."""


LATEST = "SELECT coalesce(max(touched), 0) FROM tables"
"""Asked as a sign of life. What is missed afterwards was touched later than this, even if a clock was set back."""


class Ear:
    """`heard` gets every payload; `back`, after every new line, what was touched last at the last sign of life."""

    def __init__(self, conninfo: str, heard: Callable[[str], None], back: Callable[[int], None]) -> None:
        self.conninfo, self._heard, self._back = conninfo, heard, back
        self._closing = Event()
        self._alive = time.monotonic()
        self._since = 0
        self._thread = Thread(target=self._listen, name="ear", daemon=True)

    def start(self, since: int) -> None:
        """News since this time are told."""
        self._well(since)
        self._thread.start()

    @property
    def deaf(self) -> bool:
        started = self._thread.ident is not None
        return started and (not self._thread.is_alive() or time.monotonic() - self._alive > DEAF)

    def close(self) -> None:
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(2 * PATIENCE)

    def _listen(self) -> None:
        while not self._closing.is_set():
            try:
                self._hear()
            except Exception as error:  # whatever happens to the database, it is listened to again
                LOG.warning("the ear has lost its line: %s", error)
            self._closing.wait(0.5)

    def _hear(self) -> None:
        import psycopg

        with psycopg.connect(self.conninfo, autocommit=True) as conn:
            self._ask(conn, "LISTEN stellwerk")
            self._back(min(self._since, self._latest(conn)))
            while not self._closing.is_set():
                self._well(self._latest(conn))
                while not self._closing.is_set() and time.monotonic() < self._alive + CHECK:
                    for notice in conn.notifies(timeout=0.5):
                        self._heard(notice.payload)

    def _well(self, since: int) -> None:
        self._alive, self._since = time.monotonic(), since

    def _latest(self, conn: Connection) -> int:
        found = self._ask(conn, LATEST).fetchone()
        return int(found[0]) if found else 0

    def _ask(self, conn: Connection, question: LiteralString) -> Cursor:
        with _patience(conn):
            return conn.execute(question)


@contextmanager
def _patience(conn: Connection) -> Iterator[None]:
    """A connection that silently drops data never fails by itself, so it is closed after a timeout."""
    timer = Timer(PATIENCE, _cut, (conn.pgconn.socket,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _cut(line: int) -> None:
    with socket.socket(fileno=os.dup(line)) as twin:
        twin.shutdown(socket.SHUT_RDWR)
