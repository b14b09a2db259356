"""The JSON API: what is stored about one, its end, and people one does not want to meet."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import JSONResponse

from stellwerk.core.dump import plain
from stellwerk.web.api.play import Json
from stellwerk.web.http.auth import Member, log_out, runtime_of
from stellwerk.web.http.inputs import PasswordOnly, PersonAt, ReportBody, TableId

router = APIRouter(prefix="/api", tags=["privacy"])

PersonId = Annotated[str, Path(pattern=r"^[0-9a-f]{1,16}$")]


@router.get("/me/everything")
def everything(request: Request, who: Member) -> JSONResponse:
    """All that is stored about one, as one file."""
    headers = {"content-disposition": 'attachment; filename="stellwerk.json"', "cache-control": "no-store"}
    return JSONResponse(runtime_of(request).members.everything(who), headers=headers)


@router.post("/me/delete")
def delete(request: Request, response: Response, who: Member, body: PasswordOnly) -> Json:
    """Delete one's account: name, chat and notes go, results of games with others stay without a name."""
    runtime_of(request).members.delete(who, body.password)
    log_out(request, response)
    return {}


@router.delete("/tables/{table}")
def delete_table(request: Request, who: Member, table: TableId) -> Json:
    """Delete a table of one's own at which nobody else has played."""
    runtime_of(request).members.delete_table(who, table)
    return {}


@router.get("/blocks")
def blocks(request: Request, who: Member) -> list[Json]:
    return [plain(block) for block in runtime_of(request).members.blocks(who)]


@router.post("/tables/{table}/block")
def block(request: Request, who: Member, table: TableId, body: PersonAt) -> Json:
    """Block whoever holds a seat or wrote a line of chat: they no longer join, write to or invite one."""
    runtime_of(request).members.block(who, table, body.seat, body.line)
    return {}


@router.delete("/blocks/{person}")
def unblock(request: Request, who: Member, person: PersonId) -> Json:
    runtime_of(request).members.unblock(who, person)
    return {}


@router.post("/tables/{table}/report")
def report(request: Request, who: Member, table: TableId, body: ReportBody) -> Json:
    """Tell the operator about whoever holds a seat or wrote a line of chat."""
    runtime_of(request).members.report(who, table, body.seat, body.line, body.text)
    return {}
