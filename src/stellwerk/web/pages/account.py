"""Settings, the account, and the seat that a link gives."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.seating import people
from stellwerk.web.api.account import log_in, log_out, recognised, sign_up
from stellwerk.web.http.auth import Member, Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import YEAR, Form, Reading, Service, go, local, shown, speaking
from stellwerk.web.view.templates import CONFIRMS, THEMES, Reader

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.post("/language")
def set_language(form: Form) -> RedirectResponse:
    return speaking(go(local(form.get("next", "/"))), form.get("language", ""))


@router.post("/theme")
def set_theme(form: Form) -> RedirectResponse:
    answer = go(local(form.get("next", "/")))
    if form.get("theme") in THEMES:
        answer.set_cookie("theme", form["theme"], YEAR, samesite="lax")
    return answer


@router.post("/habits")
def set_habits(form: Form) -> RedirectResponse:
    """When to ask for confirmation, and whether to sound a gong."""
    answer = go(local(form.get("next", "/settings")))
    if form.get("confirm") in CONFIRMS:
        answer.set_cookie("confirm", form["confirm"], YEAR, samesite="lax")
    answer.set_cookie("sound", "on" if form.get("sound") else "off", YEAR, samesite="lax")
    return answer


# --- the account -----------------------------------------------------------------------------------------------------


@router.get("/settings")
def settings(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    return _settings(request, reader, who)


def _settings(
    request: Request,
    reader: Reader,
    who: Person | None,
    problem: Text | None = None,
    secret: str = "",
    status: int = 200,
) -> HTMLResponse:
    tokens: list[tuple[str, str, int]] = []
    if who is not None and not who.guest:
        with runtime_of(request).store.reading() as conn:
            tokens = people.tokens(conn, who)
    said = reader.say(problem) if problem is not None else ""
    return shown(
        request,
        reader,
        who,
        "settings.html",
        "settings",
        status,
        problem=said,
        tokens=tokens,
        secret=secret,
        known=who is not None,
    )


@router.post("/settings/login", response_model=None)
def login(request: Request, form: Form, reader: Reading, who: Visitor) -> Response:
    answer = go("/")
    try:
        log_in(request, answer, recognised(request, form.get("name", ""), form.get("password", "")))
    except Refused as refused:
        return _settings(request, reader, who, refused.text, status=refused.status)
    return answer


@router.post("/settings/register", response_model=None)
def register(request: Request, form: Form, reader: Reading, who: Visitor) -> Response:
    answer = go("/")
    try:
        log_in(request, answer, sign_up(request, who, form.get("name", ""), form.get("password", "")))
    except Refused as refused:
        return _settings(request, reader, who, refused.text, status=refused.status)
    return answer


@router.post("/settings/logout")
def logout(request: Request, who: Member) -> RedirectResponse:
    answer = go("/")
    log_out(request, answer)
    return answer


@router.post("/settings/token")
def token(request: Request, form: Form, reader: Reading, who: Member) -> HTMLResponse:
    """A token for a program that plays; its secret is shown once, on this very answer."""
    runtime = runtime_of(request)
    name = form.get("name", "").strip()[:40]
    _, secret = runtime.store.do(lambda work: people.new_token(work, who, name))
    return _settings(request, reader, who, secret=secret)


@router.post("/settings/token/{id_}/revoke")
def revoke(request: Request, id_: str, who: Member) -> RedirectResponse:
    runtime_of(request).store.do(lambda work: people.revoke_token(work, who, id_))
    request.app.state.doorkeeper.forget(who.id)
    return go("/settings")


# --- a seat by its link ----------------------------------------------------------------------------------------------


@router.get("/seat/{token}")
def seat_link(request: Request, token: str, reader: Reading, who: Visitor, tables: Service) -> HTMLResponse:
    """Looking at a link changes nothing; the button does."""
    table, seat = tables.link(token)
    game = reader.say(table.title)
    values: dict[str, Any] = {
        "title": table.name or game,
        "game": game,
        "seat": seat,
        "place": table.place(seat),
        "places": table.places,
    }
    answer = shown(request, reader, who, "seat.html", token=token, **values)
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


@router.post("/seat/{token}")
def take_seat(token: str, form: Form, who: Newcomer, tables: Service, response: Response) -> RedirectResponse:
    table, _ = tables.claim(who, token, form.get("name", "").strip()[:40])
    return go(f"/table/{table}", response)
