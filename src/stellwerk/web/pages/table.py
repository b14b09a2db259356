"""The page of a table: the whole of it once, afterwards only what changed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Annotated, Any

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup

from stellwerk.core import Action, BadNotation, Illegal, Rule, Seat, Text
from stellwerk.table import Refused
from stellwerk.table.moves.acting import require_version
from stellwerk.table.moves.lessons import lesson_of
from stellwerk.web.http.auth import Member, csrf
from stellwerk.web.http.dependencies import Sent, Visiting, go, reach_of, shown
from stellwerk.web.http.inputs import Deed, UndoBody, filled
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.pages.levels import bots_offered, level_name
from stellwerk.web.pages.table_context import context_of, links_of
from stellwerk.web.pages.unread_table import unread_page
from stellwerk.web.view.charts import figures
from stellwerk.web.view.fragments import SHOWN_REMARKS, Fragments, TableContext, first_of, remarks_of
from stellwerk.web.view.lesson import LessonView, lesson_view
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.question import Offer, facet
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.updates import answer, number, panel, rules_line, whole
from stellwerk.web.view.visit import Visit

router = room_of_pages("/table/{table_id}")
panels = room_of_pages("/table/{table_id}")
"""What a game adds; asked after every other route."""

SIDE = (
    ("log", Text("Log")),
    ("scores", Text("Scores")),
    ("figures", Text("Figures")),
    ("help", Text("Help")),
    ("chat", Text("Chat")),
    ("around", Text("More")),
)


# --- the whole page --------------------------------------------------------------------------------------------------


@router.get("")
def table_page(request: Request, visit: Visiting, seat: int | None = None) -> HTMLResponse:
    table, who = visit.table, visit.who
    if table.unknown is not None:
        return unread_page(request, visit.tables, table, visit.reader, who)
    if table.status == "waiting":
        return _waiting_room(request, visit)
    perspective = visit.turned(seat) if table.hotseat else visit.perspective(seat)
    around = context_of(request, visit, perspective)
    note = visit.tables.note(who, table.id) if who is not None and perspective.mine else None
    look = partial(_look, visit)
    return whole(request, visit.reader, who, perspective, around, SIDE, note, table.edition, look)


def _waiting_room(request: Request, visit: Visit) -> HTMLResponse:
    table, reader, reach = visit.table, visit.reader, reach_of(request)
    links = links_of(request, (place.number for place in table.places if place.kind == "open"))
    values: dict[str, Any] = {
        "table": table,
        "title": visit.title,
        "rules": rules_line(table.edition, reader),
        "links": links,
        "codes": {seat: as_picture(link) for seat, link in links.items()} if reach != "here" else {},
        "reach": reach,
        "levels": {p.number: reader.say(level_name(p.bot)) for p in table.places if p.kind == "bot"},
        "host": visit.is_hosts,
        "bots": [(bot, reader.say(level_name(bot))) for bot in bots_offered()],
        "mine": visit.mine,
    }
    return shown(request, reader, visit.who, "waiting.html", **values)


@lru_cache(maxsize=200)
def as_picture(link: str) -> Markup:
    """A QR code, for phones in the same room."""
    import segno  # seldom wanted

    drawn = segno.make(link, micro=False).svg_inline(scale=4, border=3, dark="#000", light="#fff", omitsize=True)
    return Markup(drawn)


@router.get("/chat")
def chat_page(
    request: Request, visit: Visiting, before: Annotated[int | None, Query(ge=0, le=1 << 60)] = None
) -> HTMLResponse:
    """Lines of chat before one, as a page."""
    lines = remarks_of(visit.tables.chat(visit.who, visit.table.id, before=before, limit=SHOWN_REMARKS))
    values: dict[str, Any] = {
        "title": visit.title,
        "url": f"/table/{visit.table.id}",
        "messages": lines,
        "earlier": first_of(lines),
    }
    return shown(request, visit.reader, visit.who, "chat.html", **values)


# --- what changed ----------------------------------------------------------------------------------------------------


@router.post("/parts", response_class=JSONResponse)
def parts(request: Request, form: Sent, visit: Visiting) -> JSONResponse:
    return _current(request, visit, form, number(form.get("version")))


def _current(request: Request, visit: Visit, form: Mapping[str, Any], at: int | None) -> JSONResponse:
    """What the page needs to show a version of the table."""
    perspective = visit.turned(number(form.get("holder")), at)
    return answer(perspective, visit.reader, context_of(request, visit, perspective), form, partial(_look, visit))


def _look(visit: Visit, seat: Seat | None, version: int | None) -> Perspective:
    """Another version through the eyes of a seat of one's own, else through those of a spectator."""
    return visit.seen(seat if seat in visit.mine else None, version)


@router.get("/since")
def since(visit: Visiting, version: Annotated[int, Query(ge=0, le=1 << 30)]) -> HTMLResponse:
    """What happened after a version, for somebody who was away."""
    perspective = visit.turned(None)
    fragments = Fragments(perspective, visit.reader, TableContext())
    return HTMLResponse(fragments.since(min(version, perspective.tip)))


# --- doing -----------------------------------------------------------------------------------------------------------


@router.post("/act", response_model=None)
def act(request: Request, form: Sent, who: Member, visit: Visiting) -> Response:
    """Make the move, or first show its consequences if they are surprising or cannot be taken back."""
    table, tables, reader, script = visit.table, visit.tables, visit.reader, _is_script(request)
    wish = filled(Deed, _numbered(form))
    if wish.at != table.version and tables.granted_before(who, table.id, wish.request_id):
        return _done(request, visit, form)
    try:
        require_version(table, wish.at)
        perspective = visit.perspective(wish.seat)
        action = _action(perspective, form)
        asks_first = script and not form.get("sure") and lesson_of(table) is None  # a lesson refuses what is wrong
        if asks_first and _careful(perspective, action, reader, bool(form.get("tapped"))):
            return JSONResponse({"confirm": _preview(request, perspective, reader, action, True)})
        tables.act(who, table.id, str(action), wish.at, wish.request_id, wish.seat)
    except Refused as refused:
        return _refused(reader, refused, lesson_view(table))
    except Illegal as illegal:
        return JSONResponse({"refused": refusal(reader, illegal.text, illegal.rule)})
    except BadNotation as bad:
        return JSONResponse({"refused": refusal(reader, bad.text)})
    return _done(request, visit, form)


def _is_script(request: Request) -> bool:
    return request.headers.get("accept") == "application/json"


def _done(request: Request, visit: Visit, form: Mapping[str, Any]) -> Response:
    if not _is_script(request):
        path = f"/table/{visit.table.id}"
        return go(f"{path}?seat={form['seat']}" if form.get("seat") else path)
    return _current(request, visit.again(), form, None)


def _numbered(form: Mapping[str, Any]) -> dict[str, Any]:
    """A page without scripts does not number its requests."""
    return {**form, "request_id": form.get("request_id") or secrets.token_hex(8)}


def _action(perspective: Perspective, form: Mapping[str, Any]) -> Any:
    if form.get("action"):
        return perspective.game.parse(str(form["action"]))
    part = number(form.get("part"))
    items = form.get("items")
    amount = number(form.get("number", form.get(f"number-{part}")))
    return perspective.asking.made(part or 0, amount, items if isinstance(items, list) else [])


def _careful(perspective: Perspective, action: Any, reader: Reader, tapped: bool) -> bool:
    """Asked first is what surprises and cannot be taken back alone. A finger may mean the neighbouring spot, and it has
    no hover to look ahead with."""
    if reader.confirm == "never" or not perspective.my_turn or action not in perspective.asking.offered:
        return False
    if reader.confirm == "always" or tapped:
        return True
    preview = perspective.asking.preview(action)
    return preview.surprise and preview.final and perspective.has_others


def _preview(request: Request, perspective: Perspective, reader: Reader, action: Any, confirm: bool) -> str:
    fragments, seen = Fragments(perspective, reader, TableContext(csrf(request))), perspective.asking.preview(action)
    return fragments.preview(seen, action, confirm, perspective.asking.figures(action))


def _refused(reader: Reader, refused: Refused, lesson: LessonView | None = None) -> JSONResponse:
    if refused.code == "stale":
        return JSONResponse({"stale": True})
    if lesson is None or lesson.task is None or refused.code != "lesson":
        return JSONResponse({"refused": refusal(reader, refused.text)})
    return JSONResponse({"refused": refusal(reader, refused.text, lesson.rule, lesson.task.hints)})


def refusal(reader: Reader, text: Text, rule: Rule | None = None, hints: Sequence[Text] = ()) -> str:
    """Why not, with the rule that says so and, in a lesson, what helps."""
    return page("parts/refusal.html", reader, {"text": reader.say(text), "rule": rule, "hints": hints})


@router.get("/preview", response_class=JSONResponse)
def preview(request: Request, visit: Visiting, action: str, at: int, seat: str = "") -> JSONResponse:
    """What an option leads to: in words, and as a ghost on the board."""
    perspective = visit.perspective(number(seat))
    chosen = _offered(perspective, action) if perspective.my_turn and perspective.version == at else None
    if chosen is None:
        return JSONResponse({"html": "", "ghost": None})
    html = _preview(request, perspective, visit.reader, chosen, False)
    return JSONResponse({"html": html, "ghost": perspective.ghost(visit.reader, chosen)})


def _offered(perspective: Perspective, line: str) -> Action | None:
    """The option that a line of notation names, if there is one."""
    try:
        action = perspective.game.parse(line)
    except BadNotation:
        return None
    return action if action in perspective.asking.offered else None


@router.get("/offers")
def offers(
    visit: Visiting, at: int, spot: str = "", seat: str = "", narrow: Annotated[str, Query(alias="facet")] = ""
) -> HTMLResponse:
    """The options of one spot on the board, or of one thing they act on."""
    perspective = visit.perspective(number(seat))
    if not perspective.my_turn or perspective.version != at:
        return HTMLResponse("")
    fragments = Fragments(perspective, visit.reader, TableContext(lesson=lesson_view(visit.table)))
    if spot:
        numbers = fragments.spots().get(spot, [])
        found = [offer for offer in perspective.asking.offers if offer.number in numbers]
    else:
        found = [o for o in fragments.listed() if f"{o.action.verb} {facet(o.action)}" == narrow]
    return HTMLResponse(fragments.offers(found))


@router.get("/why")
def why(visit: Visiting, action: str, seat: str = "") -> HTMLResponse:
    """Why something may not be done."""
    perspective, reader = visit.perspective(number(seat)), visit.reader
    if not perspective.my_turn:
        return HTMLResponse(refusal(reader, Text("it is not your decision now")))
    try:
        illegal = perspective.asking.why_not(action)
    except BadNotation as bad:
        return HTMLResponse(refusal(reader, bad.text))
    if illegal is None:
        legal = perspective.game.parse(action)
        offer = Offer(0, legal, perspective.game.describe(perspective.asking.state, legal))
        return HTMLResponse(Fragments(perspective, reader, TableContext()).offers([offer]))
    return HTMLResponse(refusal(reader, illegal.text, illegal.rule))


@router.get("/refusals")
def refusals(visit: Visiting, seat: str = "", spot: Annotated[list[str] | None, Query()] = None) -> HTMLResponse:
    """What the rules mention here and do not allow now: everything, or what one spot of the boards is about."""
    perspective, reader = visit.perspective(number(seat)), visit.reader
    if not perspective.my_turn:
        return HTMLResponse("")
    refused = perspective.refused_at(reader, spot[:8]) if spot else perspective.refusals(reader)
    if spot and not refused:
        return HTMLResponse("")
    found = [
        {
            "reason": perspective.say(reader, each.reason),
            "rule": each.rule,
            "texts": [perspective.say(reader, text) for text in each.offers],
        }
        for each in refused
    ]
    return HTMLResponse(page("parts/refusals.html", reader, {"refusals": found, "spot": bool(spot)}))


@router.get("/log")
def earlier(visit: Visiting, before: int, seat: str = "") -> HTMLResponse:
    return HTMLResponse(Fragments(visit.perspective(number(seat)), visit.reader, TableContext()).log(before))


@router.get("/figures")
def charts(visit: Visiting, seat: str = "") -> HTMLResponse:
    return HTMLResponse(figures(visit.perspective(number(seat)), visit.reader))


@panels.get("/{name}")
def game_panel(visit: Visiting, name: str, seat: str = "", version: int | None = None) -> HTMLResponse:
    return panel(visit.perspective(number(seat), version), visit.reader, name)


@router.post("/undo", response_model=None)
def undo(request: Request, form: Sent, who: Member, visit: Visiting) -> Response:
    wish = filled(UndoBody, _numbered(form))
    try:
        visit.tables.undo(who, visit.table.id, wish.at, wish.request_id, wish.to, wish.seat)
    except Refused as refused:
        if not _is_script(request):
            raise
        return _refused(visit.reader, refused)
    return _done(request, visit, form)
