"""`stellwerk doctor`: what works on this machine and what is missing, in plain words."""

from __future__ import annotations

import os
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import typer
from rich.text import Text as Styled
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from stellwerk import games
from stellwerk.command_line import EXTRAS, Json, Language, print_json
from stellwerk.consoles import console
from stellwerk.core.text import Text
from stellwerk.locale import translator
from stellwerk.rail18 import search
from stellwerk.table.model import Refused
from stellwerk.table.settings import Settings

app = typer.Typer()

PURPOSES = {
    "fast": Text("pages a sixth smaller on their way"),
    "notices": Text("push to the devices of players"),
    "postgres": Text("several web processes on one PostgreSQL database"),
    "rl": Text("environments for reinforcement learning"),
    "data": Text("data sets and statistics as Parquet"),
    "render": Text("pictures of environments"),
    "cluster": Text("tournaments on several machines"),
}
TESTS = ("pytest", "playwright")
PLATFORM = {
    "uvloop": Text("a quicker event loop of the server"),
    "resource": Text("bounds of the system on memory and processor time for files that people bring"),
}
"""Modules that not every system has, and what is better with them; everything works without."""
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Finding:
    works: bool
    text: Text


@app.command()
def doctor(json_: Json = False, language: Language = "") -> None:
    """Say what works on this machine and what is missing."""
    words = translator(language)
    if json_:
        print_json([{"works": finding.works, "text": finding.text.render(words)} for finding in examined()])
        return
    for finding in examined():
        mark = Styled("✓", "green") if finding.works else Styled("–", "yellow")
        console.print(mark, finding.text.render(words), soft_wrap=True)  # a command is copied whole


def examined() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(sys.version_info >= (3, 11), Text("Python {version} (3.11 or newer is needed)", version=version))
    for id_ in games.ids():
        game = games.game(id_)
        sections = len(list(game.rules))
        yield Finding(True, Text("{title}: plays, {n} sections of rules", title=game.title, n=sections))
    yield search_build()
    for module, purpose in PLATFORM.items():
        if find_spec(module) is not None:
            yield Finding(True, Text("{purpose}: there", purpose=purpose))
        else:
            text = Text(
                "{purpose}: not on {system}; everything works without", purpose=purpose, system=platform.system()
            )
            yield Finding(False, text)
    try:
        yield stored(Settings.from_environment().database)
    except Refused as refused:
        yield Finding(False, refused.text)
    for extra, purpose in PURPOSES.items():
        yield installed(extra, EXTRAS[extra], purpose)
    yield installed("dev", TESTS, Text("the tests"))
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser:
        yield Finding(True, Text("a browser for the browser tests: {path}", path=browser))
    else:
        yield Finding(False, Text("no Chromium found: browser tests and screenshots need one"))


def installed(extra: str, packages: tuple[str, ...], purpose: Text) -> Finding:
    if all(find_spec(name) is not None for name in packages):
        return Finding(True, Text("{purpose}: installed", purpose=purpose))
    how = f"pip install 'stellwerk[{extra}]'"
    return Finding(False, Text("{purpose}: not installed, get it by {how}", purpose=purpose, how=how))


def search_build() -> Finding:
    """Is the route search of this installation compiled? Both find the same, the plain one later."""
    if search.__file__.endswith(tuple(EXTENSION_SUFFIXES)):
        return Finding(True, Text("the route search of 18xx games is compiled"))
    return Finding(True, Text("the route search of 18xx games is the plain one, which runs everywhere"))


def stored(database: str) -> Finding:
    """Can games be kept where the settings say?"""
    place = make_url(database)
    shown = place.render_as_string(hide_password=True)
    if place.get_backend_name() == "sqlite":
        folder = next(folder for folder in Path(place.database or ".").absolute().parents if folder.exists())
        if os.access(folder, os.W_OK):
            return Finding(True, Text("games are stored in {place}", place=place.database))
        return Finding(False, Text("games cannot be stored: {folder} is not writable", folder=folder))
    try:
        with create_engine(place).connect() as conn:
            conn.execute(text("SELECT 1"))
    except (SQLAlchemyError, ImportError) as error:
        reason = str(error).splitlines()[0]
        return Finding(False, Text("the database {place} does not answer: {reason}", place=shown, reason=reason))
    return Finding(True, Text("games are stored in {place}", place=shown))
