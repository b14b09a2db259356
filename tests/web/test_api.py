"""Playing over the API."""

from __future__ import annotations

from typing import Any

import httpx

HOTSEAT = {"game": "sample", "seats": [{"kind": "me"}, {"kind": "me"}], "hotseat": True}


def opened(client: httpx.Client, **more: Any) -> str:
    answer = client.post("/api/tables", json={**HOTSEAT, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


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
