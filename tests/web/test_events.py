"""The event stream: told after the commit, to those who may know, resumable, and without any secret."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests import patience
from tests.web.conftest import Site, code, linked, opened


class Stream:
    """An open event stream, read line by line."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines

    def next(self) -> dict[str, Any]:
        """The next event, signs of life left out."""
        event: dict[str, Any] = {}
        for line in self.lines:
            if not line and "data" in event:
                return {**json.loads(event["data"]), "kind": event["event"], "id": event["id"]}
            name, _, value = line.partition(": ")
            if name:
                event[name] = value
        raise AssertionError("the stream has ended")


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
