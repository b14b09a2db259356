"""Bot turns on PostgreSQL: jobs of procrastinate, put in with the move that made them due, taken by `stellwerk worker`.

The queueing lock is the table: one turn waits at most, and it is played as the table then stands.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from procrastinate import App, PsycopgConnector, exceptions
from procrastinate.jobs import Job, Status
from sqlalchemy import Connection, select, text

from stellwerk.table.background import bot_turns
from stellwerk.table.model import Refused
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.table.storage.store import UnitOfWork

LOG = logging.getLogger("stellwerk.worker")
QUEUE = "bots"
TASK = "stellwerk.bot_turn"
HEARTBEAT = 2.0
STALLED = 10.0
"""Seconds without a sign of life after which the turns of a worker are given to others."""
SWEEP = 60.0
"""Seconds after which it is looked for bots that are asked and have no turn waiting: theirs failed once too often."""
PATIENCE = 10.0
"""Seconds without a connection after which the database counts as lost; it is then looked for again and again."""


def app_of(store: PostgresStore) -> App:
    return App(connector=PsycopgConnector(conninfo=store.conninfo, min_size=1, max_size=4, timeout=PATIENCE))


WAITING = text(
    "SELECT count(*) FROM procrastinate_jobs j JOIN tables t ON t.id = j.lock "
    "WHERE j.status = 'todo' AND j.queue_name = 'bots' AND t.host = :host"
)


ALL_WAITING = text("SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo' AND queue_name = 'bots'")


NOT_QUEUED = (
    "NOT EXISTS (SELECT 1 FROM procrastinate_jobs j WHERE j.lock = tables.id AND j.status IN ('todo', 'doing'))"
)


class JobTurns:
    """Puts turns into the queue, on the connection of the unit of work."""

    def __init__(self, store: PostgresStore) -> None:
        self.app = app_of(store)

    def defer(self, work: UnitOfWork, table: LoadedTable, note: str | None = None) -> None:
        connection = work.conn.connection.driver_connection
        job = self.app.configure_task(
            TASK,
            queue=QUEUE,
            lock=table.id,
            queueing_lock=table.id,
            priority=-self._waiting(work, table.host),
            connection=connection,
            allow_unknown=True,
        )
        with contextlib.suppress(exceptions.AlreadyEnqueued), work.conn.begin_nested():
            job.defer(table=table.id, version=table.version, note=note)

    def waiting(self, conn: Connection) -> int:
        return int(conn.execute(ALL_WAITING).scalar_one())

    def _waiting(self, work: UnitOfWork, host: str) -> int:
        """How many of a host's turns are queued: they rank below everybody's first ones, so no host starves another."""
        return int(work.conn.execute(WAITING, {"host": host}).scalar_one())


class Worker:
    """Takes turns from the queue until it is stopped."""

    def __init__(self, store: PostgresStore, pool: bot_turns.BotPool) -> None:
        self.store, self.pool = store, pool
        self.app = app_of(store)
        self.app.task(name=TASK, queue=QUEUE, retry=3)(self._turn)

    async def _turn(self, table: str, version: int, note: str | None = None) -> None:
        await asyncio.to_thread(self.turn, table, version, note)

    def turn(self, table: str, version: int, note: str | None) -> None:
        """Let the bot that is asked now move, or one for a seat whose clock ran out at this very version."""
        loaded = self.store.table(table)
        if loaded is None or loaded.state is None or loaded.to_move is None or loaded.status != "running":
            return
        place = loaded.place(loaded.to_move)
        if place.kind != "bot" and (note is None or version != loaded.version):
            return
        said = None if place.kind == "bot" else note
        with self.store.reading() as conn:
            kept = bot_turns.kept_by(conn, loaded)
        thought = bot_turns.await_thought(loaded, self.pool.ask(loaded, place.bot, kept))
        try:
            self.store.do(lambda work: bot_turns.play_bot_move(work, loaded, thought, said))
        except Refused as refused:
            LOG.info("bot turn of %s@%s void: %s", loaded.id, loaded.version, refused.code)

    async def run(self, stopping: asyncio.Event | None = None, signals: bool = True) -> None:
        """Until it is told to stop: by the event, or by a signal. A database that is away is waited for."""
        stopping = stopping or asyncio.Event()
        while not stopping.is_set():
            try:
                await self._until_stopped(stopping, signals)
                return
            except Exception as error:  # whatever happens to the database, its turns are taken up again
                LOG.warning("the worker has lost the database: %s", error)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), HEARTBEAT)

    async def _until_stopped(self, stopping: asyncio.Event, signals: bool) -> None:
        """Raises when the database is unreachable or the connection is lost."""
        async with self.app.open_async():
            chores = (self._work(signals), self._rescue(), self._sweep_now_and_then(), stopping.wait())
            tasks = [asyncio.create_task(each) for each in chores]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()

    async def _work(self, signals: bool) -> None:
        await self.app.run_worker_async(
            queues=[QUEUE],
            concurrency=self.pool.workers,
            install_signal_handlers=signals,
            delete_jobs="always",  # one that failed is in the log, and comes again by the next sweep
            update_heartbeat_interval=HEARTBEAT,
            stalled_worker_timeout=STALLED,
            fetch_job_polling_interval=2.0,
        )

    async def _rescue(self) -> None:
        """Requeue the turns of a worker that died; the request id keeps them from counting twice."""
        while True:
            for job in await self.app.job_manager.get_stalled_jobs(seconds_since_heartbeat=STALLED):
                await self._take_over(job)
            await asyncio.sleep(HEARTBEAT)

    async def _take_over(self, job: Job) -> None:
        """Put a turn back into the queue, unless a newer turn of the same table is waiting there already."""
        try:
            await self.app.job_manager.retry_job(job)
        except exceptions.UniqueViolation:
            await self.app.job_manager.finish_job(job, Status.FAILED, delete_job=True)

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.to_thread(self.sweep)
            await asyncio.sleep(SWEEP)

    def sweep(self) -> None:
        """Every bot that is asked has a turn waiting: also at tables that came here by a restore."""
        t, s = schema.tables.c, schema.seats.c
        asked = select(t.id).join(schema.seats, (s.table_id == t.id) & (s.number == t.to_move))
        asked = asked.where(t.status == "running", s.kind == "bot", text(NOT_QUEUED))
        with self.store.reading() as conn:
            waiting = list(conn.execute(asked).scalars())
        for table in waiting:
            self.store.do(lambda work, table=table: self.store.turns.defer(work, work.table(table)))  # type: ignore[misc]


def run(store: PostgresStore, pool: bot_turns.BotPool) -> Any:
    return asyncio.run(Worker(store, pool).run())
