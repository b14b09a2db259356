"""Statistics over all games of one's own library; people only by the names one asks for."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup

from stellwerk.core import Text
from stellwerk.study.analysis.model import Table
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.tables import as_csv
from stellwerk.study.frame import as_csv as frame_csv
from stellwerk.study.frame import seats_of
from stellwerk.study.many import over_many
from stellwerk.table import Person, Refused
from stellwerk.web.http.auth import Visitor
from stellwerk.web.http.dependencies import Reading, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.subjects import libraries_of

router = room_of_pages("/stats")

MOST_NAMES = 12


def tables_of(request: Request, who: Person | None, game: str, seats: int, players: str) -> list[Table]:
    library = libraries_of(request).of(who.id) if who is not None else None
    names = [name.strip() for name in players[:400].split(",") if name.strip()][:MOST_NAMES]
    return over_many(library, game[:40], seats, names) if library is not None else []


@router.get("")
def page(
    request: Request, reader: Reading, who: Visitor, game: str = "", seats: str = "", players: str = ""
) -> HTMLResponse:
    count = int(seats) if seats.isdecimal() and len(seats) < 3 else 0
    tables = tables_of(request, who, game, count, players)
    library = libraries_of(request).of(who.id) if who is not None else None
    press = Press(reader.words)
    values: dict[str, Any] = {
        "tables": [{"id": t.id, "title": t.title, "html": Markup(press.table(t).html)} for t in tables],
        "games": library.values("game") if library is not None else [],
        "game": game,
        "seats": count,
        "players": players,
        "query": request.url.query,
    }
    return shown(request, reader, who, "study_stats.html", "study", **values)


@router.get("/frame.csv")
def frame(request: Request, who: Visitor, names: bool = True) -> Response:
    """Every seat of every game, for research."""
    library = libraries_of(request).of(who.id) if who is not None else None
    if library is None:
        raise Refused("library", Text("you have no library yet"), 404)
    return Response(frame_csv(list(seats_of(library, names=names))), media_type="text/csv; charset=utf-8")


@router.get("/{table}.csv")
def table_csv(
    request: Request, table: str, reader: Reading, who: Visitor, game: str = "", seats: str = "", players: str = ""
) -> Response:
    count = int(seats) if seats.isdecimal() and len(seats) < 3 else 0
    found = next((t for t in tables_of(request, who, game, count, players) if t.id == table), None)
    if found is None:
        raise Refused("study", Text("the study has no such part"), 404)
    return Response("\ufeff" + as_csv(found, reader.words), media_type="text/csv; charset=utf-8")
