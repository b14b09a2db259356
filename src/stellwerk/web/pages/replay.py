"""Replay: a log of this site or a file of 18xx.games, step by step. What is uploaded is kept until it expires."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk.core import Seat, Text
from stellwerk.core.editions import played_by, tables_of
from stellwerk.core.log import Header, Record, write
from stellwerk.core.timeline import Timeline
from stellwerk.study.statistics import told_apart
from stellwerk.table import Person, Place, Refused, SeatSpec
from stellwerk.table.cache import Cache
from stellwerk.table.service.tables import TableSpec
from stellwerk.web.http.auth import Newcomer, Visitor, csrf, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, Sent, go, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.charts import figures
from stellwerk.web.view.foreign_files import Readers, Unreadable
from stellwerk.web.view.fragments import Fragments, TableContext
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.updates import answer, number, panel, whole

router = room_of_pages("/replay")

KEPT = 20
KEPT_BYTES = 32_000_000
"""As timelines travel between processes; in memory they are a few times as large."""
SIDE = (("log", Text("Log")), ("scores", Text("Scores")), ("figures", Text("Figures")), ("around", Text("More")))


@dataclass(frozen=True)
class Opened:
    """A log somebody brought along; `note` says where it could not be followed further."""

    key: str
    timeline: Timeline[Any]
    note: Text | None = None
    size: int = 0

    @cached_property
    def is_over(self) -> bool:
        return not self.timeline.state_at(self.timeline.version).agenda


class Replays(Cache[str, Opened]):
    """The timelines of uploaded files, as far as this process has followed them lately. The files are in the store, so
    that every process finds them; a timeline that was put away is made again."""

    def __init__(self) -> None:
        super().__init__(KEPT_BYTES, lambda found: max(found.size, KEPT_BYTES // KEPT))

    def open(self, readers: Readers, key: str, data: bytes, name: str) -> Opened:
        """Raises `Unreadable` for what is neither a log nor a game file."""
        return self.get_or_make(key, lambda: Opened(key, *readers.read(data, name)))


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
    timeline, tip = found.timeline, found.timeline.version
    version = tip if at is None else max(0, min(at, tip))
    return Perspective(
        kind="replay",
        id=found.key,
        url=f"/replay/{found.key}/{'-' if eyes is None else eyes}",
        title=reader.say(timeline.game.title),
        game=timeline.game,
        state=timeline.state_at(version),
        version=version,
        tip=tip,
        eyes=eyes,
        mine=(),
        places=tuple(Place(n, "human", name) for n, name in enumerate(_names(timeline.header, reader))),
        story=lambda: timeline,
        everything=True,
        finished=found.is_over,
        components=tables_of(timeline.game, timeline.header),
        component_set=timeline.header.component_set,
    )


def _names(header: Header, reader: Reader) -> list[str]:
    """Of every seat; one without a name is called by its number, those of one name are told apart."""
    return [name or reader.say(Text("seat {number}", number=n + 1)) for n, name in enumerate(told_apart(header))]


def around_of(request: Request, found: Opened, perspective: Perspective, reader: Reader) -> TableContext:
    note = reader.say(found.note) if found.note is not None else ""
    more: dict[str, Any] = {"eyes": perspective.eyes, "key": found.key, "note": note, "programs": []}
    return TableContext(csrf(request), can_branch=True, more=lambda: more)


@router.get("")
def shelf(request: Request, reader: Reading, who: Visitor) -> HTMLResponse:
    return _shelf(request, reader, who)


def _shelf(request: Request, reader: Reader, who: Person | None, problem: Text | None = None) -> HTMLResponse:
    said, status = (reader.say(problem), 422) if problem is not None else ("", 200)
    days = runtime_of(request).settings.upload_days
    return shown(request, reader, who, "replay.html", "replay", status, problem=said, days=days)


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
        return _shelf(request, reader, who, bad.text)
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
    around, edition = around_of(request, found, perspective, reader), played_by(perspective.game, found.timeline.header)
    return whole(request, reader, who, perspective, around, SIDE, edition=edition)


def _seat(eyes: str, found: Opened) -> Seat | None:
    seat = number(eyes)
    return seat if seat is not None and seat < found.timeline.header.seats else None


@router.post("/{key}/{eyes}/parts")
def parts(request: Request, eyes: str, form: Sent, found: Found, reader: Reading) -> JSONResponse:
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
    header = replace(found.timeline.header, position=perspective.game.dump(perspective.state))
    seats = [SeatSpec("me", name=name) for name in perspective.names]
    plan = TableSpec(perspective.game.id, seats, name=perspective.title, hotseat=True, spectators=False)
    made = runtime_of(request).arrangements.play_on(who, header, plan)
    return go(f"/table/{made.table}", response)


@router.get("/{key}/{eyes}/figures")
def charts(eyes: str, found: Found, reader: Reading) -> HTMLResponse:
    return HTMLResponse(figures(perspective_of(found, reader, _seat(eyes, found)), reader))


@router.get("/{key}/{eyes}/log.txt")
def as_file(found: Found) -> PlainTextResponse:
    told = found.timeline
    return PlainTextResponse(write(Record(told.game, told.header, told.state_at(told.version), told.entries)))


@router.get("/{key}/{eyes}/{name}")
def game_panel(eyes: str, name: str, found: Found, reader: Reading, version: int | None = None) -> HTMLResponse:
    return panel(perspective_of(found, reader, _seat(eyes, found), version), reader, name)
