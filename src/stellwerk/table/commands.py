"""`stellwerk backup, restore, upgrade-check, worker, user, usage, tables`: what an operator does beside serving."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from stellwerk.consoles import aside, console
from stellwerk.core import Text
from stellwerk.core.text import Texts
from stellwerk.table.model import Person, Refused
from stellwerk.table.settings import Settings

app = typer.Typer()
user = typer.Typer(help="Accounts.", no_args_is_help=True)
app.add_typer(user, name="user")

Database = Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")]


@contextmanager
def spoken() -> Iterator[None]:
    """A refusal is a sentence and an exit code, not a traceback."""
    try:
        yield
    except Refused as refused:
        raise _said(refused.text, refused) from refused
    except DBAPIError as error:
        if isinstance(error, (IntegrityError, ProgrammingError)):  # our own fault: its trace is wanted
            raise
        reason = str(error.orig).splitlines()[0]
        raise _said(Text("the database cannot be used: {reason}", reason=reason), error) from error


def _said(text: Text, error: Exception) -> typer.Exit:
    aside.print(text.render(), style="red", markup=False)
    return typer.Exit(1)


def database_of(given: str | None) -> str:
    return Settings.from_environment(database=given).database


def _existing(database: str | None) -> Settings:
    """Of a store that is there and that this version can read."""
    from stellwerk.table.storage.migrate import require_readable

    settings = Settings.from_environment(database=database)
    with spoken():
        require_readable(settings.database)
    return settings


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="the file to write; with --every the folder")],
    database: Database = None,
    every: Annotated[float, typer.Option(help="hours between two backups; without it there is one")] = 0,
    keep: Annotated[int, typer.Option(min=1, help="how many backups --every keeps")] = 14,
) -> None:
    """Copy the database into one file while the server runs, once or at intervals."""
    from stellwerk.table.storage.backup import backup as copy
    from stellwerk.table.storage.backup import backup_every

    with spoken():
        if every > 0:
            file.mkdir(parents=True, exist_ok=True)
            backup_every(database_of(database), file, every, keep, _told_written, _told_failed)
        copy(database_of(database), file)
    _told_written(file)


def _told_written(file: Path) -> None:
    console.print(Text("{file} written", file=str(file)).render(), markup=False)


def _told_failed(refused: Refused) -> None:
    aside.print(refused.text.render(), style="red", markup=False)


@app.command()
def restore(file: Annotated[Path, typer.Argument(help="a backup")], database: Database = None) -> None:
    """Put a backup in place of the database. The server must not run; the old file is kept beside it."""
    from stellwerk.table.background.process import exclusive
    from stellwerk.table.storage.backup import restore as put_back
    from stellwerk.table.storage.files import sqlite_file

    chosen = database_of(database)
    with spoken(), exclusive(sqlite_file(chosen)):
        put_back(file, chosen)
    console.print(Text("{file} restored", file=str(file)).render())


@app.command("upgrade-check")
def upgrade_check(
    database: Database = None,
    finished: Annotated[bool, typer.Option("--finished", help="also the games that are over")] = False,
) -> None:
    """Say which tables the installed version could not go on with. Works on a copy; the server may run."""
    from stellwerk.table.storage.upgrade_check import check

    with spoken():
        found = list(check(database_of(database), finished))
    broken = [each for each in found if each.problem is not None]
    for each in broken:
        aside.print(f"{each.table} ({each.game}, {each.version}): {each.problem}", style="red", markup=False)
    well = len(found) - len(broken)
    console.print(Texts("{n} table goes on as it is", "{n} tables go on as they are", well).render())
    if broken:
        raise typer.Exit(1)


@app.command()
def worker(
    database: Annotated[str, typer.Option(help="postgresql://…")],
    processes: Annotated[int, typer.Option(help="bots that think at once; 0: one less than cores")] = 0,
) -> None:
    """Play the turns of bots for servers on PostgreSQL."""
    from stellwerk.table.runtime import Runtime
    from stellwerk.table.storage.postgres import PostgresStore

    settings = Settings.from_environment(database=database, bots=processes)
    if not database.startswith("postgres"):
        aside.print(Text("on SQLite the server itself plays for bots").render(), style="red")
        raise typer.Exit(2)
    from stellwerk.table.background.bot_jobs_postgres import run

    runtime = Runtime(settings)
    assert isinstance(runtime.store, PostgresStore)
    try:
        run(runtime.store, runtime.pool)
    finally:
        runtime.close()


@user.command()
def reset(name: Annotated[str, typer.Argument(help="name of the account")], database: Database = None) -> None:
    """Give an account a new password and end its sessions and tokens."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.seating import people

    settings = _existing(database)
    store = open_store_with_turns(settings)
    password = secrets.token_urlsafe(12)
    try:
        with spoken():
            new = people.hash_password(password)
            store.do(lambda work: people.set_password(work, name, new))
    finally:
        store.close()
    console.print(Text("new password: {password}", password=password).render())


@app.command()
def usage(database: Database = None) -> None:
    """Show how much is stored of what, and the bounds that are set."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.storage.usage import bounds, counted

    settings = _existing(database)
    store = open_store_with_turns(settings)
    try:
        with store.reading() as conn:
            size, rows = store.size(conn), counted(conn)
    finally:
        store.close()
    shown = Table("what", "how much")
    for name, value in (("megabytes", round(size / 1e6, 1)), *rows.items(), *bounds(settings).items()):
        shown.add_row(name, str(value))
    console.print(shown)


@app.command()
def tables(
    database: Database = None, limit: Annotated[int, typer.Option(help="how many, the latest first")] = 50
) -> None:
    """List the tables of a store."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.service.tables import Tables

    store = open_store_with_turns(_existing(database))
    shown = Table("id", "game", "name", "status", "version", "touched", "archived")
    try:
        for row in Tables(store).census(Person("", "", admin=True), limit):
            touched = datetime.fromtimestamp(row["touched"] / 1000, UTC).isoformat(" ", "minutes")
            cells = (row["id"], row["game"], row["name"], row["status"], row["version"], touched, row["archived"])
            shown.add_row(*map(str, cells))
    finally:
        store.close()
    console.print(shown)
