"""The application: one `Runtime` behind pages, JSON API and event stream."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, suppress
from functools import partial
from math import inf
from threading import Lock
from time import monotonic
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy import text

from stellwerk import games
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.operation import require_operator
from stellwerk.table.service.state import state_of
from stellwerk.table.settings import Settings
from stellwerk.table.storage.store import Store
from stellwerk.web.api import answers, events, play, versions
from stellwerk.web.http import errors
from stellwerk.web.http.auth import Doorkeeper, Visitor, visitor
from stellwerk.web.http.hosts import Hosts
from stellwerk.web.http.middleware import Guard
from stellwerk.web.http.rooms import Unopened, add_rooms
from stellwerk.web.http.watching import Metrics, RecentErrors, Remembered, figures_of
from stellwerk.web.pages import mounting, table


def create_app(settings: Settings, runtime: Runtime | None = None) -> FastAPI:
    """`runtime` is given by tests that look behind the scenes; otherwise the application opens and closes its own."""
    opened = runtime or Runtime(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        logging.getLogger("stellwerk").addHandler(app.state.errors)
        app.state.hub.start()
        opened.start()
        streams = asyncio.gather(app.state.hub.beat(), app.state.hub.end_with_sessions())
        yield
        streams.cancel()
        with suppress(asyncio.CancelledError):
            await streams
        app.state.hub.close()
        logging.getLogger("stellwerk").removeHandler(app.state.errors)
        await asyncio.to_thread(app.state.at_the_end.close)
        if runtime is None:
            await asyncio.to_thread(opened.close)

    app = FastAPI(
        title="Stellwerk",
        lifespan=lifespan,
        dependencies=[Depends(visitor)],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        telemetry={"tracing": False, "metrics": False, "logs": False},  # looked for at each request; we have our own
    )
    app.state.runtime = opened
    app.state.hub = events.Hub(opened)
    app.state.doorkeeper = Doorkeeper(opened)
    app.state.health = Health(opened.store)
    app.state.errors, app.state.metrics = RecentErrors(), Metrics()
    app.state.figures = Remembered(lambda: state_of(opened.store, settings))
    app.state.at_the_end = ExitStack()
    app.state.limiter = opened.limits
    errors.install(app)
    # Routes are tried in their order, so what every move asks comes first.
    add_rooms(app, [play.moves, play.router, table.router, events.router])
    app.add_api_route("/healthz", health, tags=["operation"], response_model=answers.Health)
    app.add_api_route("/readyz", ready, tags=["operation"], response_model=answers.Health)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    mounting.install(app)
    app.state.unopened = Unopened(app, _open_rooms)
    app.openapi = partial(_described, app)  # type: ignore[method-assign]
    app.add_middleware(
        Guard,
        limiter=app.state.limiter,
        secure=settings.secure,
        hosts=Hosts(settings),
        answered=app.state.metrics.answered,
        unversioned=versions.unversioned,
    )
    return app


def _open_rooms(app: FastAPI) -> None:
    with games.LOADING:  # the rooms of the games are among them
        from stellwerk.web.late_rooms import open_rooms

        open_rooms(app)


def _described(app: FastAPI) -> dict[str, Any]:
    app.state.unopened.open()
    return versions.described(app)


PATIENCE = 5.0
"""Seconds within which something must be written for the server to be well."""
TRIED_EVERY = 3.0
"""Seconds for which an answer holds: whoever asks more often costs nothing."""


class Health:
    """Whether the database answers, something can be written, and what other processes write is heard."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._last: tuple[float, str] = (-inf, "")
        self._lock = Lock()

    def status(self) -> str:
        """One tries at a time; the others get what it found."""
        with self._lock:
            tried, found = self._last
            if monotonic() - tried >= TRIED_EVERY:
                found = self._tried()
                self._last = (monotonic(), found)
        return "deaf" if found == "ok" and self.store.deaf else found

    def _tried(self) -> str:
        try:
            with self.store.reading() as conn:
                conn.execute(text("SELECT version_num FROM alembic_version")).one()
            self.store.try_writing(PATIENCE)
        except Exception:  # whatever is wrong with the database, the answer is the same
            return "database"
        return "ok"


def health(request: Request) -> JSONResponse:
    status = request.app.state.health.status()
    return JSONResponse({"status": status}, 200 if status == "ok" else 503)


def ready(request: Request) -> JSONResponse:
    """Whether to send people here: not before the database answers, and no longer once the server is being stopped."""
    status = "closing" if request.app.state.hub.closed else request.app.state.health.status()
    return JSONResponse({"status": status}, 200 if status == "ok" else 503)


def metrics(request: Request, who: Visitor) -> PlainTextResponse:
    """For Prometheus, with a token of an operator; of the process that answers."""
    require_operator(who)
    state = request.app.state
    told = state.metrics.told(figures_of(state.figures(), state.errors, len(state.hub.everybody())))
    return PlainTextResponse(told, media_type="text/plain; version=0.0.4; charset=utf-8")
