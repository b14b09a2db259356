"""Schema upgrades: under a lock, after a backup, by whoever starts first."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url

from stellwerk.table.storage.sqlite import sqlite_engine

ADVISORY_LOCK = 1880


def config() -> Config:
    found = Config()
    found.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return found


def head() -> str:
    found = ScriptDirectory.from_config(config()).get_current_head()
    assert found is not None
    return found


def current(conn: Connection) -> str | None:
    return MigrationContext.configure(conn).get_current_revision()


def engine_of(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return sqlite_engine(url, begin="BEGIN EXCLUSIVE")
    return create_engine(parsed.set(drivername="postgresql+psycopg"))


def behind(url: str) -> str | None:
    """The schema version of a store that has an older one; None for a new one or an up-to-date one."""
    engine = engine_of(url)
    try:
        with engine.connect() as conn:
            found = current(conn)
            return found if found != head() else None
    finally:
        engine.dispose()


def upgrade(url: str, to: str = "head") -> bool:
    """To the newest schema; says whether anything was to be done. The transaction is the lock."""
    engine = engine_of(url)
    try:
        with engine.begin() as conn:
            if engine.dialect.name == "postgresql":
                conn.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
            if current(conn) == (head() if to == "head" else to):
                return False
            settings = config()
            settings.attributes["connection"] = conn
            command.upgrade(settings, to)
            return True
    finally:
        engine.dispose()
