"""Every registered game in the browser: its drawing and panels, some decisions, its words in three languages."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from stellwerk import draw, games
from stellwerk.locale import LANGUAGES, translator
from stellwerk.web import companions
from tests.web.browser.conftest import NewPlayer
from tests.web.browser.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.parametrize("game", games.ids())]


def test_some_decisions_against_bots(player: Player, game: str) -> None:
    player.set_up(game, ["me", *["bot:random"] * (min(games.game(game).seats) - 1)])
    assert player.play(6, Random(3).randrange) == 6
    drawn = draw.board(game, games.game(game).view(games.game(game).setup(min(games.game(game).seats)), 0))
    for name in drawn:
        expect(player.page.locator(f"#board-{name} .canvas section.d")).to_have_count(1)
    for panel in companions.panels(game):
        player.page.get_by_role("tab", name=str(panel.title)).click()
        expect(player.page.locator(f"#panel-{panel.id} table").first).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_offered_in_its_own_words(newcomer: NewPlayer, game: str, language: str) -> None:
    page, rules, words = newcomer(language=language).page, games.game(game), translator(language)
    page.goto("/")
    assert rules.about is not None
    expect(page.get_by_text(rules.about.render(words))).to_be_visible()
    expect(page.locator(f".game-card.game-{game} svg.motif")).to_be_visible()
    page.goto(f"/new/{game}")
    for switch in rules.switches.values():
        expect(page.get_by_text(switch.text.render(words))).to_have_count(1)
    page.goto(f"/rules/{game}")
    section = next(iter(rules.rules))
    expect(page.get_by_text(section.title.render(words)).first).to_be_visible()
