"""After the start: whatever the first visitor of each game would wait for is loaded before he comes.

Rules, tables, drawings, companions and templates are loaded when they are first asked for. A server does so itself,
in a thread nobody waits for: it makes the page of an opening of each game in each language, and throws it away.
"""

from __future__ import annotations

import logging
from random import Random
from threading import Thread

from stellwerk import games
from stellwerk.core import pending
from stellwerk.core.chance import Dealer
from stellwerk.core.log import Record
from stellwerk.core.timeline import Timeline
from stellwerk.locale import LANGUAGES
from stellwerk.table import Place
from stellwerk.web.view.fragments import Fragments, TableContext
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, environment
from stellwerk.web.view.updates import copy_line

LOG = logging.getLogger("stellwerk.server")


def begin_warming() -> Thread:
    thread = Thread(target=warm, name="warming", daemon=True)
    thread.start()
    return thread


def warm() -> None:
    """The pages of the games first: they take longest."""
    for language in LANGUAGES:
        for game_id in games.ids():
            try:
                make_page(game_id, Reader(language))
            except Exception:  # a game that cannot be shown says so to whoever opens it
                LOG.exception("%s could not be prepared", game_id)
    for language in LANGUAGES:
        for name in environment(language).list_templates(extensions=("html",)):
            environment(language).get_template(name)


def make_page(game_id: str, reader: Reader) -> None:
    """Every part of a table's page, for whoever is asked first."""
    perspective = opening(game_id, reader)
    Fragments(perspective, reader, TableContext()).all()
    perspective.drawing(reader)
    copy_line(perspective, reader)


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
