"""A first game in the browser, by a learner who clicks only what the page marks as asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from stellwerk import games
from stellwerk.learn.lesson import Lesson, lessons
from tests.web.browser.player import Player

TAUGHT = [id_ for id_ in games.ids() if lessons(id_)]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_first_game_by_what_the_page_marks(player: Player, game: str) -> None:
    player.page.goto(f"/learn/{game}")
    player.page.get_by_role("button", name="Begin").first.click()
    for lesson in lessons(game):
        take(player, lesson)
        if lesson != lessons(game)[-1]:
            player.page.get_by_role("button", name="Next chapter").click()


def take(player: Player, lesson: Lesson) -> None:
    page = player.page
    for _ in lesson.moves:
        at = page.locator("form.offers-form").get_attribute("data-at")
        marked = page.locator(".asked-for").first
        is_narrower = "facet" in (marked.get_attribute("class") or "")
        marked.click()
        if is_narrower:
            page.locator(".offer.asked-for").first.click()
        expect(page.locator(f'form.offers-form[data-at="{at}"]')).to_have_count(0)
    expect(page.get_by_role("heading", name="Chapter done")).to_be_visible()
