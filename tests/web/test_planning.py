"""The sandbox over HTTP: its address is the plan, and nothing of it reaches the table."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest

from stellwerk.core import digest
from tests.games.china1880.scenes import circle, company, scene
from tests.web.china import table
from tests.web.conftest import Site, code, opened

MOST = 60_000
LINE = ("tile M3 57 2", "tile L2 9 2")


@pytest.fixture
def place(site: Site, client: httpx.Client) -> str:
    """Turn of QSR; Anna has BCR with a 2-train and thinks about what she will do."""
    s = scene(phase="A2")
    company(s, "BCR", {0: 20}, par=90, treasury=500, trains=("2",))
    company(s, "QSR", {1: 20}, treasury=500)
    return table(site, client, circle(s, "QSR"))


def query(do: Iterable[str] = (), **values: Any) -> str:
    pairs = [*values.items(), *(("do", line) for line in do)]
    return urlencode(pairs)


def asked(client: httpx.Client, place: str, do: Iterable[str], had: str | None = "?at=0&company=BCR") -> Any:
    more = {} if had is None else {"had": had}
    answer = client.get(f"/table/{place}/plan?{query(do, at=0, company='BCR', **more)}")
    assert answer.status_code == 200, answer.text
    return answer.json() if had is not None else answer.text


def test_a_plan_out_of_turn_shows_its_routes_and_their_proof(client: httpx.Client, place: str) -> None:
    answer = asked(client, place, [*LINE, "phase D1"])
    assert "<strong>¥100</strong>" in answer["panel"]
    assert "proven best" in answer["panel"]
    assert "2:M3-L2-K1" in answer["panel"] or "2:K1-L2-M3" in answer["panel"]
    assert answer["boards"]["order"]["d-map-routes"] == ["d-route-0"]
    assert "route-line" in answer["boards"]["new"]["d-route-0"]


def test_only_what_changed_is_sent(client: httpx.Client, place: str) -> None:
    whole = asked(client, place, LINE, had="?at=7&company=BCR")
    step = asked(client, place, LINE, had="?" + query(LINE[:1], at=0, company="BCR"))
    assert "d-hex-L2" in step["boards"]["replace"]
    assert "d-hex-M3" not in step["boards"]["replace"]
    assert len(json.dumps(step)) < MOST < len(json.dumps(whole))


def test_what_the_game_would_say_is_noted_with_its_rule(client: httpx.Client, place: str) -> None:
    page = asked(client, place, ["marker BCR A5 0"], had=None)
    assert "BCR: not connected with A5" in page
    assert "/rules/1880#s-X.station.4" in page
    refused = asked(client, place, ["tile M3 14 0"], had=None)
    assert "tile 14 cannot lie on M3 like that" in refused


def test_nothing_reaches_the_table(site: Site, client: httpx.Client, place: str) -> None:
    before = site.runtime.store.table(place)
    asked(client, place, [*LINE, "train BCR 8", "phase D1"], had=None)
    asked(client, place, LINE)
    after = site.runtime.store.table(place)
    assert before is not None
    assert after is not None
    assert (after.version, digest(after.state)) == (before.version, digest(before.state))


def test_a_plan_is_carried_over_when_the_table_moves_on(site: Site, client: httpx.Client, place: str) -> None:
    client.post(f"/api/tables/{place}/act", json={"action": "pass", "at": 0, "request_id": "carried-over"})
    page = asked(client, place, LINE, had=None)
    assert "Planned on move 0 of 1." in page
    assert "at=1&amp;company=BCR&amp;do=tile+M3" in page


def test_who_may_not_see_the_table_has_no_plan_of_it(site: Site, place: str) -> None:
    assert code(site.browser().get(f"/table/{place}/plan", headers={"accept": "application/json"})) == (
        404,
        "not-found",
    )


def test_plans_cannot_be_asked_for_without_end(client: httpx.Client, place: str) -> None:
    answers = [client.get(f"/table/{place}/plan?do=bad").status_code for _ in range(121)]
    assert answers[:120] == [422] * 120
    assert answers[120] == 429


def test_what_is_no_plan_is_refused(client: httpx.Client, place: str) -> None:
    assert client.get(f"/table/{place}/plan?do=lay-tile+M3+57+2").status_code == 422
    assert client.get(f"/table/{opened(client)}/plan").status_code == 404


@pytest.mark.parametrize(("language", "words"), [("de", "Für sich planen"), ("pl", "Planuj prywatnie")])
def test_plans_are_made_in_every_language(client: httpx.Client, place: str, language: str, words: str) -> None:
    client.cookies.set("lang", language)
    page = asked(client, place, [*LINE, "marker BCR A5 0"], had=None)
    assert words in page
    assert "Nothing in here" not in page
    assert words in client.get(f"/table/{place}").text


def test_hexes_offer_what_fits_and_another_choice_for_the_last_tile(client: httpx.Client, place: str) -> None:
    bare = client.get(f"/table/{place}/plan?{query(at=0, company='BCR', hex='M3')}").text
    assert bare.count('class="plan-tile d') == 15
    laid = client.get(f"/table/{place}/plan?{query(LINE[:1], at=0, company='BCR', hex='M3')}").text
    assert laid.count("plan-tile d taken") == 1
    assert laid.count('class="plan-tile d') > 15
