"""The library: rules to search, components to look at, games to replay."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from stellwerk import draw
from stellwerk.core import Text
from stellwerk.core.rule import HOUSE_RULES
from stellwerk.web.auth import Visitor
from stellwerk.web.frame import Reading, game_of, shown
from stellwerk.web.home import offered

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/rules")
def rules_shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    heading = reader.say(Text("Rules"))
    return shown(request, reader, who, "books.html", "rules", games=offered(reader), heading=heading)


@router.get("/rules/{name}")
def rules(request: Request, name: str, reader: Reading, who: Visitor) -> HTMLResponse:
    house = name == HOUSE_RULES.book
    game = None if house else game_of(name)
    values: dict[str, Any] = {
        "title": reader.say(Text("This site") if game is None else game.title),
        "sections": list(HOUSE_RULES if game is None else game.rules),
        "books": offered(reader),
        "book": name,
    }
    return shown(request, reader, who, "rules.html", "rules", **values)


@router.get("/gallery")
def gallery_shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    heading = reader.say(Text("Gallery"))
    return shown(request, reader, who, "books.html", "gallery", games=offered(reader), heading=heading)


@router.get("/gallery/{name}")
def gallery(request: Request, name: str, reader: Reading, who: Visitor) -> HTMLResponse:
    """Every component of a game as we draw it."""
    game = game_of(name)
    drawn = draw.is_drawn(name)
    plates = draw.gallery(name, game.components, reader.words) if drawn else []
    html = draw.gallery_html(name, game.components, reader.words).html if drawn else ""
    values: dict[str, Any] = {"title": reader.say(game.title), "plates": plates, "drawn": html}
    return shown(request, reader, who, "gallery.html", "gallery", **values)
