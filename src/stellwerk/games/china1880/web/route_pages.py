"""1880: the desk at which routes are found, repeated or drawn."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup

from stellwerk import draw
from stellwerk.core import BadNotation, Text
from stellwerk.draw.routes import route_key
from stellwerk.games.china1880.web.routes import RouteDesk, drawing, is_running, proposals, stops
from stellwerk.table import Refused
from stellwerk.web.http.dependencies import Visiting
from stellwerk.web.view.perspective import PREFIX, Perspective
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.updates import number

router = APIRouter(prefix="/table/{table_id}", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/routes")
def routes(visit: Visiting, seat: str = "") -> HTMLResponse:
    """The best routes a short search finds, those of last time, and a desk to draw one's own."""
    perspective, reader = visit.perspective(number(seat)), visit.reader
    if not is_running(perspective):
        return HTMLResponse(page("1880/parts/routes.html", reader, {"proposals": [], "desk": None}))
    marks = json.dumps([f"{PREFIX}{id_}" for id_ in stops(perspective)], separators=(",", ":"))
    desk = _desk(drawing(perspective, ()), reader, 0)
    values = {
        "proposals": proposals(perspective),
        "desk": desk,
        "stops": marks,
        "load": f"{perspective.url}/routes/drawn",
    }
    return HTMLResponse(page("1880/parts/routes.html", reader, values))


@router.get("/routes/drawn", response_class=JSONResponse)
def drawn(
    visit: Visiting, train: Annotated[list[str] | None, Query()] = None, now: int = 0, seat: str = ""
) -> JSONResponse:
    """What the routes earn that were drawn so far, what speaks against them, and how they look on the map."""
    perspective, reader = visit.perspective(number(seat)), visit.reader
    if not is_running(perspective):
        raise Refused("turn", Text("it is not your decision now"), 409)
    try:
        desk = drawing(perspective, train or ())
    except BadNotation as bad:
        raise Refused("route", bad.text, 422) from bad
    points = [one.points for one in desk.drawn]
    body: dict[str, Any] = {
        "html": _desk(desk, reader, now),
        "points": points,
        "ghost": _ghost(perspective, reader, desk),
    }
    return JSONResponse(body)


def _ghost(perspective: Perspective, reader: Reader, desk: RouteDesk) -> dict[str, Any] | None:
    """The routes as they were drawn, allowed or not, and the map without them."""
    if not desk.run.routes:
        return None
    show, clear = (draw.preview("1880", perspective.view, run, reader.words, PREFIX) for run in (desk.run, None))
    return {"show": asdict(show), "clear": asdict(clear)}


def _desk(desk: RouteDesk, reader: Reader, now: int) -> Markup:
    values = {"desk": desk, "now": now, "key": lambda n: Markup(route_key(n).html)}
    return Markup(page("1880/parts/drawn.html", reader, values))
