"""What strangers, forgers and broken programs get: a clear refusal, and nothing else."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from stellwerk.cli import app as cli
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import Header, Record, beginning
from stellwerk.table.service import limits
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.web import app as application
from stellwerk.web.http import auth
from stellwerk.web.pages import home
from tests import patience
from tests.sample.rules import GAME
from tests.web.conftest import HOTSEAT, Site, code, linked, opened, running

NAMES = "games.example.org *.club.example"


def test_large_bodies_are_refused_unread(client: httpx.Client) -> None:
    body = b"x" * 10_000_000
    assert code(client.post("/api/login", content=body)) == (413, "too-large")

    def pieces() -> Any:
        for _ in range(100):
            yield b"x" * 100_000

    try:
        answer = client.post("/api/login", content=pieces(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    except httpx.WriteError:
        pass  # the server has hung up before everything was sent


@pytest.mark.parametrize("body", [b"{", b"[1]", b'{"name": 5, "password": []}', b"\xff\xfe", b"null", b""])
def test_bad_json_is_a_clear_refusal(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/login", content=body, headers={"Content-Type": "application/json"})
    assert code(answer) == (422, "invalid")


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 10_000, b'{"name": ' + b"9" * 60_000 + b"}"])
def test_json_that_is_too_deep_or_too_long_to_be_read_is_refused_too(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/login", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["text"]


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_what_a_database_cannot_write_is_refused(store: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """PostgreSQL knows no NUL in a text; half a surrogate pair is no text at all."""
    database = f"sqlite:///{tmp_path}/nul.sqlite" if store == "sqlite" else request.getfixturevalue("postgres")(True)
    with running(Settings(database=database, bots=1)) as place:
        client = place.browser()
        table = opened(client)
        for text in ("a\\u0000b", "a\\ud800b"):
            body = f'{{"text": "{text}"}}'.encode()
            answer = client.post(
                f"/api/tables/{table}/chat", content=body, headers={"Content-Type": "application/json"}
            )
            assert answer.status_code in (201, 422), answer.text
        assert client.post(f"/api/tables/{table}/chat", json={"text": "fine"}).status_code == 201


def test_sql_in_names_is_a_name(client: httpx.Client, site: Site) -> None:
    name = "Robert'); DROP TABLE people;--"
    table = opened(client, name=name)
    client.post(f"/api/tables/{table}/chat", json={"text": name})
    assert client.get(f"/api/tables/{table}").json()["name"] == name
    assert client.get(f"/api/tables/{table}/chat").json()[0]["text"] == name
    assert code(client.get("/api/tables/' OR 1=1 --")) == (422, "invalid")
    assert client.post("/api/register", json={"name": name, "password": "long enough"}).status_code == 201


def test_a_link_is_looked_at_by_get_and_taken_by_post(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    friend = site.browser()
    assert friend.get(f"/api/seat/{token}").json()["table"] == table
    assert friend.cookies == httpx.Cookies()
    assert client.get(f"/api/tables/{table}").json()["status"] == "waiting"
    assert friend.post(f"/api/seat/{token}", json={"name": "Bob"}).json() == {"table": table, "seat": 1}
    assert friend.get(f"/api/tables/{table}").json()["mine"] == [1]


def test_foreign_and_ended_links_are_refused(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    friend = site.browser()
    assert code(friend.post(f"/api/seat/{'x' * 32}", json={})) == (404, "link")
    renewed = client.post(f"/api/tables/{table}/seats/1/link").json()["link"]
    assert code(friend.post(f"/api/seat/{token}", json={})) == (404, "link")
    assert friend.post(f"/api/seat/{renewed.rpartition('/')[2]}", json={}).status_code == 200


def test_a_seat_of_others_is_neither_played_nor_seen(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    friend, stranger = site.browser(), site.browser()
    friend.post(f"/api/seat/{token}", json={})
    stranger.post("/api/tables", json=HOTSEAT)
    act = {"action": "keep", "at": 2, "request_id": "r"}
    assert code(friend.post(f"/api/tables/{table}/act", json={**act, "seat": 0})) == (403, "forbidden")
    assert code(friend.post(f"/api/tables/{table}/act", json=act)) == (422, "illegal")
    assert code(stranger.post(f"/api/tables/{table}/act", json=act)) == (403, "forbidden")
    assert code(site.browser().post(f"/api/tables/{table}/act", json=act)) == (401, "who")
    assert code(stranger.get(f"/api/tables/{table}/view?seat=0")) == (403, "forbidden")
    assert -1 in stranger.get(f"/api/tables/{table}/view").json()["hand"]
    assert stranger.get(f"/api/tables/{table}/options").json()["options"] == []
    assert {line["action"] for line in stranger.get(f"/api/tables/{table}/history").json()} == {"?"}


def test_a_private_table_does_not_exist_for_strangers(client: httpx.Client, site: Site) -> None:
    table = opened(client, spectators=False)
    stranger = site.browser()
    for path in ("", "/view", "/options", "/history", "/chat", "/scores", "/why?action=keep"):
        assert code(stranger.get(f"/api/tables/{table}{path}")) == (404, "not-found")
        assert stranger.get(f"/api/tables/{table}{path}").text == stranger.get(f"/api/tables/nothere{path}").text


def test_a_cookie_of_an_ended_session_is_worthless(client: httpx.Client, site: Site) -> None:
    table = opened(client)
    stolen = dict(client.cookies)
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    assert httpx.get(f"{site.url}/api/me", cookies=stolen, timeout=patience.SECONDS).json()["person"] is None
    kept = dict(client.cookies)
    assert client.get(f"/api/tables/{table}").json()["mine"] == [0, 1]
    client.post("/api/logout")
    assert httpx.get(f"{site.url}/api/me", cookies=kept, timeout=patience.SECONDS).json()["person"] is None


def test_a_new_password_ends_sessions_and_tokens(client: httpx.Client, site: Site) -> None:
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    token = client.post("/api/tokens", json={"name": "bot"}).json()["token"]
    program = site.program(token)
    assert program.get("/api/me").json()["person"]["name"] == "Ann"
    other = site.browser()
    other.post("/api/login", json={"name": "ANN ", "password": "long enough"})
    assert other.get("/api/me").json()["person"]["name"] == "Ann"
    answer = client.post("/api/password", json={"old": "long enough", "new": "longer still"})
    assert answer.status_code == 200
    assert other.get("/api/me").json()["person"] is None
    assert code(program.get("/api/me")) == (401, "token")


def test_a_password_that_the_operator_replaces_ends_sessions_and_tokens(
    client: httpx.Client, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By another connection, while the server still remembers both and would do so for long."""
    monkeypatch.setattr(auth, "BELIEVED", 10**9)
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    program = site.program(client.post("/api/tokens", json={"name": "bot"}).json()["token"])
    assert [each.get("/api/me").json()["person"]["name"] for each in (client, program)] == ["Ann", "Ann"]
    done = CliRunner().invoke(cli, ["user", "reset", "Ann", "--database", site.runtime.settings.database])
    assert done.exit_code == 0, done.output
    for _ in range(200):
        if client.get("/api/me").json()["person"] is None:
            break
        time.sleep(0.05)
    assert client.get("/api/me").json()["person"] is None
    assert code(program.get("/api/me")) == (401, "token")


def test_tokens_act_without_cookies_and_are_revocable(client: httpx.Client, site: Site) -> None:
    table = opened(client)
    made = client.post("/api/tokens", json={"name": "bot"}).json()
    program = site.program(made["token"])
    answer = program.post(f"/api/tables/{table}/act", json={"action": "keep", "at": 2, "request_id": "r"})
    assert answer.json()["version"] == 3
    client.delete(f"/api/tokens/{made['id']}")
    assert code(program.get("/api/me")) == (401, "token")


def test_another_site_cannot_use_the_cookie(client: httpx.Client) -> None:
    opened(client)
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert code(client.post("/api/tables", json=HOTSEAT, headers=headers)) == (403, "origin")


def test_passwords_are_guessed_slowly(client: httpx.Client) -> None:
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    answers = [client.post("/api/login", json={"name": "Ann", "password": f"guess {n}"}) for n in range(12)]
    assert {code(answer) for answer in answers[:9]} == {(401, "login")}
    assert code(answers[-1]) == (429, "too-many")


def test_nobody_learns_whether_an_account_exists(client: httpx.Client) -> None:
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    wrong = [client.post("/api/login", json={"name": name, "password": "not this"}) for name in ("Ann", "Nobody")]
    assert wrong[0].text == wrong[1].text


def test_only_hashes_are_stored(client: httpx.Client, site: Site) -> None:
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    token = client.post("/api/tokens", json={"name": "bot"}).json()["token"]
    _, link = linked(client)
    path = site.runtime.settings.database.removeprefix("sqlite:///")
    stored = "\n".join(sqlite3.connect(path).iterdump())
    for secret in (token, link, "long enough", *client.cookies.values()):
        assert secret not in stored
    assert "$argon2id$" in stored


def test_headers_of_every_answer(client: httpx.Client) -> None:
    for path in ("/healthz", "/api/me", "/nowhere", "/api/tables/nothere"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert (headers["referrer-policy"], headers["x-content-type-options"]) == ("no-referrer", "nosniff")
    opened(client)
    cookie = client.post("/api/register", json={"name": "Ann", "password": "long enough"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_access_logs_mask_links(client: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    _, token = linked(client)
    with caplog.at_level(logging.INFO, "stellwerk.access"):
        client.get(f"/api/seat/{token}")
        client.get(f"/seat/{token}")
        client.get("/api/me?secret=x")
        # A line is written after its answer has been sent.
        for _ in range(100):
            if "/api/me" in logged(caplog):
                break
            time.sleep(0.05)
    assert token not in caplog.text
    assert "secret=x" not in caplog.text
    assert {"/api/seat/…", "/seat/…", "/api/me"} <= logged(caplog)


def logged(caplog: pytest.LogCaptureFixture) -> set[str]:
    """The paths in the access log."""
    lines = (json.loads(record.message) for record in caplog.records if record.name == "stellwerk.access")
    return {line["path"] for line in lines}


def test_too_many_requests_are_refused(client: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.Limits, "allows", lambda self, limit, *who: False)
    assert code(client.get("/api/me")) == (429, "too-many")


def test_refusals_speak_the_readers_language(client: httpx.Client) -> None:
    answer = client.get("/api/tables/nothere", headers={"Accept-Language": "de"})
    assert code(answer) == (404, "not-found")


def test_a_guest_keeps_his_seats_when_he_registers(client: httpx.Client, site: Site) -> None:
    table = opened(client)
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    again = site.browser()
    again.post("/api/login", json={"name": "Ann", "password": "long enough"})
    assert [info["id"] for info in again.get("/api/tables").json()] == [table]


def test_the_operators_list_is_for_the_operator(client: httpx.Client, site: Site) -> None:
    client.post("/api/register", json={"name": "Op", "password": "long enough"})
    table = opened(client)
    assert code(client.get("/api/admin/tables")) == (403, "forbidden")
    client.post("/api/operator", json={"code": site.runtime.operators.first_code()})
    assert [row["id"] for row in client.get("/api/admin/tables").json()] == [table]
    other = site.browser()
    other.post("/api/register", json={"name": "Ann", "password": "long enough"})
    assert code(other.get("/api/admin/tables")) == (403, "forbidden")


def test_a_crash_is_an_incident_and_changes_nothing(
    client: httpx.Client, site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = opened(client)
    caplog.set_level("INFO", "stellwerk.access")
    monkeypatch.setattr("tests.sample.rules.Turn.resolve", lambda *a: 1 / 0)
    answer = client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": 2, "request_id": "r"})
    assert code(answer) == (500, "crash")
    monkeypatch.undo()
    assert caplog.text.count("incident") == 1
    ends = time.monotonic() + patience.SECONDS  # the line is written once the answer is out
    while '"status": 500' not in caplog.text and time.monotonic() < ends:
        time.sleep(0.01)
    assert '"status": 500' in caplog.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    with site.runtime.store.reading() as conn:
        assert len(conn.execute(schema.log.select()).all()) == 2


LONG = "9" * 5000


@pytest.mark.parametrize(
    "seats", ["0", "1", "5", "200000", "100000000", LONG, "²", "-1", "", "3.0"], ids=lambda given: given[:9]
)
def test_seats_are_counted_before_any_is_built(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, seats: str
) -> None:
    monkeypatch.setattr(home, "_spec", lambda *_: pytest.fail("a seat was built"))
    monkeypatch.setattr(home, "_alone", lambda *_: pytest.fail("seats were looked at"))
    answer = client.post("/new/sample", data={"seats": seats})
    assert answer.status_code == 422
    assert "2 to 4 seats" in answer.text


@pytest.mark.parametrize("seats", [1, 5, 10])
def test_the_api_counts_seats_too(client: httpx.Client, monkeypatch: pytest.MonkeyPatch, seats: int) -> None:
    monkeypatch.setattr(Record, "new", lambda *_: pytest.fail("a game was set up"))
    answer = client.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}] * seats})
    assert code(answer) == (422, "setup")


@pytest.mark.parametrize("seats", [-1, 0, 100_000_000])
def test_a_position_is_for_as_many_as_can_play(seats: int) -> None:
    dumped = GAME.dump(GAME.setup(2))
    with pytest.raises(BadPosition, match="2 to 4 seats"):
        beginning(GAME, Header("sample", seats, position=dumped))


def test_a_file_that_cannot_be_written_is_a_sentence_in_three_languages(site: Site, client: httpx.Client) -> None:
    table = opened(client)
    body = {"action": "keep", "at": 2, "request_id": "full"}
    with site.runtime.store.reading() as conn:
        pages = conn.exec_driver_sql("PRAGMA page_count").scalar()
    site.runtime.store.do(lambda work: work.conn.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))
    said = set()
    for language in ("en", "de", "pl"):
        client.cookies.set("lang", language)
        for _ in range(60):  # until the last page is full
            answer = client.put(f"/api/tables/{table}/note", json={"text": "x" * 20_000})
            if answer.status_code != 200:
                break
        assert code(answer) == (503, "database")
        assert answer.headers["retry-after"] == "10"
        said.add(answer.json()["error"]["text"])
    assert len(said) == 3
    site.runtime.store.do(lambda work: work.conn.exec_driver_sql("PRAGMA max_page_count = 1000000"))
    assert client.post(f"/api/tables/{table}/act", json=body).status_code == 200


def test_health_tries_to_write_and_to_hear(
    site: Site, client: httpx.Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(application, "PATIENCE", 0.2)
    monkeypatch.setattr(application, "TRIED_EVERY", 0.0)
    assert client.get("/healthz").status_code == 200
    with sqlite3.connect(tmp_path / "store.sqlite", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"status": "database"})
        other.execute("ROLLBACK")
    site.runtime.store.do(lambda work: None)
    assert client.get("/healthz").status_code == 200
    monkeypatch.setattr(type(site.runtime.store), "deaf", True)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, {"status": "deaf"})


@pytest.mark.parametrize(
    "host",
    ["games.example.org", "GAMES.example.org.:443", "a.club.example", "localhost:8880", "127.0.0.1", "[::1]:80",
     "192.168.1.7"],
)  # fmt: skip
def test_a_server_answers_to_the_names_its_operator_lists(tmp_path: Path, host: str) -> None:
    with running(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, hosts=NAMES)) as site:
        assert site.browser().get("/api/me", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "games.example.org.evil.example", "club.example.evil", "evil@localhost", "8.8.8.8", "[", ""],
)
def test_and_to_no_other(tmp_path: Path, host: str) -> None:
    """A name of another site that leads here would let its pages read ours."""
    with running(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, hosts=NAMES)) as site:
        for path in ("/", "/api/me", "/static/none"):
            assert code(site.browser().get(path, headers={"Host": host})) == (421, "host")


def test_without_a_list_every_name_will_do(client: httpx.Client) -> None:
    assert client.get("/api/me", headers={"Host": "tunnel.example"}).status_code == 200
