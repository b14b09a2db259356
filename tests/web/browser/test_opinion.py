"""The bot's opinion beside the stage of a study: asked for by a button, gone with the position it is about."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests import patience
from tests.bots.test_positions import LOGS
from tests.web.browser.conftest import DESKTOP, PHONE, NewPlayer
from tests.web.browser.test_pages import violations

BEFORE = 176
LAST = 1000 * patience.SECONDS


@pytest.mark.parametrize(("viewport", "dark"), [(DESKTOP, False), (PHONE, True)])
def test_the_bot_is_asked_and_another_move_takes_its_words_away(
    newcomer: NewPlayer, viewport: ViewportSize, dark: bool
) -> None:
    player = newcomer(viewport, dark=dark)
    page = player.page
    page.goto("/replay")
    page.get_by_label("File").set_input_files(LOGS / "russian-railroads.log")
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector("main.table")
    key = page.url.split("/replay/")[1].split("/")[0]
    page.goto(f"/study/file/{key}?at={BEFORE}")
    page.wait_for_selector("#parts article", timeout=LAST)
    expect(page.locator("#boards .canvas").first).to_be_visible()
    page.get_by_role("link", name="What does the bot think").click()
    expect(page.locator("#opinion .best li")).to_have_count(3, timeout=LAST)
    expect(page.locator("#opinion")).to_contain_text("A blunder")
    player.expect_no_sideways_scroll()
    assert violations(player, ".opinion-box", dark) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("#opinion")).to_be_empty()
