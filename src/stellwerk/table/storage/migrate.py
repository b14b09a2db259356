"""Schema upgrades: under a lock, after a backup, by whoever starts first."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.engine import make_url

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage.files import require_file
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


def require_known(version: str | None) -> None:
    """A store of a newer version is left alone: its schema may mean something else."""
    known = [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]
    if version is not None and version not in known:
        raise Refused(
            "newer",
            Text(
                "this is a database of a newer version of Stellwerk (schema {version}; this program knows {known}): "
                "use that version, or restore a backup of this one",
                version=version,
                known=known[0],
            ),
        )


def require_readable(url: str) -> None:
    """Raises where a store is not there, or of a newer version."""
    require_file(url)
    behind(url)


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
    """To the newest schema; says whether anything was to be done. The transaction is the lock."""
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
    settings = config()
    settings.attributes["connection"] = conn
    command.upgrade(settings, to)
    return True
