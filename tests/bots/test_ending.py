"""Endings: where every way to the end can be looked at, none is better than the one played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.bots.ending import Ending, TooWide, played_out
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.core import CHANCE, Game, Seat, advance, after, pending

GAMES = ("russian-railroads", "yokohama")


def last_questions(game: Game[Any], seed: int) -> Iterator[tuple[Any, Seat]]:
    """The questions of a game played by chance that the ending is asked about, with more than one answer."""
    s, rng, knows = game.setup(2), Random(seed), knowledge_of(game)
    while (choice := pending(s)) is not None:
        seat, options = choice.seat(s), choice.options(s)
        if seat != CHANCE and knows.ends_soon(s) and len(options) > 1:
            yield s, seat
        advance(s, options.sample(rng))


def best_total(game: Game[Any], s: Any, seat: Seat) -> float:
    """The most a seat can have at the end if it alone still acts."""
    choice = pending(s)
    if choice is None:
        return float(game.scores(s)[seat].total)
    assert choice.seat(s) == seat
    return max(best_total(game, after(s, action), seat) for action in choice.options(s))


def is_alone(s: Any, seat: Seat) -> bool:
    return all(s.passed[other] for other in range(2) if other != seat) if hasattr(s, "passed") else True


@pytest.mark.parametrize("name", GAMES)
def test_no_way_to_the_end_is_better(name: str) -> None:
    """With a single seat left to act, its answer keeps the most that can be had, whatever the others hold."""
    game, looked = games.game(name), 0
    for seed in range(30):
        for s, seat in last_questions(game, seed):
            answer = played_out(game, knowledge_of(game), game.view(s, seat), seed, ways=400)
            if answer is None or not is_alone(s, seat):
                continue
            choice = pending(s)
            assert choice is not None
            kept = {action: best_total(game, after(s, action), seat) for action in choice.options(s)}
            assert kept[answer] == max(kept.values())
            looked += 1
            if len(set(kept.values())) > 1:
                return
    raise AssertionError(f"the answer matters in none of {looked} endings")


def test_what_is_too_wide_is_left_to_the_search() -> None:
    game = games.game("russian-railroads")
    s, knows = game.setup(2), knowledge_of(game)
    assert played_out(game, knows, game.view(s, 0), 1) is None
    choice = pending(s)
    assert choice is not None
    with pytest.raises(TooWide):
        Ending(knows, 50).answers(s, choice.seat(s))


def test_the_expert_says_that_it_looked_at_everything() -> None:
    game = games.game("russian-railroads")
    for seed in range(30):
        for s, seat in last_questions(game, seed):
            view, options = game.view(s, seat), pending(s).options(s)
            answer = BOTS["expert"]().answer(game, view, options, Random(1), Budget(iterations=1))
            if "every way" in str(answer.why):
                assert answer.action in options
                return
    raise AssertionError("no ending searched out")


def test_to_be_first_is_worth_more_than_a_few_points() -> None:
    game = games.game("russian-railroads")
    s, rng = game.setup(2), Random(5)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
    totals = [score.total for score in game.scores(s)]
    values = knowledge_of(game).standings(s, {})
    first = totals.index(max(totals))
    assert values[first] - values[1 - first] > totals[first] - totals[1 - first]
