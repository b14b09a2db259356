"""One table that the rules no longer follow is one broken table: every page and every other table is as before."""

from __future__ import annotations

import httpx
import pytest

from stellwerk import games
from stellwerk.core import Action
from tests.sample.rules import Sample, Turn
from tests.web.conftest import Site, opened


def moved(client: httpx.Client, table: str) -> None:
    now = client.get(f"/api/tables/{table}/options").json()
    move = {"action": now["options"][0]["action"], "at": now["version"], "request_id": f"m{now['version']}"}
    assert client.post(f"/api/tables/{table}/act", json=move).status_code == 200


def fail(self: Turn, s: Sample, a: Action) -> None:
    raise IndexError("the rules of another day")


@pytest.fixture(params=["raises", "gone"])
def broken(request: pytest.FixtureRequest, site: Site, monkeypatch: pytest.MonkeyPatch) -> tuple[httpx.Client, str]:
    client = site.browser()
    table = opened(client)
    moved(client, table)
    if request.param == "raises":
        monkeypatch.setattr(Turn, "resolve", fail)
    else:
        monkeypatch.delitem(games.PACKAGES, "sample")
    site.runtime.store.cache.clear()
    return client, table


def test_home_lists_and_other_tables_answer(broken: tuple[httpx.Client, str]) -> None:
    client, table = broken
    other = opened(client, game="yokohama")
    for path in ("/", "/api/tables", "/api/turns", "/api/me", "/settings", f"/table/{other}", f"/api/tables/{other}"):
        assert client.get(path).status_code == 200, path
    (row,) = [row for row in client.get("/api/tables").json() if row["id"] == table]
    assert row["problem"]


def test_its_own_pages_say_why_and_offer_what_is_left(broken: tuple[httpx.Client, str]) -> None:
    client, table = broken
    page = client.get(f"/table/{table}")
    assert page.status_code == 200
    assert 'role="alert"' in page.text
    for path in ("log.txt", "end", "archive"):
        assert f"/table/{table}/{path}" in page.text
    log = client.get(f"/table/{table}/log.txt")
    assert (log.status_code, log.text.splitlines()[-1][:2]) == (200, "0 ")
    for path in ("view", "options", "scores"):
        assert client.get(f"/api/tables/{table}/{path}").status_code == 409
    for path in ("history", "chat"):
        assert client.get(f"/api/tables/{table}/{path}").status_code == 200
    csrf = client.get("/api/me").json()["csrf"]
    assert client.post(f"/table/{table}/end", data={"csrf": csrf}).status_code == 303
    assert client.get(f"/api/tables/{table}").json()["status"] == "ended"
    assert client.post(f"/table/{table}/archive", data={"csrf": csrf}).status_code == 303
    assert table not in client.get("/").text


def test_the_last_stored_position_is_drawn(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    client = site.browser()
    table = opened(client, game="yokohama")
    loaded = site.runtime.store.table(table)
    assert loaded is not None
    moved(client, table)
    monkeypatch.setattr("stellwerk.table.storage.loaded.advance", lambda s, a: 1 / 0)
    site.runtime.store.cache.clear()
    page = client.get(f"/table/{table}").text
    assert f"move {loaded.version}" in page
    assert "<svg" in page
