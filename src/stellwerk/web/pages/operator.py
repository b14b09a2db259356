"""The operator's page: reports, people, tables, and the log of what was done. Becoming the first one, too."""

from __future__ import annotations

from importlib.metadata import version
from platform import python_version
from typing import Annotated, Any

from fastapi import Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from stellwerk.web.api.operation import ReportNumber
from stellwerk.web.api.privacy import PersonId
from stellwerk.web.http.auth import Member, Visitor, runtime_of
from stellwerk.web.http.dependencies import Reading, go, shown
from stellwerk.web.http.inputs import BanBody, CodeBody, DeedBody, MessageBody, MuteBody, TableId, form_as
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.http.watching import memory
from stellwerk.web.pages.members import day

router = room_of_pages("/operator")


@router.get("")
def operator(
    request: Request, reader: Reading, who: Visitor, name: Annotated[str, Query(max_length=40)] = ""
) -> HTMLResponse:
    if who is None or not who.admin:
        return shown(request, reader, who, "become.html", "settings")
    runtime = runtime_of(request)
    values: dict[str, Any] = {
        "state": runtime.operators.state(who),
        "memory": memory(),
        "errors": request.app.state.errors.today()[:20],
        "versions": versions(),
        "message": runtime.operators.message(),
        "reports": runtime.operators.reports(who),
        "people": runtime.operators.people(who, name),
        "tables": runtime.tables.census(who, 50),
        "deeds": runtime.operators.deeds(who),
        "wanted": name,
        "day": day,
        "now": runtime.tables.now(),
    }
    return shown(request, reader, who, "operator.html", "settings", **values)


def versions() -> dict[str, str]:
    return {"Stellwerk": version("stellwerk"), "Python": python_version()}


@router.post("/message")
def post_message(
    request: Request, wish: Annotated[MessageBody, form_as(MessageBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.post_message(who, wish.text)
    return go("/operator")


@router.post("/become")
def become(request: Request, wish: Annotated[CodeBody, form_as(CodeBody)], who: Member) -> RedirectResponse:
    runtime_of(request).operators.become(who, wish.code)
    return go("/operator")


@router.post("/people/{person}/mute")
def mute(
    request: Request, person: PersonId, wish: Annotated[MuteBody, form_as(MuteBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.mute(who, person, wish.days, wish.why)
    return go("/operator")


@router.post("/people/{person}/ban")
def ban(
    request: Request, person: PersonId, wish: Annotated[BanBody, form_as(BanBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.ban(who, person, wish.banned, wish.why)
    return go("/operator")


@router.post("/people/{person}/delete")
def delete_person(
    request: Request, person: PersonId, wish: Annotated[DeedBody, form_as(DeedBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.delete_person(who, person, wish.why)
    return go("/operator")


@router.post("/tables/{table}/close")
def close_table(
    request: Request, table: TableId, wish: Annotated[DeedBody, form_as(DeedBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.close_table(who, table, wish.why)
    return go("/operator")


@router.post("/tables/{table}/delete")
def delete_table(
    request: Request, table: TableId, wish: Annotated[DeedBody, form_as(DeedBody)], who: Visitor
) -> RedirectResponse:
    runtime_of(request).operators.delete_table(who, table, wish.why)
    return go("/operator")


@router.post("/reports/{report}/close")
def close_report(request: Request, report: ReportNumber, who: Visitor) -> RedirectResponse:
    runtime_of(request).operators.close_report(who, report)
    return go("/operator")
