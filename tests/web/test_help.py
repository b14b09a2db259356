"""Help at a table over HTTP: advice where it is allowed, how a turn goes, notes for a first game, the guide."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from random import Random
from typing import Any

import httpx
import pytest

from scripts import projects
from stellwerk import draw, games
from stellwerk.core import CHANCE, Chance, Choice, pending
from stellwerk.core.log import Record, beginning
from stellwerk.learn.guide import guide, view_of
from stellwerk.learn.lesson import lessons
from stellwerk.study.opinion import opinion_of
from stellwerk.web.view.advising import Wish
from stellwerk.web.view.parcels import packed, unpacked
from tests import patience
from tests.web.conftest import Site, code

GAME = "russian-railroads"
BOTS: dict[str, Any] = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
PEOPLE: dict[str, Any] = {"game": GAME, "seats": [{"kind": "me"}, {"kind": "open"}]}
GUIDED = [id_ for id_ in games.ids() if guide(id_).entries]


def table(client: httpx.Client, wish: dict[str, Any], **more: Any) -> dict[str, Any]:
    client.get("/")
    answer = client.post("/api/tables", json={**wish, **more})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def until_asked(client: httpx.Client, table: str, seat: int = 0) -> None:
    end = time.monotonic() + patience.SECONDS
    while client.get(f"/api/tables/{table}").json()["to_move"] != seat:
        assert time.monotonic() < end, "nobody asks"
        time.sleep(0.05)


def advice(client: httpx.Client, table: str) -> httpx.Response:
    """Asked until there is an answer."""
    end = time.monotonic() + patience.SECONDS
    while time.monotonic() < end:
        answer = client.get(f"/table/{table}/advice", headers={"accept": "application/json"})
        if answer.status_code != 202:
            return answer
        time.sleep(0.1)
    pytest.fail("the bot says nothing")


# --- advice ----------------------------------------------------------------------------------------------------------


def test_against_bots_the_bot_advises(client: httpx.Client) -> None:
    made = table(client, BOTS)["table"]
    until_asked(client, made)
    assert 'id="advice"' in client.get(f"/table/{made}").text
    said = advice(client, made)
    assert said.status_code == 200
    assert said.text.count("<li>") >= 3


def seated(site: Site, client: httpx.Client, **more: Any) -> tuple[str, httpx.Client]:
    made = table(client, PEOPLE, **more)
    other = site.browser()
    other.get("/")
    token = made["links"]["1"].rpartition("/")[2]
    promise = "bots may advise everybody" in other.get(f"/seat/{token}").text
    assert promise == bool(more)
    assert other.post(f"/seat/{token}", data={"name": "Ben"}).status_code == 303
    return made["table"], other


def test_among_people_nobody_is_advised(site: Site, client: httpx.Client) -> None:
    made, other = seated(site, client)
    for one in (client, other):
        assert 'id="advice"' not in one.get(f"/table/{made}").text
        assert code(one.get(f"/table/{made}/advice", headers={"accept": "application/json"})) == (403, "advice")


def test_all_agree_by_sitting_down_and_each_may_stop_it_for_all(site: Site, client: httpx.Client) -> None:
    made, other = seated(site, client, advice=True)
    asked, waiting = (client, other)
    if client.get(f"/api/tables/{made}").json()["to_move"] == 1:
        asked, waiting = waiting, asked
    assert 'id="advice"' in asked.get(f"/table/{made}").text
    assert 'id="advice"' not in waiting.get(f"/table/{made}").text
    assert waiting.post(f"/table/{made}/order", data={"program": "advice", "do": "stop"}).status_code < 400
    assert 'id="advice"' not in asked.get(f"/table/{made}").text


@pytest.mark.parametrize("game", games.ids())
def test_advice_knows_and_tells_only_what_the_seat_sees(game: str) -> None:
    """The process gets a position imagined from the view and nothing else; the same view gets the same advice."""
    rules, dice = games.game(game), Random(3)
    record = Record.new(rules, min(rules.seats))
    while (choice := pending(record.state)) is not None and choice.seat(record.state) == CHANCE:
        record.act(CHANCE, choice.options(record.state).sample(dice))
    assert choice is not None
    seat = choice.seat(record.state)
    view = rules.view(record.state, seat)
    other = rules.view(rules.imagine(view, Random(99)), seat)
    sent = [replace(Wish("t", record.header, 1, seat, each).order(), count=12) for each in (view, other)]
    assert sent[0] == sent[1]
    assert rules.view(beginning(rules, sent[0].header), seat) == view
    arrived = unpacked(packed(sent[0]))
    assert arrived == sent[0]
    seen = opinion_of(rules, rules.imagine(view, Random(0)), 1, None, 12)
    assert arrived.think() == seen


def test_a_lesson_is_not_advised(client: httpx.Client) -> None:
    client.get("/")
    answer = client.post(f"/learn/{GAME}/{lessons(GAME)[0].id}")
    made = answer.headers["location"].rpartition("/")[2]
    page = client.get(f"/table/{made}").text
    assert 'id="advice"' not in page
    assert "data-note=" not in page


# --- notes, the card, the guide --------------------------------------------------------------------------------------


def test_notes_and_the_card_of_a_turn(client: httpx.Client) -> None:
    made = table(client, BOTS)["table"]
    until_asked(client, made)
    panel = client.get(f"/table/{made}/help").text
    assert "A turn in brief" in panel
    assert "data-notes-switch" in panel
    assert "Ein Zug in Kürze" in client.get(f"/table/{made}/help", headers={"accept-language": "de"}).text
    at = client.get(f"/api/tables/{made}").json()
    for _ in range(3):  # until the first turn: the start bonus comes before it
        if f'data-note="{GAME}/workers"' in client.get(f"/table/{made}").text:
            break
        action = client.get(f"/api/tables/{made}/options").json()["options"][0]["action"]
        client.post(f"/api/tables/{made}/act", json={"action": action, "at": at["version"], "request_id": f"n{_}"})
        until_asked(client, made)
        at = client.get(f"/api/tables/{made}").json()
    assert f'data-note="{GAME}/workers"' in client.get(f"/table/{made}").text


@pytest.mark.parametrize("game", GUIDED)
def test_a_guide_fits_the_game(game: str) -> None:
    found, rules = guide(game), games.game(game)
    kinds = {step.__name__ for step in rules.steps}
    assert found.card(), "no card says how a turn goes"
    for entry in found.entries:
        assert all(section in rules.rules.sections for section in entry.sections), entry.id
        assert entry.asks <= kinds, entry.id
        assert entry.picture is not None, f"{entry.id} has no picture"
        view, names = view_of(game, entry.picture)
        assert entry.picture.show in draw.board(game, view, names=names), entry.id


@pytest.mark.parametrize("game", projects.ours())
def test_every_question_is_explained_when_it_comes_up_for_the_first_time(game: str) -> None:
    asked = {step.__name__ for step in games.game(game).steps if issubclass(step, Choice) and step.kinds}
    chances = {step.__name__ for step in games.game(game).steps if issubclass(step, Chance)}
    explained = frozenset[str]().union(*(entry.asks for entry in guide(game).entries))
    assert asked - chances - explained == set()


@pytest.mark.parametrize("game", GUIDED)
def test_guide_and_rules_lead_to_each_other(client: httpx.Client, game: str) -> None:
    page, rules = client.get(f"/guide/{game}").text, client.get(f"/rules/{game}").text
    assert "<svg" in page
    for entry in guide(game).entries:
        assert f'id="{entry.id}"' in page
        assert f"/guide/{game}#{entry.id}" in rules
    assert f"/rules/{game}#s-" in page


def test_a_line_of_the_log_leads_to_its_rule_and_back(client: httpx.Client) -> None:
    made = table(client, BOTS)["table"]
    until_asked(client, made)
    page = client.get(f"/table/{made}").text
    found = re.search(rf'class="of-rule" href="/rules/{GAME}#s-([^"]+)"', page)
    assert found
    rules = client.get(f"/rules/{GAME}", params={"table": made}).text
    assert f'href="/table/{made}#move' in rules
    assert client.get(f"/rules/{GAME}", params={"table": "nothing"}).status_code == 404


def test_a_note_is_about_what_the_reader_meets_himself() -> None:
    """Not about what a bot does; only what concerns everybody is explained whoever has caused it."""
    found = guide(GAME)
    assert [entry.id for entry in found.notes("Turn", set(), {"TrackBuilt", "DoublersLaid"})] == ["workers"]
    assert [entry.id for entry in found.notes("Turn", {"TrackBuilt"}, {"TrackBuilt"})] == ["workers", "track"]
    assert [entry.id for entry in found.notes(None, set(), {"RoundScored"})] == ["scoring"]
