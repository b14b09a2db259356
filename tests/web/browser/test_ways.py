"""Some decisions of every game without a pointer; whole games are in `bench/ways.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from bench.ways import GAMES, WAYS
from stellwerk import games
from tests.web.browser.player import Player
from tests.web.browser.ways import play
from tests.web.conftest import Site

pytestmark = pytest.mark.browser

DECISIONS = 5


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", WAYS)
def test_decisions_without_a_pointer(place: Site, player: Player, way: str, game: str) -> None:
    by = WAYS[way](player.page, place)
    by.set_up(game, min(games.game(game).seats))
    assert play(by, DECISIONS) == DECISIONS


def test_enter_in_a_field_does_what_stands_beside_it(player: Player) -> None:
    """Not what the browser would press: the first option of the list."""
    player.set_up("1880", ["me"] * 3, "hotseat")
    assert player.asked()
    field = player.page.locator("#ask input[type=number]")
    field.fill("45")
    field.press("Enter")
    expect(player.page.locator("#log")).to_contain_text("¥45 bid for P0")


def test_enter_in_the_filter_leads_to_the_first_option_that_is_left(player: Player) -> None:
    player.set_up("russian-railroads", ["me", "me"], "hotseat")
    page = player.page
    while player.asked() and not page.locator("#filter").count():
        player.decide()
    before, wanted = player.version, page.locator("#offers li button").nth(3)
    words = wanted.locator(".words").inner_text()
    page.keyboard.press("/")
    page.locator("#filter").fill(words)
    page.keyboard.press("Enter")
    expect(wanted).to_be_focused()
    assert player.version == before
