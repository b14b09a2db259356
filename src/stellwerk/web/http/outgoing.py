"""An answer on its way out: packed if that is worth it, with the headers every answer has, and a tag by which a browser
that already has it is told so."""

from __future__ import annotations

import re

from starlette.types import Message, Scope, Send

from stellwerk.web.http import compression, etags

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
KEPT_NOWHERE = re.compile(
    r"^/(api/(admin|mail|me|notices|tokens|sessions|seat|login|register|password)"
    r"|account|mail|notices|operator|password|seat|settings)"
)
Header = tuple[bytes, bytes]


def headers_of_all(secure: bool) -> list[Header]:
    """What every answer says."""
    extra = {"Strict-Transport-Security": "max-age=31536000"} if secure else {}
    return [(name.lower().encode(), value.encode()) for name, value in {**HEADERS, **extra}.items()]


class Outgoing:
    """Its head waits for its body, which says how it looks. What is sent in pieces is neither packed nor tagged."""

    def __init__(self, scope: Scope, line: Send, headers: list[Header], secure: bool) -> None:
        self.status = 0
        self._scope, self._line, self._headers, self._secure = scope, line, headers, secure
        self._start: Message | None = None

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            message = self._finished(start, message)
            await self._line(start)
        await self._line(message)

    def _finished(self, start: Message, message: Message) -> Message:
        """The head as it goes out, and the body that goes with it."""
        is_whole = message["type"] == "http.response.body" and not message.get("more_body", False)
        is_private = KEPT_NOWHERE.match(self._scope["path"]) is not None
        if is_whole:
            message = compression.pack(self._scope, start, message, is_private)
        self._dress(start, is_private)
        if is_whole and self._scope["method"] in etags.MAY_BE_KEPT:
            message = etags.tag(self._scope, start, message)
        return message

    def _dress(self, start: Message, is_private: bool) -> None:
        """Pages are the reader's own: no cache shared with others keeps them, and some are kept nowhere at all."""
        headers = list(start["headers"])
        given = {name for name, _ in headers}
        headers += [header for header in self._headers if header[0] not in given]
        if b"cache-control" not in given:
            headers.append((b"cache-control", b"no-store" if is_private else b"private, no-cache"))
        start["headers"] = [only_encrypted(header) for header in headers] if self._secure else headers


def only_encrypted(header: Header) -> Header:
    """Mark cookies `Secure` on https sites, so they never travel unencrypted."""
    name, value = header
    return (name, value + b"; Secure") if name == b"set-cookie" and b"secure" not in value.lower() else header
