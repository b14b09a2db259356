"""A drawing in words: every figure has a name, and nothing is said twice."""

from __future__ import annotations

import re

import pytest

from stellwerk import games
from stellwerk.core.log import Header, beginning
from stellwerk.core.text import ENGLISH
from stellwerk.draw import board
from stellwerk.draw.words import Reader, in_words
from stellwerk.locale import translator

FIGURES = {
    "russian-railroads": {"en": ("points so far: 0", "workers to place: 6 of 6", "coins: "), "de": ("Münzen: ",)},
    "yokohama": {"en": ("0 points", "1 copper", "shop: 2 in the supply"), "de": ("1 Kupfer", "Geschäft: 2 im Vorrat")},
    "1880": {"en": ("cash 600", "certificates 0/"), "pl": ("gotówka 600",)},
}


@pytest.mark.parametrize("game", games.ids())
def test_every_figure_of_a_player_has_a_name(game: str) -> None:
    """In every language; nothing stands there as a bare row of numbers."""
    rules = games.game(game)
    view = rules.view(beginning(rules, Header(game, min(games.seats(game)))), 0)
    for language, names in FIGURES.get(game, {}).items():
        told = [line for part, lines in in_words(board(game, view, translator(language))) for line in lines]
        for name in names:
            assert any(name in line for line in told), (language, name)
    lines = [line for part, lines in in_words(board(game, view, ENGLISH)) if "player" in part.id for line in lines]
    bare = [line for line in lines if re.search(r"\d+ \d+ \d+", line) and not line.startswith("place for")]
    assert [line for line in bare if not line.startswith("points of a space")] == []


def test_words_name_figures_and_explain_nothing_that_has_words() -> None:
    page = (
        '<div title="coins: 2"><svg aria-hidden="true"></svg><b>2</b></div><div title="its money"><b>7</b></div>'
        '<div title="money in hand">cash <b>5</b></div>'
        '<div role="img" title="Tram, costs 7"><h4>Tram</h4><b>7</b><p>Go anywhere.</p></div>'
    )
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.lines == ["coins: 2", "its money 7", "cash 5", "Tram, costs 7", "Go anywhere."]
