"""Copies of a running store. A backup is always one SQLite file, whatever the store is; it restores into either.

It says which schema it has: an old one is restored as it was and then upgraded.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, create_engine, event, insert, inspect, select, text

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage import migrate, schema
from stellwerk.table.storage.files import growing, keep_old, require_file, require_sound, sqlite_file

ROWS = 500
HOUR = 3600.0


def backup(database: str, file: Path) -> None:
    """A consistent copy while everybody plays on. It is looked through before it gets its name."""
    if file.exists():
        raise Refused("file", Text("{file} exists already", file=str(file)))
    require_file(database)
    source = sqlite_file(database)
    with growing(file) as part:
        if source is None:
            _pump(database, part)
        else:
            _copy_pages(source, part)
        require_sound(part, source or file)


def backup_every(
    database: str,
    folder: Path,
    hours: float,
    keep: int,
    written: Callable[[Path], object] = lambda file: None,
    failed: Callable[[Refused], object] = lambda refused: None,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """A backup at intervals, the newest kept. One that fails is told of and tried again at the next interval."""
    while True:
        file = folder / f"stellwerk-{datetime.now(UTC):%Y%m%dT%H%M%S%f}.sqlite"
        try:
            backup(database, file)
            written(file)
        except Refused as refused:
            failed(refused)
        else:
            for old in sorted(folder.glob("stellwerk-*.sqlite"))[:-keep]:
                old.unlink(missing_ok=True)
        pause(hours * HOUR)


def _copy_pages(source: Path, file: Path) -> None:
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(file)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # a copy is one file
    except sqlite3.DatabaseError as error:
        raise Refused("damaged", Text("{file} is damaged: {reason}", file=str(source), reason=str(error))) from error


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
    """Into a new store, which takes the place of the old file (SQLite) or must be empty (PostgreSQL)."""
    if not file.exists():
        raise Refused("file", Text("there is no backup at {file}", file=str(file)))
    require_sound(file)
    target = sqlite_file(database)
    if target is None:
        _fill(database, file)
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with growing(target) as part:
        _fill(f"sqlite:///{part}", file)
        require_sound(part)
        keep_old(target)


def _fill(database: str, file: Path) -> None:
    """The schema of the backup, its rows, then the newest schema: all of it or nothing."""
    source, engine = create_engine(f"sqlite:///{file}"), migrate.engine_of(database)
    try:
        with source.connect() as old, engine.begin() as new:
            if inspect(new).has_table("alembic_version"):
                raise Refused("database", Text("the database is not empty; restore into a new one"))
            migrate.upgrade_on(new, _version(old, file))
            _copy(old, new, _reflected(new))
            if engine.dialect.name == "postgresql":
                _reset_counters(new)
            migrate.upgrade_on(new)
    finally:
        source.dispose()
        engine.dispose()


def _version(old: Connection, file: Path) -> str:
    version = migrate.current(old) if inspect(old).has_table("alembic_version") else None
    if version is None:
        raise Refused("file", Text("{file} is not a backup", file=str(file)))
    migrate.require_known(version)
    return version


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
