"""The event stream: told after the commit, to those who may know, resumable, and without any secret."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from stellwerk.table.seating import sessions
from stellwerk.table.settings import Settings
from stellwerk.web.api import events
from tests import patience
from tests.web.conftest import Site, code, linked, opened, running


class Stream:
    """An open event stream, read line by line."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines

    def next(self) -> dict[str, Any]:
        """The next event, signs of life left out."""
        event: dict[str, Any] = {}
        beats = 0
        for line in self.lines:
            beats += line == ": beat"
            assert beats < 8, "nothing is told"
            if not line and "data" in event:
                return {**json.loads(event["data"]), "kind": event["event"], "id": event["id"]}
            name, _, value = line.partition(": ")
            if name:
                event[name] = value
        raise AssertionError("the stream has ended")

    def ends(self) -> bool:
        """Whether the server closes the stream; one that goes on after several signs of life is open."""
        beats = 0
        for line in self.lines:
            beats += line == ": beat"
            if beats == 8:
                return False
        return True


@contextmanager
def listening(client: httpx.Client, watch: str = "", last: str | None = None) -> Iterator[Stream]:
    headers = {"Last-Event-ID": last} if last else {}
    with client.stream("GET", f"/api/events?watch={watch}", headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        lines = answer.iter_lines()
        assert next(lines) == "retry: 2000"
        yield Stream(lines)


def act(client: httpx.Client, table: str, at: int, action: str = "keep") -> None:
    body = {"action": action, "at": at, "request_id": f"r{at}"}
    assert client.post(f"/api/tables/{table}/act", json=body).status_code == 200


def test_players_hear_of_their_tables(client: httpx.Client) -> None:
    table = opened(client)
    with listening(client) as stream:
        act(client, table, 2)
        event = stream.next()
        assert {name: event[name] for name in ("table", "version", "kind")} == {
            "table": table,
            "version": 3,
            "kind": "log",
        }


def test_players_and_watchers_get_the_same_event(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    friend = site.browser()
    friend.post(f"/api/seat/{token}", json={})
    with listening(client) as own, listening(friend) as others:
        act(client, table, 2, "swap 1")
        own.next(), others.next()
        friend.post(f"/api/tables/{table}/undo", json={"at": 4, "request_id": "u", "to": 3})
        assert own.next()["kind"] == others.next()["kind"] == "table"
        act(friend, table, 4)
        assert own.next()["changed"] == ["*"]
        assert others.next()["changed"] == ["*"]


def test_spectators_watch_what_they_may(client: httpx.Client, site: Site) -> None:
    table, secret = opened(client), opened(client, spectators=False)
    stranger = site.browser()
    with listening(stranger, f"{table},{secret}") as stream:
        act(client, secret, 2)
        act(client, table, 2)
        assert stream.next()["table"] == table


def test_chat_and_changes_around_the_table_are_told(client: httpx.Client) -> None:
    table, _ = linked(client)
    with listening(client) as stream:
        client.post(f"/api/tables/{table}/chat", json={"text": "hello"})
        assert stream.next()["kind"] == "chat"
        client.post(f"/api/tables/{table}/seats/1/bot", json={"bot": "random"})
        assert stream.next()["kind"] == "table"


def test_who_was_away_hears_of_every_table_that_changed(client: httpx.Client, site: Site) -> None:
    table, other = opened(client), opened(client)
    with listening(client) as stream:
        act(client, table, 2)
        last = stream.next()["id"]
    act(client, other, 2)
    with listening(client, last=last) as stream:
        told = {stream.next()["table"], stream.next()["table"]}
        assert told == {table, other}
        act(client, other, 3)
        assert (stream.next())["version"] == 4


def test_an_event_tells_no_more_than_that_something_changed(client: httpx.Client, site: Site) -> None:
    table, token = linked(client)
    friend = site.browser()
    friend.post(f"/api/seat/{token}", json={})
    with listening(friend) as stream:
        act(client, table, 2, "swap 1")
        assert set(stream.next()) == {"table", "version", "revision", "changed", "kind", "id"}


def test_one_browser_has_one_stream_and_may_not_have_many(client: httpx.Client, site: Site) -> None:
    opened(client)
    cookies = dict(client.cookies)
    clients = [httpx.Client(base_url=site.url, cookies=cookies, timeout=patience.SECONDS) for _ in range(12)]
    site.clients.extend(clients)
    open_streams = [listening(each) for each in clients]
    for each in open_streams:
        each.__enter__()
    assert code(client.get("/api/events")) == (429, "streams")
    for each in open_streams:
        each.__exit__(None, None, None)


# --- streams and sessions --------------------------------------------------------------------------------------------


def twin(client: httpx.Client, site: Site) -> httpx.Client:
    """Another tab of the same browser."""
    found = httpx.Client(base_url=site.url, cookies=dict(client.cookies), timeout=patience.SECONDS)
    site.clients.append(found)
    return found


def log_out(client: httpx.Client) -> httpx.Response:
    return client.post("/api/logout")


def end_in_the_list(client: httpx.Client) -> httpx.Response:
    return client.delete(f"/api/sessions/{client.get('/api/sessions').json()[0]['id']}")


def sign_out_everywhere(client: httpx.Client) -> httpx.Response:
    return client.delete("/api/sessions")


@pytest.mark.parametrize("end", [log_out, end_in_the_list, sign_out_everywhere])
def test_a_stream_ends_with_its_session(
    client: httpx.Client, site: Site, end: Callable[[httpx.Client], httpx.Response]
) -> None:
    table, token = linked(client)
    friend = site.browser()
    friend.post(f"/api/seat/{token}", json={})
    with listening(twin(client, site)) as own, listening(friend) as others:
        assert end(client).status_code == 200
        assert own.ends()
        friend.post(f"/api/tables/{table}/chat", json={"text": "hello"})
        assert others.next()["kind"] == "chat"


def test_the_stream_of_a_program_ends_with_its_token(client: httpx.Client, site: Site) -> None:
    table = opened(client)
    made = client.post("/api/tokens", json={"name": "bot"}).json()
    with listening(site.program(made["token"])) as program, listening(client) as own:
        assert client.delete(f"/api/tokens/{made['id']}").status_code == 200
        assert program.ends()
        act(client, table, 2)
        assert own.next()["kind"] == "log"


def test_a_stream_ends_when_its_session_expires(tmp_path: Path) -> None:
    with running(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, heartbeat=1)) as site:
        client = site.browser()
        opened(client)
        with listening(client) as stream:
            then = site.runtime.store.now() + (sessions.SESSION_DAYS + 1) * 86_400_000
            site.runtime.store.now = lambda: then
            assert stream.ends()


def test_a_stream_that_never_began_is_not_counted(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the database is away browsers come back again and again: afterwards they must be let in."""
    opened(client)
    with monkeypatch.context() as away:
        away.setattr(events, "_missed", _no_database)
        for _ in range(events.STREAMS):
            assert client.get("/api/events", headers={"Last-Event-ID": "1"}).status_code == 503
    assert not site.app.state.hub.everybody()
    with listening(client, last="1") as stream:
        assert stream.next()["kind"] == "log"


def _no_database(*_: Any) -> list[bytes]:
    raise OperationalError("SELECT", {}, OSError("away"))


def test_a_clock_set_back_loses_no_news(site: Site, client: httpx.Client) -> None:
    """What changes after the clock was set back by an hour is later than what changed before it."""
    first, second = opened(client), opened(client)
    hour, real = 3_600_000, site.runtime.store.now
    with listening(client) as stream:
        act(client, first, 2)
        last = stream.next()["id"]
    site.runtime.store.now = lambda: real() - hour
    act(client, second, 2)
    third = opened(client)
    for now in (lambda: real() - hour, lambda: real() + hour):
        site.runtime.store.now = now
        with listening(client, last=last) as stream:
            assert {stream.next()["table"] for _ in range(3)} == {first, second, third}
