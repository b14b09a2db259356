"""After the start: whatever the first visitor of each game would wait for is loaded before he comes.

Rooms, rules, tables, drawings, companions and templates are loaded when they are first asked for. A server does so
itself, in a thread nobody waits for: it opens all rooms, makes the pages of the games that were played last, whose
players are about to come back, and that of an opening of each game in its own language, later in the others. One page
it asks for as its reader would: only so everything on the way to a page has been used once. At the end it asks for it
some times more. Between its steps it rests, so that whoever comes meanwhile is served.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from threading import Thread

from fastapi import FastAPI
from starlette.types import Message, Scope

from stellwerk import games
from stellwerk.core import pending
from stellwerk.core.chance import Dealer
from stellwerk.core.log import Record
from stellwerk.core.timeline import Timeline
from stellwerk.locale import LANGUAGES, best_language, language_of_environment
from stellwerk.table import Person, Place
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
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
AGAIN = 4
"""Times the page is asked for once all is loaded. Then the memory a page needs for a moment has been had from the
system, and the interpreter has made code quicker, which it does after eight runs. More would keep a busy machine
warming when the first readers come."""
LATER = 30.0
"""Seconds before what is only needed by readers of other languages than the server's: first all are served."""
PATIENCE = 60.0
"""Seconds until an answer to the server itself is given up."""
Step = tuple[str, Callable[[], object]]
"""With a name of what it prepares."""


def begin_warming(app: FastAPI) -> Thread:
    """Called in the loop that answers requests: there the server's own is answered, too."""
    thread = Thread(target=_by_and_by, args=(app, asyncio.get_running_loop()), name="warming", daemon=True)
    thread.start()
    return thread


def _by_and_by(app: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
    time.sleep(FIRST_GUESTS)
    warm(app, loop)
    time.sleep(LATER)
    for language in LANGUAGES:
        take(steps_of(language))


def warm(app: FastAPI, loop: asyncio.AbstractEventLoop | None = None) -> None:
    """What many ask for."""
    take([("the rest of the site", app.state.unopened.open)])
    take([("games that go on", partial(make_pages_of_players, app.state.runtime))])
    take([("those who come back", partial(expect_somebody, app))])
    page: list[Step] = [("a page as it is asked for", partial(ask_for_a_page, app, loop))] if loop is not None else []
    take(page)
    take(steps_of(language_of_environment()))
    take(page * AGAIN)


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


def expect_somebody(app: FastAPI) -> None:
    """Who is looked up, and when he was seen: asked and written for nobody, so that the questions are made."""
    app.state.doorkeeper.look_up("nobody", bearer=False)
    app.state.runtime.store.run(lambda work: people.saw(work, "nobody"))


def ask_for_a_page(app: FastAPI, loop: asyncio.AbstractEventLoop) -> None:
    """The page of whoever is asked in the game that was played last, by all the layers it comes through."""
    tables = app.state.runtime.tables
    for table in tables.played_last(1):
        for who in tables.asked_at(table)[:1]:
            asyncio.run_coroutine_threadsafe(asked(app, f"/table/{table.id}", who), loop).result(PATIENCE)


async def asked(app: FastAPI, path: str, who: Person) -> int:
    """The status of an answer that nobody reads. The log of requests says from where it was asked."""
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"accept-encoding", b"gzip, br")],
        "client": ("warming", 0),
        "server": ("localhost", 80),
        "state": {"who": who},
    }
    question: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]
    status = 0

    async def receive() -> Message:
        if not question:
            await asyncio.Event().wait()  # nobody goes away
        return question.pop()

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)

    await app(scope, receive, send)
    return status


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
