"""Answers travel compressed: a late table page is nine times smaller so.

Whoever reads the length of compressed answers and can put text of his own beside a secret learns the secret by trying
(the attack is called BREACH). So an answer with a seat link in it is not compressed at all, nor is what is kept nowhere
(account, tokens), and every other one made for a reader is blurred by a header of random length. The token of forms
may stand in a compressed page: alone it is worth nothing, since a request must also come from our own pages
(`auth.same_origin`). Event streams and whatever else is sent in pieces stay as they are.
"""

from __future__ import annotations

import secrets
import zlib
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Message, Scope

WORTH_IT = 1000
"""Bytes from which on an answer is compressed."""
LEVEL = 6
"""Of what is made for one reader; files that are kept are compressed as well as can be."""
MOST_BLUR = 48
TEXTUAL = ("text/", "application/json", "application/javascript", "application/x-ndjson", "image/svg+xml")
SECRET = b"/seat/"


@cache
def brotli() -> ModuleType | None:
    """Of the extra `fast`: a sixth smaller than gzip."""
    if find_spec("brotli") is None:
        return None
    import brotli

    module: ModuleType = brotli
    return module


def coding_of(headers: Headers) -> str | None:
    """What a browser takes and we have."""
    taken = {part.partition(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")}
    if "br" in taken and brotli() is not None:
        return "br"
    return "gzip" if "gzip" in taken else None


def packed(body: bytes, coding: str, once: bool = False) -> bytes:
    """`once`: it will be sent often, so time does not matter."""
    if coding == "br" and (module := brotli()) is not None:
        done: bytes = module.compress(body, quality=11 if once else 4)
        return done
    squeezer = zlib.compressobj(9 if once else LEVEL, zlib.DEFLATED, 31)
    return squeezer.compress(body) + squeezer.flush()


@lru_cache(maxsize=400)
def packed_file(path: Path, coding: str) -> bytes:
    """A static file, whose address names its content."""
    return packed(path.read_bytes(), coding, once=True)


def pack(scope: Scope, start: Message, message: Message, is_private: bool) -> Message:
    """A whole answer, packed where it is text, large enough to be worth it, and without secrets."""
    headers, body = MutableHeaders(raw=start["headers"]), message.get("body", b"")
    if "content-encoding" in headers or not is_text(headers.get("content-type")):
        return message
    headers.add_vary_header("Accept-Encoding")
    is_worth_it = len(body) >= WORTH_IT and SECRET not in body and not is_private
    coding = coding_of(Headers(scope=scope)) if is_worth_it else None
    if coding is not None:
        body = packed(body, coding)
        headers["Content-Encoding"] = coding
        headers["Content-Length"] = str(len(body))
        headers["X-Blur"] = "." * (1 + secrets.randbelow(MOST_BLUR))
    start["headers"] = headers.raw
    return {**message, "body": body}


def is_text(kind: str | None) -> bool:
    return kind is not None and kind.startswith(TEXTUAL) and not kind.startswith("text/event-stream")
