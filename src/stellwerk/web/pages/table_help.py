"""Help at a table: how a turn goes, and the bot's advice."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import HTMLResponse

from stellwerk.core import Text
from stellwerk.study.opinion import Opinion
from stellwerk.table import Refused
from stellwerk.web.http.dependencies import Visiting
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.advising import may_ask, wish_of
from stellwerk.web.view.help import help_panel
from stellwerk.web.view.opinions import Opinions, in_words
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.updates import number
from stellwerk.web.view.workshop import Job

router = room_of_pages("/table/{table_id}")

STILL_THINKING = 202


@router.get("/help")
def panel(visit: Visiting, seat: str = "") -> HTMLResponse:
    return HTMLResponse(help_panel(visit.perspective(number(seat)), visit.reader))


@router.get("/advice")
def advice(request: Request, visit: Visiting, seat: str = "") -> HTMLResponse:
    """What the bot would do, for whoever is asked; 202 as long as it thinks."""
    perspective = visit.perspective(number(seat))
    if not may_ask(visit.table, perspective):
        raise Refused(
            "advice", Text("there is no advice here: others would have to agree, or it is not your turn"), 403
        )
    opinions: Opinions = request.app.state.advice
    thinking = opinions.of(wish_of(visit.table, perspective))
    html = _advice(thinking, perspective, visit.reader)
    return HTMLResponse(html, 200 if thinking.is_ready else STILL_THINKING)


def _advice(thinking: Job[Opinion], perspective: Perspective, reader: Reader) -> str:
    """The advice, that it is being thought of, or what is in the way."""
    values = {
        "again": perspective.url,
        "problem": reader.say(thinking.problem) if thinking.problem is not None else "",
        "opinion": in_words(thinking.made, perspective, reader) if thinking.made is not None else None,
    }
    return page("study_opinion.html", reader, values)
