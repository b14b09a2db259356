"""Starts `stellwerk` commands by forking a process that has everything imported: a thousand starts in a soak run.

What is started is the command itself, with a process group of its own; only the imports were done before.

    python bench/nursery.py      # a line of JSON, [arguments, environment], gives a pid; a pid kills, −pid ends it
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent


class Nursery:
    """The other end: starts children and kills them."""

    def __init__(self) -> None:
        log = open(os.environ.get("BENCH_LOG", os.devnull), "ab")  # noqa: SIM115
        command = [sys.executable, str(Path(__file__).resolve())]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True
        )
        self._lock = Lock()

    def _ask(self, question: object) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._lock:
            print(json.dumps(question), file=self._process.stdin, flush=True)
            return int(self._process.stdout.readline())

    def start(self, *args: str, **environment: str) -> int:
        return self._ask([args, environment])

    def kill(self, pid: int) -> None:
        """The process alone: what it has started must notice by itself."""
        self._ask(pid)

    def stop(self, pid: int) -> None:
        """Told to end by SIGTERM, and waited for."""
        self._ask(-pid)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def _run(args: list[str], environment: dict[str, str]) -> None:
    """In the child: as if it had been called from a shell."""
    from stellwerk.__main__ import main

    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ.update(environment)
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(quiet, stream)
    sys.argv = ["stellwerk", *args]
    main()


def _serve(questions: IO[str], answers: IO[str]) -> None:
    import stellwerk.table.background.bot_jobs_postgres
    import stellwerk.web.server  # noqa: F401
    from stellwerk.web.companions import routers

    routers()  # the games too
    gc.collect()
    gc.freeze()  # so that a child need not look at it again
    children: set[int] = set()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        for line in questions:
            print(_answer(json.loads(line), children), file=answers, flush=True)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)


def _answer(question: Any, children: set[int]) -> int:
    """The pid of a new child, or of one that is no more."""
    if isinstance(question, int):
        pid = abs(question)
        os.kill(pid, signal.SIGKILL if question > 0 else signal.SIGTERM)
        os.waitpid(pid, 0)
        children.discard(pid)
        return pid
    pid = os.fork()
    if not pid:
        children.clear()  # its siblings are not its own
        _run(*question)
        os._exit(0)
    children.add(pid)
    return pid


if __name__ == "__main__":
    _serve(sys.stdin, sys.stdout)
