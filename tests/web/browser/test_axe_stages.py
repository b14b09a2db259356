"""Axe on a stage of every game; every question, by day and night, at three sizes: `bench/stages.py`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench import stages
from bench.sight import GAMES, position
from tests.web.conftest import Site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("dark", "size"), [(False, "desktop"), (True, "phone")])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_in_the_middle_of_a_game(
    browser: Browser, place: Site, game: str, dark: bool, size: str
) -> None:
    stage, found = stages.looked_at(place, browser, game, position(game, 0.5, 1), dark, size)
    assert found == []
    assert stage
