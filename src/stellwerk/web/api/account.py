"""The JSON API: who one is. Accounts, sessions, tokens for programs, seat links, settings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from stellwerk.core import Text
from stellwerk.core.dump import plain
from stellwerk.locale import LANGUAGES
from stellwerk.table import Person, Refused
from stellwerk.table.background import channels, notices
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
from stellwerk.web.api.play import Body, Json, Name
from stellwerk.web.http.auth import (
    Member,
    Newcomer,
    Visitor,
    cookie_name,
    csrf,
    csrf_of,
    give_cookie,
    limit_rate,
    runtime_of,
    session_token,
)
from stellwerk.web.http.errors import words
from stellwerk.web.http.middleware import address

router = APIRouter(prefix="/api", tags=["account"])

Password = Annotated[str, Field(max_length=200)]
LinkToken = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{20,64}$")]


class Credentials(Body):
    name: Name
    password: Password


class Profile(Body):
    name: Annotated[str | None, Field(min_length=1, max_length=40)] = None
    lang: Annotated[str | None, Field(max_length=8)] = None


class Named(Body):
    name: Name = ""


class NewPassword(Body):
    old: Password
    new: Password


def slowly(request: Request, *names: str) -> None:
    """Passwords are guessed slowly: so often per address, and per name."""
    limiter = request.app.state.limiter
    if not limiter.allows("20 per minute", "login", address(request.scope)):
        raise Refused("too-many", Text("too many attempts; wait a minute"), 429)
    if not all(limiter.allows("10 per minute", "login", people.login_of(name)) for name in names):
        raise Refused("too-many", Text("too many attempts; wait a minute"), 429)


def me_json(request: Request, who: Person | None) -> Json:
    if who is None:
        return {"person": None, "csrf": ""}
    person = {"id": who.id, "name": who.name, "guest": who.guest, "admin": who.admin, "lang": who.lang}
    return {"person": person, "csrf": csrf(request)}


@router.get("/me")
def me(request: Request, who: Visitor) -> Json:
    """Who one is here, and the token to send as `X-CSRF-Token` with everything a cookie is to change."""
    return me_json(request, who)


@router.post("/register", status_code=201)
def register(request: Request, response: Response, who: Visitor, body: Credentials) -> Json:
    """A new account; a guest keeps his seats."""
    person = sign_up(request, who, body.name, body.password)
    return {**me_json(request, person), "csrf": csrf_of(log_in(request, response, person))}


@router.post("/login")
def login(request: Request, response: Response, body: Credentials) -> Json:
    person = recognised(request, body.name, body.password)
    return {**me_json(request, person), "csrf": csrf_of(log_in(request, response, person))}


def sign_up(request: Request, who: Person | None, name: str, password: str) -> Person:
    slowly(request, name)
    runtime = runtime_of(request)
    lang = who.lang if who else None
    return runtime.store.do(lambda work: people.register(work, name, password, lang, who))


def recognised(request: Request, name: str, password: str) -> Person:
    slowly(request, name)
    with runtime_of(request).store.reading() as conn:
        return people.verify(conn, name, password)


def log_in(request: Request, response: Response, person: Person) -> str:
    """A new session each time: one that was planted before is of no use. Answers its token."""
    runtime = runtime_of(request)
    end_session(request, runtime)
    token = runtime.store.do(lambda work: people.new_session(work, person))
    give_cookie(runtime, response, token)
    request.app.state.doorkeeper.forget(person.id)
    return token


def end_session(request: Request, runtime: Runtime) -> None:
    old = session_token(request)
    if old:
        runtime.store.do(lambda work: people.end_session(work, old))
        request.app.state.doorkeeper.forget_token(old)


def log_out(request: Request, response: Response) -> None:
    runtime = runtime_of(request)
    end_session(request, runtime)
    response.delete_cookie(
        cookie_name(runtime), path="/", secure=runtime.settings.secure, httponly=True, samesite="lax"
    )


@router.post("/logout")
def logout(request: Request, response: Response, who: Member) -> Json:
    log_out(request, response)
    return {}


@router.patch("/me")
def change(request: Request, who: Member, body: Profile) -> Json:
    """Name shown, and language."""
    if body.lang is not None and body.lang not in LANGUAGES:
        raise Refused("lang", Text("this language is not spoken here"), 422)
    changed = {key: value for key, value in (("name", body.name), ("lang", body.lang)) if value is not None}
    person = runtime_of(request).store.do(lambda work: people.change(work, who, changed))
    request.app.state.doorkeeper.forget(who.id)
    return me_json(request, person)


@router.post("/password")
def password(request: Request, response: Response, who: Member, body: NewPassword) -> Json:
    """A new password ends every other session and every token."""
    recognised(request, who.name, body.old)
    person = runtime_of(request).store.do(lambda work: people.set_password(work, who.name, body.new))
    return {**me_json(request, person), "csrf": csrf_of(log_in(request, response, person))}


# --- programs --------------------------------------------------------------------------------------------------------


@router.get("/tokens")
def tokens(request: Request, who: Member) -> list[Json]:
    with runtime_of(request).store.reading() as conn:
        return [{"id": id_, "name": name, "created": at} for id_, name, at in people.tokens(conn, who)]


@router.post("/tokens", status_code=201)
def new_token(request: Request, who: Newcomer, body: Named) -> Json:
    """A token for a program that plays one's seats: send it as `Authorization: Bearer …`. It is shown once."""
    runtime = runtime_of(request)
    id_, secret = runtime.store.do(lambda work: people.new_token(work, who, body.name))
    return {"id": id_, "token": secret}


@router.delete("/tokens/{token}")
def revoke(request: Request, who: Member, token: Annotated[str, Path(max_length=16)]) -> Json:
    runtime_of(request).store.do(lambda work: people.revoke_token(work, who, token))
    request.app.state.doorkeeper.forget(who.id)
    return {}


# --- notices ---------------------------------------------------------------------------------------------------------


class Wishes(Body):
    notices: Annotated[list[dict[str, str]], Field(max_length=notices.MOST)]


@router.get("/notices")
def wanted(request: Request, who: Member) -> Json:
    """How one wants to be told of a turn, and what became of the latest messages."""
    with runtime_of(request).store.reading() as conn:
        return {"notices": notices.wishes(conn, who.id), "reports": plain(notices.reports(conn, who.id))}


@router.put("/notices")
def want(request: Request, who: Member, body: Wishes) -> Json:
    """Channels with fields: mail (to), webhook (url), ntfy (topic), discord (id, token), telegram (token, chat)."""
    return {"notices": runtime_of(request).store.do(lambda work: notices.set_wishes(work, who, body.notices))}


@router.post("/notices/test")
def try_out(request: Request, who: Member) -> Json:
    """Send a message by every channel now, and say what became of it."""
    limit_rate(request, "5 per minute", "notices", who)
    runtime = runtime_of(request)
    with runtime.store.reading() as conn:
        wishes = notices.wishes(conn, who.id)
    subject = Text("Stellwerk can reach you").render(words(request))
    message = channels.Message(subject, f"{subject}\n{runtime.settings.base_url}", {"test": True})
    return {"results": [_tried(request, runtime, wish, message) for wish in wishes]}


def _tried(request: Request, runtime: Runtime, wish: dict[str, str], message: channels.Message) -> Json:
    try:
        channels.deliver(runtime.settings, wish["channel"], wish, message)
    except channels.NotDelivered as problem:
        return {"channel": wish["channel"], "error": problem.text.render(words(request))}
    return {"channel": wish["channel"], "error": None}


# --- seat links ------------------------------------------------------------------------------------------------------


@router.get("/seat/{token}")
def link(request: Request, token: LinkToken) -> Json:
    """What a seat link is for. Looking changes nothing, so previews of a link by messengers do no harm."""
    table, seat = runtime_of(request).tables.link(token)
    return {"table": table.id, "game": table.game, "seat": seat, "name": table.place(seat).name}


@router.post("/seat/{token}")
def claim(request: Request, who: Newcomer, token: LinkToken, body: Named) -> Json:
    """Exchange a seat link for the seat: from now on the cookie (or token) of who asks may act for it."""
    table, seat = runtime_of(request).tables.claim(who, token, body.name)
    return {"table": table, "seat": seat}
