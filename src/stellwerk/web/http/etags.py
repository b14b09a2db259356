"""A browser that already has a page gets a 304 instead of the page: ETag, If-None-Match."""

from __future__ import annotations

import hashlib

from starlette.types import Message, Scope, Send

MAY_BE_KEPT = ("GET", "HEAD")
KEPT_WITH = (b"etag", b"cache-control", b"set-cookie", b"vary", b"content-location", b"expires", b"date")
"""What a 304 says again; the rest is about a body it does not have."""


class Tagged:
    """Between the application and the line. Answers that come in pieces, or must not be kept, pass as they are."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._send = send
        self._known = dict(scope["headers"]).get(b"if-none-match", b"")
        self._start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _may_be_kept(message):
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            if message["type"] == "http.response.body" and not message.get("more_body"):
                start, message = self._tag(start, message)
            await self._send(start)
        await self._send(message)

    def _tag(self, start: Message, body: Message) -> tuple[Message, Message]:
        tag = b'"' + hashlib.blake2b(body.get("body", b""), digest_size=16).hexdigest().encode() + b'"'
        headers = [*start["headers"], (b"etag", tag)]
        if not _names(self._known, tag):
            return {**start, "headers": headers}, body
        kept = [header for header in headers if header[0] in KEPT_WITH]
        return {**start, "status": 304, "headers": kept}, {**body, "body": b""}


def _may_be_kept(start: Message) -> bool:
    headers = dict(start["headers"])
    return start["status"] == 200 and b"etag" not in headers and b"no-store" not in headers.get(b"cache-control", b"")


def _names(known: bytes, tag: bytes) -> bool:
    return tag in (each.strip().removeprefix(b"W/") for each in known.split(b","))
