"""Accounts over the wire: tokens that only play, sessions one sees and ends, everything in one file, blocking."""

from __future__ import annotations

import json

import httpx
import pytest

from tests.web.conftest import Site, code, linked, opened

GOOD = "seven green signals"


def registered(site: Site, name: str) -> httpx.Client:
    client = site.browser()
    assert client.post("/api/register", json={"name": name, "password": GOOD}).status_code == 201
    return client


def operator(site: Site) -> httpx.Client:
    client = registered(site, "Boss")
    found = site.runtime.operators.first_code()
    assert client.post("/api/operator", json={"code": found}).status_code == 200
    return client


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/notices", None),
        ("PUT", "/api/notices", {"notices": []}),
        ("POST", "/api/tokens", {"name": "more"}),
        ("GET", "/api/tokens", None),
        ("GET", "/api/sessions", None),
        ("DELETE", "/api/sessions", None),
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("POST", "/api/register", {"name": "Mallory", "password": GOOD}),
        ("POST", "/api/password", {"old": GOOD, "new": "twelve red lamps"}),
        ("GET", "/api/me/everything", None),
        ("POST", "/api/me/delete", {"password": GOOD}),
        ("GET", "/api/blocks", None),
        ("GET", "/api/mail", None),
        ("GET", "/api/admin/tables", None),
        ("GET", "/settings", None),
    ],
)
def test_a_token_of_a_bot_plays_and_does_no_more(site: Site, method: str, path: str, body: object) -> None:
    """With such a token a guest's holder could once be registered under a name of the finder's."""
    guest = site.browser()
    opened(guest)
    program = site.program(guest.post("/api/tokens", json={"name": "bot"}).json()["token"])
    answer = program.request(method, path, json=body)
    assert code(answer) == (403, "scope")


def test_a_token_of_a_bot_plays(site: Site) -> None:
    guest = site.browser()
    program = site.program(guest.post("/api/tokens", json={"name": "bot"}).json()["token"])
    table = opened(program)
    assert program.get("/api/me").json()["person"]["id"] == guest.get("/api/me").json()["person"]["id"]
    assert program.get(f"/api/tables/{table}/view").status_code == 200
    act = {"action": "keep", "at": 2, "request_id": "r"}
    assert program.post(f"/api/tables/{table}/act", json=act).status_code == 200
    assert program.get("/api/turns").json()[0]["table"] == table
    assert code(program.post(f"/api/tables/{table}/seats/0/hand-over", json={})) == (403, "scope")
    assert code(program.delete(f"/api/tables/{table}")) == (403, "scope")


def test_a_token_for_everything_is_asked_for_by_name(site: Site) -> None:
    client = registered(site, "Ann")
    made = client.post("/api/tokens", json={"name": "all", "scope": "all", "days": 3}).json()
    assert site.program(made["token"]).get("/api/notices").status_code == 200
    (listed,) = client.get("/api/tokens").json()
    assert (listed["scope"], listed["expires"] - listed["created"]) == ("all", 3 * 86_400_000)


def test_sessions_are_listed_and_ended_from_another_browser(site: Site) -> None:
    here = registered(site, "Ann")
    phone = site.browser()
    phone.post("/api/login", json={"name": "Ann", "password": GOOD}, headers={"User-Agent": "Firefox/1 (Android)"})
    listed = here.get("/api/sessions").json()
    (other,) = [each for each in listed if not each["here"]]
    assert (len(listed), other["agent"]) == (2, "Firefox · Android")
    assert here.delete(f"/api/sessions/{other['id']}").status_code == 200
    assert phone.get("/api/me").json()["person"] is None
    assert here.delete("/api/sessions").status_code == 200
    assert here.get("/api/me").json()["person"] is None


def test_the_password_of_a_renamed_account_is_changed(site: Site) -> None:
    client = registered(site, "Ann")
    assert client.patch("/api/me", json={"name": "Annabel"}).status_code == 200
    changed = client.post("/api/password", json={"old": GOOD, "new": "twelve red lamps"})
    assert changed.status_code == 200, changed.text
    again = site.browser()
    assert again.post("/api/login", json={"name": "ann", "password": "twelve red lamps"}).status_code == 200


def test_a_shown_name_is_nobody_elses(site: Site) -> None:
    registered(site, "Alice")
    client = registered(site, "Bob")
    for name in ("alice", "Аlice", "Ali\u200bce", "\u202eecilA", "a\x00"):
        answer = client.patch("/api/me", json={"name": name})
        assert code(answer)[1] == "name"


def test_everything_about_one_is_one_file_and_private(site: Site) -> None:
    client = registered(site, "Ann")
    opened(client)
    answer = client.get("/api/me/everything")
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.headers["cache-control"] == "no-store"
    assert json.loads(answer.text)["person"]["name"] == "Ann"
    assert site.browser().get("/api/me/everything").status_code == 401


def test_an_account_is_deleted_over_the_wire(site: Site) -> None:
    client = registered(site, "Ann")
    table = opened(client)
    assert code(client.post("/api/me/delete", json={"password": "wrong one"})) == (401, "login")
    assert client.post("/api/me/delete", json={"password": GOOD}).status_code == 200
    assert client.get("/api/me").json()["person"] is None
    assert site.browser().get(f"/api/tables/{table}").status_code == 404
    registered(site, "Ann")


def test_a_stranger_does_not_talk(site: Site) -> None:
    host, bob, stranger = site.browser(), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    opened(stranger)
    for send in (
        lambda: stranger.post(f"/api/tables/{table}/chat", json={"text": "spam"}),
        lambda: stranger.post(f"/table/{table}/chat", data={"text": "spam"}, headers={"Accept": "application/json"}),
    ):
        assert send().status_code == 403
    assert bob.post(f"/api/tables/{table}/chat", json={"text": "hello"}).status_code == 201
    assert [line["text"] for line in host.get(f"/api/tables/{table}/chat").json()] == ["hello"]


def test_a_person_is_blocked_and_reported_over_the_wire(site: Site) -> None:
    boss, host, bob = operator(site), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    assert host.post(f"/api/tables/{table}/block", json={"seat": 1}).status_code == 200
    assert code(bob.post(f"/api/tables/{table}/chat", json={"text": "hey"})) == (403, "forbidden")
    assert host.post(f"/api/tables/{table}/report", json={"seat": 1, "text": "rude"}).status_code == 200
    (report,) = boss.get("/api/admin/reports").json()
    person = report["about"]
    assert boss.post(f"/api/admin/people/{person}/ban", json={"why": "rude"}).status_code == 200
    assert bob.get("/api/me").json()["person"] is None
    assert boss.get("/api/admin/deeds").json()[0]["what"] == "ban"
    (blocked,) = host.get("/api/blocks").json()
    assert host.delete(f"/api/blocks/{blocked['person']}").status_code == 200
    assert code(host.get("/api/admin/deeds")) == (403, "forbidden")
