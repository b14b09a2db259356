"""What people wait for first: a short command, a site that is ready, and the first page of it.

By processor time: of the whole process for a command, of the server until `/healthz` answers, and of the server for a
page asked three seconds later, nine times more, and once more after such a pause: what a pause alone costs, because
others have used the processor meanwhile, no warming can save. The clock is told beside it. The bytecode of
what is loaded is kept, as it is wherever the program is installed, whatever this shell says about it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from bench.interpreter import build
from bench.wire import ROOT, Server

COMMANDS = ("--help", "--version", "games")
ROUNDS = 15
STARTS = 5
PAUSE = 3.0
"""Seconds between ready and the first page: a site warms up meanwhile."""
PAGES = 10
TABLE = {"game": "1880", "seats": [{"kind": "me"}] * 3, "hotseat": True}


def keeping_bytecode(folder: str) -> dict[str, str]:
    """What the environment says so that it is written there, and read again."""
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}


def command_time(word: str, environment: dict[str, str]) -> float:
    """Seconds of the processor for one command."""
    command = [sys.executable, "-m", "stellwerk", word]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env={**os.environ, **environment})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def commands() -> list[str]:
    times: dict[str, list[float]] = {word: [] for word in COMMANDS}
    with TemporaryDirectory() as folder:
        for _ in range(ROUNDS + 1):
            for word, spent in times.items():
                spent.append(command_time(word, keeping_bytecode(folder)))
    return [
        f"| start-up | `stellwerk {word}`, processor | {_spread(spent[1:])} | {_note(ROUNDS)} |"
        for word, spent in times.items()
    ]


def server_time(server: Server) -> float:
    """Seconds of the processor of all threads of the server, to the nanosecond."""
    assert server.process is not None
    threads = Path(f"/proc/{server.process.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


@dataclass
class Start:
    """What one start of a server has cost, and each of the pages asked for afterwards."""

    clock: float
    ready: float
    pages: list[float]
    after_pause: float
    """A page like the tenth, after as long a pause as before the first."""


def starts() -> Iterator[Start]:
    """A server that is stopped and started again; somebody who was there before looks at his table of 1880."""
    with TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/start.sqlite", **keeping_bytecode(f"{folder}/bytecode"))
        with httpx.Client(base_url=server.url, timeout=60) as visitor:
            server.start()
            table = visitor.post("/api/tables", json=TABLE).raise_for_status().json()["table"]
            for _ in range(STARTS):
                server.stop()
                yield _start(server, visitor, f"/table/{table}")
            server.stop()


def _start(server: Server, visitor: httpx.Client, address: str) -> Start:
    began = time.perf_counter()
    server.start()
    clock, ready = time.perf_counter() - began, server_time(server)
    time.sleep(PAUSE)
    pages = [_page(server, visitor, address) for _ in range(PAGES)]
    time.sleep(PAUSE)
    return Start(clock, ready, pages, _page(server, visitor, address))


def _page(server: Server, visitor: httpx.Client, address: str) -> float:
    before = server_time(server)
    visitor.get(address).raise_for_status()
    return server_time(server) - before


def site() -> list[str]:
    found = list(starts())
    ready, clock = _spread([start.ready for start in found]), _spread([start.clock for start in found])
    first, tenth = _spread([start.pages[0] for start in found]), _spread([start.pages[-1] for start in found])
    paused = _spread([start.after_pause for start in found])
    return [
        f"| start-up | `stellwerk serve` until it answers, processor | {ready} | clock {clock}; {_note(STARTS)} |",
        f"| start-up | page of 1880 {PAUSE:.0f} s after it, processor | {first} | the tenth {tenth}, after a pause "
        f"{paused}; {_note(STARTS)} |",
    ]


def main() -> list[str]:
    return [*commands(), *site()]


def _spread(times: list[float]) -> str:
    return f"{1e3 * median(times):.0f} ms ({1e3 * min(times):.0f}–{1e3 * max(times):.0f})"


def _note(rounds: int) -> str:
    return f"{rounds} rounds, load {os.getloadavg()[0]:.0f}, {build()}"


if __name__ == "__main__":
    print("\n".join(main()))
