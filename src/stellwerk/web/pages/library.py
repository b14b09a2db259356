"""The library: rules to read and search, components to look at, games to replay."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from stellwerk import draw
from stellwerk.core import Game, Text
from stellwerk.core.example import moves_of, position_of
from stellwerk.core.provenance import confession, counts
from stellwerk.core.rule import HOUSE_RULES, Example
from stellwerk.learn.guide import Entry, Picture, guide, view_of
from stellwerk.locale import translator
from stellwerk.table import Person, Refused
from stellwerk.table.service.component_sets import unfit
from stellwerk.table.service.tables import Tables
from stellwerk.table.service.typed_rows import progress
from stellwerk.web.http.auth import Visitor
from stellwerk.web.http.dependencies import Reading, Service, game_of, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.pages.home import offered
from stellwerk.web.view.component_sets import Shown, changes, set_name, shown_of, tally, told_change
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.visit import Visit

router = room_of_pages()


@router.get("/rules")
def rules_shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    heading = reader.say(Text("Rules"))
    return shown(request, reader, who, "books.html", "rules", games=offered(reader), heading=heading)


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose components a page shows: those of a set, of a table, else of the site."""

    set: str
    table: str


def whose(
    set_: Annotated[str, Query(alias="set", max_length=40)] = "",
    table: Annotated[str, Query(max_length=16)] = "",
) -> Whose:
    return Whose(set_, table)


Asked = Annotated[Whose, Depends(whose)]


@router.get("/rules/{name}")
def rules(request: Request, name: str, reader: Reading, who: Visitor, tables: Service, asked: Asked) -> HTMLResponse:
    """The rules; for somebody who comes from a table also where each of them came up there."""
    game = None if name == HOUSE_RULES.book else game_of(name)
    book = HOUSE_RULES if game is None else game.rules
    found = None if game is None else shown_of(tables, who, game, asked.set, asked.table)
    values: dict[str, Any] = {
        "title": reader.say(Text("This site") if game is None else game.title),
        "lessons": book.lessons,
        "tables": () if game is None or found is None else game.reference(found.components),
        "played_with": "" if game is None or found is None else _played_with(game, found, reader),
        "examples": [] if game is None else [explained(game, example, reader) for example in book.examples],
        "sections": list(book),
        "guide": None if game is None else guide(game.id),
        "table": asked.table,
        "moves": _came_up(tables, who, asked.table, reader) if asked.table else {},
        "books": offered(reader),
        "book": name,
    }
    return shown(request, reader, who, "rules.html", "rules", **values)


def _came_up(tables: Tables, who: Person | None, table: str, reader: Reader) -> dict[str, list[int]]:
    return moves_by_section(Visit(tables, who, tables.table(who, table), reader))


def moves_by_section(visit: Visit) -> dict[str, list[int]]:
    """Where the sections of the rules came up at a table, as far as the visitor may read its log."""
    found: dict[str, list[int]] = {}
    perspective = visit.perspective()
    for line in perspective.lines(0, perspective.tip):
        if line.rule is not None and not line.undone:
            found.setdefault(line.rule.section, []).append(line.version)
    return found


@router.get("/guide/{name}")
def guide_page(request: Request, name: str, reader: Reading, who: Visitor) -> HTMLResponse:
    """A game explained with pictures of real positions; behind it stand the rules, to be searched."""
    game, found = game_of(name), guide(name)
    if not found.entries:
        raise Refused("guide", Text("there is no guide for {name}", name=game.title), 404)
    values: dict[str, Any] = {
        "title": reader.say(game.title),
        "game_id": name,
        "guide": found,
        "pictures": {entry.id: _picture(name, entry, reader) for entry in found.entries},
        "sections": game.rules,
        "lessons": game.rules.lessons,
    }
    return shown(request, reader, who, "guide.html", "rules", **values)


def _picture(game: str, entry: Entry, reader: Reader) -> Markup:
    """The part of a real position that an entry speaks of, as we draw it."""
    if entry.picture is None or not draw.is_drawn(game):
        return Markup("")
    return _drawn(game, entry.picture, entry.id, reader.language)


@cache
def _drawn(game: str, picture: Picture, id_: str, language: str) -> Markup:
    view, names = view_of(game, picture)
    parts = draw.board(game, view, translator(language), names, prefix=f"guide-{id_}-")
    return Markup(parts[picture.show].html.html)


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


def _played_with(game: Game[Any], found: Shown, reader: Reader) -> str:
    is_built_in = found.components == game.components
    return "" if is_built_in else reader.say(set_name(found.about, is_built_in))


@router.get("/gallery/{name}")
def gallery(request: Request, name: str, reader: Reading, who: Visitor, tables: Service, asked: Asked) -> HTMLResponse:
    """Every component of a game as we draw it, with the values of a set, of a table or of the site."""
    game = game_of(name)
    found = shown_of(tables, who, game, asked.set, asked.table)
    values: dict[str, Any] = {
        "game_id": name,
        "title": reader.say(game.title),
        "shown": reader.say(set_name(found.about, found.typed == game.components)),
        "tally": reader.say(tally(found.typed)),
        "changes": [reader.say(told_change(each, game)) for each in changes(game, found.typed)[:MOST_CHANGES]],
        "mine": found.mine,
        "operator": who is not None and who.admin,
        "choices": [] if asked.table else tables.sets.choices(who, game),
        "chosen": asked.set,
        "query": found.query,
        "sheets": _sheets(game, found, reader),
        "faults": _faults(game, found, reader),
        **_plates(game, found, reader),
    }
    return shown(request, reader, who, "gallery.html", "gallery", **values)


MOST_CHANGES = 200


def _plates(game: Game[Any], found: Shown, reader: Reader) -> dict[str, Any]:
    """The plates with their titles, and what of them is reconstructed, in a sentence."""
    plates = list(draw.gallery(game.id, found.components, reader.words)) if draw.is_drawn(game.id) else []
    set_ = f"&set={found.mine.id}" if found.mine is not None else ""

    def correct(row: tuple[str, str]) -> str:
        return f"/gallery/{game.id}/sheet/{row[0]}?row={quote(row[1])}{set_}"

    html = draw.plates_html(game.id, plates, found.components, reader.words, correct).html
    guessed = confession(found.typed, game.titles)
    return {"plates": plates, "drawn": html, "guessed": guessed and reader.say(guessed)}


def _sheets(game: Game[Any], found: Shown, reader: Reader) -> list[dict[str, Any]]:
    """The tables to type, those with most in doubt first."""
    listed = sorted(counts(found.typed), key=lambda count: -count.guessed)
    return [
        {
            "id": count.table,
            "title": reader.say(game.titles.get(count.table, count.table)),
            "progress": progress(found.typed, count.table),
        }
        for count in listed
    ]


def _faults(game: Game[Any], found: Shown, reader: Reader) -> list[str]:
    """Why a set of one's own cannot be played with yet."""
    return [reader.say(fault.text) for fault in unfit(game, found.mine.set)] if found.mine is not None else []
