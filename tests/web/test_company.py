"""Company: tables that wait, tables that are open to everybody, games that are over."""

from __future__ import annotations

import re

import httpx

from tests.web.conftest import OPEN, Site, linked, opened


def test_next_walks_through_all_tables_that_wait(client: httpx.Client) -> None:
    tables = {opened(client) for _ in range(3)}
    seen, at = set(), ""
    for _ in range(3):
        at = client.get("/next", params={"after": at}).headers["location"].rpartition("/")[2]
        seen.add(at)
    assert seen == tables
    assert f"/next?after={at}" in client.get(f"/table/{at}").text


def test_an_open_table_is_in_the_lobby_and_anybody_sits_down(site: Site, client: httpx.Client) -> None:
    listed = client.post("/api/tables", json={**OPEN, "listed": True, "name": "Come in"}).json()["table"]
    kept = client.post("/api/tables", json={**OPEN, "name": "Friends only"}).json()["table"]
    ben = site.browser()
    page = ben.get("/lobby").text
    assert "Come in" in page
    assert "Friends only" not in page
    assert 'href="/lobby"' in ben.get("/").text
    assert ben.post(f"/table/{listed}/join", data={"seat": "1", "name": "Ben"}).headers["location"].endswith(listed)
    assert client.get(f"/api/tables/{listed}").json()["status"] == "running"
    assert ben.post(f"/table/{kept}/join", data={"seat": "1", "name": "Ben"}).status_code in (403, 404, 409)


def test_the_host_seats_a_bot_or_cancels_the_table_before_it_begins(site: Site, client: httpx.Client) -> None:
    table, _ = linked(client)
    page = client.get(f"/table/{table}").text
    assert "Seat a bot" in page
    assert "Cancel this table" in page
    client.post(f"/table/{table}/bot", data={"seat": "1", "bot": "random"})
    assert client.get(f"/api/tables/{table}").json()["status"] == "running"


def test_a_table_that_has_not_begun_is_cancelled_although_others_sit_there(site: Site, client: httpx.Client) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    made = client.post("/api/tables", json={**OPEN, "seats": seats}).json()
    ben = site.browser()
    ben.post(f"/api/seat/{made['links']['1'].rpartition('/')[2]}", json={"name": "Ben"})
    assert ben.post(f"/table/{made['table']}/delete").status_code == 403
    assert client.post(f"/table/{made['table']}/delete").status_code == 303
    assert client.get(f"/table/{made['table']}").status_code == 404


def test_finished_games_are_apart_and_end_with_scores_rematch_and_replay(site: Site, client: httpx.Client) -> None:
    table = opened(client, name="Done")
    for seat in (0, 1):
        client.post(f"/api/tables/{table}/end", json={"seat": seat})
    motions = client.get(f"/api/tables/{table}").json()["motions"]
    for motion in motions:
        client.post(f"/api/tables/{table}/motions/{motion['id']}", json={"agree": True, "seat": 1})
    assert client.get(f"/api/tables/{table}").json()["status"] == "ended"
    home = client.get("/").text
    assert home.index("Finished games") < home.index("Done")
    page = client.get(f"/table/{table}").text
    ending = page[page.index('class="ending"') :]
    for said in ("Play again", "Watch it again", "Study this game", "Total", f'data-lazy="/table/{table}/figures"'):
        assert said in ending


def test_saving_says_so_without_an_account(site: Site) -> None:
    stranger = site.browser()
    page = stranger.get("/settings").text
    assert "data-pace" in page
    stranger.get("/")
    answer = stranger.post("/habits", data={"confirm": "never"}, follow_redirects=True)
    assert "Saved" in answer.text


def test_a_clock_that_is_stopped_says_so(client: httpx.Client) -> None:
    table = opened(client, clock={"seconds": 9 * 86_400})
    assert "clock stopped" not in client.get(f"/table/{table}").text
    client.post(f"/api/tables/{table}/pause", json={})
    assert re.search("clock stopped · (8 d 23:5|9 d 0:00)", client.get(f"/table/{table}").text)
