"""Which tables the installed rules would not follow: asked of a copy, before a new version is put into service."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, select

from stellwerk.core import Text
from stellwerk.core.log import BadLog, fold
from stellwerk.table.model import Refused
from stellwerk.table.settings import Settings, unknown_variables
from stellwerk.table.storage import migrate, schema
from stellwerk.table.storage.backup import backup
from stellwerk.table.storage.files import sqlite_file
from stellwerk.table.storage.loaded import LoadedTable, entries, following, load


@dataclass(frozen=True, slots=True)
class Finding:
    """A table and what is wrong with it; None where it goes on as it is."""

    table: str
    game: str
    version: int
    problem: Text | None


@dataclass(frozen=True, slots=True)
class Ahead:
    """Something that is said before an upgrade; a problem should be solved first."""

    text: Text
    is_problem: bool = False


def outlook(settings: Settings) -> list[Ahead]:
    """What the next start will do to the schema, whether there is room for it, and settings that are none."""
    migrate.require_readable(settings.database)
    old = migrate.behind(settings.database)
    if old is None:
        found = [Ahead(Text("the schema stays as it is: {version}", version=migrate.head()))]
    else:
        found = [
            Ahead(
                Text("the next start makes a copy and upgrades the schema: {old} → {new}", old=old, new=migrate.head())
            )
        ]
        found += _room(settings.database)
    unknown = ", ".join(unknown_variables())
    return [*found, *([Ahead(Text("these variables are no settings: {names}", names=unknown))] if unknown else [])]


def _room(database: str) -> list[Ahead]:
    """The copy and the upgrade each need as much again as the store has."""
    file = sqlite_file(database)
    needed = 2 * file.stat().st_size if file is not None else 0
    free = shutil.disk_usage(file.parent).free if file is not None else 0
    if free >= needed:
        return []
    text = Text(
        "the upgrade needs {needed} MB beside the database, and {free} MB are free",
        needed=needed // 1_000_000,
        free=free // 1_000_000,
    )
    return [Ahead(text, is_problem=True)]


def check(database: str, finished: bool = False) -> Iterator[Finding]:
    """Every table that is being played, on request also those that are over, folded with every move checked."""
    with _copied(database) as conn:
        t = schema.tables.c
        wanted = select(t.id).order_by(t.created)
        if not finished:
            wanted = wanted.where(t.status.in_(("waiting", "running")))
        for table_id in list(conn.execute(wanted).scalars()):
            table = load(conn, table_id)
            if table is not None:
                yield Finding(table.id, table.game, table.version, _problem(conn, table))


@contextmanager
def _copied(database: str) -> Iterator[Connection]:
    """A copy of the store with the newest schema; what is copied stays untouched."""
    with TemporaryDirectory(prefix="stellwerk-") as folder:
        url = f"sqlite:///{Path(folder) / 'copy.sqlite'}"
        backup(database, Path(folder) / "copy.sqlite")
        migrate.upgrade(url)
        engine = migrate.engine_of(url)
        try:
            with engine.connect() as conn:
                yield conn
        finally:
            engine.dispose()


def _problem(conn: Connection, table: LoadedTable) -> Text | None:
    if table.unknown is not None or table.status == "waiting":
        return table.unknown
    try:
        with following(table):
            return _refused_move(conn, table)
    except Refused as refused:
        return refused.text


def _refused_move(conn: Connection, table: LoadedTable) -> Text | None:
    """The first move that would be refused now: the game could go on, but by another reading."""
    try:
        fold(table.rules, table.header, entries(conn, table.id), check=True)
    except BadLog as error:
        return error.text
    return None
