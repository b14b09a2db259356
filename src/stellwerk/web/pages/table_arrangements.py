"""Around a table: standing orders, hand-over, early end, rematch, what-if, links, the log as a file."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse

from stellwerk.core.log import Entry, Record, write, written
from stellwerk.table.service.arrangements import Arrangements
from stellwerk.web.http.auth import Member, Newcomer, Visitor, csrf, runtime_of
from stellwerk.web.http.dependencies import YEAR, Form, Reading, Service, Visiting, go
from stellwerk.web.http.inputs import (
    ArchiveBody,
    ChatBody,
    HandForm,
    JoinForm,
    NoteBody,
    OrderBody,
    RematchBody,
    SeatForm,
    SeatOnly,
    VoteForm,
    WhatIfBody,
    form_as,
)
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.pages.home import keep_link
from stellwerk.web.view import plans
from stellwerk.web.view.updates import number

router = room_of_pages("/table/{table_id}")


def arrangements_of(request: Request) -> Arrangements:
    return runtime_of(request).arrangements


Doing = Annotated[Arrangements, Depends(arrangements_of)]


def quiet(request: Request, table_id: str) -> Response:
    """A small form is done: a script fetches what changed by itself."""
    if request.headers.get("accept") == "application/json":
        return JSONResponse({})
    return go(f"/table/{table_id}")


@router.post("/chat", response_model=None)
def say(
    request: Request, table_id: str, wish: Annotated[ChatBody, form_as(ChatBody)], who: Member, tables: Service
) -> Response:
    tables.say(who, table_id, wish.text)
    return quiet(request, table_id)


@router.post("/vote", response_model=None)
def vote(
    request: Request, table_id: str, wish: Annotated[VoteForm, form_as(VoteForm)], who: Member, tables: Service
) -> Response:
    tables.vote(who, table_id, wish.motion, wish.agree, wish.seat)
    return quiet(request, table_id)


@router.post("/note", response_model=None)
def note(
    request: Request, table_id: str, wish: Annotated[NoteBody, form_as(NoteBody)], who: Member, tables: Service
) -> Response:
    tables.set_note(who, table_id, wish.text)
    return quiet(request, table_id)


@router.get("/plans")
def planned(request: Request, visit: Visiting, seat: str = "") -> HTMLResponse:
    """What the reader can plan now."""
    return HTMLResponse(plans.panel(visit.table, visit.perspective(number(seat)), visit.reader, csrf(request)))


@router.post("/order", response_model=None)
def order(
    request: Request,
    table_id: str,
    form: Form,
    wish: Annotated[OrderBody, form_as(OrderBody)],
    who: Member,
    arrangements: Doing,
) -> Response:
    """Give a standing order, or stop one. A number that belongs to it is a field of its own in the form."""
    if form.get("do") == "stop":
        arrangements.cancel(who, table_id, wish.program, wish.seat, wish.argument)
    else:
        argument = f"{wish.argument} {form['amount']}" if "amount" in form else wish.argument
        arrangements.order(who, table_id, wish.program, argument, wish.seat)
    return quiet(request, table_id)


@router.post("/end", response_model=None)
def end(
    request: Request, table_id: str, wish: Annotated[SeatOnly, form_as(SeatOnly)], who: Member, arrangements: Doing
) -> Response:
    arrangements.end(who, table_id, wish.seat)
    return quiet(request, table_id)


@router.post("/pause", response_model=None)
def pause(request: Request, table_id: str, wish: Annotated[SeatOnly, form_as(SeatOnly)], who: Member) -> Response:
    runtime_of(request).pauses.pause(who, table_id, wish.seat)
    return quiet(request, table_id)


@router.post("/hand-over")
def hand_over(
    table_id: str, wish: Annotated[HandForm, form_as(HandForm)], who: Member, arrangements: Doing
) -> RedirectResponse:
    """The own seat to a bot, or to whoever gets the link that this browser then shows."""
    token = arrangements.hand_over(who, table_id, wish.seat, wish.bot)
    answer = go(f"/table/{table_id}")
    if token is not None:
        keep_link(answer, table_id, wish.seat, token)
    return answer


@router.post("/replace", response_model=None)
def replace(
    request: Request, table_id: str, wish: Annotated[HandForm, form_as(HandForm)], who: Member, arrangements: Doing
) -> Response:
    """A player or the host asks the others to give somebody's seat away."""
    arrangements.replace(who, table_id, wish.seat, wish.bot)
    return quiet(request, table_id)


@router.post("/link")
def link(
    table_id: str, wish: Annotated[SeatForm, form_as(SeatForm)], who: Member, arrangements: Doing
) -> RedirectResponse:
    """A new link to the own seat (for another device), or by the host to an open one."""
    answer = go(f"/table/{table_id}")
    keep_link(answer, table_id, wish.seat, arrangements.new_link(who, table_id, wish.seat))
    return answer


@router.post("/join")
def join(
    table_id: str, wish: Annotated[JoinForm, form_as(JoinForm)], who: Newcomer, tables: Service, response: Response
) -> RedirectResponse:
    """Take an open seat of a table in the lobby."""
    tables.join(who, table_id, wish.seat, wish.name)
    return go(f"/table/{table_id}", response)


@router.post("/bot")
def seat_bot(
    table_id: str, wish: Annotated[HandForm, form_as(HandForm)], who: Member, arrangements: Doing
) -> RedirectResponse:
    """The host lets a bot take an open seat."""
    arrangements.seat_bot(who, table_id, wish.seat, wish.bot)
    return go(f"/table/{table_id}")


@router.post("/rematch")
def rematch(
    table_id: str, wish: Annotated[RematchBody, form_as(RematchBody)], who: Member, arrangements: Doing
) -> RedirectResponse:
    return go(f"/table/{arrangements.rematch(who, table_id, wish.order).table}")


@router.post("/what-if")
def what_if(
    table_id: str,
    wish: Annotated[WhatIfBody, form_as(WhatIfBody)],
    who: Newcomer,
    arrangements: Doing,
    response: Response,
) -> RedirectResponse:
    """A private copy to try things out, from what the asker knows."""
    return go(f"/table/{arrangements.what_if(who, table_id, wish.version, wish.seat)}", response)


@router.post("/curtain")
def curtain(table_id: str, form: Form) -> RedirectResponse:
    """Whether this screen hides something when it is passed on."""
    answer = go(f"/table/{table_id}")
    answer.set_cookie("curtain", "off" if form.get("curtain") == "off" else "on", YEAR, samesite="lax")
    return answer


@router.post("/archive")
def archive(
    table_id: str, wish: Annotated[ArchiveBody, form_as(ArchiveBody)], who: Member, arrangements: Doing
) -> RedirectResponse:
    arrangements.archive(who, table_id, wish.archived)
    return go("/")


@router.get("/log.txt")
def as_file(table_id: str, reader: Reading, who: Visitor, tables: Service) -> PlainTextResponse:
    """The log as the reader may have it: whole once the game is over, else without what others keep secret."""
    table = tables.table(who, table_id)
    lines = tables.history(who, table_id)
    entries = [Entry(line.seat, line.action, None, line.undo) for line in lines]
    whole = table.finished and table.unknown is None
    text = write(Record(table.rules, table.header, table.state, entries)) if whole else written(table.header, entries)
    name = f"{table.game}-{table.id}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'attachment; filename="{name}"'})
