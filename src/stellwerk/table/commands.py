"""`stellwerk backup, restore, upgrade-check, user, usage, tables`: what an operator does beside serving."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError

from stellwerk.command_line import ExitCode, Json, Language, print_json, refused
from stellwerk.consoles import aside, console, narrow_table
from stellwerk.core import Text
from stellwerk.core.text import Texts, Translator
from stellwerk.locale import language_of_environment, translator
from stellwerk.table.model import Person, Refused
from stellwerk.table.settings import Settings

app = typer.Typer()
user = typer.Typer(help="Accounts.", no_args_is_help=True)
app.add_typer(user, name="user")

Database = Annotated[str | None, typer.Option(help="sqlite:///FILE or postgresql://…")]


@contextmanager
def spoken(language: str = "") -> Iterator[None]:
    """A refusal is a sentence and an exit code, not a traceback."""
    words = translator(language or language_of_environment())
    try:
        yield
    except Refused as error:
        raise refused(error.text, words, ExitCode.NO) from error
    except DBAPIError as error:
        if isinstance(error, (IntegrityError, ProgrammingError)):  # our own fault: its trace is wanted
            raise
        reason = str(error.orig).splitlines()[0]
        text = Text("the database cannot be used: {reason}", reason=reason)
        raise refused(text, words, ExitCode.NO) from error


def settings_of(language: str = "", **given: Any) -> Settings:
    """From options and environment; a mistake in them is a sentence."""
    with spoken(language):
        return Settings.from_environment(**given)


def database_of(given: str | None) -> str:
    return settings_of(database=given).database


def _existing(database: str | None, language: str) -> Settings:
    """Of a store that is there and that this version can read."""
    from stellwerk.table.storage.migrate import require_readable

    settings = settings_of(language, database=database)
    with spoken(language):
        require_readable(settings.database)
    return settings


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="the file to write; with --every the folder")],
    database: Database = None,
    every: Annotated[float, typer.Option(help="hours between two backups; without it there is one")] = 0,
    keep: Annotated[int, typer.Option(min=1, help="how many backups --every keeps")] = 14,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Copy the database into one file while the server runs, once or at intervals."""
    from stellwerk.table.storage.backup import backup as copy
    from stellwerk.table.storage.backup import backup_every

    words = translator(language)
    written, failed = partial(_told_written, json_, words), partial(_told_failed, words)
    with spoken(language):
        if every > 0:
            file.mkdir(parents=True, exist_ok=True)
            backup_every(database_of(database), file, every, keep, written, failed)
        copy(database_of(database), file)
    written(file)


def _told_written(json_: bool, words: Translator, file: Path) -> None:
    print_json({"written": str(file)}) if json_ else console.print(Text("{file} written", file=file).render(words))


def _told_failed(words: Translator, error: Refused) -> None:
    aside.print(error.text.render(words), style="red")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="a backup")],
    database: Database = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Put a backup in place of the database. The server must not run; the old file is kept beside it."""
    from stellwerk.table.background.process import exclusive
    from stellwerk.table.storage.backup import restore as put_back
    from stellwerk.table.storage.files import sqlite_file

    chosen = database_of(database)
    with spoken(language), exclusive(sqlite_file(chosen)):
        put_back(file, chosen)
    text = Text("{file} restored", file=file).render(translator(language))
    print_json({"restored": str(file)}) if json_ else console.print(text)


@app.command("upgrade-check")
def upgrade_check(
    database: Database = None,
    finished: Annotated[bool, typer.Option("--finished", help="also the games that are over")] = False,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Say what the installed version would make of a store.

    Its tables, its schema, the settings, the room on the disk. Works on a copy; the server may run.
    """
    from stellwerk.table.storage.upgrade_check import check, outlook

    words, settings = translator(language), settings_of(language, database=database)
    with spoken(language):
        ahead = outlook(settings)
        found = list(check(settings.database, finished))
    broken = [each for each in found if each.problem is not None]
    well = len(found) - len(broken)
    if json_:
        rows = [
            {"table": each.table, "game": each.game, "problem": Text("{it}", it=each.problem).render(words)}
            for each in broken
        ]
        said = [{"text": each.text.render(words), "problem": each.is_problem} for each in ahead]
        print_json({"well": well, "broken": rows, "ahead": said})
    else:
        for notice in ahead:
            on = aside if notice.is_problem else console
            on.print(notice.text.render(words), style="red" if notice.is_problem else None, soft_wrap=True)
        for each in broken:
            line = Text("{table} ({game}, {version}): {problem}", **asdict(each)).render(words)
            aside.print(line, style="red", soft_wrap=True)
        console.print(Texts("{n} table goes on as it is", "{n} tables go on as they are", well).render(words))
    if broken or any(each.is_problem for each in ahead):
        raise typer.Exit(ExitCode.NO)


@user.command()
def reset(
    name: Annotated[str, typer.Argument(help="name of the account")],
    database: Database = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Give an account a new password and end its sessions and tokens."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.seating import people

    settings = _existing(database, language)
    store = open_store_with_turns(settings)
    password = secrets.token_urlsafe(12)
    try:
        with spoken(language):
            new = people.hash_password(password)
            store.do(lambda work: people.set_password(work, name, new))
    finally:
        store.close()
    text = Text("new password: {password}", password=password).render(translator(language))
    print_json({"name": name, "password": password}) if json_ else console.print(text)


@app.command()
def usage(database: Database = None, json_: Json = False, language: Language = "") -> None:
    """Show how much is stored of what, and the bounds that are set."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.storage.usage import bounds, counted, library_bytes

    settings = _existing(database, language)
    store = open_store_with_turns(settings)
    try:
        with store.reading() as conn:
            size, rows = store.size(conn), counted(conn)
    finally:
        store.close()
    sizes = {"megabytes": size, "megabytes of libraries": library_bytes(settings)}
    found = {**{name: round(value / 1e6, 1) for name, value in sizes.items()}, **rows, **bounds(settings)}
    if json_:
        print_json(found)
        return
    words = translator(language)
    shown = narrow_table(Text("what").render(words), Text("how much").render(words))
    for name, value in found.items():
        shown.add_row(name, str(value))
    console.print(shown)


@app.command()
def tables(
    database: Database = None,
    limit: Annotated[int, typer.Option(help="how many, the latest first")] = 50,
    json_: Json = False,
    language: Language = "",
) -> None:
    """List the tables of a store."""
    from stellwerk.table.runtime import open_store_with_turns
    from stellwerk.table.service.tables import Tables

    store = open_store_with_turns(_existing(database, language))
    try:
        rows = list(Tables(store).census(Person("", "", admin=True), limit))
    finally:
        store.close()
    if json_:
        print_json(rows)
        return
    words = translator(language)
    heads = (Text("id"), Text("game"), Text("name"), Text("status"), Text("version"), Text("touched"))
    shown = narrow_table(*(head.render(words) for head in heads), whole=2)
    for row in rows:
        touched = f"{datetime.fromtimestamp(row['touched'] / 1000, UTC):%Y-%m-%d %H:%M}"
        status = Text("archived").render(words) if row["archived"] else row["status"]
        shown.add_row(row["id"], row["game"], row["name"], status, str(row["version"]), touched)
    console.print(shown)
