"""The page of a table whose log the installed rules do not follow: what was written down, and how to close it."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse

from stellwerk import draw
from stellwerk.core import Seat, Text
from stellwerk.core.log import Entry
from stellwerk.table import Person
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.http.dependencies import shown
from stellwerk.web.view.perspective import PREFIX
from stellwerk.web.view.templates import Reader

LOG = logging.getLogger("stellwerk.web")


def unread_page(
    request: Request, tables: Tables, table: LoadedTable, reader: Reader, who: Person | None
) -> HTMLResponse:
    """The reason, the last position that can be shown, the bare log; ending it and putting it away."""
    assert table.unknown is not None
    lines = [str(Entry(line.seat, line.action)) for line in tables.history(who, table.id)]
    values: dict[str, Any] = {
        "title": table.name or reader.say(table.title),
        "problem": reader.say(table.unknown),
        "entries": lines,
        "url": f"/table/{table.id}",
        "table": table,
        "seated": who is not None and bool(table.seats_of(who.id)),
        "host": who is not None and who.id == table.host,
        "game_id": table.game,
        "votes": _votes(table, who),
        **_last_position(tables, table, reader, who),
    }
    return shown(request, reader, who, "unread.html", **values)


def _votes(table: LoadedTable, who: Person | None) -> list[tuple[str, Seat]]:
    """The proposals to end the game that wait for a seat of the reader's."""
    mine = table.seats_of(who.id) if who is not None else ()
    ending = [motion for motion in table.motions if motion.kind == "end"]
    return [(motion.id, seat) for motion in ending for seat in motion.missing if seat in mine]


def _last_position(tables: Tables, table: LoadedTable, reader: Reader, who: Person | None) -> dict[str, Any]:
    last = tables.last_view(who, table.id)
    if last is None or not draw.is_drawn(table.game):
        return {"boards": ()}
    try:
        drawing = draw.board(table.game, last.view, reader.words, [place.name for place in table.places], PREFIX)
    except Exception:  # a position of other rules may be more than the drawing knows
        LOG.exception("drawing of %s failed", table.game)
        return {"boards": ()}
    return {"boards": list(drawing.values()), "as_of": reader.say(Text("As it was at move {n}", n=last.version))}
