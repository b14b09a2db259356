"""Seats on the page and in the API: who is told what, and which buttons there are."""

from __future__ import annotations

import re
from typing import Any

import httpx
from sqlalchemy import select

from stellwerk.table.storage import schema
from stellwerk.web.http.auth import VISIT, Doorkeeper
from tests.web.conftest import Site, linked


def page_of(client: httpx.Client, table: str) -> str:
    return client.get(f"/table/{table}").text


def csrf_of(client: httpx.Client) -> str:
    return str(client.get("/api/me").json()["csrf"])


def send(client: httpx.Client, path: str, **fields: Any) -> httpx.Response:
    """As a form of a page does."""
    return client.post(path, data={"csrf": csrf_of(client), **fields})


def test_the_page_tells_the_first_holder_of_a_second_claim(site: Site) -> None:
    host, bob, thief = site.browser(), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    assert "used the link of your seat" not in page_of(bob, table)
    thief.post(f"/api/seat/{token}", json={})
    assert "used the link of your seat" in page_of(bob, table)
    assert "used the link of your seat" not in page_of(host, table)
    assert bob.get(f"/api/tables/{table}").json()["shared"] == {"1": 2}
    assert send(bob, f"/table/{table}/link", seat=1).status_code == 303
    assert "used the link of your seat" not in page_of(bob, table)
    assert thief.get(f"/api/tables/{table}").json()["mine"] == []


def test_who_gives_a_seat_away_sees_its_link(site: Site) -> None:
    host, bob, friend = site.browser(), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    send(bob, f"/table/{table}/hand-over", seat=1, bot="")
    found = re.search(r'value="[^"]*/seat/([A-Za-z0-9_-]+)"', page_of(bob, table))
    assert found is not None
    assert "/seat/" not in page_of(host, table)
    assert friend.post(f"/api/seat/{found[1]}", json={"name": "Eve"}).json() == {"table": table, "seat": 1}


def test_a_player_may_propose_to_go_on_without_the_host(site: Site) -> None:
    host, bob, passer = site.browser(), site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    assert "Propose to give the seat away" in page_of(bob, table)
    assert "Propose to give the seat away" not in page_of(passer, table)
    assert send(bob, f"/table/{table}/replace", seat=0, bot="random").status_code == 303
    (motion,) = host.get(f"/api/tables/{table}").json()["motions"]
    assert motion["missing"] == [0]


def test_the_host_proposes_and_the_player_is_asked(site: Site) -> None:
    host, bob = site.browser(), site.browser()
    table, token = linked(host)
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    assert "Propose to give the seat away" in page_of(host, table)
    assert send(host, f"/table/{table}/replace", seat=1, bot="random").status_code == 303
    assert "give the seat of Bob to a bot" in page_of(bob, table)
    (motion,) = bob.get(f"/api/tables/{table}").json()["motions"]
    assert motion["missing"] == [1]


def test_a_visit_is_a_sign_of_life(site: Site) -> None:
    client = site.browser()
    client.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}, {"kind": "open"}]})
    who = client.get("/api/me").json()["person"]["id"]
    then = site.runtime.store.now()
    site.runtime.store.now = lambda: then + 2 * 86_400_000
    client.get("/api/me")
    site.runtime.store.do(lambda work: None)
    with site.runtime.store.reading() as conn:
        seen = conn.execute(select(schema.people.c.seen).where(schema.people.c.id == who)).scalar_one()
    assert seen == then + 2 * 86_400_000


def test_a_visit_that_another_process_wrote_down_is_not_written_again(site: Site) -> None:
    """Nor after a restart: all come back at once then, and none of them waits for the writer."""
    client, store = site.browser(), site.runtime.store
    client.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}, {"kind": "open"}]})
    who = client.get("/api/me").json()["person"]["id"]
    then, keeper = store.now(), Doorkeeper(site.runtime)
    token = client.cookies["stellwerk"]

    def seen_at(time: int) -> int:
        """What is written down after a visit at this time."""
        store.now = lambda: time
        assert keeper.look_up(token, bearer=False) is not None
        store.do(lambda work: None)
        with store.reading() as conn:
            return int(conn.execute(select(schema.people.c.seen).where(schema.people.c.id == who)).scalar_one())

    first = seen_at(then)
    assert first <= then
    assert seen_at(then + VISIT // 2) == first
    assert seen_at(then + VISIT) == then + VISIT
    assert seen_at(then + VISIT // 2) == then + VISIT
    assert seen_at(then - VISIT) == then - VISIT, "a clock that was set back is believed"
