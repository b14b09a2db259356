"""Files of strangers are read and replayed in processes of their own, whose time and memory their parent watches.

What comes back is a timeline of bounded size. A file that takes too much costs one process, which is replaced.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from threading import Condition
from typing import Any

from stellwerk import games
from stellwerk.core import Endless, Text
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog, Entry, UnknownRules, read
from stellwerk.core.timeline import Timeline
from stellwerk.study.files import PACKED, FileKind, kind_of
from stellwerk.study.library.reading import Shelved, Unfit, shelve
from stellwerk.study.replay import decoded
from stellwerk.study.watched import Progress, TookTooMuch, Watched
from stellwerk.table import Refused
from stellwerk.table.service.limits import asking

READERS = 2
SECONDS = 20.0
MEMORY = 400_000_000
WAITING = 30.0
LARGEST = 20_000_000
LARGEST_STORY = 16_000_000
MOST_ENTRIES = 20_000
TOO_MUCH = Text("this file takes too much time or memory to follow")

Found = tuple[Timeline[Any] | None, Text | None, tuple[str, ...] | None]
"""A timeline and a note about it; or none, the reason, and the lines of a log of rules we do not have."""


class Unreadable(ValueError):
    """What is neither a log nor a game file, or too much to follow."""

    def __init__(self, text: Text, entries: tuple[str, ...] | None = None) -> None:
        super().__init__(str(text))
        self.text, self.entries = text, entries


# --- in the process --------------------------------------------------------------------------------------------------


def unpacked(data: bytes) -> bytes:
    return zlib.decompressobj(31).decompress(data, LARGEST) if data[:2] == PACKED else data


def followed(data: bytes, name: str) -> Found:
    """Follow a file; any problem with it comes back as a sentence."""
    try:
        plain = unpacked(data)
        kind = kind_of(plain)
        return _log(plain) if kind is None else _game_file(kind, plain, name)
    except (BadLog, BadPosition, BadComponent, Endless) as error:
        return None, error.text, None
    except games.UnknownGame as error:
        return None, Text("no game is called {name}", name=str(error.args[0])[:40]), None
    except MemoryError:
        return None, TOO_MUCH, None
    except Exception as error:  # a stranger's file may be wrong in any way
        return None, Text("cannot be read: {reason}", reason=str(error)[:200] or type(error).__name__), None


def _log(data: bytes) -> Found:
    document = read(decoded(data))
    header = document.header
    game = games.game(header.game)
    game.count(header.seats)
    names = tuple(name[:40] for name in header.names[: header.seats])
    _bounded(document.entries)
    try:
        return Timeline(game, replace(header, names=names), document.entries, check=True), None, None
    except UnknownRules as error:
        return None, error.text, tuple(map(str, document.entries))


def _bounded(entries: Sequence[Entry]) -> None:
    if len(entries) > MOST_ENTRIES:
        raise BadLog(len(entries), Text("a log has at most {most} entries", most=MOST_ENTRIES))


def _game_file(kind: FileKind, data: bytes, name: str) -> Found:
    """A game of another program; what did not fit is said, everything before it can be looked at."""
    report = kind.read(data, name, None, False)
    timeline, problem = report.timeline, report.problem
    if timeline is None:
        return None, problem.text if problem else Text("not a game file"), None
    _bounded(timeline.entries)
    if problem is None:
        return timeline, None, None
    note = Text("followed up to action {number} of the file: {problem}", number=problem.index, problem=problem.text)
    return timeline, note, None


def shelved(data: bytes, name: str) -> Shelved | Unfit:
    """The game in a file as a library keeps it, or why it does not."""
    try:
        return shelve((data, name))
    except Unfit as error:
        return error


WORK = {"follow": followed, "shelve": shelved}


def do_work(order: tuple[str, bytes, str], progress: Progress) -> Found | Shelved | Unfit:
    work, data, name = order
    return WORK[work](data, name)


# --- its parent ------------------------------------------------------------------------------------------------------


class Readers:
    """A few processes for everybody. One address has at most half of them: whoever brings along what takes long keeps
    nobody else waiting."""

    def __init__(self, count: int = READERS) -> None:
        self.all = [Watched(do_work, SECONDS, MEMORY, LARGEST_STORY) for _ in range(count)]
        self._idle, self._lent, self._free = list(self.all), Counter[str](), Condition()

    def read(self, data: bytes, name: str) -> tuple[Timeline[Any], Text | None, int]:
        """The timeline, a note about it, and its size. Raises `Unreadable`, or `Refused` when too many ask."""
        (timeline, text, entries), size = self._answer("follow", data, name)
        if timeline is None:
            raise Unreadable(text, entries)
        timeline.game = games.game(timeline.header.game)
        return timeline, text, size

    def shelve(self, data: bytes, name: str) -> Shelved:
        """The game for a library. Raises `Unreadable`, `Unfit`, or `Refused` when too many ask."""
        found: Shelved | Unfit
        found, _ = self._answer("shelve", data, name)
        if isinstance(found, Unfit):
            raise found
        return found

    def _answer(self, work: str, data: bytes, name: str) -> tuple[Any, int]:
        """What came of it, and its size in bytes."""
        with self._borrowed(asking() or "") as reader:
            try:
                return reader.do((work, data, name)), reader.size
            except TookTooMuch as error:
                raise Unreadable(TOO_MUCH) from error

    @contextmanager
    def _borrowed(self, here: str) -> Iterator[Watched]:
        share = max(1, len(self.all) // 2) if here else len(self.all)
        with self._free:
            if not self._free.wait_for(lambda: self._idle and self._lent[here] < share, WAITING):
                raise Refused("too-many", Text("too many requests; wait a moment"), 503)
            self._lent[here] += 1
            reader = self._idle.pop()
        try:
            yield reader
        finally:
            with self._free:
                self._idle.append(reader)
                self._lent -= Counter([here])
                self._free.notify_all()

    def close(self) -> None:
        for reader in self.all:
            reader.end()
