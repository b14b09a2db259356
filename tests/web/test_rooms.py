"""Rooms are opened late, all at once, and none without asking who comes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from stellwerk.web.app import _open_rooms
from stellwerk.web.http.auth import visitor
from stellwerk.web.http.plain_route import PlainRoute
from stellwerk.web.http.rooms import Unopened
from tests.web.conftest import Site

LATE = "stellwerk.web.late_rooms"


def calls(dependant: Dependant) -> Iterator[Any]:
    yield dependant.call
    for below in dependant.dependencies:
        yield from calls(below)


def is_open(app: FastAPI) -> bool:
    return app.state.unopened not in app.routes


def test_every_route_knows_who_asks(site: Site) -> None:
    """Requests that change something are checked there. The routes of games get it from the application."""
    site.app.state.unopened.open()
    routes = [route for route in site.app.routes if isinstance(route, APIRoute)]
    assert len(routes) > 150
    assert [r.path for r in routes if not isinstance(r, PlainRoute) and visitor not in set(calls(r.dependant))] == []
    assert visitor in [depends.dependency for depends in site.app.router.dependencies]


def test_playing_needs_no_other_room(site: Site, client: httpx.Client) -> None:
    table = client.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}] * 2, "hotseat": True})
    assert client.get(f"/table/{table.json()['table']}").is_success
    assert client.get("/").is_success
    assert not is_open(site.app)


def test_a_server_that_begins_loads_neither_late_rooms_nor_games() -> None:
    told = "import sys, stellwerk.web.server; print([m for m in sys.modules if m in sys.argv[1:]])"
    names = [LATE, "stellwerk.web.pages.study", "stellwerk.games.china1880.rules", "alembic"]
    done = subprocess.run([sys.executable, "-c", told, *names], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


RUSH = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from fastapi import FastAPI
from stellwerk import games
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app

sys.setswitchinterval(1e-5)
app, begin = create_app(Settings(database=sys.argv[1])), Barrier(4)
def rush(load):
    begin.wait()
    load()
with ThreadPoolExecutor(4) as pool:
    loads = [app.state.unopened.open, lambda: games.game("1880"), lambda: games.companion("1880", "draw"),
             lambda: games.companion("1880", "web")]
    list(pool.map(rush, loads))
app.state.runtime.close()
"""


def test_several_may_load_the_same_game_at_once(tmp_path: Path) -> None:
    """Its modules know each other: whoever began at the other end must not find them half loaded."""
    done = subprocess.run(
        [sys.executable, "-c", RUSH, f"sqlite:///{tmp_path}/s.sqlite"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_whoever_asks_for_a_late_room_opens_all(site: Site, client: httpx.Client) -> None:
    assert client.get("/privacy").is_success
    assert is_open(site.app)
    assert client.get("/nowhere").status_code == 404
    assert client.put("/privacy").status_code == 405


def test_rooms_are_opened_once() -> None:
    app, opened = FastAPI(), []

    def open_(found: FastAPI) -> None:
        opened.append(found)
        found.router.routes.extend([BaseRoute(), BaseRoute()])

    unopened = Unopened(app, open_)
    before = len(app.routes) - 1
    unopened.open()
    unopened.open()
    assert opened == [app]
    assert unopened not in app.routes
    assert len(app.routes) == before + 2


def test_a_room_that_cannot_be_loaded_is_tried_again(site: Site, client: httpx.Client) -> None:
    def broken(app: FastAPI) -> None:
        _open_rooms(app)
        raise RuntimeError("a game that is broken")

    known = list(site.app.routes)
    unopened: Unopened = site.app.state.unopened
    unopened._open = broken
    assert client.get("/privacy").status_code == 500
    assert site.app.routes == known
    unopened._open = _open_rooms
    assert site.browser().get("/privacy").is_success
