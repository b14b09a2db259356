"""Answers travel compressed, and nobody learns a secret from their length."""

from __future__ import annotations

import gzip
from importlib.util import find_spec

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from stellwerk.web.http.compression import MOST_BLUR
from stellwerk.web.http.outgoing import Outgoing
from stellwerk.web.view.static_files import STATIC, static_url
from tests import patience
from tests.web.conftest import Site

needs_brotli = pytest.mark.skipif(find_spec("brotli") is None, reason="needs the extra fast")


def asked(client: httpx.Client, path: str, coding: str) -> tuple[httpx.Response, bytes]:
    """The answer, and its body as it travelled."""
    with client.stream("GET", path, headers={"Accept-Encoding": coding}) as answer:
        return answer, b"".join(answer.iter_raw())


def test_a_page_is_sent_compressed_and_says_so(site: Site) -> None:
    plain, body = asked(site.browser(), "/rules/1880", "identity")
    answer, packed = asked(site.browser(), "/rules/1880", "gzip, deflate")
    assert "content-encoding" not in plain.headers
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"].lower() == "accept-encoding"
    assert int(answer.headers["content-length"]) == len(packed) < len(body) / 3
    assert gzip.decompress(packed).startswith(body[:100])


@needs_brotli
def test_brotli_goes_to_whoever_takes_it(site: Site) -> None:
    _, by_gzip = asked(site.browser(), "/rules/1880", "gzip")
    answer, by_brotli = asked(site.browser(), "/rules/1880", "gzip, br;q=1")
    assert answer.headers["content-encoding"] == "br"
    assert len(by_brotli) < len(by_gzip)


def test_static_files_are_compressed_once_and_kept_for_good(site: Site) -> None:
    answer, packed = asked(site.browser(), static_url("table.css"), "gzip")
    assert gzip.decompress(packed) == (STATIC / "table.css").read_bytes()
    assert "immutable" in answer.headers["cache-control"]
    assert "x-blur" not in answer.headers


def test_what_is_small_or_an_error_still_arrives(site: Site) -> None:
    answer, body = asked(site.browser(), "/healthz", "gzip")
    assert "content-encoding" not in answer.headers
    assert body == b'{"status":"ok"}'
    answer, body = asked(site.browser(), "/no/such/page", "gzip")
    assert answer.status_code == 404
    assert b"error" in body


def test_the_length_of_the_same_page_differs(site: Site) -> None:
    blurs = {len(asked(site.browser(), "/rules/1880", "gzip")[0].headers["x-blur"]) for _ in range(12)}
    assert len(blurs) > 3
    assert max(blurs) <= MOST_BLUR


@pytest.mark.parametrize(("text", "coding"), [("a seat link is /seat/abc", None), ("a link is /rules/1880", "gzip")])
def test_an_answer_with_a_seat_link_is_not_compressed(text: str, coding: str | None) -> None:
    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse(text * 100)(scope, receive, Outgoing(scope, send, [], False).send)

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(site), base_url="http://here") as client:
            return await client.get("/table/x/parts", headers={"Accept-Encoding": "gzip"})

    answer = patience.run_apart(ask())
    assert answer.headers.get("content-encoding") == coding
    assert answer.text == text * 100


@pytest.mark.parametrize("path", ["/settings", "/api/me"])
def test_what_is_kept_nowhere_is_not_compressed(site: Site, path: str) -> None:
    answer, _ = asked(site.browser(), path, "gzip")
    assert answer.headers["cache-control"] == "no-store"
    assert "content-encoding" not in answer.headers
