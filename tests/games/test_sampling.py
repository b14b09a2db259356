"""Options that are sifted when they are drawn: the same as a list of all, and as likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import Choice, Sifted, advance, pending

DRAWS = 40
"""For each option of a position."""


def positions(game: str, seats: int, seed: int) -> Iterator[tuple[Any, Choice[Any]]]:
    """Every question of a game played at random."""
    rng = random.Random(seed)
    s = games.game(game).setup(seats)
    while (choice := pending(s)) is not None:
        yield s, choice
        advance(s, choice.options(s).sample(rng))


@pytest.mark.parametrize("game", ["1880", "russian-railroads"])
def test_sifted_options_are_what_the_law_lets_through(game: str) -> None:
    sifted = 0
    for s, choice in positions(game, 3, 5):
        options = choice.options(s)
        if isinstance(options, Sifted):
            allowed = [a for a in choice.candidates(s) if choice.objection(s, a) is None]
            assert list(options) == allowed, f"{choice}: {s}"
            sifted += 1
    assert sifted > 20


@pytest.mark.parametrize("game", ["1880", "russian-railroads"])
def test_every_sifted_option_is_as_likely_as_the_next(game: str) -> None:
    """Pearson's chi-square by the rule of thumb of Wilson and Hilferty: 4.3 deviations happen once in 100 000."""
    rng = random.Random(7)
    asked = (choice.options(s) for s, choice in positions(game, 3, 6))
    picky = (options for options in asked if isinstance(options, Sifted))
    options = next(o for o in picky if 8 <= len(o) < len(o.candidates))
    drawn = Counter(options.sample(rng) for _ in range(DRAWS * len(options)))
    assert set(drawn) == set(options)
    square, freedom = sum((n - DRAWS) ** 2 / DRAWS for n in drawn.values()), len(options) - 1
    spread = 2 / (9 * freedom)
    assert ((square / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 < 4.3
