"""The JSON API: what operators do. Every deed is logged."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import Path, Query, Request, Response

from stellwerk.web.api import answers, paging
from stellwerk.web.api.operator_answers import ServerState
from stellwerk.web.api.play import Json
from stellwerk.web.api.privacy import PersonId
from stellwerk.web.http.auth import Member, Visitor, runtime_of
from stellwerk.web.http.inputs import BanBody, CodeBody, DeedBody, MessageBody, MuteBody, TableId
from stellwerk.web.http.rooms import room
from stellwerk.web.http.watching import memory

router = room(prefix="/api", tags=["operation"])

ReportNumber = Annotated[int, Path(ge=0, le=1 << 31)]


@router.post("/operator", response_model=answers.Nothing)
def become(request: Request, who: Member, body: CodeBody) -> Json:
    """Become the first operator by the code the server printed when it started."""
    runtime_of(request).operators.become(who, body.code)
    return {}


@router.get("/admin/people", response_model=list[answers.Row])
def people(request: Request, who: Visitor, name: Annotated[str, Query(max_length=40)] = "") -> list[Json]:
    return runtime_of(request).operators.people(who, name)


@router.get("/admin/reports", response_model=list[answers.Row])
def reports(request: Request, who: Visitor) -> list[Json]:
    return runtime_of(request).operators.reports(who)


@router.get("/admin/deeds", response_model=list[answers.Row])
def deeds(
    request: Request,
    response: Response,
    who: Visitor,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
    cursor: paging.Cursor = None,
) -> list[Json]:
    """What operators have done, the latest first."""
    found = runtime_of(request).operators.deeds(who, limit + 1, paging.place_in(cursor))
    return paging.after(request, response, found, limit, lambda row: row["id"], lambda row: "")


@router.get("/admin/state", response_model=ServerState)
def state(request: Request, who: Visitor) -> Json:
    """Tables, people, disk, queues, versions and backups of the server, and the errors of the last day."""
    found = asdict(runtime_of(request).operators.state(who))
    errors = [asdict(error) for error in request.app.state.errors.today()]
    return {**found, "memory_bytes": memory(), "errors": errors}


@router.put("/admin/message", response_model=answers.Nothing)
def post_message(request: Request, who: Visitor, body: MessageBody) -> Json:
    """What everybody reads on top of every page; without words it is taken away."""
    runtime_of(request).operators.post_message(who, body.text)
    return {}


@router.post("/admin/people/{person}/mute", response_model=answers.Nothing)
def mute(request: Request, who: Visitor, person: PersonId, body: MuteBody) -> Json:
    """Nothing may be written to others for some days; 0 ends it."""
    runtime_of(request).operators.mute(who, person, body.days, body.why)
    return {}


@router.post("/admin/people/{person}/ban", response_model=answers.Nothing)
def ban(request: Request, who: Visitor, person: PersonId, body: BanBody) -> Json:
    """Close an account, or open it again."""
    runtime_of(request).operators.ban(who, person, body.banned, body.why)
    return {}


@router.post("/admin/people/{person}/delete", response_model=answers.Nothing)
def delete_person(request: Request, who: Visitor, person: PersonId, body: DeedBody) -> Json:
    runtime_of(request).operators.delete_person(who, person, body.why)
    return {}


@router.post("/admin/tables/{table}/close", response_model=answers.Nothing)
def close_table(request: Request, who: Visitor, table: TableId, body: DeedBody) -> Json:
    """End a game as it stands; it stays readable."""
    runtime_of(request).operators.close_table(who, table, body.why)
    return {}


@router.post("/admin/tables/{table}/delete", response_model=answers.Nothing)
def delete_table(request: Request, who: Visitor, table: TableId, body: DeedBody) -> Json:
    runtime_of(request).operators.delete_table(who, table, body.why)
    return {}


@router.post("/admin/reports/{report}/close", response_model=answers.Nothing)
def close_report(request: Request, who: Visitor, report: ReportNumber) -> Json:
    runtime_of(request).operators.close_report(who, report)
    return {}
