"""How a server is doing: what its operator looks at, on the page and in the metrics."""

from __future__ import annotations

import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from stellwerk.table.background.notices import CHANNELS
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.files import data_folder
from stellwerk.table.storage.migrate import current
from stellwerk.table.storage.schema_of_jobs import NOW, STALLED
from stellwerk.table.storage.store import Store
from stellwerk.table.storage.usage import library_bytes

DAY = 86_400_000
MANY = 20_000
"""Tables that are no longer counted one by one."""
LIVE = ("waiting", "running")


@dataclass(frozen=True, slots=True)
class Backups:
    """Those in the folder the operator named; `newest` in milliseconds, 0 without any."""

    count: int
    newest: int


@dataclass(frozen=True, slots=True)
class ServerState:
    tables: dict[str, int]
    """By status."""
    accounts: int
    guests: int
    seen_today: int
    bot_turns: int
    """Turns of bots that wait."""
    messages: int
    """Messages that wait to be sent."""
    jobs: int | None
    """Studies, judgements and advice that are wanted of workers; None on SQLite, where the server has no workers."""
    workers: int | None
    """Those that have given a sign of life."""
    database_bytes: int
    library_bytes: int
    free_bytes: int
    schema: str
    database: str
    """Which database, and its version."""
    backups: Backups | None
    """None where no folder is named."""


def state_of(store: Store, settings: Settings) -> ServerState:
    """A few counts over indexed columns; whoever asks often asks the metrics, which remember for a while."""
    with store.reading() as conn:
        accounts, guests, seen = _people(conn, store.now())
        return ServerState(
            _tables(conn),
            accounts,
            guests,
            seen,
            store.turns.waiting(conn),
            _messages(conn),
            *workers_of(conn),
            store.size(conn),
            library_bytes(settings),
            free_bytes(settings.database),
            current(conn) or "",
            _version(conn),
            backups_in(settings.backups) if settings.backups else None,
        )


def _tables(conn: Connection) -> dict[str, int]:
    """Of very many tables only those are counted at which somebody may still play; of the others the database knows
    about how many there are."""
    t = schema.tables.c
    about, wanted = _about(conn, schema.tables.name), select(t.status, func.count()).group_by(t.status)
    if about < MANY:
        return {row[0]: row[1] for row in conn.execute(wanted)}
    found = {row[0]: row[1] for row in conn.execute(wanted.where(t.status.in_(LIVE)))}
    return {**found, "over": max(0, about - sum(found.values()))}


def _about(conn: Connection, table: str) -> int:
    """How many rows a table had when PostgreSQL looked last; SQLite, which counts quickly, is not asked."""
    if conn.dialect.name == "sqlite":
        return 0
    return int(
        conn.execute(text("SELECT reltuples FROM pg_class WHERE oid = to_regclass(:t)"), {"t": table}).scalar_one()
    )


def _people(conn: Connection, now: int) -> tuple[int, int, int]:
    p = schema.people.c
    here = select(func.count()).where(p.gone.is_(None))
    asked = here.where(p.login.is_not(None)), here.where(p.login.is_(None)), here.where(p.seen > now - DAY)
    accounts, guests, seen = (int(conn.execute(each).scalar_one()) for each in asked)
    return accounts, guests, seen


def _messages(conn: Connection) -> int:
    c = schema.outbox.c
    return int(conn.execute(select(func.count()).where(c.status == "open", c.kind.in_(CHANNELS))).scalar_one())


def workers_of(conn: Connection) -> tuple[int | None, int | None]:
    """How many jobs wait or are done, and how many workers there are; each attends to every queue once."""
    if conn.dialect.name == "sqlite":
        return None, None
    alive = f"SELECT count(*) AS n FROM workshops WHERE seen > {NOW} - {STALLED} GROUP BY queue"
    wanted = f"SELECT count(*) FROM jobs WHERE answer IS NULL AND wanted > {NOW}"
    row = conn.execute(text(f"SELECT ({wanted}), (SELECT coalesce(max(n), 0) FROM ({alive}) AS queues)")).one()
    return int(row[0]), int(row[1])


def _version(conn: Connection) -> str:
    if conn.dialect.name == "sqlite":
        return f"SQLite {sqlite3.sqlite_version}"
    return f"PostgreSQL {conn.execute(text('SHOW server_version')).scalar_one()}"


def free_bytes(database: str) -> int:
    """Where the store, or on PostgreSQL what lies beside it, is written."""
    folder = data_folder(database)
    return shutil.disk_usage(next(each for each in (folder, *folder.absolute().parents) if each.exists())).free


def backups_in(folder: str) -> Backups:
    times = [int(file.stat().st_mtime * 1000) for file in Path(folder).glob("*.sqlite")]
    return Backups(len(times), max(times, default=0))
