"""A first game in the browser, by a learner who clicks only what the page marks as asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from stellwerk import games
from stellwerk.learn.lesson import lessons
from tests.web.browser.player import Player

TAUGHT = [id_ for id_ in games.ids() if lessons(id_)]


@pytest.mark.parametrize("game", TAUGHT)
def test_the_first_chapter_by_what_the_page_marks(player: Player, game: str) -> None:
    page, lesson = player.page, lessons(game)[0]
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Begin").first.click()
    for _ in lesson.moves:
        asked = page.locator("form.offers-form")
        at = asked.get_attribute("data-at")
        page.locator(".offer.asked-for").first.click()
        expect(page.locator(f'form.offers-form[data-at="{at}"]')).to_have_count(0)
    expect(page.get_by_role("heading", name="Chapter done")).to_be_visible()
