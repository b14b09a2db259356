"""The bot's opinion on study pages: of games that are over, thought out elsewhere, kept, given up by whoever leaves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from stellwerk.study.watched import NotWanted, TookTooMuch, Watched
from stellwerk.web.view import opinions
from stellwerk.web.view.opinions import Opinions, Order
from stellwerk.web.view.studies import Workshop
from tests import patience
from tests.bots.test_positions import LOGS, document
from tests.study.conformance import EDGE
from tests.web.conftest import Site, code, opened

NAME = "russian-railroads"
LOG = (LOGS / f"{NAME}.log").read_text("utf-8")
BEFORE = 176
"""The next entry passes with workers and coins in hand."""


def dropped(client: httpx.Client, text: str) -> str:
    answer = client.post("/replay", files={"file": ("game.log", text.encode())})
    assert answer.status_code == 303, answer.text
    return f"/study/file/{answer.headers['location'].split('/')[2]}"


def opinion(client: httpx.Client, url: str, at: int, language: str = "en") -> httpx.Response:
    """The bot's last word: asked until it comes; each request waits a little."""
    end = time.monotonic() + patience.SECONDS
    while time.monotonic() < end:
        answer = client.get(f"{url}/opinion", params={"at": at}, headers={"accept-language": language})
        if answer.status_code != 202:
            return answer
        assert 'role="status"' in answer.text
    pytest.fail("the bot says nothing")


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_bot_tells_its_opinion_of_a_finished_game_once_for_all(
    client: httpx.Client, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = dropped(client, LOG)
    assert 'id="ask-opinion"' in client.get(url, params={"at": BEFORE}).text
    said = opinion(client, url, BEFORE)
    assert said.status_code == 200
    assert "A blunder" in said.text
    assert said.text.count("<li>") == 3 + 4
    monkeypatch.setattr(Workshop, "do", lambda *_, **__: pytest.fail("thought of again"))
    assert opinion(client, url, BEFORE).text == said.text
    assert "grober Fehler" in opinion(client, url, BEFORE, "de").text
    other = site.browser()
    assert opinion(other, dropped(other, LOG), BEFORE).text == said.text
    without_scripts = client.get(url, params={"at": BEFORE, "opinion": "yes"})
    assert said.text.strip() in without_scripts.text


def test_an_imported_game_has_an_opinion_too(client: httpx.Client) -> None:
    sent = [("file", ("game.json.gz", EDGE["t1_end_game_200"].read_bytes()))]
    assert client.post("/study", files=sent, headers={"accept": "application/json"}).json()[0]["status"] == "new"
    said = opinion(client, "/study/game/1", 100)
    assert said.status_code == 200
    assert "After move 100" in said.text
    assert "%" in said.text


def test_a_finished_table_has_one_for_everybody_who_may_see_it(client: httpx.Client, site: Site) -> None:
    table = opened(client)
    for at in (2, 3):
        assert client.get(f"/study/table/{table}/opinion", params={"at": at}).status_code == 403
        client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": at, "request_id": f"r{at}"})
    said = opinion(client, f"/study/table/{table}", 2)
    assert said.status_code == 200
    assert "Played: keep" in said.text
    dealt = opinion(site.browser(), f"/study/table/{table}", 0)
    assert "nobody is asked" in dealt.text


def test_no_opinion_of_a_game_that_is_not_over(client: httpx.Client) -> None:
    unfinished = "\n".join(LOG.splitlines()[:200]) + "\n"
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = client.post("/api/tables", json={"game": "yokohama", "seats": seats}).json()["table"]
    for url in (dropped(client, unfinished), f"/study/table/{table}"):
        assert 'id="ask-opinion"' not in client.get(url).text
        assert code(client.get(f"{url}/opinion", params={"at": 1}, headers={"accept": "application/json"}))[0] == 403
        assert client.get(url, params={"opinion": "yes"}).status_code == 403


# --- behind them -----------------------------------------------------------------------------------------------------


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.close()


def order() -> Order:
    log = document(NAME)
    return Order(NAME, log.header, tuple(log.entries), BEFORE, log.entries[BEFORE].seat, count=4)


def endless(order: Any, progress: Any) -> None:
    while order:
        time.sleep(0.01)


def test_who_leaves_stops_the_thinking_and_who_comes_back_gets_it(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Opinions(workshop)
    monkeypatch.setattr(opinions, "LEFT", -1.0)
    left = asked.of(order())
    assert left.over.wait(patience.SECONDS)
    assert not left.is_ready
    monkeypatch.setattr(opinions, "LEFT", 10.0 * patience.SECONDS)
    back = asked.of(order())
    assert back is not left
    assert back.over.wait(patience.SECONDS)
    assert back.opinion is not None
    assert back.opinion.played is not None
    assert asked.of(order()) is back


def test_a_process_at_work_for_nobody_is_ended(workshop: Workshop) -> None:
    looks = iter([True, True, True])
    with pytest.raises(NotWanted):
        workshop.do(endless, True, is_wanted=lambda: next(looks, False))
    assert workshop.do(endless, False) is None


def test_what_went_wrong_is_said_once_and_tried_again(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise TookTooMuch

    monkeypatch.setattr(Watched, "do", fail)
    asked = Opinions(workshop)
    first = asked.of(order())
    assert first.over.wait(patience.SECONDS)
    assert asked.of(order()) is first
    assert first.problem is not None
    assert asked.of(order()) is not first


def test_opinions_are_kept_by_game_move_seat_and_count() -> None:
    log, one = document(NAME), order()
    assert one.key == order().key
    others = [
        Order(NAME, log.header, one.entries[:-1], one.at, one.seat, 4),
        Order(NAME, log.header, one.entries, one.at + 1, one.seat, 4),
        Order(NAME, log.header, one.entries, one.at, None, 4),
        Order(NAME, log.header, one.entries, one.at, one.seat, 5),
    ]
    assert len({one.key, *(other.key for other in others)}) == 5
