"""The application as people meet it: a real server on a free port, over a store of its own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher
from fastapi import FastAPI
from starlette.datastructures import State

from stellwerk import games
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.http.connections import watched
from stellwerk.web.server import Server
from tests import patience
from tests.table.conftest import postgres  # noqa: F401


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "sample", "tests.sample")
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    monkeypatch.setattr(people, "_argon", quick)
    hashed = quick.hash("nobody")
    monkeypatch.setattr(people, "_nobody", lambda: hashed)


HOTSEAT: dict[str, Any] = {"game": "sample", "seats": [{"kind": "me"}, {"kind": "me"}], "hotseat": True}
OPEN: dict[str, Any] = {"game": "sample", "seats": [{"kind": "me"}, {"kind": "open"}]}


def opened(client: httpx.Client, **more: Any) -> str:
    """A hot-seat table."""
    answer = client.post("/api/tables", json={**HOTSEAT, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def linked(client: httpx.Client, **more: Any) -> tuple[str, str]:
    """A table with one open seat, and the token of its link."""
    made = client.post("/api/tables", json={**OPEN, **more}).json()
    return made["table"], made["links"]["1"].rpartition("/")[2]


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


class Site:
    """A running server, what is behind it, and browsers for it."""

    def __init__(self, runtime: Runtime, url: str, app: FastAPI) -> None:
        self.runtime, self.url, self.app = runtime, url, app
        self.clients: list[httpx.Client] = []

    @property
    def state(self) -> State:
        """What the application keeps, all rooms opened."""
        self.app.state.unopened.open()
        return self.app.state

    def program(self, token: str) -> httpx.Client:
        """With a bearer token and no cookies."""
        headers = {"Authorization": f"Bearer {token}"}
        self.clients.append(httpx.Client(base_url=self.url, headers=headers, timeout=patience.SECONDS))
        return self.clients[-1]

    def browser(self) -> httpx.Client:
        """With a cookie jar of its own, sending the CSRF token it was given as a page would."""
        client = httpx.Client(base_url=self.url, timeout=patience.SECONDS)

        def sign(request: httpx.Request) -> None:
            if request.method not in ("GET", "HEAD") and client.cookies and "x-csrf-token" not in request.headers:
                me = httpx.get(f"{self.url}/api/me", cookies=dict(client.cookies), timeout=patience.SECONDS)
                request.headers["X-CSRF-Token"] = me.json()["csrf"]

        client.event_hooks = {"request": [sign]}
        self.clients.append(client)
        return client


@contextmanager
def running(settings: Settings, port: int = 0) -> Iterator[Site]:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    values = {name: getattr(settings, name) for name in Settings.__slots__}
    settings = Settings(**{**values, "base_url": url})
    runtime = Runtime(settings)
    app = create_app(settings, runtime)
    server = Server(
        uvicorn.Config(app, http=watched(1000), log_config=None, access_log=False, timeout_graceful_shutdown=5), app
    )
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    site = Site(runtime, url, app)
    try:
        yield site
    finally:
        for client in site.clients:
            client.close()
        app.state.hub.close_soon()
        server.should_exit = True
        thread.join()
        runtime.close()
        listening.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    settings = Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, bot_seconds=1)
    with running(settings) as found:
        yield found


@pytest.fixture
def client(site: Site) -> httpx.Client:
    return site.browser()
