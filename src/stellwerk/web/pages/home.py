"""Home: my tables, and a new game. No rule of any game is in here."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from fastapi import Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse
from markupsafe import Markup

from stellwerk import draw, games
from stellwerk.core import Game, Text
from stellwerk.core.provenance import confession
from stellwerk.learn.lesson import lessons
from stellwerk.table import Person, Refused
from stellwerk.table.seating.seats import counted
from stellwerk.table.service.tables import TableInfo, Tables
from stellwerk.web.http.auth import Newcomer, Visitor
from stellwerk.web.http.dependencies import Form, Reading, Service, game_of, go, shown, speaking
from stellwerk.web.http.inputs import NewTable, SeatBody, filled
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.pages.levels import bots_offered, level_words
from stellwerk.web.view.static_files import static_digest
from stellwerk.web.view.templates import Reader, page

PACES = {
    60: Text("a minute"),
    300: Text("five minutes"),
    3600: Text("an hour"),
    86400: Text("a day"),
    259200: Text("three days"),
}
"""Time for one turn, in seconds."""
USUAL_CLOCKS: dict[str, dict[str, Any]] = {
    "live": {"seconds": 300, "consequence": "bot"},
    "turns": {"seconds": 172_800, "consequence": "reminder"},
}
NIGHT = (22, 7)
"""Hours of the day in which no time runs, where nights do not count."""
SHOWN_TABLES = 30
FIRST_LEVEL = "easy"
"""What a newcomer plays against."""

router = room_of_pages()


def row(info: TableInfo, reader: Reader) -> dict[str, Any]:
    """A table in the list of tables."""
    asked = info.places[info.to_move].name if info.to_move is not None else ""
    return {
        "id": info.id,
        "title": info.name or reader.say(info.title),
        "game": reader.say(info.title),
        "names": [place.name for place in info.places if place.name],
        "your_turn": info.my_turn,
        "over": is_over(info),
        "waiting": info.status == "waiting",
        "turn_of": reader.say(Text("{name} decides", name=asked)) if asked else "",
    }


@router.get("/")
def home(request: Request, reader: Reading, who: Visitor, tables: Service) -> HTMLResponse:
    mine = tables.mine(who) if who is not None else []
    finished = [row(info, reader) for info in mine if is_over(info)][:SHOWN_TABLES]
    values: dict[str, Any] = {"tables": unfinished(mine, reader), "finished": finished, "games": offered(reader)}
    return shown(request, reader, who, "home.html", "home", lobby=bool(tables.lobby(who)), **values)


def is_over(info: TableInfo) -> bool:
    return info.status in ("over", "ended")


def unfinished(mine: Sequence[TableInfo], reader: Reader) -> list[dict[str, Any]]:
    """The tables somebody plays at; finished games are listed apart."""
    return [row(info, reader) for info in mine if not is_over(info)][:SHOWN_TABLES]


def offered(reader: Reader) -> list[dict[str, Any]]:
    """The games in the order of the register, in the reader's words."""
    return [
        {
            "id": game.id,
            "title": reader.say(game.title),
            "motif": Markup(draw.motif(game.id)),
            "blurb": reader.say(game.about) if game.about else "",
            "taught": bool(lessons(game.id)),
            "players": reader.say(Text("{low}–{high} players", low=min(game.seats), high=max(game.seats))),
        }
        for game in map(games.game, games.ids())
    ]


@router.get("/turns", response_class=JSONResponse)
def turns(reader: Reading, who: Visitor, tables: Service) -> JSONResponse:
    """How many tables wait for the reader, the reader's list of tables, and which scripts a page should have by now."""
    mine = tables.mine(who) if who is not None else []
    rows = page("parts/tables.html", reader, {"tables": unfinished(mine, reader)})
    waiting = sum(info.my_turn for info in mine)
    return JSONResponse({"count": waiting, "tables": rows, "build": static_digest()})


@router.get("/next")
def next_table(who: Visitor, tables: Service, after: str = "") -> RedirectResponse:
    """On to the table that waits for the reader after the one he is at: whoever goes on sees them all."""
    mine = tables.mine(who) if who is not None else []
    waiting = sorted(info.id for info in mine if info.my_turn and info.id != after)
    return go(f"/table/{next((id_ for id_ in waiting if id_ > after), waiting[0])}" if waiting else "/")


@router.get("/lobby")
def lobby(request: Request, reader: Reading, who: Visitor, tables: Service) -> HTMLResponse:
    """Tables with seats open to everybody."""
    found = [{**row(info, reader), "places": info.places, "mine": info.mine} for info in tables.lobby(who)]
    return shown(request, reader, who, "lobby.html", "lobby", tables=found)


# --- a new game ------------------------------------------------------------------------------------------------------


@router.get("/new/{name}")
def setup(
    request: Request,
    name: str,
    reader: Reading,
    who: Visitor,
    tables: Service,
    set_: Annotated[str, Query(alias="set", max_length=40)] = "",
) -> HTMLResponse:
    return _setup(request, game_of(name), reader, who, tables, set_)


def _setup(
    request: Request,
    game: Game[Any],
    reader: Reader,
    who: Person | None,
    tables: Tables,
    components: str = "",
    problem: str = "",
    status: int = 200,
) -> HTMLResponse:
    bots = [(name, reader.say(level_words(name))) for name in bots_offered()]
    values = {
        "game": game,
        "title": reader.say(game.title),
        "counts": list(game.seats),
        "usual": min(3, max(game.seats)),
        "bots": bots,
        "name": who.name if who is not None and not who.guest else "",
        "switches": _switches(game, reader),
        "profiles": list(game.profiles),
        "paces": [(seconds, reader.say(words)) for seconds, words in PACES.items()],
        "about": reader.say(game.switches_note) if game.switches_note else "",
        "guessed": _guessed(game, tables, reader),
        "components": tables.sets.choices(who, game),
        "chosen": components,
        "problem": problem,
    }
    return shown(request, reader, who, "new.html", "home", status, **values)


def _guessed(game: Game[Any], tables: Tables, reader: Reader) -> str:
    """Which components of a new table nobody has checked on a printed copy, in one sentence."""
    told = confession(tables.sets.site(game), game.titles, most=3)
    return "" if told is None else reader.say(told)


def _switches(game: Game[Any], reader: Reader) -> dict[str, list[dict[str, Any]]]:
    """The set-up switches under their headings; those without one come first."""
    found: dict[str, list[dict[str, Any]]] = {"": []}
    for field in fields(game.variants):
        heading = game.switches[field.name].heading
        under = found.setdefault(reader.say(heading) if heading is not None else "", [])
        under.append(_switch(game, field.name, reader))
    return {heading: switches for heading, switches in found.items() if switches}


def _switch(game: Game[Any], name: str, reader: Reader) -> dict[str, Any]:
    """A set-up switch as a field of the form."""
    found = next(f for f in fields(game.variants) if f.name == name)
    kind = get_type_hints(game.variants)[name]
    default = found.default if found.default is not MISSING else None
    choices = [str(value) for value in get_args(kind)] if get_origin(kind) is Literal else []
    return {
        "name": name,
        "title": reader.say(game.switches[name].text),
        "kind": "choice" if choices else {bool: "yes", int: "number"}.get(kind, ""),
        "choices": choices,
        "default": default,
    }


def _variants(game: Game[Any], form: Mapping[str, Any]) -> dict[str, Any]:
    """The switches as filled in; what the form does not show keeps its default. A profile sets those left off."""
    hints = get_type_hints(game.variants)
    profile = form.get("profile")
    found: dict[str, Any] = {"profile": profile} if profile else {}
    for name, kind in hints.items():
        given = form.get(f"variant-{name}")
        if kind is bool and "variants" in form:
            if given is not None or not profile:
                found[name] = given is not None
        elif given is not None and given != "":
            found[name] = (
                int(given) if kind is int and re.fullmatch("-?[0-9]{1,9}", str(given)) else _literal(kind, given)
            )
    return found


def _literal(kind: Any, given: str) -> Any:
    return next((value for value in get_args(kind) if str(value) == given), given)


@router.post("/new/{name}/quick")
def quick(name: str, reader: Reading, who: Newcomer, tables: Service, response: Response) -> RedirectResponse:
    """Two bots and me, at once."""
    game = game_of(name)
    count = min(3, max(game.seats))
    seats = [SeatBody(kind="me", name=_own_name(who, reader)), *(_bot(FIRST_LEVEL, n, reader) for n in range(1, count))]
    made = tables.create(who, NewTable(game=name, seats=seats, automatic=True).spec)
    return go(f"/table/{made.table}", response)


def _own_name(who: Person, reader: Reader, number: int = 0) -> str:
    """A guest is called You among bots, and by his seat where other people read the name."""
    if who.name and not who.guest:
        return who.name
    return reader.say(Text("Player {number}", number=number) if number else Text("You"))


def _bot(bot: str, number: int, reader: Reader) -> SeatBody:
    return SeatBody(kind="bot", bot=bot, name=reader.say(Text("Bot {number}", number=number)))


@router.post("/new/{name}", response_model=None)
def create(
    request: Request, name: str, form: Form, reader: Reading, who: Newcomer, tables: Service, response: Response
) -> HTMLResponse | RedirectResponse:
    game = game_of(name)
    try:
        count = _count(name, str(form.get("seats", "")))
        made = tables.create(who, filled(NewTable, _wish(game, form, count, who, reader)).spec)
    except Refused as refused:
        chosen = str(form.get("components", ""))
        return _setup(request, game, reader, who, tables, chosen, reader.say(refused.text), refused.status)
    answer = go(f"/table/{made.table}", response)
    for seat, token in made.links.items():
        keep_link(answer, made.table, seat, token)
    return speaking(answer, form.get("language", ""))


def _wish(game: Game[Any], form: Mapping[str, Any], count: int, who: Person, reader: Reader) -> dict[str, Any]:
    """The form in the words of the API."""
    alone, hotseat = _alone(form, count), form.get("mode") == "hotseat"
    return {
        "game": game.id,
        "seats": [_spec(form, n, who, reader, alone) for n in range(count)],
        "variants": _variants(game, form),
        "name": form.get("title", "").strip(),
        "hotseat": hotseat,
        "seating": "random" if form.get("order") == "random" else "chosen",
        "spectators": form.get("spectators") is not None or "spectators-shown" not in form,
        "listed": form.get("listed") is not None,
        "talk": "everybody" if form.get("talk") == "everybody" else "seated",
        "clock": None if hotseat else _clock(form),
        "automatic": True,
        "advice": form.get("advice") is not None,
        "components": form.get("components", ""),
    }


def _count(name: str, given: str) -> int:
    """How many seats, if the game has so many: nothing is built for a number nobody can play."""
    count = int(given) if re.fullmatch("[0-9]{1,3}", given) else 0
    counted(name, count)
    return count


def keep_link(answer: Response, table: str, seat: int, token: str) -> None:
    """The server knows only hashes of links: the host's browser keeps them for the page of this table."""
    path = f"/table/{table}"
    answer.set_cookie(f"link-{seat}", token, 30 * 86400, path=path, httponly=True, samesite="strict")


def _clock(form: Mapping[str, str]) -> dict[str, Any] | None:
    """Time for one turn, and what happens when it has run out."""
    usual = USUAL_CLOCKS.get(form.get("time", ""))
    given = str(form.get("clock", ""))
    clock = usual or ({"seconds": given, "consequence": form.get("late") or "reminder"} if given else None)
    if clock is None:
        return None
    zone = str(form.get("zone", ""))
    rest = {"quiet": NIGHT if form.get("nights") else None, "weekends": not form.get("weekends")}
    return {**clock, **rest, "zone": zone if re.fullmatch("-?[0-9]{1,3}", zone) else 0}


def _alone(form: Mapping[str, str], count: int) -> bool:
    """Whether one person plays against bots."""
    kinds = [form.get(f"seat-{number}", "open") for number in range(count)]
    return kinds.count("me") == 1 and "open" not in kinds


def _spec(form: Mapping[str, str], number: int, who: Person, reader: Reader, alone: bool) -> dict[str, Any]:
    kind = form.get(f"seat-{number}", "open")
    name = form.get(f"name-{number}", "").strip()
    if kind.startswith("bot:"):
        name = name or reader.say(Text("Bot {number}", number=number + 1))
        return {"kind": "bot", "bot": kind[4:], "name": name}
    if kind == "me":
        return {"kind": "me", "name": name or _own_name(who, reader, 0 if alone else number + 1)}
    return {"kind": "open", "name": name or reader.say(Text("Player {number}", number=number + 1))}
