"""Around every request: size and rate of requests, security headers, one structured line per request without secrets.

Plain ASGI around everything, because it must be cheap.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.table.service.limits import Limits, asked_from, network_of
from stellwerk.web.http.errors import crashed
from stellwerk.web.http.hosts import Hosts
from stellwerk.web.http.outgoing import Outgoing, headers_of_all
from stellwerk.web.http.turnstile import Crowded, Turnstile

LOG = logging.getLogger("stellwerk.access")
LARGEST = 64 * 1024
LARGEST_IMPORT = 2 * 1024 * 1024
FILES = ("/replay", "/study")
"""Where people bring files along; a process of its own reads them, which may take a while."""
SECRET_PATHS = re.compile(r"^/+(api/+(?:v\d+/+)?)?seat/+[^/]+", re.IGNORECASE)
"""Seat links, however they are spelled: also one that was mistyped carries a real secret."""
SECRETS = re.compile(r"[\w-]{20,}")
"""Whatever else is as long as a secret: codes of letters, keys of replays, links to shared games, a seat link that was
pasted anywhere."""
STREAM = "/api/events"

Answered = Callable[[str, int, float | None], None]
"""Method, status and seconds of a request; streams have none."""


class Guard:
    """The one layer around the application. `unversioned` gives a request the path it is known by inside."""

    def __init__(
        self,
        app: ASGIApp,
        limiter: Limits,
        secure: bool,
        hosts: Hosts,
        answered: Answered,
        unversioned: Callable[[Scope], Scope],
    ) -> None:
        self.app, self.limiter, self.secure, self.hosts = app, limiter, secure, hosts
        self.answered, self.unversioned = answered, unversioned
        self.turnstile, self.headers = Turnstile(), headers_of_all(secure)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, scope = time.perf_counter(), self.unversioned(scope)
        answer = Outgoing(scope, send, self.headers, self.secure)
        try:
            await self._guarded(scope, receive, answer.send)
        except Exception as error:
            # Here, not in the layer of the framework outside: so also a crash is dressed, counted and logged.
            if not answer.status:
                await (await crashed(Request(scope, receive), error))(scope, receive, answer.send)
            raise
        finally:
            took = time.perf_counter() - began
            self.answered(scope["method"], answer.status, None if scope["path"] == STREAM else took)
            if LOG.isEnabledFor(logging.INFO):
                LOG.info(line(scope, answer.status, took))

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.hosts.allow(scope):
            await refuse(send, 421, "host", "this server does not answer to that name", [])
            return
        here = address(scope)
        if not self.limiter.allows("3000 per minute", network_of(here)):
            await refuse_often(send)
            return
        largest = LARGEST_IMPORT if scope["path"] in FILES else LARGEST
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if not length.isdigit() or int(length) > largest:
            await refuse(send, 413, "too-large", "too much at once", [(b"connection", b"close")])
            return
        with asked_from(here):
            await self._in_turn(scope, measured(receive, largest), send)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streams wait for news, not for their turn; they are counted elsewhere. Files have a line of their own."""
        if not self.limiter.rate or scope["path"] == STREAM:
            await self.app(scope, receive, send)
            return
        line = f"{network_of(address(scope))} {'files' if scope['path'] in FILES else ''}"
        try:
            async with self.turnstile.turn(line, receive, send) as turn:
                await self.app(scope, turn.receive, turn.send)
        except Crowded:
            await refuse_often(send)


def measured(receive: Receive, largest: int) -> Receive:
    """For bodies that do not say how long they are."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > largest:
            raise HTTPException(413)
        return message

    return receiving


def address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"


async def refuse_often(send: Send) -> None:
    await refuse(send, 429, "too-many", "too many requests; wait a moment", [(b"retry-after", b"30")])


async def refuse(send: Send, status: int, code: str, text: str, headers: list[tuple[bytes, bytes]]) -> None:
    """Refuse before the request is read, so always in English."""
    body = json.dumps({"error": {"code": code, "text": text, "rule": None}}).encode()
    start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


def masked(path: str) -> str:
    """A path without what lets somebody in."""
    return SECRETS.sub("…", SECRET_PATHS.sub(lambda found: "/api/seat/…" if found[1] else "/seat/…", path))


def line(scope: Scope, status: int, seconds: float) -> str:
    """One JSON line; secrets masked, queries left out."""
    facts: dict[str, Any] = {
        "at": round(time.time(), 3),
        "method": scope["method"],
        "path": masked(scope["path"]),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "from": address(scope),
    }
    return json.dumps(facts, ensure_ascii=False)
