"""The pages of accounts, data, mail, operators and privacy: every form does what its twin in the API does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from stellwerk.table import Person
from stellwerk.table.background import channels
from stellwerk.table.background.channels import Message
from stellwerk.table.settings import Settings
from tests.web.conftest import Site, linked, opened, running
from tests.web.test_accounts import GOOD, operator, registered


def send(client: httpx.Client, path: str, **fields: Any) -> httpx.Response:
    """As a form of a page does."""
    csrf = client.get("/api/me").json()["csrf"]
    return client.post(path, data={"csrf": csrf, **fields})


def test_name_and_password_are_changed_on_the_page(site: Site) -> None:
    client = registered(site, "Ann")
    assert "Shown name" in client.get("/settings/account").text
    assert send(client, "/settings/name", name="Annabel").status_code == 303
    assert 'value="Annabel"' in client.get("/settings/account").text
    registered(site, "Bob")
    assert "is taken" in send(client, "/settings/name", name="bob").text
    assert "too easy to guess" in send(client, "/settings/password", old=GOOD, new="password1").text
    assert send(client, "/settings/password", old=GOOD, new="twelve red lamps").status_code == 303
    assert client.get("/api/me").json()["person"]["name"] == "Annabel"


def test_sessions_are_ended_on_the_page(site: Site) -> None:
    client, phone = registered(site, "Ann"), site.browser()
    phone.post("/api/login", json={"name": "Ann", "password": GOOD})
    found = re.search(r"/settings/sessions/([0-9a-f]{16})/end", client.get("/settings/account").text)
    assert found is not None
    assert send(client, f"/settings/sessions/{found[1]}/end").status_code == 303
    assert phone.get("/api/me").json()["person"] is None
    assert send(client, "/settings/sessions/end").status_code == 303
    assert client.get("/settings/account").status_code == 401


def test_data_are_downloaded_and_deleted_on_the_page(site: Site) -> None:
    client = registered(site, "Ann")
    table = opened(client)
    assert client.get("/settings/everything.json").json()["person"]["name"] == "Ann"
    assert "name or password is wrong" in send(client, "/settings/delete", password="wrong one").text
    assert send(client, "/settings/delete", password=GOOD).status_code == 303
    assert site.browser().get(f"/api/tables/{table}").status_code == 404


def test_a_guest_may_go_without_a_password(site: Site) -> None:
    guest = site.browser()
    table = opened(guest)
    assert "Delete this table for good" in guest.get(f"/table/{table}").text
    assert send(guest, f"/table/{table}/delete").status_code == 303
    assert guest.get(f"/table/{table}").status_code == 404
    assert "Shown name" not in guest.get("/settings/account").text
    assert send(guest, "/settings/delete").status_code == 303
    assert guest.get("/api/me").json()["person"] is None


def test_blocking_and_reporting_on_the_page(site: Site) -> None:
    boss, host, bob = operator(site), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    assert "Block Bob" in host.get(f"/table/{table}").text
    assert send(host, f"/table/{table}/block", seat=1).status_code == 303
    assert "Bob" in host.get("/settings/account").text
    assert send(host, f"/table/{table}/report", seat=1, text="rude words").status_code == 303
    page = boss.get("/operator").text
    assert "rude words" in page
    found = re.search(r"/operator/reports/(\d+)/close", page)
    assert found is not None
    assert send(boss, f"/operator/reports/{found[1]}/close").status_code == 303
    (blocked,) = host.get("/api/blocks").json()
    assert send(host, f"/settings/unblock/{blocked['person']}").status_code == 303
    assert host.get("/api/blocks").json() == []


def test_an_operator_acts_on_the_page(site: Site) -> None:
    boss, eve = operator(site), registered(site, "Eve")
    table, other = opened(eve), opened(eve)
    person = eve.get("/api/me").json()["person"]["id"]
    assert "Eve" in boss.get("/operator?name=ev").text
    assert send(boss, f"/operator/people/{person}/mute", days=7, why="spam").status_code == 303
    assert "muted" in boss.get("/operator").text
    assert send(boss, f"/operator/tables/{table}/close", why="spam").status_code == 303
    assert send(boss, f"/operator/tables/{other}/delete", why="spam").status_code == 303
    assert send(boss, f"/operator/people/{person}/ban", banned="true", why="again").status_code == 303
    assert eve.get("/api/me").json()["person"] is None
    assert send(boss, f"/operator/people/{person}/ban", banned="false", why="").status_code == 303
    assert send(boss, f"/operator/people/{person}/delete", why="wish").status_code == 303
    page = boss.get("/operator").text
    for deed in ("mute 7", "close table", "delete table", "ban", "unban", "delete person"):
        assert f"<td>{deed}</td>" in page


def test_the_page_of_operators_shows_others_only_where_to_enter_the_code(site: Site) -> None:
    client = registered(site, "Ann")
    assert "Become the operator" in client.get("/operator").text
    assert "What operators have done" not in client.get("/operator").text
    assert send(client, "/operator/become", code="wrong").status_code == 404
    assert send(client, "/operator/become", code=site.runtime.operators.first_code()).status_code == 303
    assert "What operators have done" in client.get("/operator").text


@pytest.mark.parametrize(("language", "word"), [("en", "Privacy"), ("de", "Datenschutz"), ("pl", "Prywatność")])
def test_what_is_kept_is_said_in_three_languages(site: Site, language: str, word: str) -> None:
    page = site.browser().get("/privacy", headers={"Accept-Language": language}).text
    assert f"<h1>{word}</h1>" in page
    assert page.count("<dt>") == 14


def test_the_privacy_page_says_what_the_settings_say(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, keep_chat_days=17, keep_guests_days=44)
    with running(settings) as site:
        page = site.browser().get("/privacy").text
    assert "17 days" in page
    assert "44 days" in page


def test_earlier_lines_of_a_long_chat_have_a_page(site: Site) -> None:
    host = site.browser()
    table = opened(host)
    who = host.get("/api/me").json()["person"]["id"]
    site.runtime.limits.rate = 0
    for n in range(205):
        site.runtime.tables.say(Person(who, "Ann"), table, f"line number {n}.")
    page = host.get(f"/table/{table}").text
    assert "line number 204." in page
    assert "line number 4." not in page
    found = re.search(rf"/table/{table}/chat\?before=(\d+)", page)
    assert found is not None
    assert "line number 4." in host.get(f"/table/{table}/chat?before={found[1]}").text


# --- mail ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The letters that left."""
    found: list[str] = []
    monkeypatch.setattr(channels, "mail", lambda settings, to, message: found.append(_told(to, message)))
    return found


def _told(to: str, message: Message) -> str:
    return f"{to}: {message.body}"


@pytest.fixture
def mailing(tmp_path: Path) -> Iterator[Site]:
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, smtp_host="mail.example")
    with running(settings) as site:
        yield site


def test_an_address_is_confirmed_and_a_password_recovered_on_pages(mailing: Site, post: list[str]) -> None:
    client = registered(mailing, "Ann")
    assert "on its way" in send(client, "/settings/mail", address="ann@example.org").text
    link = re.search(r"/mail/[A-Za-z0-9_-]+", post[0])
    assert link is not None
    stranger = mailing.browser()
    assert "Is this your address?" in stranger.get(link[0]).text
    assert "Confirmed" not in client.get("/settings/account").text
    assert stranger.post(link[0]).status_code == 303
    assert "Confirmed: ann@example.org" in client.get("/settings/account").text
    assert "/password" in stranger.get("/settings").text
    assert "Look into your letters" in stranger.post("/password", data={"name": "ann"}).text
    mailing.runtime.mailing._post.submit(lambda: None).result()
    link = re.search(r"/password/[A-Za-z0-9_-]+", post[1])
    assert link is not None
    assert "too easy to guess" in stranger.post(link[0], data={"new": "password1"}).text
    assert stranger.post(link[0], data={"new": "twelve red lamps"}).status_code == 303
    assert client.get("/api/me").json()["person"] is None
    assert stranger.post("/api/login", json={"name": "Ann", "password": "twelve red lamps"}).status_code == 200
    assert send(stranger, "/settings/mail/forget").status_code == 303
    assert stranger.get("/api/mail").json() == {"offered": True, "address": None}


def test_mail_is_offered_only_where_it_is_set_up(site: Site, mailing: Site) -> None:
    for place, offered in ((site, False), (mailing, True)):
        client = registered(place, "Ann")
        assert ('name="mail-to"' in client.get("/settings/notices").text) is offered
        assert ('name="address"' in client.get("/settings/account").text) is offered
        assert ("Password forgotten?" in place.browser().get("/settings").text) is offered
        assert client.get("/api/mail").json()["offered"] is offered
