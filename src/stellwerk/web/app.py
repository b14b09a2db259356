"""The application: one `House` behind pages, JSON API and event stream."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import Depends, FastAPI, Request
from fastapi.responses import JSONResponse
from sqlalchemy import text

from stellwerk.table.house import House
from stellwerk.table.settings import Settings
from stellwerk.web import api, around, errors, events, identity, manual, pages
from stellwerk.web.auth import Doorkeeper, visitor
from stellwerk.web.foreign import Readers
from stellwerk.web.guard import Guard, Limiter


def create_app(settings: Settings, house: House | None = None) -> FastAPI:
    """`house` is given by tests that look behind the scenes; otherwise the application opens and closes its own."""
    opened = house or House(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub.start()
        opened.start()
        beating = asyncio.create_task(app.state.hub.beat())
        yield
        beating.cancel()
        with suppress(asyncio.CancelledError):
            await beating
        app.state.hub.close()
        await asyncio.to_thread(app.state.readers.close)
        if house is None:
            await asyncio.to_thread(opened.close)

    app = FastAPI(
        title="Stellwerk",
        lifespan=lifespan,
        dependencies=[Depends(visitor)],
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.house = opened
    app.state.hub = events.Hub(opened)
    app.state.doorkeeper = Doorkeeper(opened)
    app.state.readers = Readers()
    app.state.limiter = Limiter(settings.rate)
    errors.install(app)
    app.include_router(api.router)
    app.include_router(identity.router)
    app.include_router(around.router)
    app.include_router(events.router)
    app.include_router(manual.router)
    app.add_api_route("/healthz", health, tags=["operation"])
    pages.install(app)
    app.add_middleware(Guard, limiter=app.state.limiter, secure=settings.secure)
    return app


PATIENCE = 5.0
"""Seconds within which something must be written for the server to be well."""


def health(request: Request) -> JSONResponse:
    """Whether the database answers, something can be written, and what other processes write is heard."""
    store = request.app.state.house.store
    try:
        with store.reading() as conn:
            conn.execute(text("SELECT version_num FROM alembic_version")).one()
        store.try_writing(PATIENCE)
    except Exception:  # whatever is wrong with the database, the answer is the same
        return JSONResponse({"status": "database"}, 503)
    return JSONResponse({"status": "deaf"}, 503) if store.deaf else JSONResponse({"status": "ok"})
