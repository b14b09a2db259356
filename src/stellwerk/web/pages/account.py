"""Settings, the account, and the seat that a link gives."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.moves.forced import ADVICE
from stellwerk.web.http.auth import Member, Newcomer, Visitor, log_in, log_out, runtime_of
from stellwerk.web.http.dependencies import YEAR, Form, Reading, Service, go, local, shown, speaking
from stellwerk.web.http.inputs import AwayBody, Credentials, LinkToken, Named, TokenBody, form_as
from stellwerk.web.http.middleware import address
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.templates import CONFIRMS, THEMES, Reader

router = room_of_pages()


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
    answer = go(local(form.get("next", "/settings?saved=yes")))
    if form.get("confirm") in CONFIRMS:
        answer.set_cookie("confirm", form["confirm"], YEAR, samesite="lax")
    answer.set_cookie("sound", "on" if form.get("sound") else "off", YEAR, samesite="lax")
    return answer


@router.post("/settings/away")
def take_time_off(request: Request, wish: Annotated[AwayBody, form_as(AwayBody)], who: Member) -> RedirectResponse:
    runtime_of(request).pauses.take_time_off(who, wish.days)
    return go("/settings?saved=yes")


# --- the account -----------------------------------------------------------------------------------------------------


@router.get("/settings")
def settings(request: Request, reader: Reading, who: Visitor, saved: str = "", next: str = "/") -> HTMLResponse:
    return _settings(request, reader, who, saved=bool(saved), then=local(next))


def _settings(
    request: Request,
    reader: Reader,
    who: Person | None,
    problem: Text | None = None,
    secret: str = "",
    status: int = 200,
    saved: bool = False,
    then: str = "/",
) -> HTMLResponse:
    """`then` is where whoever signs in goes on."""
    tokens = runtime_of(request).accounts.tokens(who) if who is not None and not who.guest else []
    said = reader.say(problem) if problem is not None else ""
    return shown(
        request,
        reader,
        who,
        "settings.html",
        "settings",
        status,
        problem=said,
        saved=saved,
        then=then,
        tokens=tokens,
        secret=secret,
        known=who is not None,
        operator=who is not None and who.admin,
        offers_mail=runtime_of(request).settings.offers_mail,
    )


Credential = Annotated[Credentials, form_as(Credentials)]


@router.post("/settings/login", response_model=None)
def login(request: Request, wish: Credential, form: Form, reader: Reading, who: Visitor) -> Response:
    runtime, then = runtime_of(request), local(form.get("next", "/"))
    try:
        person = runtime.accounts.recognise(wish.name, wish.password, address(request.scope))
    except Refused as refused:
        return _settings(request, reader, who, refused.text, status=refused.status, then=then)
    runtime.lessons.bring(who, person)
    return _logged_in(request, person, then)


@router.post("/settings/register", response_model=None)
def register(request: Request, wish: Credential, form: Form, reader: Reading, who: Visitor) -> Response:
    then = local(form.get("next", "/"))
    try:
        person = runtime_of(request).accounts.register(who, wish.name, wish.password, address(request.scope))
    except Refused as refused:
        return _settings(request, reader, who, refused.text, status=refused.status, then=then)
    return _logged_in(request, person, then)


def _logged_in(request: Request, person: Person, then: str) -> RedirectResponse:
    answer = go(then)
    log_in(request, answer, person)
    return answer


@router.post("/settings/logout")
def logout(request: Request, who: Member) -> RedirectResponse:
    answer = go("/")
    log_out(request, answer)
    return answer


@router.post("/settings/token")
def token(
    request: Request, wish: Annotated[TokenBody, form_as(TokenBody)], reader: Reading, who: Member
) -> HTMLResponse:
    """A token for a program that plays, or watches; its secret is shown once, on this very answer."""
    _, secret = runtime_of(request).accounts.new_token(who, wish.name.strip(), wish.scope)
    return _settings(request, reader, who, secret=secret)


@router.post("/settings/token/{id_}/revoke")
def revoke(request: Request, id_: str, who: Member) -> RedirectResponse:
    runtime_of(request).accounts.revoke_token(who, id_)
    return go("/settings")


# --- a seat by its link ----------------------------------------------------------------------------------------------


@router.get("/seat/{token}")
def seat_link(request: Request, token: LinkToken, reader: Reading, who: Visitor, tables: Service) -> HTMLResponse:
    """Looking at a link changes nothing; the button does."""
    table, seat = tables.link(token)
    game = reader.say(table.title)
    values: dict[str, Any] = {
        "title": table.name or game,
        "game": game,
        "seat": seat,
        "place": table.place(seat),
        "places": table.places,
        "advised": ADVICE in dict(table.place(seat).orders),
    }
    answer = shown(request, reader, who, "seat.html", token=token, **values)
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


@router.post("/seat/{token}")
def take_seat(
    token: LinkToken, wish: Annotated[Named, form_as(Named)], who: Newcomer, tables: Service, response: Response
) -> RedirectResponse:
    table, _ = tables.claim(who, token, wish.name.strip())
    return go(f"/table/{table}", response)
