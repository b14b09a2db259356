"""What can be studied: a table one may see, a file just opened, a game of one's own library, a game somebody shared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace

from fastapi import Request

from stellwerk.core import Text
from stellwerk.core.log import Entry, Header, written
from stellwerk.study.analysis.walk import Eyes
from stellwerk.study.library.catalogue import Library, Listed, digest_of
from stellwerk.study.library.comments import Comment, Share, comments_of, read_in, share_of
from stellwerk.study.library.reading import Unfit
from stellwerk.table import Person, Refused
from stellwerk.web.http.auth import runtime_of
from stellwerk.web.pages import replay
from stellwerk.web.view.foreign_files import Unreadable
from stellwerk.web.view.libraries import Libraries
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.visit import Visit


@dataclass(frozen=True)
class Subject:
    """A game as one reader may study it. `look` shows it at a version."""

    kind: str
    id: str
    title: str
    header: Header
    entries: tuple[Entry, ...]
    eyes: Eyes
    look: Callable[[int | None], Perspective]
    key: Hashable
    back: str
    """The page it is from."""
    listed: Listed | None = None
    note: Text | None = None
    share: Share | None = None
    comments: Mapping[int, Comment] = field(default_factory=dict)
    """What is said about its positions, in the reader's language where it is there."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, not only the file."""
        return self.look(None).finished

    @property
    def url(self) -> str:
        return f"/study/{self.kind}/{self.id}"


def libraries_of(request: Request) -> Libraries:
    found: Libraries = request.app.state.libraries
    return found


def subject_of(request: Request, who: Person | None, reader: Reader, kind: str, id_: str) -> Subject:
    """Raises `Refused` for what is not there, or not for this visitor."""
    makers = {"table": _table, "file": _file, "game": _game, "shared": _shared}
    if kind not in makers:
        raise _missing()
    return makers[kind](request, who, reader, id_)


def _missing() -> Refused:
    return Refused("study", Text("there is no such game to study"), 404)


def _table(request: Request, who: Person | None, reader: Reader, id_: str) -> Subject:
    tables = runtime_of(request).tables
    table = tables.table(who, id_)
    if table.unknown is not None or table.status == "waiting":
        raise _missing()
    visit = Visit(tables, who, table, reader)
    now = visit.perspective()
    eyes = Eyes(table.finished, now.eyes)
    entries = tuple(tables.story(table).entries[: table.version])

    def look(version: int | None) -> Perspective:
        return visit.perspective(now.eyes, version)

    key = ("table", id_, table.version, eyes)
    return Subject("table", id_, now.title, table.header, entries, eyes, look, key, f"/table/{id_}")


def _file(request: Request, who: Person | None, reader: Reader, id_: str) -> Subject:
    found = replay.opened(id_, request)
    return _told(found, reader, "file", id_, f"/replay/{id_}/-")


def _told(found: replay.Opened, reader: Reader, kind: str, id_: str, back: str) -> Subject:
    timeline = found.timeline

    def look(version: int | None) -> Perspective:
        return replay.perspective_of(found, reader, None, version)

    return Subject(
        kind,
        id_,
        reader.say(timeline.game.title),
        timeline.header,
        tuple(timeline.entries),
        Eyes(),
        look,
        (kind, found.key),
        back,
        note=found.note,
    )


def _game(request: Request, who: Person | None, reader: Reader, id_: str) -> Subject:
    library = libraries_of(request).of(who.id) if who is not None else None
    if library is None or not (id_.isdecimal() and len(id_) < 12):
        raise _missing()
    number = int(id_)
    listed = library.listed(number)
    if listed is None:
        raise _missing()
    found = _told(_followed(request, library.log(number)), reader, "game", id_, "/study")
    comments = read_in(comments_of(library, number), reader.language)
    return replace(found, listed=listed, share=share_of(library, number), comments=comments)


def _shared(request: Request, who: Person | None, reader: Reader, id_: str) -> Subject:
    """A game of somebody's library, for whoever has the link; without names if its owner wants it so."""
    shared = libraries_of(request).shared(id_)
    if shared is None:
        raise _missing()
    library, share = shared
    log = library.log(share.game) if share.names else _nameless(library, share.game)
    found = _told(_followed(request, log), reader, "shared", id_, "/study")
    return replace(found, comments=read_in(comments_of(library, share.game), reader.language))


def _nameless(library: Library, number: int) -> str | None:
    try:
        _, document = library.opened(number)
    except Unfit:
        return None
    return written(replace(document.header, names=("",) * document.header.seats), document.entries)


def _followed(request: Request, log: str | None) -> replay.Opened:
    """A game of a library, followed like every file of a stranger: it is one."""
    if log is None:
        raise _missing()
    data = log.encode()
    try:
        return replay.replays_of(request).open(request.app.state.readers, digest_of(data), data, "")
    except Unreadable as bad:
        raise Refused("study", bad.text, 422) from bad
