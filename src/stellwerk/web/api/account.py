"""The JSON API: who one is. Accounts, sessions, tokens for programs, seat links, settings."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from fastapi import Path, Request, Response

from stellwerk.core.dump import plain
from stellwerk.table import Person
from stellwerk.table.background.hours import Hours
from stellwerk.web.api import answers, people_answers
from stellwerk.web.api.play import Json
from stellwerk.web.http.auth import (
    Member,
    Newcomer,
    Visitor,
    agent_of,
    csrf,
    csrf_of,
    log_in,
    log_out,
    own_session,
    runtime_of,
)
from stellwerk.web.http.errors import words
from stellwerk.web.http.inputs import (
    CodeBody,
    Credentials,
    DeviceBody,
    HoursBody,
    LinkToken,
    LostBody,
    MailBody,
    Named,
    NewPassword,
    Profile,
    RecoverBody,
    TokenBody,
    Wishes,
)
from stellwerk.web.http.middleware import address
from stellwerk.web.http.rooms import room

router = room(prefix="/api", tags=["account"])


def me_json(request: Request, who: Person | None) -> Json:
    if who is None:
        return {"person": None, "csrf": ""}
    person = {"id": who.id, "name": who.name, "guest": who.guest, "admin": who.admin, "lang": who.lang}
    return {"person": person, "csrf": csrf(request)}


@router.get("/me", response_model=people_answers.Me)
def me(request: Request, who: Visitor) -> Json:
    """Who one is here, and the token to send as `X-CSRF-Token` with everything a cookie is to change."""
    return me_json(request, who)


@router.post("/register", response_model=people_answers.Me, status_code=201)
def register(request: Request, response: Response, who: Visitor, body: Credentials) -> Json:
    """A new account; a guest keeps his seats."""
    person = runtime_of(request).accounts.register(who, body.name, body.password, address(request.scope))
    return _logged_in(request, response, person)


@router.post("/login", response_model=people_answers.Me)
def login(request: Request, response: Response, who: Visitor, body: Credentials) -> Json:
    """The account of a name; what a guest has learnt goes with him."""
    runtime = runtime_of(request)
    person = runtime.accounts.recognise(body.name, body.password, address(request.scope))
    runtime.lessons.bring(who, person)
    return _logged_in(request, response, person)


def _logged_in(request: Request, response: Response, person: Person) -> Json:
    return {**me_json(request, person), "csrf": csrf_of(log_in(request, response, person))}


@router.post("/logout", response_model=answers.Nothing)
def logout(request: Request, response: Response, who: Member) -> Json:
    log_out(request, response)
    return {}


@router.patch("/me", response_model=people_answers.Me)
def change(request: Request, who: Member, body: Profile) -> Json:
    """Name shown, and language."""
    return me_json(request, runtime_of(request).accounts.change(who, body.name, body.lang))


@router.post("/password", response_model=people_answers.Me)
def password(request: Request, response: Response, who: Member, body: NewPassword) -> Json:
    """A new password ends every other session and every token."""
    person = runtime_of(request).accounts.change_password(who, body.old, body.new, address(request.scope))
    return _logged_in(request, response, person)


@router.post("/password/lost", response_model=answers.Nothing)
def lost_password(request: Request, body: LostBody) -> Json:
    """Send a link for a new password to the confirmed address of an account. The answer says nothing about it."""
    runtime_of(request).mailing.lost_password(body.name, address(request.scope))
    return {}


@router.post("/password/recover", response_model=answers.Nothing)
def recover(request: Request, body: RecoverBody) -> Json:
    """A new password by the code of such a link; every session and token ends."""
    runtime_of(request).mailing.recover(body.code, body.new)
    return {}


# --- sessions --------------------------------------------------------------------------------------------------------


@router.get("/sessions", response_model=list[people_answers.SessionInfo])
def all_sessions(request: Request, who: Member) -> list[Json]:
    """The browsers that are signed in; `here` is the one that asks."""
    here = own_session(request)
    return [{**plain(each), "here": each.id == here} for each in runtime_of(request).members.sessions(who)]


@router.delete("/sessions/{session}", response_model=answers.Nothing)
def end_session(request: Request, who: Member, session: Annotated[str, Path(max_length=16)]) -> Json:
    runtime_of(request).members.end_session(who, session)
    return {}


@router.delete("/sessions", response_model=answers.Nothing)
def sign_out_everywhere(request: Request, response: Response, who: Member) -> Json:
    """Every session ends, this one too."""
    runtime_of(request).members.sign_out_everywhere(who)
    log_out(request, response)
    return {}


# --- mail ------------------------------------------------------------------------------------------------------------


@router.get("/mail", response_model=people_answers.Mail)
def mail(request: Request, who: Member) -> Json:
    """The confirmed address, and whether this server sends mail at all."""
    runtime = runtime_of(request)
    return {"offered": runtime.settings.offers_mail, "address": runtime.mailing.address(who)}


@router.post("/mail", response_model=answers.Nothing)
def ask_mail(request: Request, who: Member, body: MailBody) -> Json:
    """Send a link to an address; it is used for letters once the link was opened."""
    runtime_of(request).mailing.ask(who, body.address)
    return {}


@router.post("/mail/confirm", response_model=answers.Nothing)
def confirm_mail(request: Request, body: CodeBody) -> Json:
    runtime_of(request).mailing.confirm(body.code)
    return {}


@router.delete("/mail", response_model=answers.Nothing)
def forget_mail(request: Request, who: Member) -> Json:
    runtime_of(request).mailing.forget(who)
    return {}


# --- programs --------------------------------------------------------------------------------------------------------


@router.get("/tokens", response_model=list[people_answers.TokenInfo])
def tokens(request: Request, who: Member) -> list[Json]:
    return [plain(token) for token in runtime_of(request).accounts.tokens(who)]


@router.post("/tokens", response_model=people_answers.NewToken, status_code=201)
def new_token(request: Request, who: Newcomer, body: TokenBody) -> Json:
    """A token for a program that plays one's seats: send it as `Authorization: Bearer …`. It is shown once.

    It plays and does no more, unless `scope` is `all`; it ends after so many `days`. Who comes without a session or a
    token becomes a guest who is called as the token is.
    """
    if hasattr(request.state, "welcomed"):
        runtime_of(request).accounts.introduce(who, body.name)
    id_, secret = runtime_of(request).accounts.new_token(who, body.name, body.scope, body.days)
    return {"id": id_, "token": secret}


@router.delete("/tokens/{token}", response_model=answers.Nothing)
def revoke(request: Request, who: Member, token: Annotated[str, Path(max_length=16)]) -> Json:
    runtime_of(request).accounts.revoke_token(who, token)
    return {}


# --- notices ---------------------------------------------------------------------------------------------------------


@router.get("/notices", response_model=people_answers.NoticesAndReports)
def wanted(request: Request, who: Member) -> Json:
    """How one wants to be told of a turn, and what became of the latest messages."""
    accounts = runtime_of(request).accounts
    return {"notices": accounts.wishes(who), "reports": plain(accounts.reports(who))}


@router.put("/notices", response_model=people_answers.Notices)
def want(request: Request, who: Member, body: Wishes) -> Json:
    """Channels with fields: mail (to), webhook (url), ntfy (topic), discord (id, token), telegram (token, chat)."""
    return {"notices": runtime_of(request).accounts.set_wishes(who, body.notices)}


@router.get("/notices/hours", response_model=people_answers.HoursInfo)
def hours(request: Request, who: Member) -> Json:
    """When one wants to be told."""
    return asdict(runtime_of(request).accounts.hours(who))


@router.put("/notices/hours", response_model=people_answers.HoursInfo)
def set_hours(request: Request, who: Member, body: HoursBody) -> Json:
    """Quiet hours, and the hour of a digest instead of a message for each turn."""
    return asdict(runtime_of(request).accounts.set_hours(who, Hours(**body.model_dump())))


@router.get("/notices/devices", response_model=people_answers.DevicesInfo)
def devices(request: Request, who: Member) -> Json:
    """The browsers one is told by, by web push."""
    found = runtime_of(request).devices
    return {"key": found.key(), "devices": plain(found.of(who))}


@router.post("/notices/devices", response_model=people_answers.DeviceId, status_code=201)
def add_device(request: Request, who: Member, body: DeviceBody) -> Json:
    """Tell this browser; of more than ten the oldest is told no longer."""
    return {"id": runtime_of(request).devices.add(who, body.model_dump(), agent_of(request))}


@router.delete("/notices/devices/{device}", response_model=answers.Nothing)
def drop_device(request: Request, who: Member, device: Annotated[str, Path(max_length=16)]) -> Json:
    runtime_of(request).devices.drop(who, device)
    return {}


@router.post("/notices/test", response_model=people_answers.TriedOut)
def try_out(request: Request, who: Member) -> Json:
    """Send a message by every channel now, and say what became of it."""
    return {"results": runtime_of(request).accounts.try_out(who, words(request))}


# --- seat links ------------------------------------------------------------------------------------------------------


@router.get("/seat/{token}", response_model=people_answers.LinkInfo)
def link(request: Request, token: LinkToken) -> Json:
    """What a seat link is for. Looking changes nothing, so previews of a link by messengers do no harm."""
    table, seat = runtime_of(request).tables.link(token)
    return {"table": table.id, "game": table.game, "seat": seat, "name": table.place(seat).name}


@router.post("/seat/{token}", response_model=answers.Taken)
def claim(request: Request, who: Newcomer, token: LinkToken, body: Named) -> Json:
    """Exchange a seat link for the seat: from now on the cookie (or token) of who asks may act for it."""
    table, seat = runtime_of(request).tables.claim(who, token, body.name)
    return {"table": table, "seat": seat}
