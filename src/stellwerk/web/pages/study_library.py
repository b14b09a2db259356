"""One's own library: games dropped on the page, found again, opened for study. Private until shared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import written
from stellwerk.study.library.bulk import Line, members
from stellwerk.study.library.catalogue import Library, Listed, Wanted, digest_of
from stellwerk.study.library.comments import MOST_COMMENTS, Comment, share, share_of, unshare, write_comment
from stellwerk.study.library.reading import Shelved, Unfit
from stellwerk.table import Person, Refused
from stellwerk.web.http.auth import Member, Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.foreign_files import Readers, Unreadable
from stellwerk.web.view.libraries import Libraries
from stellwerk.web.view.subjects import libraries_of, subject_of
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.updates import number as whole_number

router = room_of_pages("/study")

A_PAGE = 50
MOST_NUMBER = 2**62
"""What the database takes for a number."""
MOST_ENTRIES = 1_000_000
LONGEST_NAME = 200
"""Letters of a file's name that are kept."""


def wanted_of(request: Request) -> Wanted:
    """The search from the address; whatever is no number where one belongs is not asked."""
    asked = request.query_params
    found: dict[str, Any] = {}
    for field in fields(Wanted):
        value = asked.get(field.name, "").strip()[:80]
        if field.type == "int":
            found[field.name] = int(value) if value.isdecimal() and len(value) < 7 else 0
        else:
            found[field.name] = value
    return Wanted(**found)


Asked = Annotated[Wanted, Depends(wanted_of)]


@router.get("")
def shelf(request: Request, reader: Reading, who: Visitor, wanted: Asked, page: int = 1) -> HTMLResponse:
    library = libraries_of(request).of(who.id) if who is not None else None
    page = max(1, min(page, 10_000))
    found = library.find(wanted, A_PAGE, (page - 1) * A_PAGE) if library is not None else []
    count = library.count(wanted) if library is not None else 0
    values: dict[str, Any] = {
        "library": library,
        "wanted": wanted,
        "games": [_row(each, reader) for each in found],
        "count": count,
        "page": page,
        "pages": (count + A_PAGE - 1) // A_PAGE,
        "query": "&".join(
            f"{name}={value}" for name, value in request.query_params.items() if name != "page" and value
        ),
        "choices": {name: library.values(name) for name in ("ending", "game", "tag", "player", "fact")}
        if library is not None
        else {},
        "unfit": library.unfit()[:200] if library is not None else [],
    }
    return shown(request, reader, who, "study_library.html", "study", **values)


def _row(listed: Listed, reader: Reader) -> dict[str, Any]:
    known = listed.game in games.PACKAGES
    title = reader.say(games.game(listed.game).title) if known else listed.game
    ranked = sorted(listed.players, key=lambda player: (player.place, player.seat))
    return {"game": listed, "title": title, "players": ranked}


# --- files -----------------------------------------------------------------------------------------------------------


@router.post("", response_model=None)
async def upload(request: Request, reader: Reading, who: Newcomer, response: Response) -> Response:
    """One file or many, each a game or an archive of games: one line a file, as JSON for the script of the page."""
    runtime_of(request).limits.count("library", who)
    async with request.form() as form:
        sent = [each for each in form.getlist("file") if not isinstance(each, str)]
        files = [(each.filename or "", await each.read()) for each in sent]
    lines = await run_in_threadpool(_take, request, who, reader, files)
    if "application/json" in request.headers.get("accept", ""):
        rows = [
            {"file": line.name, "status": line.status, "game": line.game, "problem": line.problem} for line in lines
        ]
        answer: Response = JSONResponse(rows)
        for name, value in response.raw_headers:
            if name == b"set-cookie":
                answer.raw_headers.append((name, value))
        return answer
    return go("/study", response)


def _take(request: Request, who: Person, reader: Reader, files: list[tuple[str, bytes]]) -> list[Line]:
    library = libraries_of(request).of(who.id, make=True)
    assert library is not None
    readers: Readers = request.app.state.readers
    libraries = libraries_of(request)
    return [
        _shelve(libraries, library, readers, reader, name, data)
        for sent, packed in files
        for name, data in _unzipped(sent[:LONGEST_NAME], packed)
    ]


def _unzipped(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """One after the other: all of an archive at once may be a hundred times what was sent."""
    try:
        for member, unpacked in members(name, data):
            yield member[:LONGEST_NAME], unpacked
    except Unfit:
        yield name, data


def _shelve(libraries: Libraries, library: Library, readers: Readers, reader: Reader, name: str, data: bytes) -> Line:
    """Read in a watched process, as every file of a stranger; what comes back is known to be legal."""
    digest = digest_of(data)
    if (known := library.has_file(digest)) is not None:
        return Line(name, "known", known[0], problem=known[1])
    if (full := libraries.no_room(library)) is not None:
        return Line(name, "unfit", problem=reader.say(full))
    try:
        found = readers.shelve(data, name)
    except (Unreadable, Unfit) as error:
        library.add_unfit(error.text, name, digest, reader.words)
        return Line(name, "unfit", problem=reader.say(error.text))
    number, is_new = library.add(found, name, digest, reader.words)
    problem = reader.say(found.problem) if found.problem is not None else ""
    return Line(name, "double" if not is_new else "part" if problem else "new", number, found, problem)


# --- what is one's own -----------------------------------------------------------------------------------------------


def own(request: Request, who: Member) -> Library:
    library = libraries_of(request).of(who.id)
    if library is None:
        raise Refused("library", Text("you have no library yet"), 404)
    return library


Own = Annotated[Library, Depends(own)]


@router.get("/library.sqlite")
def download(library: Own) -> FileResponse:
    """The library itself: it is a file, and it is yours."""
    library.settle()
    return FileResponse(library.path, filename="library.sqlite", media_type="application/vnd.sqlite3")


@router.post("/library/{number}")
def change(request: Request, number: int, form: Form, library: Own) -> RedirectResponse:
    _own_game(library, number)
    if form.get("do") == "remove":
        libraries_of(request).withdraw(share_of(library, number))
        library.remove(number)
        return go("/study")
    _require(libraries_of(request).no_bytes(library))
    library.tag(number, str(form.get("tags", "")).split(","))
    library.annotate(number, str(form.get("note", "")))
    return go(f"/study/game/{number}")


@router.post("/library/{number}/comment")
def comment(request: Request, number: int, form: Form, library: Own, reader: Reading) -> RedirectResponse:
    """Words on one position, in the language one reads; a title begins a chapter."""
    listed, at = _own_game(library, number), whole_number(form.get("at")) or 0
    said = Comment(min(at, MOST_ENTRIES), reader.language, str(form.get("title", "")), str(form.get("text", "")))
    if said.title or said.text:
        _require(libraries_of(request).no_bytes(library))
    if not write_comment(library, listed.id, said):
        raise Refused("library", Text("a game has at most {most} comments", most=MOST_COMMENTS), 422)
    return go(f"/study/game/{number}?at={at}#comment")


@router.post("/library/{number}/share")
def share_game(request: Request, number: int, form: Form, library: Own, who: Member) -> RedirectResponse:
    """By a link, with or without the names of the players; or not any more."""
    listed = _own_game(library, number)
    if form.get("do") == "end":
        libraries_of(request).withdraw(share_of(library, listed.id))
        unshare(library, listed.id)
    else:
        libraries_of(request).publish(share(library, listed.id, names=form.get("names") != "hidden"), who.id)
    return go(f"/study/game/{number}#share")


def _require(full: Text | None) -> None:
    if full is not None:
        raise Refused("full", full, 409)


def _own_game(library: Library, number: int) -> Listed:
    listed = library.listed(number) if abs(number) < MOST_NUMBER else None
    if listed is None:
        raise Refused("library", Text("the library has no game {number}", number=number), 404)
    return listed


@router.post("/keep/{kind}/{id_}")
def keep(request: Request, kind: str, id_: str, reader: Reading, who: Newcomer, response: Response) -> RedirectResponse:
    """A finished table or an opened file into one's own library."""
    found = subject_of(request, who, reader, kind, id_)
    if not found.eyes.everything:
        raise Refused("study", Text("a game is kept when it is over"), 403)
    runtime_of(request).limits.count("library", who)
    library = libraries_of(request).of(who.id, make=True)
    assert library is not None
    _require(libraries_of(request).no_room(library))
    made = _shelved(request.app.state.readers, written(found.header, found.entries), found.title)
    number, _ = library.add(made, found.title, digest_of(made.log.encode()), reader.words)
    return go(f"/study/game/{number}", response)


def _shelved(readers: Readers, log: str, name: str) -> Shelved:
    try:
        return readers.shelve(log.encode(), name)
    except (Unreadable, Unfit) as error:
        raise Refused("study", error.text, 422) from error
