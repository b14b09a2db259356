"""The reader himself: language, colours, habits, account, and the seat a link gives him."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from stellwerk.web.auth import Newcomer, Visitor
from stellwerk.web.frame import YEAR, Form, Reading, Service, go, local, shown, speaking
from stellwerk.web.render import CONFIRMS, THEMES

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.post("/language")
def set_language(form: Form) -> RedirectResponse:
    answer: RedirectResponse = speaking(go(local(form.get("next", "/"))), form.get("language", ""))
    return answer


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


# --- a seat by its link ----------------------------------------------------------------------------------------------


@router.get("/seat/{token}")
def seat_link(request: Request, token: str, reader: Reading, who: Visitor, tables: Service) -> HTMLResponse:
    """Looking at a link changes nothing; the button does."""
    desk, seat = tables.link(token)
    answer = shown(
        request,
        reader,
        who,
        "seat.html",
        title=desk.name or reader.say(desk.rules.title),
        game=reader.say(desk.rules.title),
        seat=seat,
        place=desk.places[seat],
        places=desk.places,
        token=token,
        table_id=desk.id,
    )
    answer.headers["referrer-policy"] = "no-referrer"
    return answer


@router.post("/seat/{token}")
def take_seat(token: str, form: Form, who: Newcomer, tables: Service, response: Response) -> RedirectResponse:
    table, _ = tables.claim(who, token, form.get("name", "").strip()[:40])
    return go(f"/table/{table}", response)
