"""The application as people meet it: a real server on a free port, over a store of its own."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx
import pytest
import uvicorn

from stellwerk import games
from stellwerk.table.house import House
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.server import Server


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "sample", "tests.sample")


class Site:
    """A running server, what is behind it, and browsers for it."""

    def __init__(self, house: House, url: str) -> None:
        self.house, self.url = house, url

    def browser(self) -> httpx.Client:
        """With a cookie jar of its own, sending the CSRF token it was given as a page would."""
        client = httpx.Client(base_url=self.url, timeout=20)

        def sign(request: httpx.Request) -> None:
            if request.method not in ("GET", "HEAD") and client.cookies and "x-csrf-token" not in request.headers:
                me = httpx.get(f"{self.url}/api/me", cookies=dict(client.cookies))
                request.headers["X-CSRF-Token"] = me.json()["csrf"]

        client.event_hooks = {"request": [sign]}
        return client


@contextmanager
def running(settings: Settings) -> Iterator[Site]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    values = {name: getattr(settings, name) for name in Settings.__slots__}
    settings = Settings(**{**values, "base_url": url})
    house = House(settings)
    app = create_app(settings, house)
    server = Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=5), app)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Site(house, url)
    finally:
        app.state.hub.close_soon()
        server.should_exit = True
        thread.join()
        house.close()
        listening.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    settings = Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, bot_seconds=1)
    with running(settings) as found:
        yield found


@pytest.fixture
def client(site: Site) -> Iterator[httpx.Client]:
    with site.browser() as found:
        yield found
