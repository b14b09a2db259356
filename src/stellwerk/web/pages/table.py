"""The page of a table: the whole of it once, afterwards only what changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from stellwerk.core import BadNotation, Illegal, Seat, Text
from stellwerk.core.log import live
from stellwerk.table import Person, Place, Refused
from stellwerk.table.moves.acting import require_version
from stellwerk.table.moves.forced import AUTOMATIC, programs_of
from stellwerk.table.moves.lessons import lesson_of
from stellwerk.table.seating.successors import ABSENT_DAYS
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.http.auth import Member, Visitor, csrf, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, Service, go, shown
from stellwerk.web.http.inputs import Deed, UndoBody, filled
from stellwerk.web.pages.levels import bots_offered, level_name
from stellwerk.web.pages.unread_table import unread_page
from stellwerk.web.view.charts import figures
from stellwerk.web.view.fragments import SHOWN_REMARKS, Fragments, TableContext, first_of, remarks_of
from stellwerk.web.view.hotseat import needs_passing, viewer_seat
from stellwerk.web.view.lesson import lesson_view
from stellwerk.web.view.perspective import Perspective, told
from stellwerk.web.view.question import Offer, facet
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.updates import answer, number, panel, whole

router = APIRouter(prefix="/table/{table_id}", include_in_schema=False, default_response_class=HTMLResponse)
panels = APIRouter(prefix="/table/{table_id}", include_in_schema=False, default_response_class=HTMLResponse)
"""What a game adds; asked after every other route."""

SIDE = (
    ("log", Text("Log")),
    ("scores", Text("Scores")),
    ("figures", Text("Figures")),
    ("chat", Text("Chat")),
    ("around", Text("More")),
)


def perspective_of(
    tables: Tables,
    who: Person | None,
    table: LoadedTable,
    reader: Reader,
    seat: Seat | None = None,
    at: int | None = None,
) -> Perspective:
    """Through the eyes of a seat of the visitor's, or those the table is looked at with anyway."""
    if seat is None:
        return turned(tables, who, table, reader, None, at)
    return seen(tables, who, table, reader, tables.reader(who, table, seat), at)


def turned(
    tables: Tables, who: Person | None, table: LoadedTable, reader: Reader, holder: Seat | None, at: int | None = None
) -> Perspective:
    """As the turn wants it. At a table that is passed on, `holder` is whoever said last that he is there."""
    tables.state(table)
    mine = table.seats_of(who.id) if who is not None else ()
    if not (reader.curtain and needs_passing(table, mine)):
        return seen(tables, who, table, reader, tables.reader(who, table, None), at)
    eyes, handed = viewer_seat(table, mine, holder)
    return seen(tables, who, table, reader, eyes, at, handed)


def seen(
    tables: Tables,
    who: Person | None,
    table: LoadedTable,
    reader: Reader,
    eyes: Seat | None,
    at: int | None = None,
    handed: Seat | None = None,
) -> Perspective:
    tip = table.version
    version = tip if at is None else max(0, min(at, tip))
    return Perspective(
        "table",
        table.id,
        f"/table/{table.id}",
        table.name or reader.say(table.title),
        table.rules,
        tables.state(table, version),
        version,
        tip,
        eyes,
        table.seats_of(who.id) if who is not None else (),
        table.places,
        lambda since, upto: story_of(tables, table).lines(eyes, table.finished, since, min(upto, table.version)),
        lambda version: tables.state(table, version),
        lambda upto: events_of(tables, table, eyes, upto),
        table.finished,
        table.hotseat,
        table.status == "running",
        handed,
    )


def story_of(tables: Tables, table: LoadedTable) -> Any:
    with tables.store.reading() as conn:
        return tables.library.history(conn, table)


def events_of(tables: Tables, table: LoadedTable, eyes: Seat | None, upto: int) -> list[Any]:
    """Every event up to a version that counts and that a seat may read."""
    story = story_of(tables, table)
    counted = (story.told[n - 1].events for n, _ in live(story.entries, upto))
    return [e for events in counted for e in events if table.finished or (who := e.readers()) is None or eyes in who]


def context_of(
    request: Request, tables: Tables, who: Person | None, table: LoadedTable, perspective: Perspective, reader: Reader
) -> TableContext:
    asked = table.place(table.to_move) if table.to_move is not None else None
    seated, lesson = bool(perspective.mine), lesson_view(table)
    takes_back = seated and lesson is None and table.status == "running" and not perspective.past
    return TableContext(
        csrf=csrf(request),
        remarks=tables.chat(who, table.id, limit=SHOWN_REMARKS),
        motions=table.motions,
        may_chat=tables.may_talk(who, table),
        can_branch=who is not None,
        thinking=asked is not None and asked.kind == "bot",
        undo=_undo(perspective, reader) if takes_back else None,
        asked_at=table.asked_at,
        deadline=table.deadline,
        shared=[seat for seat in perspective.mine if len(table.place(seat).people) > 1],
        more=_more(request, who, table, perspective, reader),
        lesson=lesson,
    )


def _more(
    request: Request, who: Person | None, table: LoadedTable, perspective: Perspective, reader: Reader
) -> Mapping[str, Any]:
    kept = [place for place in table.places if place.kind == "open" and who is not None and place.keeper == who.id]
    return {
        "table": table,
        "seated": bool(perspective.mine),
        "mine": perspective.mine,
        "programs": _programs(table, perspective, reader),
        "own_links": links_of(request, table, (*perspective.mine, *(place.number for place in kept))),
        "kept": kept,
        "others": _others(who, table),
        "people_here": _people(who, table),
        "is_deletable": _is_ones_own(who, table),
        "absent_days": ABSENT_DAYS,
        "bots": [(bot, reader.say(level_name(bot))) for bot in bots_offered()],
        "curtain": reader.curtain if needs_passing(table, perspective.mine) else None,
    }


def _people(who: Person | None, table: LoadedTable) -> list[Place]:
    """Seats of other people: those somebody may block or report."""
    return [p for p in table.places if p.kind == "human" and p.people and who is not None and not p.held_by(who)]


def _is_ones_own(who: Person | None, table: LoadedTable) -> bool:
    """Whether a table is the reader's, and nobody else sits there."""
    return who is not None and who.id == table.host and not _people(who, table)


def _others(who: Person | None, table: LoadedTable) -> list[Place]:
    """Seats of others the host may put to the vote."""
    if who is None or who.id != table.host or table.status != "running":
        return []
    return [p for p in table.places if p.kind != "bot" and not p.held_by(who) and p.keeper != who.id]


def links_of(request: Request, table: LoadedTable, seats: Iterable[Seat]) -> dict[Seat, str]:
    """The links this browser keeps, by seat."""
    base = runtime_of(request).settings.base_url.rstrip("/")
    kept = ((seat, request.cookies.get(f"link-{seat}")) for seat in seats)
    return {seat: f"{base}/seat/{token}" for seat, token in kept if token}


def _undo(perspective: Perspective, reader: Reader) -> Mapping[str, Any] | None:
    """The reader's latest move that counts, and what taking it back means."""
    lines = [
        line
        for line in perspective.lines(max(0, perspective.tip - 60), perspective.tip)
        if line.undo is None and not line.undone and line.note != AUTOMATIC
    ]
    for n, line in enumerate(reversed(lines)):
        if line.seat in perspective.mine:
            words = told(line, perspective.names, reader)
            return {"to": line.version - 1, "seat": line.seat, "text": words[0] if words else "", "free": n == 0}
    return None


def _programs(table: LoadedTable, perspective: Perspective, reader: Reader) -> list[dict[str, Any]]:
    """Standing orders the seat may give, and those it has given."""
    if perspective.eyes is None or perspective.eyes not in perspective.mine:
        return []
    given = dict(table.place(perspective.eyes).orders)
    imagined = perspective.game.imagine(perspective.view, secrets.SystemRandom())
    return [
        {
            "id": program.id,
            "title": reader.say(Text(program.title.message, argument=given.get(program.id) or "…")),
            "argument": program.argument,
            "choices": list(program.choices(imagined, perspective.eyes)),
            "given": given.get(program.id),
        }
        for program in programs_of(perspective.game)
    ]


# --- the whole page --------------------------------------------------------------------------------------------------


@router.get("")
def table_page(
    request: Request, table_id: str, reader: Reading, who: Visitor, tables: Service, seat: int | None = None
) -> HTMLResponse:
    table = tables.table(who, table_id)
    if table.unknown is not None:
        return unread_page(request, tables, table, reader, who)
    if table.status == "waiting":
        return _waiting_room(request, table, reader, who)
    perspective = (turned if table.hotseat else perspective_of)(tables, who, table, reader, seat)
    around = context_of(request, tables, who, table, perspective, reader)
    note = tables.note(who, table_id) if who is not None and perspective.mine else None
    look = partial(_look, tables, who, table, reader)
    return whole(request, reader, who, perspective, around, SIDE, note, table.edition, look)


def _waiting_room(request: Request, table: LoadedTable, reader: Reader, who: Person | None) -> HTMLResponse:
    links = links_of(request, table, (place.number for place in table.places if place.kind == "open"))
    values: dict[str, Any] = {
        "table": table,
        "title": table.name or reader.say(table.title),
        "links": links,
        "levels": {p.number: reader.say(level_name(p.bot)) for p in table.places if p.kind == "bot"},
        "host": who is not None and who.id == table.host,
        "mine": table.seats_of(who.id) if who is not None else (),
    }
    return shown(request, reader, who, "waiting.html", **values)


@router.get("/chat")
def chat_page(
    request: Request,
    table_id: str,
    reader: Reading,
    who: Visitor,
    tables: Service,
    before: Annotated[int | None, Query(ge=0, le=1 << 60)] = None,
) -> HTMLResponse:
    """Lines of chat before one, as a page."""
    table = tables.table(who, table_id)
    lines = remarks_of(tables.chat(who, table_id, before=before, limit=SHOWN_REMARKS))
    title = table.name or reader.say(table.rules.title)
    values: dict[str, Any] = {
        "title": title,
        "url": f"/table/{table.id}",
        "messages": lines,
        "earlier": first_of(lines),
    }
    return shown(request, reader, who, "chat.html", **values)


# --- what changed ----------------------------------------------------------------------------------------------------


@router.post("/parts", response_class=JSONResponse)
def parts(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> JSONResponse:
    table = tables.table(who, table_id)
    return _current(request, tables, who, table, reader, form, number(form.get("version")))


def _look(
    tables: Tables, who: Person | None, table: LoadedTable, reader: Reader, seat: Seat | None, version: int | None
) -> Perspective:
    """Another version through the eyes of a seat of one's own, else through those of a spectator."""
    mine = table.seats_of(who.id) if who is not None else ()
    return seen(tables, who, table, reader, seat if seat in mine else None, version)


def _current(
    request: Request,
    tables: Tables,
    who: Person | None,
    table: LoadedTable,
    reader: Reader,
    form: Mapping[str, Any],
    at: int | None,
) -> JSONResponse:
    """What the page needs to show a version of the table."""
    look = partial(_look, tables, who, table, reader)
    perspective = turned(tables, who, table, reader, number(form.get("holder")), at)
    return answer(perspective, reader, context_of(request, tables, who, table, perspective, reader), form, look)


# --- doing -----------------------------------------------------------------------------------------------------------


@router.post("/act", response_model=None)
def act(request: Request, table_id: str, form: Form, reader: Reading, who: Member, tables: Service) -> Response:
    """Do it; or show first what it leads to, where it surprises or cannot be taken back."""
    script = request.headers.get("accept") == "application/json"
    table = tables.table(who, table_id)
    wish = filled(Deed, _numbered(form))
    if wish.at != table.version and tables.granted_before(who, table_id, wish.request_id):
        return _done(request, table_id, form, reader, who, tables, script)
    try:
        require_version(table, wish.at)
        perspective = perspective_of(tables, who, table, reader, wish.seat)
        action = _action(perspective, form)
        asks_first = script and not form.get("sure") and lesson_of(table) is None  # a lesson refuses what is wrong
        if asks_first and _careful(perspective, action, reader, bool(form.get("tapped"))):
            return JSONResponse({"confirm": _preview(request, perspective, reader, action, True)})
        tables.act(who, table_id, str(action), wish.at, wish.request_id, wish.seat)
    except Refused as refused:
        return JSONResponse({"stale": True} if refused.code == "stale" else {"refused": refusal(reader, refused.text)})
    except Illegal as illegal:
        return JSONResponse({"refused": refusal(reader, illegal.text, illegal)})
    except BadNotation as bad:
        return JSONResponse({"refused": refusal(reader, bad.text)})
    return _done(request, table_id, form, reader, who, tables, script)


def _done(
    request: Request, table_id: str, form: Mapping[str, Any], reader: Reader, who: Person, tables: Tables, script: bool
) -> Response:
    if not script:
        return go(f"/table/{table_id}?seat={form['seat']}" if form.get("seat") else f"/table/{table_id}")
    return _current(request, tables, who, tables.table(who, table_id), reader, form, None)


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
    return fragments.preview(seen, confirm, perspective.asking.figures(action))


def refusal(reader: Reader, text: Text, illegal: Illegal | None = None) -> str:
    values = {"text": reader.say(text), "rule": illegal.rule if illegal is not None else None}
    return page("parts/refusal.html", reader, values)


@router.get("/preview", response_class=JSONResponse)
def preview(
    request: Request, table_id: str, action: str, at: int, reader: Reading, who: Visitor, tables: Service,
    seat: str = "",
) -> JSONResponse:  # fmt: skip
    """What an option leads to: in words, and as a ghost on the board."""
    perspective = perspective_of(tables, who, tables.table(who, table_id), reader, number(seat))
    if not perspective.my_turn or perspective.version != at:
        return JSONResponse({"html": "", "ghost": None})
    try:
        chosen = perspective.game.parse(action)
        if chosen not in perspective.asking.offered:
            return JSONResponse({"html": "", "ghost": None})
    except BadNotation:
        return JSONResponse({"html": "", "ghost": None})
    html = _preview(request, perspective, reader, chosen, False)
    return JSONResponse({"html": html, "ghost": perspective.ghost(reader, chosen)})


@router.get("/offers")
def offers(
    table_id: str, reader: Reading, who: Visitor, tables: Service, at: int, spot: str = "", seat: str = "",
    narrow: Annotated[str, Query(alias="facet")] = "",
) -> HTMLResponse:  # fmt: skip
    """The options of one spot on the board, or of one thing they act on."""
    table = tables.table(who, table_id)
    perspective = perspective_of(tables, who, table, reader, number(seat))
    if not perspective.my_turn or perspective.version != at:
        return HTMLResponse("")
    if spot:
        numbers = perspective.spots().get(spot, [])
        found = [offer for offer in perspective.asking.offers if offer.number in numbers]
    else:
        found = [o for o in perspective.asking.offers if f"{o.action.verb} {facet(o.action)}" == narrow]
    return HTMLResponse(Fragments(perspective, reader, TableContext(lesson=lesson_view(table))).offers(found))


@router.get("/why")
def why(table_id: str, action: str, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    """Why something may not be done."""
    perspective = perspective_of(tables, who, tables.table(who, table_id), reader, number(seat))
    if not perspective.my_turn:
        return HTMLResponse(refusal(reader, Text("it is not your decision now")))
    try:
        illegal = perspective.asking.why_not(action)
    except BadNotation as bad:
        return HTMLResponse(refusal(reader, bad.text))
    if illegal is None:
        offer = Offer(
            0,
            perspective.game.parse(action),
            perspective.game.describe(perspective.asking.state, perspective.game.parse(action)),
        )
        return HTMLResponse(Fragments(perspective, reader, TableContext()).offers([offer]))
    return HTMLResponse(refusal(reader, illegal.text, illegal))


@router.get("/refusals")
def refusals(
    table_id: str, reader: Reading, who: Visitor, tables: Service, seat: str = "",
    spot: Annotated[list[str] | None, Query()] = None,
) -> HTMLResponse:  # fmt: skip
    """What the rules speak of here and do not allow now: everything, or what one spot of the boards is about."""
    perspective = perspective_of(tables, who, tables.table(who, table_id), reader, number(seat))
    if not perspective.my_turn:
        return HTMLResponse("")
    refused = perspective.refused_at(spot[:8]) if spot else perspective.asking.refusals()
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
def earlier(table_id: str, before: int, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    perspective = perspective_of(tables, who, tables.table(who, table_id), reader, number(seat))
    return HTMLResponse(Fragments(perspective, reader, TableContext()).log(before))


@router.get("/figures")
def charts(table_id: str, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    return HTMLResponse(figures(perspective_of(tables, who, tables.table(who, table_id), reader, number(seat)), reader))


@panels.get("/{name}")
def game_panel(
    table_id: str, name: str, reader: Reading, who: Visitor, tables: Service, seat: str = "", version: int | None = None
) -> HTMLResponse:
    return panel(perspective_of(tables, who, tables.table(who, table_id), reader, number(seat), version), reader, name)


@router.post("/undo", response_model=None)
def undo(request: Request, table_id: str, form: Form, reader: Reading, who: Member, tables: Service) -> Response:
    script = request.headers.get("accept") == "application/json"
    wish = filled(UndoBody, _numbered(form))
    try:
        tables.undo(who, table_id, wish.at, wish.request_id, wish.to, wish.seat)
    except Refused as refused:
        if not script:
            raise
        return JSONResponse({"stale": True} if refused.code == "stale" else {"refused": refusal(reader, refused.text)})
    return _done(request, table_id, form, reader, who, tables, script)
