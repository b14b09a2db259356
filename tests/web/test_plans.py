"""Planned answers on the page: in words, for the player of the seat alone."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tests.web.conftest import Site, linked

SPACE = "track_black_2"


@pytest.fixture
def pair(site: Site) -> tuple[str, httpx.Client, httpx.Client]:
    """Two people at Russian Railroads, at the first turn: the table, who is asked, who waits."""
    ann, bob = site.browser(), site.browser()
    table, token = linked(ann, game="russian-railroads")
    bob.post(f"/api/seat/{token}", json={"name": "Bob"})
    while True:
        asked = _info(ann, table)
        mover, other = (ann, bob) if asked["to_move"] == 0 else (bob, ann)
        if "pass" in (offered := _options(mover, table)):
            return table, mover, other
        _act(mover, table, asked["version"], offered[0])


def _info(client: httpx.Client, table: str) -> Any:
    return client.get(f"/api/tables/{table}").json()


def _options(client: httpx.Client, table: str) -> list[str]:
    return [option["action"] for option in client.get(f"/api/tables/{table}/options").json()["options"]]


def _act(client: httpx.Client, table: str, at: int, action: str) -> None:
    body = {"at": at, "action": action, "request_id": f"r{at}"}
    answer = client.post(f"/api/tables/{table}/act", json=body)
    assert answer.status_code == 200, answer.text


def _plan(client: httpx.Client, table: str, **form: str) -> httpx.Response:
    headers = {"accept": "application/json"}
    return client.post(f"/table/{table}/order", data=form, headers=headers)


def test_a_plan_is_offered_in_words_and_seen_by_its_player_alone(
    pair: tuple[str, httpx.Client, httpx.Client],
) -> None:
    table, asked, waits = pair
    offered = waits.get(f"/table/{table}/plans").text
    words = re.search(rf'<option value="{SPACE}">([^<]+)<', offered)
    assert words is not None
    assert "_" not in words[1]
    assert _plan(waits, table, program="place-if-free", argument=SPACE).status_code == 200
    assert f"place at my next turn on: {words[1]}" in waits.get(f"/table/{table}").text
    assert words[1] not in asked.get(f"/table/{table}/plans").text.partition("Planned answers")[2]
    assert "Planned answers" not in asked.get(f"/table/{table}").text
    own, others = ([*_info(client, table)["orders"].values()] for client in (waits, asked))
    assert ["place-if-free", SPACE] in own[0]
    assert SPACE not in str(others)


def test_a_plan_whose_space_is_taken_says_that_it_has_ended(pair: tuple[str, httpx.Client, httpx.Client]) -> None:
    table, asked, waits = pair
    _plan(waits, table, program="place-if-free", argument=SPACE)
    taken = next(action for action in _options(asked, table) if action.startswith(f"place {SPACE}"))
    _act(asked, table, _info(asked, table)["version"], taken)
    assert "This plan has ended" in waits.get(f"/table/{table}").text
    assert "This plan has ended" not in asked.get(f"/table/{table}").text
    _plan(waits, table, program="ended", argument=f"place-if-free {SPACE}", do="stop")
    assert "This plan has ended" not in waits.get(f"/table/{table}").text


def test_what_cannot_be_planned_is_refused(pair: tuple[str, httpx.Client, httpx.Client]) -> None:
    table, _, waits = pair
    for form in ({"argument": "nowhere"}, {"argument": SPACE, "amount": "3"}, {"argument": ""}):
        assert _plan(waits, table, program="place-if-free", **form).status_code == 422
    assert _plan(waits, table, program="ended", argument="x").status_code == 422
