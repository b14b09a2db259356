"""Whole games and long stretches of play, by clicking."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import NewPlayer
from tests.web.browser.player import Player

pytestmark = pytest.mark.browser


def test_three_clicks_from_home_to_playing_russian_railroads(player: Player) -> None:
    player.play_against_bots("Russian Railroads")  # one click
    assert player.asked()
    before = player.version
    player.decide()  # a second, and a third where it is to be confirmed
    assert player.version > before


def test_a_complete_game_of_russian_railroads_against_a_bot(player: Player) -> None:
    player.set_up("russian-railroads", ["me", "bot:random"])
    chance = Random(3)
    player.play(400, chance.randrange)
    expect(player.page.get_by_role("heading", name="The game is over")).to_be_visible()
    player.page.get_by_role("tab", name="Scores").click()
    expect(player.page.get_by_role("tabpanel").get_by_role("row", name="Total")).to_be_visible()


def test_twenty_decisions_of_1880(player: Player) -> None:
    """At one table or, since players by chance can bring 1880 to its end in a dozen decisions, at a second one."""
    choose, made = Random(5).randrange, 0
    while made < 20:
        player.set_up("1880", ["me", "bot:random", "bot:random"])
        made += player.play(20 - made, choose)


def test_twenty_decisions_of_1880_from_a_late_position(player: Player) -> None:
    """A recorded game is replayed to its phase of big trains and played on from there."""
    folder = Path(__file__).parents[2] / "games/china1880/conformance/games"
    player.page.goto("/replay")
    player.page.get_by_label("File").set_input_files(folder / "selfplay_4p_002001.json.gz")
    player.page.get_by_role("button", name="Open").click()
    player.page.wait_for_selector("main.table")
    player.page.goto(player.page.url + "#move600")
    player.page.get_by_role("button", name="Try from here").click()
    player.page.wait_for_url(re.compile(r"/table/"))
    assert player.play(20, Random(5).randrange) == 20


def test_twenty_decisions_of_yokohama(player: Player) -> None:
    player.set_up("yokohama", ["me", "bot:random"])
    assert player.play(20, Random(7).randrange) == 20


def test_hot_seat(player: Player) -> None:
    player.set_up("russian-railroads", ["me", "me"], "hotseat", ["Anna", "Ben"])
    asked = set()
    for _ in range(6):
        assert player.asked()
        asked.add(player.question.inner_text().split(":")[0].strip())
        player.decide()
    assert asked == {"Anna", "Ben"}


def test_two_browsers_at_two_seats(newcomer: NewPlayer) -> None:
    anna, ben = newcomer(), newcomer()
    anna.set_up("russian-railroads", ["me", "open"], names=["Anna", ""])
    link = anna.page.get_by_label("Link for seat 2").input_value()
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    for _ in range(4):
        for one, other in ((anna, ben), (ben, anna)):
            one.page.wait_for_selector("#question, .prompt:not(.mine)")
            if one.page.locator("form.offers-form").count():
                one.decide()
            expect(other.page.locator("main.table")).to_have_attribute("data-version", str(one.version))
    expect(anna.page.locator("#players")).to_contain_text("Ben")
