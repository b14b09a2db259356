"""Replay: a log of this site or a file of 18xx.games, step by step. What is uploaded is kept until it expires."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk.core import Seat, Text
from stellwerk.core.editions import played_by
from stellwerk.core.log import Record, write
from stellwerk.table import Line, Person, Place, Refused, SeatSpec
from stellwerk.table.service.tables import TableSpec
from stellwerk.web.http.auth import Newcomer, Visitor, csrf, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go, shown
from stellwerk.web.view.charts import figures
from stellwerk.web.view.foreign_files import Readers, Unreadable
from stellwerk.web.view.fragments import Fragments, TableContext
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.story import Story
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.updates import answer, number, panel, whole

router = APIRouter(prefix="/replay", include_in_schema=False, default_response_class=HTMLResponse)

KEPT = 20
KEPT_BYTES = 32_000_000
"""As stories travel between processes; in memory they are a few times as large."""
SIDE = (("log", Text("Log")), ("scores", Text("Scores")), ("figures", Text("Figures")), ("around", Text("More")))


@dataclass(frozen=True)
class Opened:
    """A log somebody brought along; `note` says where it could not be followed further."""

    key: str
    story: Story[Any]
    note: Text | None = None
    size: int = 0


class Replays:
    """The stories of uploaded files, as far as this process has followed them lately. The files are in the store, so
    that every process finds them; a story that was put away is followed again."""

    def __init__(self) -> None:
        self._followed: OrderedDict[str, Opened] = OrderedDict()
        self._lock = Lock()

    def open(self, readers: Readers, key: str, data: bytes, name: str) -> Opened:
        """Raises `Unreadable` for what is neither a log nor a game file."""
        known = self.get(key)
        if known is not None:
            return known
        story, note, size = readers.read(data, name)
        return self._put(Opened(key, story, note, size))

    def get(self, key: str) -> Opened | None:
        with self._lock:
            if key in self._followed:
                self._followed.move_to_end(key)
            return self._followed.get(key)

    def _put(self, opened: Opened) -> Opened:
        with self._lock:
            kept = self._followed
            kept[opened.key] = opened
            while len(kept) > KEPT or (len(kept) > 1 and sum(each.size for each in kept.values()) > KEPT_BYTES):
                kept.popitem(last=False)
        return opened


def replays_of(request: Request) -> Replays:
    found: Replays = request.app.state.replays
    return found


def opened(key: str, request: Request) -> Opened:
    replays = replays_of(request)
    upload = None if (known := replays.get(key)) is not None else runtime_of(request).uploads.find(key)
    if known is None and upload is None:
        raise Refused("replay", Text("this replay is no longer here: open the file again"), 404)
    if known is not None:
        return known
    assert upload is not None
    try:
        return replays.open(request.app.state.readers, key, upload.data, upload.name)
    except Unreadable as bad:
        raise Refused("replay", bad.text, 422) from bad


Found = Annotated[Opened, Depends(opened)]


def perspective_of(found: Opened, reader: Reader, eyes: Seat | None, at: int | None = None) -> Perspective:
    story = found.story
    count = story.header.seats
    names = [*story.header.names, *("" for _ in range(count))][:count]
    given = (name or reader.say(Text("seat {number}", number=n + 1)) for n, name in enumerate(names))
    version = story.version if at is None else max(0, min(at, story.version))
    state = story.state(version)

    def lines(since: int, upto: int) -> list[Line]:
        return story.lines(eyes, True, since, upto)

    return Perspective(
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


def around_of(request: Request, found: Opened, perspective: Perspective, reader: Reader) -> TableContext:
    note = reader.say(found.note) if found.note is not None else ""
    return TableContext(
        csrf(request), can_branch=True, more={"eyes": perspective.eyes, "key": found.key, "note": note, "programs": []}
    )


@router.get("")
def shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    return shown(request, reader, who, "replay.html", "replay", problem="")


@router.post("", response_model=None)
async def upload(request: Request, reader: Reading, who: Newcomer, response: Response) -> Response:
    async with request.form() as form:
        sent = form.get("file")
        data = await sent.read() if sent is not None and not isinstance(sent, str) else b""
        text, name = str(form.get("text", "")), getattr(sent, "filename", "") or ""
    try:
        key = await run_in_threadpool(_keep, request, who, data or text.encode(), name)
    except Unreadable as bad:
        if bad.entries is not None:  # a log of rules we do not have is shown, not folded by others
            about = {"title": reader.say(Text("Replay")), "problem": reader.say(bad.text), "url": "", "boards": ()}
            return shown(request, reader, who, "unread.html", "replay", 422, entries=bad.entries, **about)
        said = reader.say(bad.text)
        return shown(request, reader, who, "replay.html", "replay", 422, problem=said)
    return go(f"/replay/{key}/-", response)


def _keep(request: Request, who: Person, data: bytes, name: str) -> str:
    """Followed first: what cannot be read is not kept."""
    runtime_of(request).limits.count("uploads", who)
    uploads = runtime_of(request).uploads
    key = uploads.key_of(who, data)
    replays_of(request).open(request.app.state.readers, key, data, name)
    return uploads.keep(who, data, name)


@router.get("/{key}/{eyes}")
def replay(request: Request, eyes: str, found: Found, reader: Reading, who: Visitor) -> HTMLResponse:
    perspective = perspective_of(found, reader, _seat(eyes, found))
    around, edition = around_of(request, found, perspective, reader), played_by(perspective.game, found.story.header)
    return whole(request, reader, who, perspective, around, SIDE, edition=edition)


def _seat(eyes: str, found: Opened) -> Seat | None:
    seat = number(eyes)
    return seat if seat is not None and seat < found.story.header.seats else None


@router.post("/{key}/{eyes}/parts")
def parts(request: Request, eyes: str, form: Form, found: Found, reader: Reading) -> JSONResponse:
    def look(seat: Seat | None, version: int | None) -> Perspective:
        return perspective_of(found, reader, _seat(eyes, found), version)

    perspective = look(None, number(form.get("version")))
    return answer(perspective, reader, around_of(request, found, perspective, reader), form, look)


@router.get("/{key}/{eyes}/log")
def earlier(eyes: str, before: int, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(
        Fragments(perspective_of(found, reader, _seat(eyes, found)), reader, TableContext()).log(before)
    )


@router.post("/{key}/{eyes}/what-if")
def play_on(
    request: Request, form: Form, found: Found, reader: Reading, who: Newcomer, response: Response
) -> RedirectResponse:
    """A private table that goes on from the move looked at, all seats at this screen."""
    perspective = perspective_of(found, reader, None, number(form.get("version")))
    header = replace(found.story.header, position=perspective.game.dump(perspective.state))
    seats = [SeatSpec("me", name=name) for name in perspective.names]
    plan = TableSpec(perspective.game.id, seats, name=perspective.title, hotseat=True, spectators=False)
    made = runtime_of(request).arrangements.play_on(who, header, plan)
    return go(f"/table/{made.table}", response)


@router.get("/{key}/{eyes}/figures")
def charts(eyes: str, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(figures(perspective_of(found, reader, _seat(eyes, found)), reader))


@router.get("/{key}/{eyes}/log.txt")
def as_file(found: Found) -> PlainTextResponse:
    story = found.story
    return PlainTextResponse(write(Record(story.game, story.header, story.state(story.version), story.entries)))


@router.get("/{key}/{eyes}/{name}")
def game_panel(eyes: str, name: str, found: Found, reader: Reading, version: int | None = None) -> HTMLResponse:
    return panel(perspective_of(found, reader, _seat(eyes, found), version), reader, name)
