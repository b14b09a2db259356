"""The clerk: takes up what is due after a commit, or after a crash: bot turns, notices, clocks that have run out."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import Any

from sqlalchemy import Row, delete, select, update

from stellwerk.core import Dealer
from stellwerk.table import schema, turns
from stellwerk.table.desk import Desk
from stellwerk.table.model import Refused
from stellwerk.table.store import Store, Tx

LOG = logging.getLogger("stellwerk.clerk")
TICK = 5.0
AGAIN = 60_000
TRIES = 5


class Clerk:
    """One thread; bots think in their processes."""

    def __init__(self, store: Store, pool: turns.BotPool, dealer: Dealer, now: Callable[[], int]) -> None:
        self.store, self.pool, self.dealer, self.now = store, pool, dealer, now
        self._wake, self._stopping = Event(), Event()
        self._thinking: set[int] = set()
        self._thread = Thread(target=self._work, name="clerk", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def close(self) -> None:
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self.pool.close()

    def _work(self) -> None:
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self.take()
            except Exception:  # the clerk outlives a database that is away for a moment
                LOG.exception("clerk")
            self._wake.wait(TICK)

    def take(self) -> None:
        """Everything that is due now."""
        for row in self._due():
            if row.id in self._thinking:
                continue
            if row.kind in ("bot", "clock"):
                self._ask(row)

    def _due(self) -> list[Row[Any]]:
        c = schema.outbox.c
        with self.store.reading() as conn:
            due = select(schema.outbox).where(c.status == "open", c.due <= self.now()).order_by(c.id)
            return list(conn.execute(due))

    def _ask(self, row: Row[Any]) -> None:
        desk = self.store.desk(row.table_id)
        if desk is None or desk.version != row.version or desk.to_move != row.seat or desk.status != "running":
            turns.forget(self.store, row.id)
            return
        self._thinking.add(row.id)
        note = None if row.kind == "bot" else row.kind
        future = self.pool.ask(desk, desk.places[row.seat].bot)
        future.add_done_callback(lambda done: self._answered(row.id, desk, done, note))

    def _answered(self, row: int, desk: Desk, future: Future[str], note: str | None) -> None:
        if future.cancelled() or self._stopping.is_set():
            return

        def move(tx: Tx) -> None:
            try:
                turns.answered(tx, desk, future, self.dealer, self.now(), note)
            except Refused as refused:  # somebody was quicker, or the seat was handed over
                LOG.info("bot turn of %s@%s void: %s", desk.id, desk.version, refused.code)
            tx.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row))

        self.store.run(move).add_done_callback(lambda done: self._written(row, done))

    def _written(self, row: int, done: Future[None]) -> None:
        error = done.exception()
        if error is not None:
            LOG.error("bot turn %s: %s", row, error, exc_info=error)
            c = schema.outbox.c
            later = {"due": self.now() + AGAIN, "tries": c.tries + 1}
            self.store.run(lambda tx: tx.conn.execute(update(schema.outbox).where(c.id == row), later))
        self._thinking.discard(row)
        self.wake()
