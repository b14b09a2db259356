"""The bot's opinion of a game that is studied: of one position, and of every move when somebody asks for it."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk.core import Text
from stellwerk.study.judgement import BUDGETS
from stellwerk.table import Person, Refused
from stellwerk.web.http.auth import Newcomer, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.pages.study import Found, judged_of
from stellwerk.web.view.judgements import Judgements, case_of, judging_of, may_judge
from stellwerk.web.view.opinions import opinion_html
from stellwerk.web.view.subjects import Subject
from stellwerk.web.view.updates import number

router = room_of_pages("/study/{kind}/{id_}")

STILL_THINKING = 202
NOT_KEPT = {"Cache-Control": "no-store"}


@router.get("/opinion")
def opinion(request: Request, found: Found, reader: Reading, at: int | None = None) -> HTMLResponse:
    """For a page that asks until it has an answer: 202 while the bot thinks."""
    html, is_ready = opinion_html(request, found, found.look(at), reader)
    return HTMLResponse(html, 200 if is_ready else STILL_THINKING, NOT_KEPT)


@router.get("/judgement")
def judgement(request: Request, found: Found, reader: Reading) -> JSONResponse:
    """How far it is, for a page that shows a progress bar; whoever does not ask for a minute has left."""
    return JSONResponse(judging_of(judged_of(request, found), found, reader), headers=NOT_KEPT)


@router.post("/judgement")
async def judge(request: Request, form: Form, found: Found, who: Newcomer, response: Response) -> Response:
    """Begin it, go on with it, or stop it."""
    if not may_judge(found):
        raise Refused("study", Text("the bot says what it thinks when the game is over"), 403)
    await run_in_threadpool(_judge, request, form, found, who)
    at = number(form.get("at"))
    return go(f"{found.url}?at={at}#judgement" if at is not None else f"{found.url}#judgement", response)


def _judge(request: Request, form: dict[str, Any], found: Subject, who: Person) -> None:
    judgements: Judgements = request.app.state.judgements
    count = BUDGETS.get(str(form.get("budget")), BUDGETS["quick"])
    if form.get("do") == "stop":
        judgements.stop(case_of(found, count))
        return
    runtime_of(request).limits.count("judgement", who)
    judgements.begin(case_of(found, count))
