"""The page of a table: the whole of it once, afterwards only what changed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from stellwerk import draw
from stellwerk.core import BadNotation, Illegal, Seat, Text
from stellwerk.table import Person, Refused
from stellwerk.table.desk import Desk
from stellwerk.table.service import Tables
from stellwerk.web.asking import facet
from stellwerk.web.auth import Newcomer, Visitor, csrf
from stellwerk.web.fragments import Around, Fragments, unknown
from stellwerk.web.frame import Form, Reading, Service, go, shown
from stellwerk.web.render import Reader, page
from stellwerk.web.sight import Sight, told

router = APIRouter(prefix="/table/{table_id}", include_in_schema=False, default_response_class=HTMLResponse)

SIDE = (("log", Text("Log")), ("scores", Text("Scores")), ("chat", Text("Chat")), ("around", Text("More")))


def sight_of(
    tables: Tables, who: Person | None, desk: Desk, reader: Reader, seat: Seat | None = None, at: int | None = None
) -> Sight:
    eyes = tables.reader(who, desk, seat)
    tip = desk.version
    version = tip if at is None else max(0, min(at, tip))

    def lines(since: int, upto: int) -> Any:
        return tables.history(who, desk.id, eyes, since, upto)

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
        lines,
        desk.finished,
        desk.hotseat,
        desk.status == "running",
    )


def around_of(request: Request, tables: Tables, who: Person | None, desk: Desk, sight: Sight, reader: Reader) -> Around:
    asked = desk.places[desk.to_move] if desk.to_move is not None else None
    seated = bool(sight.mine)
    return Around(
        csrf=csrf(request),
        remarks=tables.chat(who, desk.id),
        motions=desk.motions,
        may_chat=seated,
        can_branch=who is not None,
        thinking=asked is not None and asked.kind == "bot",
        undo=_undo(sight, reader) if seated and desk.status == "running" and not sight.past else None,
        more={"desk": desk, "seated": seated, "mine": sight.mine, "programs": _programs(desk, sight, reader)},
    )


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
    given = dict(desk.places[sight.eyes].orders)
    imagined = sight.game.imagine(sight.view, secrets.SystemRandom()) if sight.game.programs else None
    return [
        {
            "id": program.id,
            "title": reader.say(program.title),
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
    if desk.status == "waiting":
        return _waiting_room(request, desk, reader, who)
    sight = sight_of(tables, who, desk, reader, seat)
    around = around_of(request, tables, who, desk, sight, reader)
    return whole(request, reader, who, sight, around, SIDE)


def whole(
    request: Request,
    reader: Reader,
    who: Person | None,
    sight: Sight,
    around: Around,
    side: tuple[tuple[str, Text], ...],
    **more: Any,
) -> HTMLResponse:
    parts = unknown(Fragments(sight, reader, around).all(), {})
    values: dict[str, Any] = {
        "title": sight.title,
        "url": sight.url,
        "kind": sight.kind,
        "table_id": sight.id,
        "version": sight.version,
        "tip": sight.tip,
        "seat": sight.eyes,
        "parts": parts,
        "side": [(id_, reader.say(name)) for id_, name in side],
        "boards": list(sight.drawing(reader).values()),
        "may_chat": around.may_chat,
        "watch": sight.kind == "table" and not sight.mine,
        "note": None,
        **more,
    }
    return shown(request, reader, who, "table.html", **values)


def _waiting_room(request: Request, desk: Desk, reader: Reader, who: Person | None) -> HTMLResponse:
    base = request.app.state.house.settings.base_url or str(request.base_url).rstrip("/")
    links = {
        place.number: f"{base}/seat/{token}"
        for place in desk.places
        if place.kind == "open" and (token := request.cookies.get(f"link-{place.number}"))
    }
    values: dict[str, Any] = {
        "desk": desk,
        "title": desk.name or reader.say(desk.rules.title),
        "links": links,
        "host": who is not None and who.id == desk.host,
        "mine": desk.seats_of(who.id) if who is not None else (),
    }
    return shown(request, reader, who, "waiting.html", **values)


# --- what changed ----------------------------------------------------------------------------------------------------


def answer(
    tables: Tables,
    request: Request,
    reader: Reader,
    who: Person | None,
    desk: Desk,
    sight: Sight,
    asked: Mapping[str, Any],
) -> JSONResponse:
    """What a page that says what it has needs to show this sight."""
    around = around_of(request, tables, who, desk, sight, reader)
    parts = unknown(Fragments(sight, reader, around).all(), asked.get("have") or {})
    body: dict[str, Any] = {"version": sight.version, "tip": sight.tip, "seat": sight.eyes, "parts": parts}
    body["boards"] = changes(tables, who, desk, sight, reader, asked.get("boards"))
    body["said"] = _said(sight, reader, asked)
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


def changes(
    tables: Tables, who: Person | None, desk: Desk, sight: Sight, reader: Reader, has: Any
) -> dict[str, Any] | None:
    """What of the boards differs from those the page shows."""
    before = None
    if isinstance(has, dict):
        eyes = _number(has.get("seat"))
        old = sight_of(tables, who, desk, reader, eyes if eyes in sight.mine else None, _number(has.get("version")))
        if old.key == sight.key:
            return None
        before = old.drawing(reader)
    found = draw.changes(before, sight.drawing(reader))
    return {"replace": found.replace, "attrs": found.attrs}


def _said(sight: Sight, reader: Reader, asked: Mapping[str, Any]) -> str:
    """For those who listen instead of looking: what happened since, and what is asked now."""
    has = asked.get("boards") or {}
    since = int(has.get("version") or 0) if isinstance(has, dict) else 0
    news = [
        text for line in sight.lines(max(since, sight.tip - 8), sight.tip) for text in told(line, sight.names, reader)
    ]
    question = [sight.say(reader, sight.asking.question)] if sight.my_turn else []
    return ". ".join([*news[-6:], *question])


@router.post("/parts", response_class=JSONResponse)
def parts(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> JSONResponse:
    desk = tables.desk(who, table_id)
    sight = sight_of(tables, who, desk, reader, at=_number(form.get("version")))
    return answer(tables, request, reader, who, desk, sight, form)


def _number(value: Any) -> int | None:
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdigit()) else None


# --- doing -----------------------------------------------------------------------------------------------------------


@router.post("/act", response_model=None)
def act(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> Response:
    """Do it; or show first what it leads to, where it surprises or cannot be taken back."""
    script = request.headers.get("accept") == "application/json"
    desk = tables.desk(who, table_id)
    seat, at = _number(form.get("seat")), _number(form.get("at"))
    if who is None:
        raise Refused("who", Text("you have no seat at this table"), 403)
    try:
        if at != desk.version:
            raise Refused("stale", Text("the table has moved on"), 409)
        sight = sight_of(tables, who, desk, reader, seat)
        action = _action(sight, form)
        if script and not form.get("sure") and _careful(sight, action, reader):
            return JSONResponse({"confirm": _preview(request, sight, reader, action, True)})
        tables.act(who, table_id, str(action), at, str(form.get("request_id") or secrets.token_hex(8)), seat)
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
        return go(f"/table/{table_id}")
    desk = tables.desk(who, table_id)
    return answer(tables, request, reader, who, desk, sight_of(tables, who, desk, reader), form)


def _action(sight: Sight, form: Mapping[str, Any]) -> Any:
    if form.get("action"):
        return sight.game.parse(str(form["action"]))
    part = _number(form.get("part"))
    items = form.get("items")
    number = _number(form.get("number", form.get(f"number-{part}")))
    return sight.asking.made(part or 0, number, items if isinstance(items, list) else [])


def _careful(sight: Sight, action: Any, reader: Reader) -> bool:
    if reader.confirm == "never" or not sight.my_turn or action not in sight.asking.offered:
        return False
    if reader.confirm == "always":
        return True
    preview = sight.asking.preview(action)
    return preview.surprise or (preview.final and not sight.hotseat)


def _preview(request: Request, sight: Sight, reader: Reader, action: Any, confirm: bool) -> str:
    return Fragments(sight, reader, Around(csrf(request))).preview(sight.asking.preview(action), confirm)


def refusal(reader: Reader, text: Text, illegal: Illegal | None = None) -> str:
    values = {"text": reader.say(text), "rule": illegal.rule if illegal is not None else None}
    return page("parts/refusal.html", reader, values)


@router.get("/preview", response_class=JSONResponse)
def preview(
    request: Request, table_id: str, action: str, at: int, reader: Reading, who: Visitor, tables: Service,
    seat: str = "",
) -> JSONResponse:  # fmt: skip
    """What an option leads to: in words, and as a ghost on the board."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, _number(seat))
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
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, _number(seat))
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
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, _number(seat))
    if not sight.my_turn:
        return HTMLResponse(refusal(reader, Text("it is not your decision now")))
    try:
        illegal = sight.asking.why_not(action)
    except BadNotation as bad:
        return HTMLResponse(refusal(reader, bad.text))
    if illegal is None:
        return HTMLResponse(refusal(reader, Text("this is allowed: do it")))
    return HTMLResponse(refusal(reader, illegal.text, illegal))


@router.get("/refusals")
def refusals(table_id: str, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    """What the rules speak of here and do not allow now."""
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, _number(seat))
    if not sight.my_turn:
        return HTMLResponse("")
    found = [
        {
            "reason": sight.say(reader, each.reason),
            "rule": each.rule,
            "texts": [sight.say(reader, text) for text in each.offers],
        }
        for each in sight.asking.refusals()
    ]
    return HTMLResponse(page("parts/refusals.html", reader, {"refusals": found}))


@router.get("/log")
def earlier(table_id: str, before: int, reader: Reading, who: Visitor, tables: Service, seat: str = "") -> HTMLResponse:
    sight = sight_of(tables, who, tables.desk(who, table_id), reader, _number(seat))
    return HTMLResponse(Fragments(sight, reader, Around()).log(before))


@router.post("/undo", response_model=None)
def undo(request: Request, table_id: str, form: Form, reader: Reading, who: Visitor, tables: Service) -> Response:
    if who is None:
        raise Refused("who", Text("you have no seat at this table"), 403)
    script = request.headers.get("accept") == "application/json"
    request_id = str(form.get("request_id") or secrets.token_hex(8))
    try:
        at = _number(form.get("at"))
        tables.undo(
            who, table_id, -1 if at is None else at, request_id, _number(form.get("to")), _number(form.get("seat"))
        )
    except Refused as refused:
        if not script:
            raise
        return JSONResponse({"stale": True} if refused.code == "stale" else {"refused": refusal(reader, refused.text)})
    return _done(request, table_id, form, reader, who, tables, script)


# --- around the table ------------------------------------------------------------------------------------------------


def quiet(request: Request, table_id: str) -> Response:
    """A small form is done: a script fetches what changed by itself."""
    if request.headers.get("accept") == "application/json":
        return JSONResponse({})
    return go(f"/table/{table_id}")


@router.post("/chat", response_model=None)
def say(request: Request, table_id: str, form: Form, who: Newcomer, tables: Service) -> Response:
    tables.say(who, table_id, str(form.get("text", "")))
    return quiet(request, table_id)


@router.post("/vote", response_model=None)
def vote(request: Request, table_id: str, form: Form, who: Newcomer, tables: Service) -> Response:
    tables.vote(who, table_id, str(form.get("motion")), form.get("agree") == "yes", _number(form.get("seat")))
    return quiet(request, table_id)


@router.post("/note", response_model=None)
def note(request: Request, table_id: str, form: Form, who: Newcomer, tables: Service) -> Response:
    tables.set_note(who, table_id, str(form.get("text", "")))
    return quiet(request, table_id)
