"""A stranger against the server: a thousand connections, ten thousand requests a minute. An honest table plays on.

    python bench/siege.py [--seconds 60] [--connections 1000] [--rate 10000] [--postgres]

Loopback only. The stranger comes from one address (127.0.0.2), the honest player from another (127.0.0.3); the server
has the limits it is delivered with. Measured are the honest player's requests, a page, its options and a move in turn,
before and during each attack, and the memory of the server with everything it has started.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent))

from wire import Server, percentile, postgres, serving

STRANGER, HONEST = "127.0.0.2", "127.0.0.3"
SPAWN = get_context("spawn")
PACE = 0.1
"""Seconds between two requests of the honest player."""
TOO_LATE = 60.0


@dataclass
class Line:
    """One connection from a chosen address, with cookies or a token."""

    port: int
    address: str
    head: str = ""
    streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Raises OSError where the server hangs up."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        reader, writer = self.streams
        lines = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{self.head}Accept: text/html, */*\r\n"
        lines += f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        try:
            writer.write(lines.encode() + body)
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head)
            answer = await reader.readexactly(int(length[1])) if length else b""
        except (asyncio.IncompleteReadError, OSError) as error:
            self.close()
            raise ConnectionError from error
        if b"connection: close" in head:
            self.close()
        return int(head[9:12]), answer

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass
class Honest:
    """Plays a table alone on all seats and looks at its page."""

    line: Line
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    taken: list[float] = field(default_factory=list)
    table: str = ""

    async def begin(self) -> None:
        _, answer = await self.line.send("POST", "/api/tokens", b'{"name": "honest", "scope": "all"}')
        self.line.head = f"Authorization: Bearer {json.loads(answer)['token']}\r\n"
        await self.sit_down()

    async def sit_down(self) -> None:
        wish = {"game": "russian-railroads", "seats": [{"kind": "me"}] * 3, "hotseat": True}
        status, answer = await self.line.send("POST", "/api/tables", json.dumps(wish).encode())
        assert status == 201, answer
        self.table = json.loads(answer)["table"]

    async def timed(self, method: str, path: str, body: bytes = b"") -> Any:
        began = time.perf_counter()
        status, answer = await asyncio.wait_for(self.line.send(method, path, body), TOO_LATE)
        self.taken.append(time.perf_counter() - began)
        assert status == 200, (path, status, answer[:300])
        await asyncio.sleep(PACE)
        return answer

    async def turn(self) -> None:
        await self.timed("GET", f"/table/{self.table}")
        offer = json.loads(await self.timed("GET", f"/api/tables/{self.table}/options"))
        if not offer["options"]:
            await self.sit_down()
            return
        action = self.rng.choice(offer["options"])["action"]
        body = {"action": action, "at": offer["version"], "request_id": f"r{offer['version']}"}
        await self.timed("POST", f"/api/tables/{self.table}/act", json.dumps(body).encode())

    async def play(self, seconds: float) -> list[float]:
        self.taken = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            await self.turn()
        return self.taken


# --- a thousand connections ------------------------------------------------------------------------------------------

HOLDING = (
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    b"POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n{",
    b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
)
"""What is sent before a connection is held: nothing, a piece of a head, of a body; a stream; a whole request."""


async def hold(port: int, number: int, seen: Counter[str]) -> None:
    """One of the connections: held as long as the server lets it, then opened again, a drop of data now and then."""
    sent = HOLDING[number % len(HOLDING)]
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
            seen["opened"] += 1
            try:
                writer.write(sent)
                while await asyncio.wait_for(reader.read(4096), 5 + number % 7):
                    pass
            except TimeoutError:
                writer.write(b"x")
                seen["held"] += 1
            finally:
                writer.close()
        await asyncio.sleep(1)


async def hold_all(port: int, connections: int, seen: Counter[str]) -> None:
    await asyncio.gather(*(hold(port, number, seen) for number in range(connections)))


# --- ten thousand requests a minute ----------------------------------------------------------------------------------

FORM = "application/x-www-form-urlencoded"


def requests(table: str) -> list[tuple[str, str, bytes, str]]:
    """What costs a server most: pages, tables, guests, passwords, files, and things that are not there."""
    new = json.dumps({"game": "yokohama", "seats": [{"kind": "me"}] + [{"kind": "bot", "bot": "hard"}] * 3}).encode()
    login = json.dumps({"name": "operator", "password": "guess me if you can"}).encode()
    log = b"text=" + b"x" * 20_000  # a process reads it, and finds nothing
    return [
        ("GET", "/", b"", FORM),
        ("GET", f"/table/{table}", b"", FORM),
        ("GET", f"/api/tables/{table}/history", b"", FORM),
        ("POST", "/api/tables", new, "application/json"),
        ("GET", "/rules/1880", b"", FORM),
        ("POST", "/api/login", login, "application/json"),
        ("POST", "/replay", log, FORM),
        ("GET", "/gallery/yokohama", b"", FORM),
        ("POST", "/api/tokens", b"{}", "application/json"),
        ("GET", "/nothing/here", b"", FORM),
        ("GET", f"/table/{table}/log", b"", FORM),
        ("POST", "/new/1880", b"seats=7&seat0=bot&seat1=bot&seat2=bot", FORM),
    ]


async def knock(port: int, rate: float, table: str, seen: Counter[str]) -> None:
    """At a steady pace, over as many connections as answers are slow, at most a hundred."""
    free = [Line(port, STRANGER) for _ in range(100)]
    wanted = itertools.cycle(requests(table))
    due = time.perf_counter()
    tasks: set[asyncio.Task[None]] = set()

    async def one(line: Line, request: tuple[str, str, bytes, str]) -> None:
        try:
            status, _ = await asyncio.wait_for(line.send(*request), TOO_LATE)
            seen[str(status)] += 1
        except (OSError, TimeoutError):
            line.close()
            seen["cut off"] += 1
        free.append(line)

    while True:
        due += 60 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        if free:
            task = asyncio.create_task(one(free.pop(), next(wanted)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        else:
            seen["not sent"] += 1


# --- measuring -------------------------------------------------------------------------------------------------------


class Memory:
    """The most the server and all it has started take, looked at now and then."""

    def __init__(self, server: Server) -> None:
        assert server.process is not None
        self.process, self.most = psutil.Process(server.process.pid), 0

    def look(self) -> None:
        total = 0
        for process in (self.process, *self.process.children(recursive=True)):
            with suppress(psutil.Error):
                total += process.memory_info().rss
        self.most = max(self.most, total)

    async def watch(self) -> None:
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(0.5)


def attack(answers: Any, deed: Callable[..., Awaitable[None]], *args: Any) -> None:
    """In a process of its own, so that what it costs is not the honest player's; ends when it is told to."""
    seen: Counter[str] = Counter()

    async def until_told() -> None:
        attacking = asyncio.ensure_future(deed(*args, seen))
        await asyncio.to_thread(answers.recv)
        attacking.cancel()

    asyncio.run(until_told())
    answers.send(seen)


async def besieged(honest: Honest, seconds: float, *deed: Any) -> tuple[list[float], Counter[str]]:
    """What the honest player's requests took, and what became of the stranger's."""
    if not deed:
        return await honest.play(seconds), Counter()
    here, there = SPAWN.Pipe()
    stranger = SPAWN.Process(target=attack, args=(there, *deed))
    stranger.start()
    try:
        await asyncio.sleep(2)
        taken = await honest.play(seconds)
        here.send("enough")
        seen: Counter[str] = await asyncio.to_thread(here.recv)
        return taken, seen
    finally:
        stranger.terminate()
        stranger.join()


def told(name: str, taken: list[float], memory: Memory, seen: Counter[str]) -> str:
    p50, p99 = (percentile(taken, share) * 1000 for share in (0.5, 0.99))
    figure = f"p50 {p50:.0f} ms, p99 {p99:.0f} ms of {len(taken)} requests; memory {memory.most / 1e6:.0f} MB"
    note = ", ".join(f"{what} {count}" for what, count in seen.most_common())
    return f"| siege | {name} | {figure} | {note or 'nobody else'}; load {os.getloadavg()[0]:.0f} |"


async def siege(server: Server, seconds: float, connections: int, rate: float) -> list[tuple[str, float, float]]:
    """(row, p99 in seconds, bytes) of the honest player alone, and of each attack."""
    honest, memory = Honest(Line(server.port, HONEST)), Memory(server)
    await honest.begin()
    looking = asyncio.create_task(memory.watch())
    found = []
    runs: list[tuple[str, tuple[Any, ...]]] = [
        ("an honest table alone", ()),
        (f"a stranger with {connections} connections", (hold_all, server.port, connections)),
        (f"a stranger with {rate:.0f} requests a minute", (knock, server.port, rate, honest.table)),
    ]
    for name, deed in runs:
        taken, seen = await besieged(honest, seconds, *deed)
        found.append((told(name, taken, memory, seen), percentile(taken, 0.99), float(memory.most)))
    looking.cancel()
    honest.line.close()
    return found


def run(args: argparse.Namespace) -> list[tuple[str, float, float]]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = stack.enter_context(postgres(folder)) if args.postgres else f"sqlite:///{folder}/siege.sqlite"
        environment = {"STELLWERK_RATE": "1", "STELLWERK_BOTS": "1", "STELLWERK_BOT_SECONDS": "1"}
        with serving(database, "--proxies", "", **environment) as server:
            return asyncio.run(siege(server, args.seconds, args.connections, args.rate))


def soak(quick: bool = False) -> list[str]:
    """Below 250 ms and a gigabyte, whatever else the machine does: on a busy one look at the row without a stranger."""
    found = run(argparse.Namespace(seconds=5 if quick else 60, connections=1000, rate=10_000, postgres=False))
    for row, p99, memory in found[1:]:
        assert memory < 1e9, row
        assert p99 < 0.25, f"{row} {found[0][0]}"
    return [row for row, *_ in found]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60, help="of each of the three parts")
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=10_000, help="requests a minute")
    parser.add_argument("--postgres", action="store_true")
    for row, *_ in run(parser.parse_args()):
        print(row)


if __name__ == "__main__":
    main()
