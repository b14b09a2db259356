"""The page of a table: the whole of it once, afterwards only what changed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from stellwerk.core import BadNotation, Illegal, Seat, Text
from stellwerk.core.log import Entry, live
from stellwerk.table import Person, Refused
from stellwerk.table.desk import Desk
from stellwerk.table.service import Tables
from stellwerk.web.asking import Offer, facet
from stellwerk.web.auth import Visitor, csrf, house_of
from stellwerk.web.curtain import drawn, looking
from stellwerk.web.figures import figures
from stellwerk.web.fragments import Around, Fragments
from stellwerk.web.frame import Form, Reading, Service, go, shown
from stellwerk.web.render import Reader, page
from stellwerk.web.sight import Sight, told
from stellwerk.web.window import answer, number, panel, whole
from stellwerk.web.words import LEVELS, level_name

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


def sight_of(
    tables: Tables, who: Person | None, desk: Desk, reader: Reader, seat: Seat | None = None, at: int | None = None
) -> Sight:
    """Through the eyes of a seat of the visitor's, or those the table is looked at with anyway."""
    if seat is None:
        return turned(tables, who, desk, reader, None, at)
    return seen(tables, who, desk, reader, tables.reader(who, desk, seat), at)


def turned(
    tables: Tables, who: Person | None, desk: Desk, reader: Reader, holder: Seat | None, at: int | None = None
) -> Sight:
    """As the turn wants it. At a table that is passed on, `holder` is whoever said last that he is there."""
    tables.state(desk)
    mine = desk.seats_of(who.id) if who is not None else ()
    if not (reader.curtain and drawn(desk, mine)):
        return seen(tables, who, desk, reader, tables.reader(who, desk, None), at)
    eyes, handed = looking(desk, mine, holder)
    return seen(tables, who, desk, reader, eyes, at, handed)


def seen(
    tables: Tables,
    who: Person | None,
    desk: Desk,
    reader: Reader,
    eyes: Seat | None,
    at: int | None = None,
    handed: Seat | None = None,
) -> Sight:
    tip = desk.version
    version = tip if at is None else max(0, min(at, tip))
    return Sight(
        "table",
        desk.id,
        f"/table/{desk.id}",
        desk.name or reader.say(desk.rules.title),
        desk.rules,
        tables.state(desk, version),
        version,
        tip,
        eyes,
        desk.seats_of(who.id) if who is not None else (),
        desk.places,
        lambda since, upto: story_of(tables, desk).lines(eyes, desk.finished, since, min(upto, desk.version)),
        lambda version: tables.state(desk, version),
        lambda upto: events_of(tables, desk, eyes, upto),
        desk.finished,
        desk.hotseat,
        desk.status == "running",
        handed,
    )


def story_of(tables: Tables, desk: Desk) -> Any:
    with tables.store.reading() as conn:
        return tables.library.history(conn, desk)


def events_of(tables: Tables, desk: Desk, eyes: Seat | None, upto: int) -> list[Any]:
    """Every event up to a version that counts and that a seat may read."""
    story = story_of(tables, desk)
    counted = (story.told[n - 1].events for n, _ in live(story.entries, upto))
    return [e for events in counted for e in events if desk.finished or (who := e.readers()) is None or eyes in who]


def around_of(request: Request, tables: Tables, who: Person | None, desk: Desk, sight: Sight, reader: Reader) -> Around:
    asked = desk.place(desk.to_move) if desk.to_move is not None else None
    seated = bool(sight.mine)
    return Around(
        csrf=csrf(request),
        remarks=tables.chat(who, desk.id),
        motions=desk.motions,
        may_chat=seated,
        can_branch=who is not None,
        thinking=asked is not None and asked.kind == "bot",
        undo=_undo(sight, reader) if seated and desk.status == "running" and not sight.past else None,
        asked_at=desk.asked_at,
        deadline=desk.deadline,
        more=_more(request, desk, sight, reader),
    )


def _more(request: Request, desk: Desk, sight: Sight, reader: Reader) -> Mapping[str, Any]:
    return {
        "desk": desk,
        "seated": bool(sight.mine),
        "mine": sight.mine,
        "programs": _programs(desk, sight, reader),
        "own_links": links_of(request, desk, sight.mine),
        "bots": [(bot, reader.say(level_name(bot))) for bot in LEVELS],
        "curtain": reader.curtain if drawn(desk, sight.mine) else None,
    }


def links_of(request: Request, desk: Desk, seats: Iterable[Seat]) -> dict[Seat, str]:
    """The links this browser keeps, by seat."""
    base = house_of(request).settings.base_url.rstrip("/")
    kept = ((seat, request.cookies.get(f"link-{seat}")) for seat in seats)
    return {seat: f"{base}/seat/{token}" for seat, token in kept if token}


def _undo(sight: Sight, reader: Reader) -> Mapping[str, Any] | None:
    """The reader's latest move that counts, and what taking it back means."""
    lines = [line for line in sight.lines(max(0, sight.tip - 60), sight.tip) if line.undo is None and not line.undone]
    for n, line in enumerate(reversed(lines)):
        if line.seat in sight.mine:
            words = told(line, sight.names, reader)
            return {"to": line.version - 1, "seat": line.seat, "text": words[0] if words else "", "free": n == 0}
    return None


def _programs(desk: Desk, sight: Sight, reader: Reader) -> list[dict[str, Any]]:
    """Standing orders the seat may give, and those it has given."""
    if sight.eyes is None or sight.eyes not in sight.mine:
        return []
    given = dict(desk.place(sight.eyes).orders)
    imagined = sight.game.imagine(sight.view, secrets.SystemRandom()) if sight.game.programs else None
    return [
        {
            "id": program.id,
            "title": reader.say(Text(program.title.message, argument=given.get(program.id) or "…")),
            "argument": program.argument,
            "choices": list(program.choices(imagined, sight.eyes)),
            "given": given.get(program.id),
        }
        for program in sight.game.programs
    ]


# --- the whole page --------------------------------------------------------------------------------------------------


@router.get("")
def table_page(
    request: Request, table_id: str, reader: Reading, who: Visitor, tables: Service, seat: int | None = None
) -> HTMLResponse:
    desk = tables.desk(who, table_id)
    if desk.unknown is not None:
        return _only_read(request, tables, desk, reader, who)
    if desk.status == "waiting":
        return _waiting_room(request, desk, reader, who)
    sight = (turned if desk.hotseat else sight_of)(tables, who, desk, reader, seat)
    around = around_of(request, tables, who, desk, sight, reader)
    note = tables.note(who, table_id) if who is not None and sight.mine else None
    return whole(request, reader, who, sight, around, SIDE, note, desk.edition)


def _waiting_room(request: Request, desk: Desk, reader: Reader, who: Person | None) -> HTMLResponse:
    links = links_of(request, desk, (place.number for place in desk.places if place.kind == "open"))
    values: dict[str, Any] = {
        "desk": desk,
        "title": desk.name or reader.say(desk.rules.title),
        "links": links,
        "levels": {p.number: reader.say(level_name(p.bot)) for p in desk.places if p.kind == "bot"},
        "host": who is not None and who.id == desk.host,
        "mine": desk.seats_of(who.id) if who is not None else (),
    }
    return shown(request, reader, who, "waiting.html", **values)


def _only_read(request: Request, tables: Tables, desk: Desk, reader: Reader, who: Person | None) -> HTMLResponse:
    """A table that cannot be folded here: what was written down of it."""
    assert desk.unknown is not None
    lines = [str(Entry(line.seat, line.action)) for line in tables.history(who, desk.id)]
    title, said = desk.name or reader.say(desk.rules.title), reader.say(desk.unknown)
    values: dict[str, Any] = {"title": title, "problem": said, "entries": lines, "file": f"/table/{desk.id}/log.txt"}
    return shown(request, reader, who, "unread.html", **values)


# --- what changed ----------------------------------------------------------------------------------------------------


@router.post("/parts", response_class=JSONResponse)
def parts(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> JSONResponse:
    desk = tables.desk(who, table_id)
    return _current(request, tables, who, desk, reader, form, number(form.get("version")))


def _current(
    request: Request,
    tables: Tables,
    who: Person | None,
    desk: Desk,
    reader: Reader,
    form: Mapping[str, Any],
    at: int | None,
) -> JSONResponse:
    """What the page needs to show a version of the table."""

    mine = desk.seats_of(who.id) if who is not None else ()

    def look(seat: Seat | None, version: int | None) -> Sight:
        return seen(tables, who, desk, reader, seat if seat in mine else None, version)

    sight = turned(tables, who, desk, reader, number(form.get("holder")), at)
    return answer(sight, reader, around_of(request, tables, who, desk, sight, reader), form, look)


# --- doing -----------------------------------------------------------------------------------------------------------


@router.post("/act", response_model=None)
def act(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> Response:
    """Do it; or show first what it leads to, where it surprises or cannot be taken back."""
    script = request.headers.get("accept") == "application/json"
    desk = tables.desk(who, table_id)
    seat, at = number(form.get("seat")), number(form.get("at"))
    request_id = str(form.get("request_id") or secrets.token_hex(8))
    if who is None:
        raise Refused("who", Text("you have no seat at this table"), 403)
    if at != desk.version and tables.granted_before(who, table_id, request_id):
        return _done(request, table_id, form, reader, who, tables, script)
    try:
        if at != desk.version:
            raise Refused("stale", Text("the table has moved on"), 409)
        sight = sight_of(tables, who, desk, reader, seat)
        action = _action(sight, form)
        if script and not form.get("sure") and _careful(sight, action, reader, bool(form.get("tapped"))):
            return JSONResponse({"confirm": _preview(request, sight, reader, action, True)})
        tables.act(who, table_id, str(action), at, request_id, seat)
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
    return _current(request, tables, who, tables.desk(who, table_id), reader, form, None)


def _action(sight: Sight, form: Mapping[str, Any]) -> Any:
    if form.get("action"):
        return sight.game.parse(str(form["action"]))
    part = number(form.get("part"))
    items = form.get("items")
    amount = number(form.get("number", form.get(f"number-{part}")))
    return sight.asking.made(part or 0, amount, items if isinstance(items, list) else [])


def _careful(sight: Sight, action: Any, reader: Reader, tapped: bool) -> bool:
    """A finger on a board may mean the neighbouring spot, and it has no hover to look ahead with."""
    if reader.confirm == "never" or not sight.my_turn or action not in sight.asking.offered:
        return False
    if reader.confirm == "always" or tapped:
        return True
    preview = sight.asking.preview(action)
    return preview.surprise or (preview.final and not sight.hotseat)


def _preview(request: Request, sight: Sight, reader: Reader, action: Any, confirm: bool) -> str:
    fragments, seen = Fragments(sight, reader, Around(csrf(request))), sight.asking.preview(action)
    return fragments.preview(seen, confirm, sight.asking.figures(action))


def refusal(reader: Reader, text: Text, illegal: Illegal | None = None) -> str:
    values = {"text": reader.say(text), "rule": illegal.rule if illegal is not None else None}
    return page("parts/refusal.html", reader, values)


@router.get("/preview", response_class=JSONResponse)
def preview(
    request: Request, table_id: str, action: str, at: int, reader: Reading, who: Visitor, tables: Service,
    seat: str = "",
) -> JSONResponse:  # fmt: skip
    """What an option leads to: in words, and as a ghost on the board."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, number(seat))
    if not sight.my_turn or sight.version != at:
        return JSONResponse({"html": "", "ghost": None})
    try:
        chosen = sight.game.parse(action)
        if chosen not in sight.asking.offered:
            return JSONResponse({"html": "", "ghost": None})
    except BadNotation:
        return JSONResponse({"html": "", "ghost": None})
    html = _preview(request, sight, reader, chosen, False)
    return JSONResponse({"html": html, "ghost": sight.ghost(reader, chosen)})


@router.get("/offers")
def offers(
    table_id: str, reader: Reading, who: Visitor, tables: Service, at: int, spot: str = "", seat: str = "",
    narrow: Annotated[str, Query(alias="facet")] = "",
) -> HTMLResponse:  # fmt: skip
    """The options of one spot on the board, or of one thing they act on."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, number(seat))
    if not sight.my_turn or sight.version != at:
        return HTMLResponse("")
    if spot:
        numbers = sight.spots().get(spot, [])
        found = [offer for offer in sight.asking.offers if offer.number in numbers]
    else:
        found = [o for o in sight.asking.offers if f"{o.action.verb} {facet(o.action)}" == narrow]
    return HTMLResponse(Fragments(sight, reader, Around()).offers(found))


@router.get("/why")
def why(table_id: str, action: str, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    """Why something may not be done."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, number(seat))
    if not sight.my_turn:
        return HTMLResponse(refusal(reader, Text("it is not your decision now")))
    try:
        illegal = sight.asking.why_not(action)
    except BadNotation as bad:
        return HTMLResponse(refusal(reader, bad.text))
    if illegal is None:
        offer = Offer(0, sight.game.parse(action), sight.game.describe(sight.asking.state, sight.game.parse(action)))
        return HTMLResponse(Fragments(sight, reader, Around()).offers([offer]))
    return HTMLResponse(refusal(reader, illegal.text, illegal))


@router.get("/refusals")
def refusals(
    table_id: str, reader: Reading, who: Visitor, tables: Service, seat: str = "",
    spot: Annotated[list[str] | None, Query()] = None,
) -> HTMLResponse:  # fmt: skip
    """What the rules speak of here and do not allow now: everything, or what one spot of the boards is about."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, number(seat))
    if not sight.my_turn:
        return HTMLResponse("")
    refused = sight.refused_at(spot[:8]) if spot else sight.asking.refusals()
    if spot and not refused:
        return HTMLResponse("")
    found = [
        {
            "reason": sight.say(reader, each.reason),
            "rule": each.rule,
            "texts": [sight.say(reader, text) for text in each.offers],
        }
        for each in refused
    ]
    return HTMLResponse(page("parts/refusals.html", reader, {"refusals": found, "spot": bool(spot)}))


@router.get("/log")
def earlier(table_id: str, before: int, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, number(seat))
    return HTMLResponse(Fragments(sight, reader, Around()).log(before))


@router.get("/figures")
def charts(table_id: str, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    return HTMLResponse(figures(sight_of(tables, who, tables.desk(who, table_id), reader, number(seat)), reader))


@panels.get("/{name}")
def game_panel(
    table_id: str, name: str, reader: Reading, who: Visitor, tables: Service, seat: str = "", version: int | None = None
) -> HTMLResponse:
    return panel(sight_of(tables, who, tables.desk(who, table_id), reader, number(seat), version), reader, name)


@router.post("/undo", response_model=None)
def undo(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> Response:
    if who is None:
        raise Refused("who", Text("you have no seat at this table"), 403)
    script = request.headers.get("accept") == "application/json"
    request_id = str(form.get("request_id") or secrets.token_hex(8))
    try:
        at = number(form.get("at"))
        tables.undo(
            who, table_id, -1 if at is None else at, request_id, number(form.get("to")), number(form.get("seat"))
        )
    except Refused as refused:
        if not script:
            raise
        return JSONResponse({"stale": True} if refused.code == "stale" else {"refused": refusal(reader, refused.text)})
    return _done(request, table_id, form, reader, who, tables, script)
