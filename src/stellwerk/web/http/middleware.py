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
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.table.service.limits import Limits, asked_from, network_of
from stellwerk.web.http.etags import MAY_BE_KEPT, Tagged
from stellwerk.web.http.hosts import Hosts
from stellwerk.web.http.turnstile import Crowded, Turnstile

LOG = logging.getLogger("stellwerk.access")
LARGEST = 64 * 1024
LARGEST_IMPORT = 2 * 1024 * 1024
FILES = ("/api/import", "/replay", "/study")
"""Where people bring files along; a process of its own reads them, which may take a while."""
SECRET_PATHS = re.compile(r"^/+(api/+(?:v\d+/+)?)?seat/+[^/]+", re.IGNORECASE)
"""Seat links, however they are spelled: also one that was mistyped carries a real secret."""
KEPT_NOWHERE = re.compile(
    r"^/(api/(me|notices|tokens|sessions|seat|login|register|password)|settings|account|seat|notices)"
)
STREAM = "/api/events"
SIGN_OUT = ("/api/logout", "/settings/logout")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
}


Answered = Callable[[str, int, float | None], None]
"""Method, status and seconds of a request; streams have none."""


class Guard:
    def __init__(self, app: ASGIApp, limiter: Limits, secure: bool, hosts: Hosts, answered: Answered) -> None:
        self.app, self.limiter, self.secure, self.hosts = app, limiter, secure, hosts
        self.answered = answered
        self.turnstile = Turnstile()
        extra = {"Strict-Transport-Security": "max-age=31536000"} if secure else {}
        self.headers = [(k.lower().encode(), v.encode()) for k, v in {**HEADERS, **extra}.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        tagged = Tagged(scope, send) if scope["method"] in MAY_BE_KEPT else send

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                given = {name for name, _ in message["headers"]}
                added = (*self.headers, *_for_path(scope["path"], status))
                message["headers"] = [*message["headers"], *(h for h in added if h[0] not in given)]
                if self.secure:
                    message["headers"] = [_secure(header) for header in message["headers"]]
            await tagged(message)

        try:
            await self._guarded(scope, receive, sending)
        finally:
            took = time.perf_counter() - began
            self.answered(scope["method"], status, None if scope["path"] == STREAM else took)
            if LOG.isEnabledFor(logging.INFO):
                LOG.info(line(scope, status, took))

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


Header = tuple[bytes, bytes]


def _for_path(path: str, status: int) -> list[Header]:
    """Pages are the reader's own: no cache shared with others keeps them, and some are kept nowhere at all."""
    kept = b"no-store" if KEPT_NOWHERE.match(path) else b"private, no-cache"
    clear = [(b"clear-site-data", b'"cache"')] if path in SIGN_OUT and status < 400 else []
    return [(b"cache-control", kept), *clear]


def _secure(header: Header) -> Header:
    """Mark cookies `Secure` on https sites, so they never travel unencrypted."""
    name, value = header
    return (name, value + b"; Secure") if name == b"set-cookie" and b"secure" not in value.lower() else header


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


def _masked(found: re.Match[str]) -> str:
    return "/api/seat/…" if found[1] else "/seat/…"


def line(scope: Scope, status: int, seconds: float) -> str:
    """One JSON line; link tokens masked, queries left out."""
    facts: dict[str, Any] = {
        "at": round(time.time(), 3),
        "method": scope["method"],
        "path": SECRET_PATHS.sub(_masked, scope["path"]),
        "status": status,
        "ms": round(seconds * 1000, 1),
        "from": address(scope),
    }
    return json.dumps(facts, ensure_ascii=False)
