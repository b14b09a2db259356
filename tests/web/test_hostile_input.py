"""Nothing a visitor sends is a crash: forms and headers are fuzzed like the API. And what answers carry along."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import httpx
import pytest

from stellwerk.table.settings import Settings
from stellwerk.web import app as application
from stellwerk.web.http.middleware import line
from stellwerk.web.http.outgoing import only_encrypted
from tests.web.conftest import Site, opened, running

NUMBERS = ("²", "9" * 5000, "-1", "1e9", "", " 1", "\ud800", "٣", "0x1")
FORMS = {
    "act": {"action": "keep", "at": "2", "request_id": "r", "seat": "0"},
    "undo": {"at": "2", "request_id": "u", "seat": "0"},
    "parts": {"version": "2"},
    "chat": {"text": "hello"},
    "note": {"text": "hello"},
    "order": {"program": "x", "seat": "0", "do": "give"},
    "vote": {"motion": "x", "agree": "yes", "seat": "0"},
    "link": {"seat": "0"},
    "hand-over": {"seat": "0", "bot": "random"},
    "what-if": {"version": "2", "seat": "0"},
    "curtain": {"curtain": "off"},
    "why": {"action": "keep", "seat": "0"},
    "preview": {"action": "keep", "seat": "0"},
}


@pytest.fixture
def visitor(site: Site) -> tuple[httpx.Client, str]:
    client = site.browser()
    table = opened(client)
    client.headers["X-CSRF-Token"] = client.get("/api/me").json()["csrf"]
    return client, table


def sent(client: httpx.Client, path: str, fields: dict[str, str]) -> int:
    body = "&".join(f"{name}={_quoted(value)}" for name, value in fields.items())
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    return client.post(path, content=body.encode("utf-8", "surrogatepass"), headers=headers).status_code


def _quoted(value: str) -> str:
    return "".join(f"%{byte:02x}" for byte in value.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("form", FORMS)
def test_no_field_of_a_form_crashes_the_server(form: str, visitor: tuple[httpx.Client, str]) -> None:
    client, table = visitor
    for name, usual in FORMS[form].items():
        for value in (*NUMBERS, usual * 3000, "\0", '{"a": 1}', "ü"):
            status = sent(client, f"/table/{table}/{form}", {**FORMS[form], name: value})
            assert status < 500, (form, name, value[:20])


@pytest.mark.parametrize("form", ["act", "parts", "chat"])
@pytest.mark.parametrize(
    "body", [b"{", b"[1]", b'"x"', b"[" * 30_000, b'{"seat": 1e400, "version": 1e99, "at": []}', b"\xff"], ids=repr
)
def test_no_json_in_place_of_a_form_crashes_the_server(
    form: str, body: bytes, visitor: tuple[httpx.Client, str]
) -> None:
    client, table = visitor
    answer = client.post(f"/table/{table}/{form}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code < 500


@pytest.mark.parametrize("path", ["/settings/login", "/settings/register"])
def test_no_name_or_password_crashes_the_server(path: str, visitor: tuple[httpx.Client, str]) -> None:
    client, _ = visitor
    for value in ("\ud800", "\0", "ü" * 5000, ""):
        for fields in ({"name": value, "password": "long enough"}, {"name": "Ann", "password": value}):
            assert sent(client, path, fields) < 500, (path, value[:9])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Origin", "http://["),
        ("Origin", "null"),
        ("X-CSRF-Token", "\u00fc"),
        ("Last-Event-ID", "\u00b2"),
        ("Accept-Language", "\u00fc;q=x"),
        ("Authorization", "Bearer \u00fc"),
        ("Cookie", "lang=\u00fc; theme=["),
        ("Host", "["),
    ],
)
def test_no_header_crashes_the_server(name: str, value: str, visitor: tuple[httpx.Client, str]) -> None:
    client, table = visitor
    raw = {name: value.encode("latin-1")}
    for method, path in (("POST", f"/table/{table}/chat"), ("GET", f"/table/{table}"), ("GET", "/")):
        assert client.request(method, path, headers=raw).status_code < 500  # type: ignore[arg-type]


@pytest.mark.parametrize("url", ["https://x:99999/", "https://[::1", "https://x:-1/", "https://x:²/"])
def test_no_address_of_a_web_hook_crashes_the_server(url: str, visitor: tuple[httpx.Client, str]) -> None:
    client, _ = visitor
    wish: dict[str, Any] = {"wishes": [{"channel": "webhook", "url": url}]}
    for body in (wish, wish["wishes"], {"channels": wish["wishes"]}):
        assert client.put("/api/notices", json=body).status_code < 500


# --- what answers carry along ----------------------------------------------------------------------------------------


def test_nothing_of_ones_own_stays_in_a_cache(visitor: tuple[httpx.Client, str]) -> None:
    client, table = visitor
    for path in ("/settings", "/settings/account", "/api/me", "/api/mail", "/seat/nonsense", "/password", "/operator"):
        assert client.get(path).headers["cache-control"] == "no-store", path
    for path in ("/", f"/table/{table}", f"/api/tables/{table}", f"/table/{table}/log.txt"):
        assert client.get(path).headers["cache-control"] == "private, no-cache", path


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/logout"),
        ("DELETE", "/api/sessions"),
        ("POST", "/api/me/delete"),
        ("POST", "/settings/logout"),
        ("POST", "/settings/sessions/end"),
        ("POST", "/settings/delete"),
    ],
)
def test_signing_out_clears_the_cache(method: str, path: str, visitor: tuple[httpx.Client, str]) -> None:
    client, _ = visitor
    body = {"json": {}} if path == "/api/me/delete" else {}
    answer = client.request(method, path, **body)  # type: ignore[arg-type]
    assert answer.status_code < 400, answer.text
    assert answer.headers["clear-site-data"] == '"cache"'
    assert 'stellwerk=""' in answer.headers["set-cookie"]


def test_every_cookie_of_an_https_site_is_secure(site: Site) -> None:
    assert only_encrypted((b"set-cookie", b"link-1=x; HttpOnly")) == (b"set-cookie", b"link-1=x; HttpOnly; Secure")
    assert only_encrypted((b"set-cookie", b"a=x; Secure")) == (b"set-cookie", b"a=x; Secure")
    assert only_encrypted((b"etag", b"x")) == (b"etag", b"x")


@pytest.mark.parametrize(
    "path",
    [
        "/seat/SECRET",
        "//seat/SECRET",
        "/SEAT/SECRET",
        "/api/seat/SECRET",
        "/seat//SECRET",
        "/api//Seat/SECRET/x",
        "//api/V1/seat/SECRET",
    ],
)
def test_the_log_masks_seat_links_however_they_are_spelled(path: str) -> None:
    said = line({"type": "http", "method": "GET", "path": path, "client": ("192.0.2.1", 1)}, 404, 0.1)
    assert "SECRET" not in said
    assert "/seat/…" in json.loads(said)["path"]


@pytest.mark.parametrize(
    "path", ["/password/{}", "/mail/{}", "/study/shared/{}", "/replay/{}/-/log.txt", "/seats/{}", "/x/seat/{}", "/{}"]
)
def test_the_log_masks_every_other_secret_in_a_path(path: str) -> None:
    secret = secrets.token_urlsafe(15)
    said = line({"type": "http", "method": "GET", "path": path.format(secret), "client": ("192.0.2.1", 1)}, 200, 0.1)
    assert json.loads(said)["path"] == path.format("…")


def test_health_is_cheap_to_ask_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger who asks a thousand times writes once."""
    with running(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1)) as site:
        tries: list[float] = []
        monkeypatch.setattr(site.runtime.store, "try_writing", tries.append)
        monkeypatch.setattr(application, "TRIED_EVERY", 3600.0)
        for _ in range(5):
            assert site.browser().get("/healthz").status_code == 200
        assert len(tries) <= 1
