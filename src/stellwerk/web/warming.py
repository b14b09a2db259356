"""After the start: whatever the first visitor of each game would wait for is loaded before he comes.

Rooms, rules, tables, drawings, companions and templates are loaded when they are first asked for. A server does so
itself, in a thread nobody waits for: it opens all rooms, makes the pages of the games that were played last, whose
players are about to come back, and that of an opening of each game in its own language, later in the others. Between
its steps it rests, so that whoever comes meanwhile is served.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from threading import Thread

from fastapi import FastAPI

from stellwerk import games
from stellwerk.core import pending
from stellwerk.core.chance import Dealer
from stellwerk.core.log import Record
from stellwerk.core.timeline import Timeline
from stellwerk.locale import LANGUAGES, best_language, language_of_environment
from stellwerk.table import Place
from stellwerk.table.runtime import Runtime
from stellwerk.web.pages.levels import bots_offered
from stellwerk.web.view.fragments import SHOWN_REMARKS, Fragments, TableContext
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.static_files import drawing_styles
from stellwerk.web.view.templates import Reader, environment
from stellwerk.web.view.updates import copy_line
from stellwerk.web.view.visit import Visit

LOG = logging.getLogger("stellwerk.server")
REST = 0.005
"""Seconds between two steps."""
FIRST_GUESTS = 0.1
"""Seconds before the first: those who have waited at the door are served first."""
LAST = 5
"""Games that go on, of which the page is made."""
LATER = 30.0
"""Seconds before what is only needed by readers of other languages than the server's: first all are served."""
Step = tuple[str, Callable[[], object]]
"""With a name of what it prepares."""


def begin_warming(app: FastAPI) -> Thread:
    thread = Thread(target=_by_and_by, args=(app,), name="warming", daemon=True)
    thread.start()
    return thread


def _by_and_by(app: FastAPI) -> None:
    time.sleep(FIRST_GUESTS)
    warm(app)
    time.sleep(LATER)
    for language in LANGUAGES:
        take(steps_of(language))


def warm(app: FastAPI) -> None:
    """What many ask for."""
    take([("the rest of the site", app.state.unopened.open)])
    take([("games that go on", partial(make_pages_of_players, app.state.runtime))])
    take(steps_of(language_of_environment()))


def take(steps: Iterable[Step]) -> None:
    for name, step in steps:
        try:
            step()
        except Exception:  # a game that cannot be shown says so to whoever opens it
            LOG.exception("%s could not be prepared", name)
        time.sleep(REST)


def steps_of(language: str) -> Iterator[Step]:
    for game_id in games.ids():
        yield game_id, partial(make_page, game_id, Reader(language))
    for name in environment(language).list_templates(extensions=("html",)):
        yield name, partial(environment(language).get_template, name)


def make_page(game_id: str, reader: Reader) -> None:
    """Every part of a table's page, for whoever is asked first."""
    perspective = opening(game_id, reader)
    Fragments(perspective, reader, TableContext()).all()
    perspective.drawing(reader)
    drawing_styles(game_id)
    copy_line(perspective, reader)


def make_pages_of_players(runtime: Runtime) -> None:
    """What those see who are asked in the games that were played last, and the frame around it."""
    bots_offered()
    runtime.operators.message()
    for table in runtime.tables.played_last(LAST):
        for who in runtime.tables.asked_at(table):
            reader = Reader(best_language(who.lang or ""))
            perspective = Visit(runtime.tables, who, table, reader).turned(None)
            chat = partial(runtime.tables.chat, who, table.id, limit=SHOWN_REMARKS)
            Fragments(perspective, reader, TableContext(remarks=chat)).all()
            perspective.drawing(reader)
            runtime.tables.mine(who)
            runtime.tables.note(who, table.id)
            time.sleep(REST)


def opening(game_id: str, reader: Reader) -> Perspective:
    """The first position of a game in which a player is asked, through his eyes."""
    game = games.game(game_id)
    record = Record.new(game, min(game.seats))
    record.deal(Dealer(Random(0)))
    timeline = Timeline(game, record.header, record.entries)
    choice = pending(record.state)
    asked = 0 if choice is None else choice.seat(record.state)
    return Perspective(
        kind="table",
        id="warming",
        url="/table/warming",
        title=reader.say(game.title),
        game=game,
        state=record.state,
        version=record.version,
        tip=record.version,
        eyes=asked,
        mine=(asked,),
        places=tuple(Place(seat, "human", "") for seat in range(record.header.seats)),
        story=lambda: timeline,
        components=game.components,
    )
