"""The JSON API: what is stored about one, its end, and people one does not want to meet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from stellwerk.core.dump import plain
from stellwerk.table import Person
from stellwerk.web.api import answers, json_views, people_answers
from stellwerk.web.api.play import Json
from stellwerk.web.http.auth import Member, log_out, runtime_of
from stellwerk.web.http.errors import words
from stellwerk.web.http.inputs import PasswordOnly, PersonAt, ReportBody, TableId
from stellwerk.web.http.rooms import room

router = room(prefix="/api", tags=["privacy"])

PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{1,16}$")]


@router.get("/me/everything", response_model=dict[str, Any])
def everything(request: Request, who: Member) -> JSONResponse:
    """All that is stored about one, as one file."""
    headers = {"content-disposition": 'attachment; filename="stellwerk.json"', "cache-control": "no-store"}
    found = runtime_of(request).members.everything(who)
    library = request.app.state.libraries.everything_of(who.id)
    return JSONResponse({**found, "library": plain(library)}, headers=headers)


@router.get("/me/games", response_class=StreamingResponse, responses={200: {"content": {"application/x-ndjson": {}}}})
def games(request: Request, who: Member) -> StreamingResponse:
    """One's games as lines of JSON: each is a table, with its log in `log` as one may read it, the latest first."""
    runtime_of(request).members.limits.count("everything", who)
    headers = {"content-disposition": 'attachment; filename="games.ndjson"', "cache-control": "no-store"}
    return StreamingResponse(_games(request, who), media_type="application/x-ndjson", headers=headers)


def _games(request: Request, who: Person) -> Iterator[str]:
    """A game at a time: nobody's whole life is in memory at once."""
    tables, reader = runtime_of(request).tables, words(request)
    for info in (*tables.mine(who), *tables.mine(who, archived=True)):
        log = [json_views.line(line, reader) for line in tables.history(who, info.id, None, 0)]
        yield json.dumps({**json_views.table(info, reader), "log": log}, ensure_ascii=False) + "\n"


@router.post("/me/delete", response_model=answers.Nothing)
def delete(request: Request, response: Response, who: Member, body: PasswordOnly) -> Json:
    """Delete one's account: name, chat and notes go, results of games with others stay without a name."""
    runtime_of(request).members.delete(who, body.password)
    log_out(request, response)
    return {}


@router.delete("/tables/{table}", response_model=answers.Nothing)
def delete_table(request: Request, who: Member, table: TableId) -> Json:
    """Delete a table of one's own at which nobody else has played."""
    runtime_of(request).members.delete_table(who, table)
    return {}


@router.get("/blocks", response_model=list[people_answers.Block])
def blocks(request: Request, who: Member) -> list[Json]:
    return [plain(block) for block in runtime_of(request).members.blocks(who)]


@router.post("/tables/{table}/block", response_model=answers.Nothing)
def block(request: Request, who: Member, table: TableId, body: PersonAt) -> Json:
    """Block whoever holds a seat or wrote a line of chat: they no longer join, write to or invite one."""
    runtime_of(request).members.block(who, table, body.seat, body.line)
    return {}


@router.delete("/blocks/{person}", response_model=answers.Nothing)
def unblock(request: Request, who: Member, person: PersonId) -> Json:
    runtime_of(request).members.unblock(who, person)
    return {}


@router.post("/tables/{table}/report", response_model=answers.Nothing)
def report(request: Request, who: Member, table: TableId, body: ReportBody) -> Json:
    """Tell the operator about whoever holds a seat or wrote a line of chat."""
    runtime_of(request).members.report(who, table, body.seat, body.line, body.text)
    return {}
