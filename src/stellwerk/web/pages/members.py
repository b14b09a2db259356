"""One's own account: name, password, mail, sessions; what is stored and how it goes; people one has blocked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.web.api import privacy as api
from stellwerk.web.api.privacy import PersonId
from stellwerk.web.http.auth import Member, log_in, log_out, own_session, runtime_of
from stellwerk.web.http.dependencies import Reading, go, shown
from stellwerk.web.http.inputs import (
    LinkToken,
    LostBody,
    MailBody,
    NewPassword,
    PasswordOnly,
    PersonAt,
    Profile,
    RecoverForm,
    ReportBody,
    TableId,
    form_as,
)
from stellwerk.web.http.middleware import address
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.templates import Reader

router = room_of_pages()


def _page(
    request: Request,
    reader: Reader,
    who: Person,
    problem: Text | None = None,
    done: Text | None = None,
    status: int = 200,
) -> HTMLResponse:
    runtime, here = runtime_of(request), own_session(request)
    sessions = [
        {"id": s.id, "agent": s.agent, "here": s.id == here, "created": day(s.created), "seen": day(s.seen)}
        for s in runtime.members.sessions(who)
    ]
    values: dict[str, Any] = {
        "problem": reader.say(problem) if problem is not None else "",
        "done": reader.say(done) if done is not None else "",
        "sessions": sessions,
        "blocks": runtime.members.blocks(who),
        "mail": runtime.mailing.address(who),
        "offers_mail": runtime.settings.offers_mail,
        "guest": who.guest,
        "name": who.name,
    }
    return shown(request, reader, who, "member.html", "settings", status, **values)


def day(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@router.get("/settings/account")
def account(request: Request, reader: Reading, who: Member) -> HTMLResponse:
    return _page(request, reader, who)


@router.post("/settings/name", response_model=None)
def rename(request: Request, wish: Annotated[Profile, form_as(Profile)], reader: Reading, who: Member) -> Response:
    try:
        runtime_of(request).accounts.change(who, wish.name, None)
    except Refused as refused:
        return _page(request, reader, who, refused.text, status=refused.status)
    return go("/settings/account")


@router.post("/settings/password", response_model=None)
def password(
    request: Request, wish: Annotated[NewPassword, form_as(NewPassword)], reader: Reading, who: Member
) -> Response:
    try:
        person = runtime_of(request).accounts.change_password(who, wish.old, wish.new, address(request.scope))
    except Refused as refused:
        return _page(request, reader, who, refused.text, status=refused.status)
    answer = go("/settings/account")
    log_in(request, answer, person)
    return answer


@router.post("/settings/sessions/{session}/end")
def end_session(request: Request, session: str, who: Member) -> RedirectResponse:
    runtime_of(request).members.end_session(who, session)
    return go("/settings/account")


@router.post("/settings/sessions/end")
def sign_out_everywhere(request: Request, who: Member) -> RedirectResponse:
    runtime_of(request).members.sign_out_everywhere(who)
    answer = go("/")
    log_out(request, answer)
    return answer


# --- what is stored --------------------------------------------------------------------------------------------------


@router.get("/settings/everything.json")
def everything(request: Request, who: Member) -> JSONResponse:
    return api.everything(request, who)


@router.post("/settings/delete", response_model=None)
def delete(
    request: Request, wish: Annotated[PasswordOnly, form_as(PasswordOnly)], reader: Reading, who: Member
) -> Response:
    try:
        runtime_of(request).members.delete(who, wish.password)
    except Refused as refused:
        return _page(request, reader, who, refused.text, status=refused.status)
    answer = go("/")
    log_out(request, answer)
    return answer


@router.post("/settings/unblock/{person}")
def unblock(request: Request, person: PersonId, who: Member) -> RedirectResponse:
    runtime_of(request).members.unblock(who, person)
    return go("/settings/account")


@router.post("/table/{table_id}/delete")
def delete_table(request: Request, table_id: TableId, who: Member) -> RedirectResponse:
    runtime_of(request).members.delete_table(who, table_id)
    return go("/")


@router.post("/table/{table_id}/block")
def block(request: Request, table_id: TableId, wish: Annotated[PersonAt, form_as(PersonAt)], who: Member) -> Response:
    runtime_of(request).members.block(who, table_id, wish.seat, wish.line)
    return go("/settings/account")


@router.post("/table/{table_id}/report")
def report(
    request: Request, table_id: TableId, wish: Annotated[ReportBody, form_as(ReportBody)], who: Member
) -> Response:
    runtime_of(request).members.report(who, table_id, wish.seat, wish.line, wish.text)
    return go(f"/table/{table_id}")


# --- mail ------------------------------------------------------------------------------------------------------------


@router.post("/settings/mail", response_model=None)
def ask_mail(request: Request, wish: Annotated[MailBody, form_as(MailBody)], reader: Reading, who: Member) -> Response:
    try:
        runtime_of(request).mailing.ask(who, wish.address)
    except Refused as refused:
        return _page(request, reader, who, refused.text, status=refused.status)
    return _page(request, reader, who, done=Text("A letter is on its way. Open the link in it to confirm the address."))


@router.post("/settings/mail/forget")
def forget_mail(request: Request, who: Member) -> RedirectResponse:
    runtime_of(request).mailing.forget(who)
    return go("/settings/account")


@router.get("/mail/{code}")
def look_at_code(request: Request, code: LinkToken, reader: Reading) -> HTMLResponse:
    """Programs that open links in letters change nothing; the button does."""
    return _letter(request, reader, "confirm", f"/mail/{code}")


@router.post("/mail/{code}")
def confirm_mail(request: Request, code: LinkToken) -> RedirectResponse:
    runtime_of(request).mailing.confirm(code)
    return go("/settings?saved=yes")


@router.get("/password")
def forgotten(request: Request, reader: Reading) -> HTMLResponse:
    return _letter(request, reader, "lost", "/password")


@router.post("/password")
def lost_password(request: Request, wish: Annotated[LostBody, form_as(LostBody)], reader: Reading) -> HTMLResponse:
    runtime_of(request).mailing.lost_password(wish.name, address(request.scope))
    return _letter(request, reader, "sent", "/password")


@router.get("/password/{code}")
def new_password(request: Request, code: LinkToken, reader: Reading) -> HTMLResponse:
    return _letter(request, reader, "recover", f"/password/{code}")


@router.post("/password/{code}", response_model=None)
def recover(
    request: Request, code: LinkToken, wish: Annotated[RecoverForm, form_as(RecoverForm)], reader: Reading
) -> Response:
    try:
        runtime_of(request).mailing.recover(code, wish.new)
    except Refused as refused:
        return _letter(request, reader, "recover", f"/password/{code}", refused.text, refused.status)
    return go("/settings")


def _letter(
    request: Request, reader: Reader, kind: str, action: str, problem: Text | None = None, status: int = 200
) -> HTMLResponse:
    said = reader.say(problem) if problem is not None else ""
    who = getattr(request.state, "who", None)
    return shown(request, reader, who, "letter.html", "settings", status, kind=kind, action=action, problem=said)
