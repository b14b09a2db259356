"""The first games of all titles in the browser, in all languages, at the size of a desktop and of a phone."""

from __future__ import annotations

import time
from itertools import product

from bench.pages import visitor
from stellwerk import games
from stellwerk.learn.lesson import lessons
from stellwerk.locale import LANGUAGES
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.learner import failable, first_game

SIZES = {"desktop": DESKTOP, "phone": PHONE}


def soak(quick: bool = False) -> list[str]:
    taught = [id_ for id_ in games.ids() if lessons(id_)]
    wanted = list(product(taught, LANGUAGES, SIZES))
    return [_taken(*one) for one in (wanted[:1] if quick else wanted)]


def _taken(game: str, language: str, size: str) -> str:
    tasks = sum(len(lesson.tasks) for lesson in lessons(game))
    with visitor(SIZES[size], language) as player:
        began = time.perf_counter()
        failed = first_game(player, game)
        assert failed == failable(game), f"{game}: {failed} tasks failed"
        assert player.complaints == [], player.complaints[:3]
        spent = time.perf_counter() - began
    note = f"{failed} failed on purpose first, {spent:.0f} s, console clean"
    return f"| learning | first game of {game}, {language}, {size} | {tasks} tasks | {note} |"
