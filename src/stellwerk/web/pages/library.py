"""The library: rules to read and search, components to look at, games to replay."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from stellwerk import draw
from stellwerk.core import Game, Text
from stellwerk.core.example import moves_of, position_of
from stellwerk.core.provenance import confession
from stellwerk.core.rule import HOUSE_RULES, Example
from stellwerk.web.http.auth import Visitor
from stellwerk.web.http.dependencies import Reading, game_of, shown
from stellwerk.web.pages.home import offered
from stellwerk.web.view.templates import Reader

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/rules")
def rules_shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    heading = reader.say(Text("Rules"))
    return shown(request, reader, who, "books.html", "rules", games=offered(reader), heading=heading)


@router.get("/rules/{name}")
def rules(request: Request, name: str, reader: Reading, who: Visitor) -> HTMLResponse:
    game = None if name == HOUSE_RULES.book else game_of(name)
    book = HOUSE_RULES if game is None else game.rules
    values: dict[str, Any] = {
        "title": reader.say(Text("This site") if game is None else game.title),
        "lessons": book.lessons,
        "tables": () if game is None else game.reference(game.components),
        "examples": [] if game is None else [explained(game, example, reader) for example in book.examples],
        "sections": list(book),
        "books": offered(reader),
        "book": name,
    }
    return shown(request, reader, who, "rules.html", "rules", **values)


def explained(game: Game[Any], example: Example, reader: Reader) -> dict[str, Any]:
    """A worked example: its position drawn, its moves in words."""
    pictures = []
    if draw.is_drawn(game.id):
        view = game.view(position_of(game, example), None)
        parts = draw.board(game.id, view, reader.words, prefix=f"example-{example.id}-")
        pictures = [parts[name].html.html for name in example.show]
    return {"example": example, "pictures": pictures, "moves": moves_of(game, example)}


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
    guessed = confession(game.components, game.titles)
    values: dict[str, Any] = {
        "game_id": name,
        "title": reader.say(game.title),
        "plates": plates,
        "drawn": html,
        "guessed": guessed and reader.say(guessed),
    }
    return shown(request, reader, who, "gallery.html", "gallery", **values)
