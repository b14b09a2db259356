"""Playing over the API."""

from __future__ import annotations

import httpx

from tests.web.conftest import Site, linked, opened


def test_a_whole_game_by_a_guest(client: httpx.Client) -> None:
    table = opened(client)
    assert client.get("/api/turns").json() == [{"table": table, "game": "sample", "version": 2, "seat": 0}]
    for at in (2, 3):
        offer = client.get(f"/api/tables/{table}/options").json()
        assert [option["action"] for option in offer["options"]] == ["keep", "swap 1"]
        body = {"action": "keep", "at": at, "request_id": f"r{at}"}
        answer = client.post(f"/api/tables/{table}/act", json=body)
        log = [f"{at - 2} keep"]
        assert answer.json() == {"version": at + 1, "first": at + 1, "motion": None, "log": log}
    info = client.get(f"/api/tables/{table}").json()
    assert (info["status"], info["to_move"], info["mine"]) == ("over", None, [0, 1])
    assert len(client.get(f"/api/tables/{table}/history").json()) == 4


def test_a_page_that_lost_the_answer_to_its_move_is_not_told_that_others_have_moved(client: httpx.Client) -> None:
    table = opened(client)
    move = {"action": "keep", "at": 2, "seat": 0, "request_id": "lost", "sure": True}
    page = {"Accept": "application/json"}
    first = client.post(f"/table/{table}/act", json=move, headers=page)
    again = client.post(f"/table/{table}/act", json=move, headers=page)
    assert "parts" in first.json()
    assert "parts" in again.json()
    other = client.post(f"/table/{table}/act", json={**move, "request_id": "late"}, headers=page)
    assert other.json() == {"stale": True}
    assert client.get(f"/api/tables/{table}").json()["version"] == 3


def test_refusals_say_why_and_where_it_is_written(client: httpx.Client) -> None:
    table = opened(client)
    body = {"action": "swap 2", "at": 2, "request_id": "r"}
    answer = client.post(f"/api/tables/{table}/act", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"] == {"code": "illegal", "text": "a card is swapped once only", "rule": "sample 2"}


def test_a_cookie_alone_changes_nothing(client: httpx.Client) -> None:
    table = opened(client)
    body = {"action": "keep", "at": 2, "request_id": "r"}
    answer = client.post(f"/api/tables/{table}/act", json=body, headers={"X-CSRF-Token": "forged"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "csrf")


def test_health_asks_the_database(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_the_page_about_the_api_names_every_request(client: httpx.Client) -> None:
    page = client.get("/api").text
    for path in client.get("/api/openapi.json").json()["paths"]:
        assert path in page
    assert "<script" not in page


def test_undo_and_votes(site: Site, client: httpx.Client) -> None:
    table, token = linked(client)
    friend = site.browser()
    friend.post(f"/api/seat/{token}", json={})
    client.post(f"/api/tables/{table}/act", json={"action": "swap 1", "at": 2, "request_id": "r"})
    asked = client.post(f"/api/tables/{table}/undo", json={"at": 4, "request_id": "u"}).json()
    assert asked["motion"]
    answer = friend.post(f"/api/tables/{table}/motions/{asked['motion']}", json={"agree": True}).json()
    assert answer["status"] == "passed"
    assert client.get(f"/api/tables/{table}").json()["version"] == 5


def test_around_a_game(site: Site, client: httpx.Client) -> None:
    table, token = linked(client)
    friend = site.browser()
    friend.post(f"/api/seat/{token}", json={})
    client.put(f"/api/tables/{table}/note", json={"text": "mine"})
    assert client.get(f"/api/tables/{table}/note").json() == {"text": "mine"}
    assert friend.get(f"/api/tables/{table}/note").json() == {"text": ""}
    copy = friend.post(f"/api/tables/{table}/what-if", json={}).json()["table"]
    assert friend.get(f"/api/tables/{copy}").json()["imagined"]
    motion = client.post(f"/api/tables/{table}/end", json={}).json()
    friend.post(f"/api/tables/{table}/motions/{motion['id']}", json={"agree": True})
    assert client.get(f"/api/tables/{table}").json()["status"] == "ended"
    again = friend.post(f"/api/tables/{table}/rematch", json={"order": "rotated"}).json()["table"]
    assert client.get(f"/api/tables/{again}").json()["mine"] == [1]
    client.post(f"/api/tables/{table}/archive", json={})
    assert table not in [info["id"] for info in client.get("/api/tables").json()]
    handed = friend.post(f"/api/tables/{again}/seats/0/hand-over", json={}).json()["link"]
    assert handed.startswith(f"{site.url}/seat/")
    assert [each["id"] for each in client.get(f"/api/tables/{again}/programs").json()] == ["single", "advice"]


def test_notices_are_chosen_by_each_player(client: httpx.Client) -> None:
    opened(client)
    wish = {"channel": "ntfy", "topic": "anns-trains"}
    assert client.put("/api/notices", json={"notices": [wish]}).json() == {"notices": [wish]}
    assert client.get("/api/notices").json() == {"notices": [wish], "reports": []}
    refused = client.put("/api/notices", json={"notices": [{"channel": "mail", "to": "nobody"}]})
    assert refused.status_code == 422
    unsent = client.put("/api/notices", json={"notices": [{"channel": "mail", "to": "ann@example.org"}]})
    assert unsent.json()["error"]["text"] == "this server sends no mail"
    hook = {"channel": "webhook", "url": "https://localhost/hook"}
    assert client.put("/api/notices", json={"notices": [hook]}).json() == {"notices": [hook]}
    (result,) = client.post("/api/notices/test").json()["results"]
    assert result["channel"] == "webhook"
    assert result["error"]


def test_the_games_and_their_bots_are_listed(client: httpx.Client) -> None:
    found = {game["id"]: game for game in client.get("/api/games").json()}
    assert found["russian-railroads"]["seats"] == [2, 3, 4]
    assert "random" in found["1880"]["bots"]


def test_a_proposal_of_a_host_without_a_seat_bears_no_players_name(site: Site) -> None:
    host, *players = (site.browser() for _ in range(4))
    made = host.post("/api/tables", json={"game": "sample", "seats": [{"kind": "open"}] * 3}).json()
    table, links = made["table"], made["links"]
    for seat, (player, name) in enumerate(zip(players, ("Ann", "Bert", "Cid"), strict=True)):
        player.post(f"/api/seat/{links[str(seat)].rpartition('/')[2]}", json={"name": name})
    motion = host.post(f"/api/tables/{table}/seats/0/replace", json={}).json()
    assert (motion["seat"], motion["host"], motion["votes"], motion["missing"]) == (None, True, {}, [0, 1, 2])
    shown = players[2].get(f"/table/{table}", headers={"Accept": "text/html"}).text
    assert "<strong>the host</strong>: give the seat of Ann to somebody else by a link?" in shown
    assert "<strong>Bert</strong>: give the seat" not in shown
