"""The background worker: takes up what is due after a commit, or after a crash: bot turns, notices, clocks."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from threading import Event, Thread
from typing import Any

from sqlalchemy import Connection, Row, and_, bindparam, delete, func, not_, or_, select, update

from stellwerk.core import Text
from stellwerk.table.background import bot_turns, channels, letters, notices, push, tidying
from stellwerk.table.model import Refused
from stellwerk.table.moves import acting
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.statements import PreparedSelect
from stellwerk.table.storage.store import Store, UnitOfWork

LOG = logging.getLogger("stellwerk.clerk")
TICK = 1.0
AGAIN = 60_000
TIDY = 300_000
AT_ONCE = 500
POSTING = 8
"""Messages on their way at once; web hooks one for each host."""
STOCK = 2
"""Bot turns given to the pool for each of its processes: one to think about, one to go on with."""
DAY = 86_400_000
LONGEST = notices.LEASE * 2**notices.TRIES
"""Milliseconds: nothing waits longer for its next try."""

_o, _t = schema.outbox.c, schema.tables.c
DUE = and_(_o.status == "open", or_(_o.due <= bindparam("now"), and_(_o.tries > 0, _o.due > bindparam("never"))))
"""Also what would wait for its next try longer than any try does: there the clock was set back."""
IS_TURN = or_(*(_o.kind == kind for kind in bot_turns.KINDS))
# What is asked at every tick is made once.
MESSAGES_DUE = PreparedSelect(select(schema.outbox).where(DUE, not_(IS_TURN)).order_by(_o.id).limit(AT_ONCE))
ANY_TURN_DUE = PreparedSelect(select(_o.id).where(DUE, IS_TURN).limit(1))
RINGING = PreparedSelect(select(_t.id).where(_t.deadline <= bindparam("now"), _t.status == "running"))


class BackgroundWorker:
    """One thread that looks; bots think in their processes, messages go out by threads of their own."""

    def __init__(self, store: Store, pool: bot_turns.BotPool, settings: Settings) -> None:
        self.store, self.pool, self.settings = store, pool, settings
        self._wake, self._stopping = Event(), Event()
        self._thinking: dict[int, str] = {}
        """The bot turns that are thought about, and whose tables they are of."""
        self._tidied = 0
        self.chores: list[Callable[[], None]] = []
        """What others want done whenever things are tidied."""
        self._thread = Thread(target=self._work, name="clerk", daemon=True)
        self._posting = ThreadPoolExecutor(POSTING, "post")

    def start(self) -> None:
        if self.store.sole:
            self.store.do(notices.take_back)
        self._thread.start()

    def wake(self) -> None:
        self._wake.set()

    def close(self) -> None:
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self._posting.shutdown(cancel_futures=True)
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
        now = self.store.now()
        self._clocks(now)
        for row in self._due(now):
            try:
                self._take(row)
            except Exception:  # one that cannot be taken must not keep the others waiting
                LOG.exception("outbox %s", row.id)
        if not 0 <= now - self._tidied <= TIDY:  # nor for ever, should the clock be set back
            self._tidied = now
            self._tidy(now)

    def _take(self, row: Row[Any]) -> None:
        if row.kind in bot_turns.KINDS:
            self._ask(row)
        elif row.kind in notices.CHANNELS:
            self._post(row)
        else:
            self.store.do(lambda work: notices.fan_out(work, row, bool(self.settings.notify)))
            self.wake()

    def _due(self, now: int) -> list[Row[Any]]:
        """Messages in their order, then as many bot turns as can be begun."""
        asked = {"now": now, "never": now + LONGEST}
        with self.store.reading() as conn:
            messages = MESSAGES_DUE(conn, asked)
            return [*messages, *(self._fair_turns(conn, asked) if ANY_TURN_DUE(conn, asked) else ())]

    def _fair_turns(self, conn: Connection, asked: Mapping[str, int]) -> list[Row[Any]]:
        """Round robin over hosts: somebody who opens a hundred tables delays only those tables."""
        room = STOCK * self.pool.workers - len(self._thinking)
        c, host = schema.outbox.c, schema.tables.c.host
        rank = func.row_number().over(partition_by=host, order_by=c.id).label("rank")
        due = select(schema.outbox, host, rank).join(schema.tables).where(DUE, IS_TURN)
        due = due.where(c.id.not_in(list(self._thinking))).order_by(rank, c.id).limit(AT_ONCE)
        busy = Counter(self._thinking.values())
        rows = conn.execute(due, asked) if room > 0 else ()
        return sorted(rows, key=lambda row: (busy[row.host] + row.rank, row.id))[: max(0, room)]

    # --- bots --------------------------------------------------------------------------------------------------------

    def _ask(self, row: Row[Any]) -> None:
        table = self.store.table(row.table_id)
        if table is not None and table.unknown is not None:
            self._later(row.id)
            return
        if table is None or not bot_turns.is_due(table, row):
            # Memory may lag behind the row for a moment: only a unit of work can tell that the turn is past.
            self.store.do(lambda work: bot_turns.drop_turn(work, row))
            self.wake()
            return
        note = None if row.kind == "bot" else row.kind
        with self.store.reading() as conn:
            kept = bot_turns.kept_by(conn, table)
        future = self.pool.ask(table, table.place(row.seat).bot, kept)
        self._thinking[row.id] = table.host
        future.add_done_callback(lambda done: self._answered(row.id, table, done, note))

    def _answered(self, row: int, table: LoadedTable, future: Future[bot_turns.Thought], note: str | None) -> None:
        if future.cancelled() or self._stopping.is_set():
            return
        thought = bot_turns.await_thought(table, future)

        def move(work: UnitOfWork) -> None:
            try:
                bot_turns.play_bot_move(work, table, thought, note)
            except Refused as refused:  # somebody was quicker, or the seat was handed over
                LOG.info("bot turn of %s@%s void: %s", table.id, table.version, refused.code)
            work.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row))

        self.store.run(move).add_done_callback(lambda done: self._written(row, done))

    def _written(self, row: int, done: Future[None]) -> None:
        error = done.exception()
        if error is not None:
            LOG.error("bot turn %s: %s", row, error, exc_info=error)
            self._later(row)
        self._thinking.pop(row, None)
        self.wake()

    def _later(self, row: int) -> None:
        c = schema.outbox.c
        later = update(schema.outbox).where(c.id == row).values(due=self.store.now() + AGAIN, tries=c.tries + 1)
        self.store.run(lambda work: work.conn.execute(later))

    # --- messages ----------------------------------------------------------------------------------------------------

    def _post(self, row: Row[Any]) -> None:
        if self.store.do(lambda work: notices.lease(work, row)):
            self._posting.submit(self._deliver, row)

    def _deliver(self, row: Row[Any]) -> None:
        status, error = "sent", None
        try:
            table = self.store.table(row.table_id)
            assert table is not None
            with self.store.reading() as conn:
                is_current = notices.is_current(conn, table, row)
            if is_current:
                self._count_letter(row)
                with self.store.reading() as conn:
                    notices.send(conn, self.settings, table, row)
            else:
                status = "past"
        except push.Gone as gone:
            status, error = "failed", gone.text
            self.store.do(lambda work: push.drop_device(work, row.person, notices.device_of(row)))
        except channels.NotDelivered as problem:
            status, error = "open", problem.text
        except Exception:  # a channel's own failure must not stop the others
            LOG.exception("message %s", row.id)
            status, error = "open", Text("the message could not be sent")
        self.store.do(lambda work: notices.record_result(work, row, status, error))

    def _count_letter(self, row: Row[Any]) -> None:
        """Limit the mails one address gets per day, over all tables."""
        if row.kind != notices.MAIL or row.tries:
            return
        with self.store.reading() as conn:
            address = letters.confirmed(conn, row.person)
        if address and not self.store.do(lambda work: letters.may_go(work, address, "turn")):
            raise channels.NotDelivered(Text("this address has had as many letters as it may today"))

    # --- time --------------------------------------------------------------------------------------------------------

    def _clocks(self, now: int) -> None:
        with self.store.reading() as conn:
            ids = [row.id for row in RINGING(conn, {"now": now})]
        for table in ids:
            try:
                self.store.do(lambda work, table=table: self._run_out(work, table))  # type: ignore[misc]
            except Exception:  # a table that cannot be loaded must not stop the clocks and bots of the others
                LOG.exception("clock of %s", table)

    def _run_out(self, work: UnitOfWork, table: str) -> None:
        """A clock rings once for each question."""
        loaded = work.table(table)
        if loaded.deadline is None or loaded.deadline > work.now or loaded.clock is None or loaded.status != "running":
            return
        loaded = work.save(replace(loaded, deadline=None))
        if loaded.clock is not None and loaded.clock.consequence == "reminder":
            acting.remind(work, loaded, "reminder", work.now)
        elif loaded.clock is not None and loaded.clock.consequence == "bot":
            self.store.turns.defer(work, loaded, "clock")

    def _tidy(self, now: int) -> None:
        """Archive what nobody has touched for long; forget what nobody can ask for any more. Logs stay."""
        t = schema.tables.c
        old = now - self.settings.archive_days * DAY
        with self.store.reading() as conn:
            ids = list(conn.execute(select(t.id).where(t.touched < old, t.archived.is_(False)).limit(1000)).scalars())
        for table in ids:
            self.store.do(lambda work, table=table: work.save(replace(work.table(table), archived=True)))  # type: ignore[misc]
        tidying.forget(self.store, self.settings)
        for chore in self.chores:
            chore()
