"""The JSON API: what operators do. Every deed is logged."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from stellwerk.web.api.play import Json
from stellwerk.web.api.privacy import PersonId
from stellwerk.web.http.auth import Member, Visitor, runtime_of
from stellwerk.web.http.inputs import BanBody, CodeBody, DeedBody, MuteBody, TableId

router = APIRouter(prefix="/api", tags=["operation"])

ReportNumber = Annotated[int, Path(ge=0, le=1 << 31)]


@router.post("/operator")
def become(request: Request, who: Member, body: CodeBody) -> Json:
    """Become the first operator by the code the server printed when it started."""
    runtime_of(request).operators.become(who, body.code)
    return {}


@router.get("/admin/people")
def people(request: Request, who: Visitor, name: Annotated[str, Query(max_length=40)] = "") -> list[Json]:
    return runtime_of(request).operators.people(who, name)


@router.get("/admin/reports")
def reports(request: Request, who: Visitor) -> list[Json]:
    return runtime_of(request).operators.reports(who)


@router.get("/admin/deeds")
def deeds(request: Request, who: Visitor) -> list[Json]:
    """What operators have done, the latest first."""
    return runtime_of(request).operators.deeds(who)


@router.post("/admin/people/{person}/mute")
def mute(request: Request, who: Visitor, person: PersonId, body: MuteBody) -> Json:
    """Nothing may be written to others for some days; 0 ends it."""
    runtime_of(request).operators.mute(who, person, body.days, body.why)
    return {}


@router.post("/admin/people/{person}/ban")
def ban(request: Request, who: Visitor, person: PersonId, body: BanBody) -> Json:
    """Close an account, or open it again."""
    runtime_of(request).operators.ban(who, person, body.banned, body.why)
    return {}


@router.post("/admin/people/{person}/delete")
def delete_person(request: Request, who: Visitor, person: PersonId, body: DeedBody) -> Json:
    runtime_of(request).operators.delete_person(who, person, body.why)
    return {}


@router.post("/admin/tables/{table}/close")
def close_table(request: Request, who: Visitor, table: TableId, body: DeedBody) -> Json:
    """End a game as it stands; it stays readable."""
    runtime_of(request).operators.close_table(who, table, body.why)
    return {}


@router.post("/admin/tables/{table}/delete")
def delete_table(request: Request, who: Visitor, table: TableId, body: DeedBody) -> Json:
    runtime_of(request).operators.delete_table(who, table, body.why)
    return {}


@router.post("/admin/reports/{report}/close")
def close_report(request: Request, who: Visitor, report: ReportNumber) -> Json:
    runtime_of(request).operators.close_report(who, report)
    return {}
