"""Work that may take too much is done in a process of its own, whose time and memory its parent watches.

An order that takes too much, or whose answer is too large, costs one process, which is replaced. What the process says
on its way is progress.
"""

from __future__ import annotations

import math
import os
import pickle
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

import psutil

from stellwerk import games
from stellwerk.processes import follow_parent, let_others_go_first

Progress = Callable[[int, int], None]
Wanted = Callable[[], bool]
Work = Callable[[Any, Progress], Any]
"""What the process does with an order; a function of a module, so that it can be found there."""

STARTING = 60.0
LARGEST = 64_000_000
"""Bytes of an answer, unless it is said otherwise."""
WORN = 0.6
"""A process that holds more than this part of its memory after an answer is not used again."""
SPARE = 5
"""How many times the watched memory a process may ask the system for at all."""
BUSY = 10
"""How many times as long an order may take by the clock: on a busy machine a process waits most of the time."""


class TookTooMuch(RuntimeError):
    """The order took too much time or memory, or the process died of it."""


class NotWanted(RuntimeError):
    """Nobody waits for the answer any more, so the process was ended."""


class Watched:
    """One process, started when it is first needed and after it was ended. An order has so many `seconds` of the
    processor: what is honest is not refused because others are at work."""

    def __init__(self, work: Work, seconds: float, memory: int, largest: int = LARGEST) -> None:
        self.work, self.seconds, self.memory, self.largest = work, seconds, memory, largest
        self.size = 0
        """Of the last answer, in bytes."""
        self._process: Any = None
        self._line: Connection | None = None

    def do(self, order: Any, progress: Progress | None = None, is_wanted: Wanted = lambda: True) -> Any:
        """The answer to an order. Raises `TookTooMuch`, `NotWanted`, or what the work itself raised."""
        try:
            line = self._ready(is_wanted)
            line.send((dict(games.PACKAGES), order))
            kind, value = self._listen(line, progress, is_wanted)
        except NotWanted:
            self.end()
            raise
        except (EOFError, OSError) as error:
            self.end()
            raise TookTooMuch from error
        if self._used() > WORN * self.memory:
            self.end()
        if kind == "raised":
            raise value
        return value

    def _listen(self, line: Connection, progress: Progress | None, is_wanted: Wanted) -> tuple[str, Any]:
        """Until the answer comes; progress may be reported before it."""
        end, most = time.monotonic() + BUSY * self.seconds, self._spent() + self.seconds
        while True:
            self._await(line, end, most, is_wanted)
            said = line.recv_bytes(self.largest)
            kind, value = pickle.loads(said)
            if kind != "progress":
                self.size = len(said)
                return kind, value
            if progress is not None:
                progress(*value)

    def _ready(self, is_wanted: Wanted) -> Connection:
        if self._line is None or not self._process.is_alive():
            self.end()
            context = get_context("spawn")
            self._line, far = context.Pipe()
            self._process = context.Process(target=_serve, args=(far, self.work, self.memory), daemon=True)
            self._process.start()
            far.close()
            self._await(self._line, time.monotonic() + STARTING, is_wanted=is_wanted)
            self._line.recv_bytes()
        return self._line

    def _await(self, line: Connection, end: float, most: float = math.inf, is_wanted: Wanted = lambda: True) -> None:
        while not line.poll(0.05):
            if not is_wanted():
                raise NotWanted
            if time.monotonic() > end or self._spent() > most:
                raise EOFError
            if self._used() > self.memory or not self._process.is_alive():
                raise EOFError

    def _used(self) -> int:
        """Bytes of memory."""
        try:
            return int(psutil.Process(self._process.pid).memory_info().rss)
        except psutil.Error:
            return 0

    def _spent(self) -> float:
        """Seconds of the processor since the process began."""
        try:
            used = psutil.Process(self._process.pid).cpu_times()
        except psutil.Error:
            return 0.0
        return float(used.user + used.system)

    def end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None


def _serve(line: Connection, work: Work, memory: int) -> None:
    """The process: one order after another, until its parent is gone."""
    follow_parent(lambda: os._exit(1))
    _restrain(memory)
    line.send_bytes(b"ready")
    with suppress(EOFError, OSError):
        while True:
            packages, order = line.recv()
            games.PACKAGES.update(packages)
            line.send_bytes(pickle.dumps(_answer(line, work, order)))


def _answer(line: Connection, work: Work, order: Any) -> tuple[str, Any]:
    try:
        return "done", work(order, lambda done, all_: line.send_bytes(pickle.dumps(("progress", (done, all_)))))
    except Exception as error:  # whatever it is, the parent shall hear it
        return "raised", error


def _restrain(memory: int) -> None:
    """The parent alone says when to stop; and others come first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    let_others_go_first()
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (SPARE * memory, SPARE * memory))
