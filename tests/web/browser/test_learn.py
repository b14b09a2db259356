"""A first game in the browser, by a learner who clicks only what the page marks as asked for, and errs on purpose.

Each title has one language and size here; `bench/learning.py` takes all of them.
"""

from __future__ import annotations

import pytest

from stellwerk import games
from stellwerk.learn.lesson import lessons
from tests.web.browser.conftest import DESKTOP, PHONE, NewPlayer
from tests.web.browser.learner import failable, first_game

TAUGHT = [id_ for id_ in games.ids() if lessons(id_)]
SEATED = {0: (DESKTOP, "en"), 1: (PHONE, "de"), 2: (DESKTOP, "pl")}


@pytest.mark.parametrize("game", TAUGHT)
def test_a_first_game_by_what_the_page_marks(newcomer: NewPlayer, game: str) -> None:
    viewport, language = SEATED[TAUGHT.index(game) % len(SEATED)]
    assert first_game(newcomer(viewport, language), game) == failable(game)
