"""Schema upgrades: under a lock, after a backup, by whoever starts first."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage.files import require_file, sqlite_file
from stellwerk.table.storage.sqlite import sqlite_engine

LOG = logging.getLogger("stellwerk.store")
ADVISORY_LOCK = 1880
MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 60.0
"""Seconds for which a database that is away is waited for at the start."""
FOR_GOOD = ("does not exist", "authentication failed", "no pg_hba.conf entry", "permission denied")
"""What PostgreSQL says where waiting does not help: whoever set it up has to."""
AGAIN = 1.0
TRIES = 5
"""How often it may go away while it is looked at."""

T = TypeVar("T")


@cache
def known() -> tuple[str, ...]:
    """All versions of the schema, oldest first: the files are called by them."""
    return tuple(sorted(path.name[1:5] for path in (MIGRATIONS / "versions").glob("v*.py")))


def head() -> str:
    return known()[-1]


def current(conn: Connection) -> str | None:
    if not inspect(conn).has_table("alembic_version"):
        return None
    found: str | None = conn.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found


def engine_of(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return sqlite_engine(url, begin="BEGIN EXCLUSIVE")
    return create_engine(parsed.set(drivername="postgresql+psycopg"))


def require_known(version: str | None) -> None:
    """A store of a newer version is left alone: its schema may mean something else."""
    if version is not None and version not in known():
        raise Refused(
            "newer",
            Text(
                "this is a database of a newer version of Stellwerk (schema {version}; this program knows {known}): "
                "use that version, or restore a backup of this one",
                version=version,
                known=head(),
            ),
        )


def require_readable(url: str) -> None:
    """Raises where a store is not there, or of a newer version."""
    require_file(url)
    behind(url)


def await_answer(url: str) -> None:
    """Wait for a database that is away, as after a restart of the machine; what cannot be had is one sentence."""
    engine = engine_of(url)
    end = time.monotonic() + PATIENCE
    try:
        while True:
            try:
                engine.connect().close()
                return
            except OperationalError as error:
                if any(word in str(error.orig) for word in FOR_GOOD):
                    why = str(error.orig).rpartition("FATAL:")[2].strip()
                    raise Refused("database", Text("the database cannot be used: {reason}", reason=why)) from error
                if time.monotonic() > end:
                    raise Refused(
                        "database", Text("the database does not answer: {why}", why=str(error.orig))
                    ) from error
                LOG.warning("the database does not answer, trying again: %s", error.orig)
            time.sleep(AGAIN)
    finally:
        engine.dispose()


def done_when_it_answers(url: str, deed: Callable[[], T]) -> T:
    """What a start needs of the database; where PostgreSQL goes away in the middle of it, it is waited for again."""
    if sqlite_file(url) is not None:
        return deed()
    for _ in range(TRIES - 1):
        await_answer(url)
        try:
            return deed()
        except OperationalError as error:
            LOG.warning("the database went away at the start, trying again: %s", error.orig)
    await_answer(url)
    return deed()


def behind(url: str) -> str | None:
    """The schema version of a store that has an older one; None for a new one or an up-to-date one."""
    engine = engine_of(url)
    try:
        with engine.connect() as conn:
            found = current(conn)
            require_known(found)
            return found if found != head() else None
    finally:
        engine.dispose()


def upgrade(url: str, to: str = "head") -> bool:
    """Upgrade to the newest schema; returns whether anything had to be done. The transaction is the lock."""
    engine = engine_of(url)
    try:
        with engine.begin() as conn:
            return upgrade_on(conn, to)
    finally:
        engine.dispose()


def upgrade_on(conn: Connection, to: str = "head") -> bool:
    """The same in a transaction that others have begun."""
    if conn.dialect.name == "postgresql":
        conn.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
    found = current(conn)
    require_known(found)
    if found == (head() if to == "head" else to):
        return False
    _migrate(conn, to)
    return True


def _migrate(conn: Connection, to: str) -> None:
    """The library is loaded when there is something to do: a server with nothing to migrate starts without it."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS))
    settings.attributes["connection"] = conn
    command.upgrade(settings, to)
