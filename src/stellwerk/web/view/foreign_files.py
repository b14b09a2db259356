"""Files of strangers are read and replayed in processes of their own, whose time and memory their parent watches.

What comes back is a timeline of bounded size. A file that takes too much costs one process, which is replaced.
"""

from __future__ import annotations

import os
import pickle
import time
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any

import psutil

from stellwerk import games
from stellwerk.core import Endless, Text
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog, Header, UnknownRules, read
from stellwerk.core.timeline import Timeline
from stellwerk.study.files import FileKind, kind_of
from stellwerk.study.library.reading import Shelved, Unfit, shelve
from stellwerk.table import Refused
from stellwerk.table.background.process import follow_parent

READERS = 2
SECONDS = 20.0
MEMORY = 400_000_000
WORN = 250_000_000
"""Bytes of memory above which a process is not used again."""
STARTING = 60.0
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
    return zlib.decompressobj(31).decompress(data, LARGEST) if data[:2] == b"\x1f\x8b" else data


def followed(data: bytes, name: str) -> Found:
    """Whatever is wrong with a file is a sentence."""
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
    document = read(data.decode("utf-8"))
    header = document.header
    game = games.game(header.game)
    game.count(header.seats)
    names = tuple(name[:40] for name in header.names[: header.seats])
    try:
        return _timeline(game, replace(header, names=names), document.entries, True), None, None
    except UnknownRules as error:
        return None, error.text, tuple(map(str, document.entries))


def _timeline(game: Any, header: Header, entries: Any, check: bool) -> Timeline[Any]:
    if len(entries) > MOST_ENTRIES:
        raise BadLog(len(entries), Text("a log has at most {most} entries", most=MOST_ENTRIES))
    return Timeline(game, header, entries, check)


def _game_file(kind: FileKind, data: bytes, name: str) -> Found:
    """A game of another program; what did not fit is said, everything before it can be looked at."""
    report = kind.read(data, name, None, False)
    record, problem = report.record, report.problem
    if record is None:
        return None, problem.text if problem else Text("not a game file"), None
    timeline = _timeline(record.game, record.header, record.entries, False)  # the import has checked every entry
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


def serve(line: Connection) -> None:
    """The process: one file after another, until its parent is gone."""
    follow_parent(lambda: os._exit(1))
    _restrain()
    line.send_bytes(b"ready")
    with suppress(EOFError):
        while True:
            packages, work, data, name = line.recv()
            games.PACKAGES.update(packages)
            line.send_bytes(pickle.dumps(WORK[work](data, name)))


def _restrain() -> None:
    """Besides being watched: others first, and no more address space than a few times what is allowed."""
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        os.nice(10)
        resource.setrlimit(resource.RLIMIT_AS, (5 * MEMORY, 5 * MEMORY))


# --- its parent ------------------------------------------------------------------------------------------------------


class Reader:
    """One process, started when it is first needed and after it was ended."""

    def __init__(self) -> None:
        self._process: Any = None
        self._line: Connection | None = None

    def read(self, packages: Mapping[str, str], work: str, data: bytes, name: str) -> bytes:
        line = self._ready()
        try:
            line.send((dict(packages), work, data, name))
            self._await(line, SECONDS)
            found = line.recv_bytes(LARGEST_STORY)
        except (EOFError, OSError) as error:
            self.end()
            raise Unreadable(TOO_MUCH) from error
        if self._memory() > WORN:
            self.end()
        return found

    def _ready(self) -> Connection:
        if self._line is None or not self._process.is_alive():
            self.end()
            context = get_context("spawn")
            self._line, far = context.Pipe()
            self._process = context.Process(target=serve, args=(far,), name="reader", daemon=True)
            self._process.start()
            far.close()
            self._await(self._line, STARTING)
            self._line.recv_bytes()
        return self._line

    def _await(self, line: Connection, seconds: float) -> None:
        """Until there is an answer; a process that takes too long or too much, or has died, is ended."""
        end = time.monotonic() + seconds
        while not line.poll(0.05):
            if time.monotonic() > end or self._memory() > MEMORY or not self._process.is_alive():
                raise EOFError

    def _memory(self) -> int:
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


class Readers:
    """A few processes for everybody."""

    def __init__(self, count: int = READERS) -> None:
        self.all = [Reader() for _ in range(count)]
        self._idle: SimpleQueue[Reader] = SimpleQueue()
        for reader in self.all:
            self._idle.put(reader)

    def read(self, data: bytes, name: str) -> tuple[Timeline[Any], Text | None, int]:
        """The timeline, a note about it, and its size. Raises `Unreadable`, or `Refused` when too many ask."""
        answer = self._answer("follow", data, name)
        timeline, text, entries = pickle.loads(answer)
        if timeline is None:
            raise Unreadable(text, entries)
        timeline.game = games.game(timeline.header.game)
        return timeline, text, len(answer)

    def shelve(self, data: bytes, name: str) -> Shelved:
        """The game for a library. Raises `Unreadable`, `Unfit`, or `Refused` when too many ask."""
        found: Shelved | Unfit = pickle.loads(self._answer("shelve", data, name))
        if isinstance(found, Unfit):
            raise found
        return found

    def _answer(self, work: str, data: bytes, name: str) -> bytes:
        try:
            reader = self._idle.get(timeout=WAITING)
        except Empty as error:
            raise Refused("too-many", Text("too many requests; wait a moment"), 503) from error
        try:
            return reader.read(games.PACKAGES, work, data, name)
        except EOFError as error:  # it did not even start
            reader.end()
            raise Unreadable(TOO_MUCH) from error
        finally:
            self._idle.put(reader)

    def close(self) -> None:
        for reader in self.all:
            reader.end()
