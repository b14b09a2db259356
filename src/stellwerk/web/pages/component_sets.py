"""“Correct this”: sheets to type the values of a printed copy, and what is kept of them as component sets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse

from stellwerk import draw
from stellwerk.core import Game, Text
from stellwerk.core.component_sets import ComponentSet
from stellwerk.table import Person, Refused
from stellwerk.table.service.component_sets import StoredSet, unfit
from stellwerk.table.service.tables import Tables
from stellwerk.table.service.typed_rows import SheetRow, progress, rows_of, sheet
from stellwerk.web.http.auth import Member, Newcomer, Visitor, csrf
from stellwerk.web.http.component_inputs import DefaultBody, NewSet, RowBody, SetBody, SetFile, SetId
from stellwerk.web.http.dependencies import Form, Reading, Service, game_of, go, shown
from stellwerk.web.http.inputs import filled, form_as
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.component_sets import Shown, corrected, set_name, shown_of, tried
from stellwerk.web.view.templates import Reader

router = room_of_pages()

SetQuery = Annotated[str, Query(alias="set", max_length=40)]
RowQuery = Annotated[str, Query(alias="row", max_length=60)]


# --- a sheet ----------------------------------------------------------------------------------------------------------


@router.get("/gallery/{name}/sheet/{table}")
def sheet_page(
    request: Request,
    name: str,
    table: str,
    reader: Reading,
    who: Visitor,
    tables: Service,
    set_: SetQuery = "",
    row: RowQuery = "",
) -> HTMLResponse:
    """All rows of a table, or one of them, to be typed from what one holds in the hand."""
    game = game_of(name)
    return _sheet(request, game, table, reader, who, shown_of(tables, who, game, set_), row)


def _sheet(
    request: Request,
    game: Game[Any],
    table: str,
    reader: Reader,
    who: Person | None,
    found: Shown,
    only: str = "",
    faults: Mapping[str, str] | None = None,
    status: int = 200,
) -> HTMLResponse:
    of = found.mine.set if found.mine is not None else None
    rows = [each for each in sheet(game, found.typed, of, table) if not only or each.name == only]
    if not rows:
        raise Refused("table", Text("there is nothing here"), 404)
    done, all_ = progress(found.typed, table)
    pictures = _pictures(game, found, table, reader)
    values = {
        "game_id": game.id,
        "title": reader.say(game.title),
        "table": table,
        "table_title": reader.say(game.titles.get(table, table)),
        "rows": [_row(game, of, table, each, pictures, reader) for each in rows],
        "names": list(rows_of(game.components, table)),
        "set_id": found.mine.id if found.mine is not None else "",
        "set_name": reader.say(set_name(found.about, found.typed == game.components)),
        "query": found.query,
        "only": only,
        "done": done,
        "all": all_,
        "faults": faults or {},
        "unfit": [reader.say(fault.text) for fault in unfit(game, of)] if of is not None else [],
    }
    return shown(request, reader, who, "sheet.html", "gallery", status, **values)


def _row(
    game: Game[Any], of: ComponentSet | None, table: str, row: SheetRow, pictures: Mapping[str, str], reader: Reader
) -> dict[str, Any]:
    built_in = rows_of(game.components, table)
    return {
        "name": row.name,
        "title": reader.say(Text(row.name)) if row.name in built_in else row.name,
        "anchor": anchor(row.name),
        "cells": [{"cell": cell, "title": reader.say(game.field_title(table, cell.field.name))} for cell in row.cells],
        "done": row.is_done,
        "gone": row.is_gone,
        "new": row.is_new,
        "like": of.row(table, row.name).like if of is not None else "",
        "picture": pictures.get(row.name, ""),
    }


def anchor(row: str) -> str:
    """The name of a row as the id of an element."""
    return re.sub(r"[^\w-]+", "-", row)


def _pictures(game: Game[Any], found: Shown, table: str, reader: Reader) -> dict[str, str]:
    """The component of each row as we draw it."""
    plates = draw.gallery(game.id, found.components, reader.words) if draw.is_drawn(game.id) else ()
    figures = (figure for plate in plates for figure in plate.figures if figure.row and figure.row[0] == table)
    return {figure.row[1]: figure.picture.html for figure in figures if figure.row}


# --- a row ------------------------------------------------------------------------------------------------------------


def _body(form: Mapping[str, Any]) -> RowBody:
    """A row out of the fields of a form. The button that says so has looked at everything."""
    named = [key for key in form if key.startswith("checked-")]
    wish: dict[str, Any] = {
        "table": form.get("table", ""),
        "row": form.get("row", ""),
        "values": {key[2:]: text for key, text in form.items() if key.startswith("f-")},
        "like": form.get("like", ""),
        "gone": bool(form.get("gone")),
    }
    if not form.get("all"):
        wish["checked"] = [key.removeprefix("checked-") for key in named]
    return filled(RowBody, wish)


@router.post("/gallery/{name}/row", response_model=None)
def keep_row(
    request: Request, name: str, form: Form, reader: Reading, who: Newcomer, tables: Service, response: Response
) -> Response:
    """Keep a row. Who has no set yet gets one; the page that sent it goes on with that."""
    game, body = game_of(name), _body(form)
    set_id = _own_set(tables, who, game, str(form.get("set", "")), reader)
    try:
        corrected(tables.sets, who, set_id, body.typed, reader.words)
    except Refused as refused:
        if "faults" not in refused.more:
            raise
        if _is_script(request):  # a fault of the typist is an answer, not a failure of the page
            told = {"code": refused.code, "text": reader.say(refused.text), **refused.more}
            return _welcomed(JSONResponse({"error": told, "set": set_id, "csrf": csrf(request)}), response)
        if "text/html" not in request.headers.get("accept", ""):
            raise
        faults = {f"{fault['row']} {fault['field']}": fault["text"] for fault in refused.more["faults"]}
        found = shown_of(tables, who, game, set_id)
        return _sheet(request, game, body.table, reader, who, found, str(form.get("only", "")), faults, 422)
    if _is_script(request):
        kept = _kept(game, tables, who, set_id, body.table, reader)
        return _welcomed(JSONResponse({**kept, "csrf": csrf(request)}), response)
    only = f"&row={quote(body.row)}" if form.get("only") else ""
    return go(f"/gallery/{name}/sheet/{body.table}?set={set_id}{only}#row-{anchor(body.row)}", response)


def _is_script(request: Request) -> bool:
    return request.headers.get("content-type", "").startswith("application/json")


def _welcomed(answer: JSONResponse, welcome: Response) -> JSONResponse:
    """A guest who was just made keeps the cookie that makes him one."""
    answer.raw_headers += [each for each in welcome.raw_headers if each[0] == b"set-cookie"]
    return answer


def _kept(game: Game[Any], tables: Tables, who: Person, set_id: str, table: str, reader: Reader) -> dict[str, str]:
    """What a sheet goes on with: the set, how far it is, and what of it does not fit together yet."""
    found = shown_of(tables, who, game, set_id)
    wrong = [reader.say(fault.text) for fault in unfit(game, tables.sets.find(who, set_id).set)]
    done = told_progress(*progress(found.typed, table))
    return {"set": set_id, "progress": reader.say(done), "unfit": " · ".join(wrong[:3])}


def told_progress(done: int, all_: int) -> Text:
    return Text("{done} of {all} checked", done=done, all=all_)


def _own_set(tables: Tables, who: Person, game: Game[Any], id_: str, reader: Reader) -> str:
    """The set a correction goes into: the one that was open, else a new draft."""
    if id_:
        return id_
    name = reader.say(Text("My copy"))
    kept = [each.set.name for each in tables.sets.mine(who, game.id)]
    number = next(n for n in range(1, len(kept) + 2) if _numbered(name, n) not in kept)
    author = "" if who.guest else who.name
    return tables.sets.create(who, game.id, _numbered(name, number), author)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"


@router.post("/gallery/{name}/try", response_class=JSONResponse)
def try_row(name: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> JSONResponse:
    """The component as it is being typed, and what is wrong with it. Nothing is kept."""
    tables.limits.count("sets", who)
    game, body, set_id = game_of(name), _body(form), str(form.get("set", ""))
    of = tables.sets.find(who, set_id).set if set_id else ComponentSet(game.id, "draft")
    components, faults = tried(game, of, body.typed, reader.words)
    figure = None if faults else draw.figure(game.id, components, (body.table, body.row), reader.words)
    return JSONResponse({"picture": "" if figure is None else figure.picture.html, "faults": faults})


# --- sets -------------------------------------------------------------------------------------------------------------


@router.post("/gallery/{name}/sets")
def create(name: str, form: Form, who: Newcomer, tables: Service, response: Response) -> RedirectResponse:
    wish = filled(NewSet, {**form, "game": game_of(name).id})
    made = tables.sets.create(who, wish.game, wish.name, wish.author, wish.note)
    return go(f"/gallery/{name}?set={made}", response)


@router.post("/sets/file")
def take_in(
    wish: Annotated[SetFile, form_as(SetFile)], who: Newcomer, tables: Service, response: Response
) -> RedirectResponse:
    made = tables.sets.take_in(who, wish.text)
    return go(f"/gallery/{tables.sets.find(who, made).set.game}?set={made}", response)


@router.post("/sets/{set_id}")
def describe(
    set_id: SetId, wish: Annotated[SetBody, form_as(SetBody)], who: Member, tables: Service
) -> RedirectResponse:
    tables.sets.describe(who, set_id, wish.name, wish.author, wish.note)
    return go(f"/gallery/{tables.sets.find(who, set_id).set.game}?set={set_id}")


@router.post("/sets/{set_id}/forget")
def forget(set_id: SetId, who: Member, tables: Service) -> RedirectResponse:
    found: StoredSet = tables.sets.find(who, set_id)
    tables.sets.forget(who, set_id)
    return go(f"/gallery/{found.set.game}")


@router.get("/sets/{set_id}.toml", response_class=PlainTextResponse)
def file(set_id: SetId, who: Visitor, tables: Service) -> PlainTextResponse:
    """The set as one file."""
    found = tables.sets.find(who, set_id)
    name = f"{found.set.game}-{set_id}-{found.set.version}.toml"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(tables.sets.file(who, set_id), headers=headers)


@router.post("/operator/components/{game}")
def make_default(
    game: str, wish: Annotated[DefaultBody, form_as(DefaultBody)], who: Visitor, tables: Service
) -> RedirectResponse:
    tables.sets.make_default(who, game_of(game).id, wish.set)
    return go(f"/gallery/{game}")
