"""Replay: a log of this site or a file of 18xx.games, step by step. What is uploaded is read, not kept for good."""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk.core import Seat, Text
from stellwerk.core.editions import played_by
from stellwerk.core.log import BadLog, Record, UnknownRules, read, write
from stellwerk.games import UnknownGame, game
from stellwerk.study.files import FileKind, Report, kind_of
from stellwerk.table import Line, Place, Refused, SeatSpec
from stellwerk.table.service import Plan
from stellwerk.web.auth import Newcomer, Visitor, csrf, house_of
from stellwerk.web.figures import figures
from stellwerk.web.fragments import Around, Fragments
from stellwerk.web.frame import Form, Reading, go, shown
from stellwerk.web.render import Reader
from stellwerk.web.sight import Sight
from stellwerk.web.story import Story
from stellwerk.web.window import answer, number, panel, whole

router = APIRouter(prefix="/replay", include_in_schema=False, default_response_class=HTMLResponse)

KEPT = 20
LARGEST = 20_000_000
SIDE = (("log", Text("Log")), ("scores", Text("Scores")), ("figures", Text("Figures")), ("around", Text("More")))


@dataclass(frozen=True)
class Opened:
    """A log somebody brought along; `note` says where it could not be followed further."""

    key: str
    story: Story[Any]
    note: Text | None = None


_opened: OrderedDict[str, Opened] = OrderedDict()


def open_file(data: bytes, name: str) -> Opened:
    """Raises `BadLog` for what is neither a log nor a game file."""
    data = unpacked(data)
    key = hashlib.sha256(data).hexdigest()[:20]
    if key in _opened:
        return _opened[key]
    kind = kind_of(data)
    found = _game_file(key, kind, data, name) if kind is not None else _log(key, data)
    _opened[key] = found
    while len(_opened) > KEPT:
        _opened.popitem(last=False)
    return found


def unpacked(data: bytes) -> bytes:
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        plain = zlib.decompressobj(31).decompress(data, LARGEST)
    except zlib.error as error:
        raise BadLog(0, Text("cannot be read: {reason}", reason=str(error))) from error
    return plain


def _log(key: str, data: bytes) -> Opened:
    try:
        document = read(data.decode("utf-8"))
        return Opened(key, Story(game(document.header.game), document.header, document.entries))
    except UnicodeDecodeError as error:
        raise BadLog(0, Text("cannot be read: {reason}", reason=str(error))) from error
    except UnknownGame as error:
        raise BadLog(0, Text("no game is called {name}", name=str(error.args[0]))) from error


def _game_file(key: str, kind: FileKind, data: bytes, name: str) -> Opened:
    """A game of another program; what did not fit is said, everything before it can be looked at."""
    report: Report = kind.read(data, name, None, False)
    if report.record is None:
        raise BadLog(0, report.problem.text if report.problem else Text("not a game file"))
    record = report.record
    note = None
    if report.problem is not None:
        place, why = report.problem.index, report.problem.text
        note = Text("followed up to action {number} of the file: {problem}", number=place, problem=why)
    return Opened(key, Story(record.game, record.header, record.entries), note)


def opened(key: str) -> Opened:
    if key not in _opened:
        raise Refused("replay", Text("this replay is no longer here: open the file again"), 404)
    return _opened[key]


Found = Annotated[Opened, Depends(opened)]


def sight_of(found: Opened, reader: Reader, eyes: Seat | None, at: int | None = None) -> Sight:
    story = found.story
    count = story.header.seats
    names = [*story.header.names, *("" for _ in range(count))][:count]
    given = (name or reader.say(Text("seat {number}", number=n + 1)) for n, name in enumerate(names))
    version = story.version if at is None else max(0, min(at, story.version))
    state = story.state(version)

    def lines(since: int, upto: int) -> list[Line]:
        return story.lines(eyes, True, since, upto)

    return Sight(
        "replay",
        found.key,
        f"/replay/{found.key}/{'-' if eyes is None else eyes}",
        reader.say(story.game.title),
        story.game,
        state,
        version,
        story.version,
        eyes,
        (),
        tuple(Place(n, "human", name) for n, name in enumerate(given)),
        lines,
        story.state,
        story.heard,
        not story.state(story.version).agenda,
    )


def around_of(request: Request, found: Opened, sight: Sight, reader: Reader) -> Around:
    note = reader.say(found.note) if found.note is not None else ""
    return Around(
        csrf(request), can_branch=True, more={"eyes": sight.eyes, "key": found.key, "note": note, "programs": []}
    )


@router.get("")
def shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    return shown(request, reader, who, "replay.html", "replay", problem="")


@router.post("", response_model=None)
async def upload(request: Request, reader: Reading, who: Visitor) -> Response:
    async with request.form() as form:
        sent = form.get("file")
        data = await sent.read() if sent is not None and not isinstance(sent, str) else b""
        text, name = str(form.get("text", "")), getattr(sent, "filename", "") or ""
    try:
        found = await run_in_threadpool(open_file, data or text.encode(), name)
    except UnknownRules as unknown:
        lines = [str(entry) for entry in read(unpacked(data or text.encode()).decode()).entries]
        values = {
            "title": reader.say(Text("Replay")),
            "problem": reader.say(unknown.text),
            "entries": lines,
            "file": "",
        }
        return shown(request, reader, who, "unread.html", "replay", 422, **values)
    except BadLog as bad:
        said = reader.say(bad.text)
        return shown(request, reader, who, "replay.html", "replay", 422, problem=said)
    return go(f"/replay/{found.key}/-")


@router.get("/{key}/{eyes}")
def replay(request: Request, eyes: str, found: Found, reader: Reading, who: Visitor) -> HTMLResponse:
    sight = sight_of(found, reader, _seat(eyes, found))
    around, edition = around_of(request, found, sight, reader), played_by(sight.game, found.story.header)
    return whole(request, reader, who, sight, around, SIDE, edition=edition)


def _seat(eyes: str, found: Opened) -> Seat | None:
    seat = number(eyes)
    return seat if seat is not None and seat < found.story.header.seats else None


@router.post("/{key}/{eyes}/parts")
def parts(request: Request, eyes: str, form: Form, found: Found, reader: Reading) -> JSONResponse:
    def look(seat: Seat | None, version: int | None) -> Sight:
        return sight_of(found, reader, _seat(eyes, found), version)

    sight = look(None, number(form.get("version")))
    return answer(sight, reader, around_of(request, found, sight, reader), form, look)


@router.get("/{key}/{eyes}/log")
def earlier(eyes: str, before: int, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(Fragments(sight_of(found, reader, _seat(eyes, found)), reader, Around()).log(before))


@router.post("/{key}/{eyes}/what-if")
def play_on(
    request: Request, form: Form, found: Found, reader: Reading, who: Newcomer, response: Response
) -> RedirectResponse:
    """A private table that goes on from the move looked at, all seats at this screen."""
    sight = sight_of(found, reader, None, number(form.get("version")))
    header = replace(found.story.header, position=sight.game.dump(sight.state))
    seats = [SeatSpec("me", name=name) for name in sight.names]
    plan = Plan(sight.game.id, seats, name=sight.title, hotseat=True, spectators=False)
    made = house_of(request).affairs.play_on(who, header, plan)
    return go(f"/table/{made.table}", response)


@router.get("/{key}/{eyes}/figures")
def charts(eyes: str, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(figures(sight_of(found, reader, _seat(eyes, found)), reader))


@router.get("/{key}/{eyes}/log.txt")
def as_file(found: Found) -> PlainTextResponse:
    story = found.story
    return PlainTextResponse(write(Record(story.game, story.header, story.state(story.version), story.entries)))


@router.get("/{key}/{eyes}/{name}")
def game_panel(eyes: str, name: str, found: Found, reader: Reading, version: int | None = None) -> HTMLResponse:
    return panel(sight_of(found, reader, _seat(eyes, found), version), reader, name)
