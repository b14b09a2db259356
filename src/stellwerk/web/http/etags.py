"""A browser that already has a page gets a 304 instead of the page: ETag, If-None-Match."""

from __future__ import annotations

import hashlib

from starlette.types import Message, Scope

MAY_BE_KEPT = ("GET", "HEAD")
KEPT_WITH = (b"etag", b"cache-control", b"set-cookie", b"vary", b"content-location", b"expires", b"date")
"""What a 304 says again; the rest is about a body it does not have."""


def tag(scope: Scope, start: Message, message: Message) -> Message:
    """Tag a whole answer; its body is left out for whoever names the tag. What must not be kept passes as it is."""
    if not _may_be_kept(start):
        return message
    tag = b'"' + hashlib.blake2b(message.get("body", b""), digest_size=16).hexdigest().encode() + b'"'
    start["headers"] = [*start["headers"], (b"etag", tag)]
    if not _names(dict(scope["headers"]).get(b"if-none-match", b""), tag):
        return message
    start["status"] = 304
    start["headers"] = [header for header in start["headers"] if header[0] in KEPT_WITH]
    return {**message, "body": b""}


def _may_be_kept(start: Message) -> bool:
    headers = dict(start["headers"])
    return start["status"] == 200 and b"etag" not in headers and b"no-store" not in headers.get(b"cache-control", b"")


def _names(known: bytes, tag: bytes) -> bool:
    return tag in (each.strip().removeprefix(b"W/") for each in known.split(b","))
