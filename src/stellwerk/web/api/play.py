"""The JSON API: playing. Every answer is for the person who asks; `json_views` says what is in it."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from starlette.concurrency import run_in_threadpool

from stellwerk.core.dump import plain
from stellwerk.table.model import Done
from stellwerk.table.moves.idempotency import granted
from stellwerk.table.service import talking
from stellwerk.table.service.table_info import TableInfo
from stellwerk.web.api import answers, json_views, paging
from stellwerk.web.http.auth import Member, Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import link_of
from stellwerk.web.http.errors import words
from stellwerk.web.http.inputs import ActBody, ChatBody, NewTable, NoteBody, TableId, UndoBody, VoteBody
from stellwerk.web.http.plain_route import PlainRoute
from stellwerk.web.http.rooms import room

router = room(prefix="/api")
moves = APIRouter(prefix="/api", route_class=PlainRoute)

SeatNumber = Annotated[int | None, Query(ge=0, le=9)]
Json = dict[str, Any]


def done(found: Done) -> JSONResponse:
    facts = {"version": found.version, "first": found.first, "motion": found.motion, "log": list(found.log)}
    return JSONResponse(facts)


@moves.post("/tables/{table}/act", response_model=answers.Done, tags=["play"])
async def act(request: Request, who: Member, table: TableId, body: ActBody) -> JSONResponse:
    """Act once, if the table still is at version `at`. The same `request_id` again gives the same answer."""
    tables = runtime_of(request).tables
    given = (who, table, body.action, body.at, body.request_id, body.seat)
    if tables.store.sole:  # everything asked for is in memory: no need of a thread
        return done(granted(await asyncio.wrap_future(tables.acting(*given))))
    return done(await run_in_threadpool(tables.act, *given))


@router.post("/tables", response_model=answers.Opened, status_code=201, tags=["tables"])
def create(request: Request, who: Newcomer, body: NewTable) -> Json:
    """Open a table. `links` are secrets: give each to the person who is to sit there."""
    made = runtime_of(request).tables.create(who, body.spec)
    return {"table": made.table, "links": {seat: link_of(request, token) for seat, token in made.links.items()}}


@router.get("/tables", response_model=list[answers.Table], tags=["tables"])
def mine(
    request: Request,
    response: Response,
    who: Member,
    archived: bool = False,
    limit: paging.Limit = None,
    cursor: paging.Cursor = None,
) -> list[Json]:
    """One's own tables, those that wait for one first."""
    found = paging.listed(request, response, runtime_of(request).tables.mine(who, archived), _place, cursor, limit)
    return [json_views.table(info, words(request)) for info in found]


def _place(info: TableInfo) -> tuple[int | str, ...]:
    """As `mine` orders them."""
    return (0 if info.my_turn else 1, 1 if info.status in ("over", "ended") else 0, -info.touched, info.id)


@router.get("/lobby", response_model=list[answers.Table], tags=["tables"])
def lobby(
    request: Request, response: Response, who: Visitor, limit: paging.Limit = None, cursor: paging.Cursor = None
) -> list[Json]:
    """Tables with seats open to everybody, the latest first."""
    found = paging.listed(request, response, runtime_of(request).tables.lobby(who), _newest, cursor, limit)
    return [json_views.table(info, words(request)) for info in found]


def _newest(info: TableInfo) -> tuple[int | str, ...]:
    return (-info.touched, info.id)


@router.get("/turns", response_model=list[answers.Turn], tags=["tables"])
def turns(
    request: Request, response: Response, who: Member, limit: paging.Limit = None, cursor: paging.Cursor = None
) -> list[Json]:
    """Whose turn is it? The tables that wait for the one who asks."""
    waiting = [info for info in runtime_of(request).tables.mine(who) if info.my_turn]
    found = paging.listed(request, response, waiting, _newest, cursor, limit)
    return [{"table": i.id, "game": i.game, "version": i.version, "seat": i.to_move} for i in found]


@router.get("/tables/{table}", response_model=answers.Table, tags=["tables"])
def table_info(request: Request, who: Visitor, table: TableId) -> Json:
    return json_views.table(runtime_of(request).tables.info(who, table), words(request))


@router.get("/tables/{table}/view", response_model=dict[str, Any], tags=["play"])
def view(
    request: Request,
    who: Visitor,
    table: TableId,
    seat: SeatNumber = None,
    version: Annotated[int | None, Query(ge=0, le=1_000_000_000)] = None,
) -> JSONResponse:
    """What one may see, now or at an earlier version."""
    return JSONResponse(plain(runtime_of(request).tables.view(who, table, seat, version)))


@router.get("/tables/{table}/options", response_model=answers.Offer, tags=["play"])
def options(request: Request, who: Visitor, table: TableId, seat: SeatNumber = None) -> JSONResponse:
    """The open question, and to the seat that is asked what it may answer."""
    return JSONResponse(json_views.offer(runtime_of(request).tables.options(who, table, seat), words(request)))


@router.get("/tables/{table}/why", response_model=answers.Objection, tags=["play"])
def why(
    request: Request,
    who: Visitor,
    table: TableId,
    action: Annotated[str, Query(max_length=4000)],
    seat: SeatNumber = None,
) -> Json:
    """Whether an action is legal now, and if not, why not."""
    return json_views.objection(runtime_of(request).tables.why(who, table, action, seat), words(request))


@router.get("/tables/{table}/history", response_model=list[answers.Line], tags=["play"])
def history(
    request: Request,
    who: Visitor,
    table: TableId,
    since: Annotated[int, Query(ge=0, le=1_000_000_000)] = 0,
    seat: SeatNumber = None,
    limit: paging.Limit = None,
) -> JSONResponse:
    """The log after a version, as one may read it; the version of its last line is where the next part begins."""
    lines = runtime_of(request).tables.history(who, table, seat, since)[:limit]
    return JSONResponse([json_views.line(line, words(request)) for line in lines])


@router.get("/tables/{table}/scores", response_model=list[answers.Score], tags=["play"])
def scores(request: Request, who: Visitor, table: TableId) -> list[Json]:
    return [json_views.score(each, words(request)) for each in runtime_of(request).tables.scores(who, table)]


@router.post("/tables/{table}/undo", response_model=answers.Done, tags=["play"])
def undo(request: Request, who: Member, table: TableId, body: UndoBody) -> JSONResponse:
    """Take back the last own move, or everything since a version; `motion` is set when others must agree first."""
    tables = runtime_of(request).tables
    return done(tables.undo(who, table, body.at, body.request_id, body.to, body.seat))


@router.post("/tables/{table}/motions/{motion}", response_model=answers.Motion, tags=["play"])
def vote(
    request: Request, who: Member, table: TableId, motion: Annotated[str, Path(max_length=16)], body: VoteBody
) -> Json:
    return json_views.motion(runtime_of(request).tables.vote(who, table, motion, body.agree, body.seat))


@router.get("/tables/{table}/note", response_model=answers.Note, tags=["talk"])
def note(request: Request, who: Member, table: TableId) -> Json:
    """One's private notes."""
    return {"text": runtime_of(request).tables.note(who, table)}


@router.put("/tables/{table}/note", response_model=answers.Note, tags=["talk"])
def set_note(request: Request, who: Member, table: TableId, body: NoteBody) -> Json:
    runtime_of(request).tables.set_note(who, table, body.text)
    return {"text": body.text}


@router.get("/tables/{table}/chat", response_model=list[answers.Remark], tags=["talk"])
def chat(
    request: Request,
    who: Visitor,
    table: TableId,
    since: Annotated[int, Query(ge=0, le=1 << 60)] = 0,
    before: Annotated[int | None, Query(ge=0, le=1 << 60)] = None,
    limit: Annotated[int, Query(ge=1, le=talking.MOST)] = talking.MOST,
) -> list[Json]:
    """The latest lines; those after the line `since`; or the last ones before the line `before`."""
    return [plain(remark) for remark in runtime_of(request).tables.chat(who, table, since, before, limit)]


@router.post("/tables/{table}/chat", response_model=answers.Remark, status_code=201, tags=["talk"])
def say(request: Request, who: Member, table: TableId, body: ChatBody) -> Json:
    found: Json = plain(runtime_of(request).tables.say(who, table, body.text))
    return found
