"""Who is away from the chat sees that somebody has written; who plays elsewhere sees that a table waits."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from bench import company
from tests.web.browser.conftest import NewPlayer
from tests.web.browser.player import Player
from tests.web.conftest import Site

pytestmark = pytest.mark.browser


def test_unread_lines_are_marked_until_they_have_been_in_sight(newcomer: NewPlayer) -> None:
    anna, ben = newcomer(), newcomer()
    anna.set_up("russian-railroads", ["me", "open"], names=["Anna", ""])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    for player in (anna, ben):
        player.page.wait_for_selector("main.table")
    tab = anna.page.get_by_role("tab", name="Chat")
    ben.page.get_by_role("tab", name="Chat").click()
    ben.page.get_by_label("Message").fill("Hello")
    ben.page.get_by_role("button", name="Send").click()
    expect(tab).to_have_class(re.compile("unread"))
    anna.page.reload()
    expect(tab).to_have_class(re.compile("unread"))
    tab.click()
    expect(anna.page.locator("#chat-list")).to_contain_text("Hello")
    expect(tab).not_to_have_class(re.compile("unread"))
    anna.page.reload()
    expect(tab).not_to_have_class(re.compile("unread"))


def test_a_button_leads_to_the_next_table_that_waits(newcomer: NewPlayer) -> None:
    player = newcomer()
    for _ in range(2):
        player.set_up("russian-railroads", ["me", "me"], "hotseat", ["A", "B"])
    page = player.page
    here, button = page.url, page.get_by_role("link", name="Next table that waits for you")
    expect(button).to_contain_text("1")
    icon = page.locator("link[rel=icon]")
    assert "turn" in str(icon.get_attribute("href"))
    button.click()
    page.wait_for_url(lambda url: url != here and "/table/" in url)


def test_nobody_who_comes_back_looks_at_an_old_board(browser: Browser, place: Site) -> None:
    """One sleeps, one loses its line, one is a phone; whole games are in `bench/company.py`."""
    made, guests = company.whole_game(place, browser, "russian-railroads", 18)
    assert made >= 18
    assert all(guest.stale for guest in guests)
    for guest in guests:
        guest.player.context.close()


def test_whoever_has_a_line_again_asks_without_waiting_for_the_stream(browser: Browser, place: Site) -> None:
    """The stream does not come back, and no clock runs that would ask now and then."""
    context = browser.new_context(base_url=place.url, locale="en")
    context.set_default_timeout(45_000)
    context.add_init_script("window.setInterval = () => 0")
    player = Player(context.new_page())
    player.set_up("russian-railroads", ["me", "me"], "hotseat")
    table = player.page.locator("main.table").get_attribute("data-table") or ""
    assert player.asked()
    context.set_offline(True)
    player.page.route("**/api/events*", lambda route: route.abort())
    assert company.moved(place.runtime, table, Random(1))
    context.set_offline(False)
    player.page.wait_for_function(company.CURRENT, arg=company.version_of(place.runtime, table))
    context.close()
