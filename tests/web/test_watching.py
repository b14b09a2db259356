"""What an operator watches: the page, the metrics, whether to send people here; and the message everybody reads."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from stellwerk.table.settings import Settings
from tests.web.conftest import Site, code, opened, running

PASSWORD = "correct horse battery"


def operator_of(site: Site) -> httpx.Client:
    client = site.browser()
    client.post("/api/register", json={"name": "Boss", "password": PASSWORD})
    found = site.runtime.operators.first_code()
    assert client.post("/api/operator", json={"code": found}).status_code == 200
    return client


def test_the_page_says_how_the_server_is_doing(site: Site, client: httpx.Client) -> None:
    opened(client)
    boss = operator_of(site)
    logging.getLogger("stellwerk.web").error("incident <b>1</b>")
    page = boss.get("/operator").text
    assert "running 1" in page
    assert "accounts: 1, guests: 1, seen within a day: 2" in page
    assert "SQLite" in page
    assert "schema 00" in page
    assert "incident &lt;b&gt;1&lt;/b&gt;" in page
    found = boss.get("/api/admin/state").json()
    assert (found["tables"], found["bot_turns"], found["backups"]) == ({"running": 1}, 0, None)
    assert found["free_bytes"] > 0
    assert found["errors"][0]["text"] == "incident <b>1</b>"
    assert code(client.get("/api/admin/state")) == (403, "forbidden")


def test_the_page_says_how_old_the_newest_backup_is(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    with running(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, backups=str(folder))) as site:
        boss = operator_of(site)
        assert "There is none." in boss.get("/operator").text
        (folder / "stellwerk-20261101.sqlite").touch()
        assert "1, the newest of " in boss.get("/operator").text


def test_everybody_reads_the_message_of_the_day(site: Site, client: httpx.Client) -> None:
    table = opened(client)
    boss = operator_of(site)
    assert code(client.put("/api/admin/message", json={"text": "no"})) == (403, "forbidden")
    boss.post("/operator/message", data={"text": "Restart <at> eight"})
    for path in ("/", f"/table/{table}", "/rules"):
        assert "Restart &lt;at&gt; eight" in client.get(path).text, path
    assert boss.get("/api/admin/deeds").json()[0]["what"] == "message"
    boss.put("/api/admin/message", json={"text": ""})
    assert "Restart" not in client.get("/").text


def test_metrics_are_for_the_operator_and_can_be_read_by_prometheus(site: Site, client: httpx.Client) -> None:
    opened(client)
    boss = operator_of(site)
    token = boss.post("/api/tokens", json={"name": "prometheus", "scope": "all"}).json()["token"]
    assert client.get("/metrics").status_code == 403
    text = site.program(token).get("/metrics").text
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert found["stellwerk_tables", "running"] == 1
    assert found["stellwerk_requests_total", "GET", "403"] == 1
    assert found["stellwerk_memory_bytes",] > 1e6
    assert found["stellwerk_request_seconds_count",] > 3
    assert site.program(token).get("/metrics").status_code == 200  # and again: what was counted is not counted twice


def test_an_operator_makes_a_token_that_watches_and_does_no_more(site: Site, client: httpx.Client) -> None:
    table, boss = opened(client), operator_of(site)
    page = boss.post("/settings/token", data={"name": "prometheus", "scope": "watch"}).text
    program = site.program(re.findall(r"sw_[\w-]+", page)[0])
    assert program.get("/metrics").status_code == 200
    assert program.get("/api/admin/state").json()["tables"] == {"running": 1}
    for path in ("/api/admin/people", f"/api/tables/{table}", "/api/me", "/operator"):
        assert program.get(path).status_code == 403, path
    assert code(program.put("/api/admin/message", json={"text": "no"})) == (403, "scope")
    others = client.post("/api/tokens", json={"scope": "watch"}).json()["token"]
    assert code(site.program(others).get("/metrics")) == (403, "forbidden")
    assert '<select name="scope"' in boss.get("/settings").text


def test_who_signs_in_to_look_after_the_server_comes_back_there(site: Site) -> None:
    visitor = site.browser()
    assert 'href="/settings?next=/operator"' in visitor.get("/operator").text
    assert 'name="next" value="/operator"' in visitor.get("/settings?next=/operator").text
    wrong = visitor.post("/settings/login", data={"name": "Nobody", "password": PASSWORD, "next": "/operator"})
    assert 'name="next" value="/operator"' in wrong.text
    values = {"name": "Boss", "password": PASSWORD}
    assert visitor.post("/settings/register", data={**values, "next": "/operator"}).headers["location"] == "/operator"
    again = site.browser().post("/settings/login", data={**values, "next": "https://elsewhere.example/"})
    assert again.headers["location"] == "/"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_a_server_says_when_it_is_ready(site: Site, client: httpx.Client, path: str) -> None:
    assert client.get(path).json() == {"status": "ok"}


def test_a_server_that_is_being_stopped_gets_nobody_new(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.app.state.hub, "closed", True)
    assert (client.get("/readyz").status_code, client.get("/readyz").json()) == (503, {"status": "closing"})
    assert client.get("/healthz").status_code == 200


def test_bot_turns_that_wait_are_counted(
    tmp_path: Path, postgres: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On PostgreSQL they wait for a worker, and there is none."""
    with running(Settings(database=postgres(True), bots=1)) as site:
        client, boss = site.browser(), operator_of(site)
        opened(client, seats=[{"kind": "bot", "bot": "random"}, {"kind": "me"}], hotseat=False)
        found = boss.get("/api/admin/state").json()
        assert (found["bot_turns"], found["jobs"], found["workers"]) == (1, 0, 0)
        assert "stellwerk_workers 0.0" in boss.get("/metrics").text
        page = boss.get("/operator").text
        assert "PostgreSQL" in page
        assert "None: bots do not move" in page
