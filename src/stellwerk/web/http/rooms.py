"""Rooms: routes that belong together. All of them know who asks, and rooms few people need are opened late."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from threading import Lock
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from stellwerk.web.http.auth import visitor


def room(**options: Any) -> APIRouter:
    """Its routes are made once, as they hang in the application: an included router's are made again for the first
    who asks."""
    return APIRouter(dependencies=[Depends(visitor)], **options)


def room_of_pages(prefix: str = "") -> APIRouter:
    return room(prefix=prefix, include_in_schema=False, default_response_class=HTMLResponse)


def add_rooms(app: FastAPI, rooms: Iterable[APIRouter]) -> None:
    for each in rooms:
        app.router.routes.extend(each.routes)


class Unopened(BaseRoute):
    """The last route while there are rooms that are not loaded: whoever asks for something unknown opens them first.
    So a server lets people in sooner; it opens the rooms itself as soon as it is ready."""

    def __init__(self, app: FastAPI, open_: Callable[[FastAPI], None]) -> None:
        self._app, self._open = app, open_
        self._lock = Lock()
        app.router.routes.append(self)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        return (Match.FULL if scope["type"] == "http" else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await run_in_threadpool(self.open)
        await self._app.router.app(scope, receive, send)

    def open(self) -> None:
        """Once, by whoever comes first; the others wait. The new routes are there all at once, or none of them."""
        with self._lock:
            routes = self._app.router.routes
            if self not in routes:
                return
            known = len(routes)
            try:
                self._open(self._app)
            except BaseException:
                del routes[known:]
                raise
            routes[known - 1 :] = routes[known:]
