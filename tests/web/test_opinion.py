"""The bot's opinion on study pages: of games that are over, thought out elsewhere, kept, given up by whoever leaves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from stellwerk.study.watched import NotWanted, TookTooMuch, Watched
from stellwerk.web.view import opinions
from stellwerk.web.view.judgements import Case, Judgements
from stellwerk.web.view.opinions import Opinions, Order
from stellwerk.web.view.workshop import Workshop
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
    assert back.made is not None
    assert back.made.played is not None
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


# --- of the whole game -----------------------------------------------------------------------------------------------


def kept_over(client: httpx.Client) -> str:
    """The study of a table whose game is over."""
    table = opened(client)
    for at in (2, 3):
        client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": at, "request_id": f"r{at}"})
    return f"/study/table/{table}"


def judge(client: httpx.Client, url: str, **words: str) -> httpx.Response:
    token = client.get(url).text.partition('name="csrf" value="')[2].partition('"')[0]
    return client.post(f"{url}/judgement", data={"csrf": token, "budget": "quick", **words})


def judged(client: httpx.Client, url: str) -> dict[str, Any]:
    end = time.monotonic() + patience.SECONDS
    while time.monotonic() < end:
        state: dict[str, Any] = client.get(f"{url}/judgement").json()
        if not state["is_running"]:
            return state
        time.sleep(0.05)
    pytest.fail("the bot does not come to an end")


def test_every_move_is_judged_on_request_and_the_study_shows_it(client: httpx.Client) -> None:
    url = kept_over(client)
    assert 'id="chances"' not in client.get(url).text
    assert judge(client, url).status_code == 303
    state = judged(client, url)
    assert (state["problem"], state["is_whole"], state["done"]) == ("", True, state["all"])
    page = client.get(url).text
    assert 'id="chances"' in page
    assert "Every move is judged." in page
    assert client.get(f"{url}/part/chances.csv").status_code == 200
    assert 'id="turns"' in client.get(f"{url}/whole.html").text


def test_a_running_game_is_not_judged(client: httpx.Client) -> None:
    url = f"/study/table/{opened(client)}"
    assert judge(client, url).status_code == 403
    assert 'id="judgement"' not in client.get(url).text


def test_a_judgement_that_was_stopped_keeps_what_it_found_and_goes_on(workshop: Workshop) -> None:
    log = document(NAME)
    entries = tuple(log.entries[:20])
    case = Case(NAME, log.header, entries, "digest", 1)
    asked = Judgements(workshop)
    real, portions = workshop.do, []

    def do(*words: Any, **named: Any) -> Any:
        if portions:
            raise NotWanted
        found, seconds = real(*words, **named)
        portions.append(found[:3])
        return portions[0], seconds

    workshop.do = do  # type: ignore[method-assign]
    stopped = asked.begin(case)
    assert stopped.over.wait(patience.SECONDS)
    assert stopped.made is not None
    assert stopped.made.steps == portions[0]
    workshop.do = real  # type: ignore[method-assign]
    whole = asked.begin(case)
    assert whole is not stopped
    assert whole.over.wait(patience.SECONDS)
    assert whole.made is not None
    assert whole.made.steps[:3] == portions[0]
    assert whole.made.steps[-1].number == 20
    assert asked.begin(case) is whole


def test_who_stops_it_ends_it(workshop: Workshop) -> None:
    asked = Judgements(workshop)
    log = document(NAME)
    case = Case(NAME, log.header, tuple(log.entries), "digest", 1)
    job = asked.begin(case)
    asked.stop(case)
    assert job.over.wait(patience.SECONDS)
    assert job.made is None or len(job.made.steps) < len(log.entries) - 30
