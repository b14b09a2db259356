"""Copies of a running store. A backup is always one SQLite file, whatever the store is; it restores into either.

It says which schema it has: an old one is restored as it was and then upgraded.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, MetaData, Table, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import make_url

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage import migrate, schema

ROWS = 500


def sqlite_file(database: str) -> Path | None:
    url = make_url(database)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def backup(database: str, file: Path) -> None:
    """A consistent copy while everybody plays on."""
    if file.exists():
        raise Refused("file", Text("{file} exists already", file=str(file)))
    source = sqlite_file(database)
    if source is None:
        _pump(database, file)
    elif not source.exists():
        raise Refused("file", Text("there is no database at {file}", file=str(source)))
    else:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(file)) as new:
            old.backup(new)


def _pump(database: str, file: Path) -> None:
    """From PostgreSQL, in one transaction that sees one moment."""
    engine = create_engine(migrate.engine_of(database).url, isolation_level="REPEATABLE READ")
    target = create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as old, target.begin() as new:
            kinds = _reflected(old)
            kinds.create_all(new)
            _copy(old, new, kinds)
    finally:
        engine.dispose()
        target.dispose()


def restore(file: Path, database: str) -> None:
    """Into an empty or new store; the schema of the backup first, then the newest."""
    if not file.exists():
        raise Refused("file", Text("there is no backup at {file}", file=str(file)))
    source = create_engine(f"sqlite:///{file}")
    try:
        with source.connect() as old:
            version = migrate.current(old) if inspect(old).has_table("alembic_version") else None
            if version is None:
                raise Refused("file", Text("{file} is not a backup", file=str(file)))
            _into(old, version, database)
    finally:
        source.dispose()
    migrate.upgrade(database)


def _into(old: Connection, version: str, database: str) -> None:
    with _emptied(database) as engine:
        migrate.upgrade(database, version)
        with engine.begin() as new:
            _copy(old, new, _reflected(new))
            if engine.dialect.name == "postgresql":
                _reset_counters(new)


@contextmanager
def _emptied(database: str) -> Iterator[Engine]:
    """What is there is set aside (SQLite) or must not be there (PostgreSQL)."""
    file = sqlite_file(database)
    if file is not None:
        set_aside(file)
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = migrate.engine_of(database)
    try:
        with engine.connect() as conn:
            if inspect(conn).has_table("alembic_version"):
                raise Refused("database", Text("the database is not empty; restore into a new one"))
        yield engine
    finally:
        engine.dispose()


def free_name(file: Path) -> Path:
    """This name, or the first one with a number that is not taken."""
    names = (file, *(file.with_name(f"{file.name}.{n}") for n in range(2, 10_000)))
    return next(name for name in names if not name.exists())


def set_aside(file: Path) -> Path | None:
    """The old file under another name; nothing is thrown away."""
    if not file.exists():
        return None
    kept = free_name(file.with_name(f"{file.name}.old"))
    with closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.rename(kept)
    for tail in ("-wal", "-shm"):
        file.with_name(file.name + tail).unlink(missing_ok=True)
    return kept


def _reflected(conn: Connection) -> MetaData:
    """Our tables as this database has them, with types every database knows."""
    found = MetaData()

    @event.listens_for(found, "column_reflect")
    def _generic(inspector: Any, table: Table, column: Any) -> None:
        column["type"] = column["type"].as_generic()
        column["default"] = None  # counters of PostgreSQL mean nothing elsewhere

    known = (*schema.metadata.tables, "alembic_version")
    found.reflect(conn, only=lambda name, _: name in known)
    return found


def _copy(old: Connection, new: Connection, kinds: MetaData) -> None:
    for table in kinds.sorted_tables:
        if table.name == "alembic_version" and new.execute(select(table)).first():
            continue
        rows = old.execution_options(yield_per=ROWS).execute(select(table))
        for batch in rows.partitions(ROWS):
            new.execute(insert(table), [row._asdict() for row in batch])


def _reset_counters(conn: Connection) -> None:
    for table in ("chat", "outbox"):
        last = f"(SELECT coalesce(max(id), 0) + 1 FROM {table})"
        conn.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {last})"))
