"""Advice: the best three answers with true reasons in three languages, what may be expected, and blunders by name."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import Budget
from stellwerk.bots.advice import Advice, advice
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.reasons import difference, sentence
from stellwerk.core import Game, Seat, Text, advance, pending
from stellwerk.locale import translator
from tests.bots.test_positions import POSITIONS, Position, reached

GAMES = ("russian-railroads", "yokohama", "1880")
AT = {"russian-railroads": 177, "yokohama": 282, "1880": 287}


def asked(game: Game[Any], s: Any) -> tuple[Seat, Any]:
    choice = pending(s)
    assert choice is not None
    return choice.seat(s), game.view(s, choice.seat(s))


def advised(name: str, at: int, played: bool = True, log: str = "") -> Advice:
    game, s, action = reached(name, at, log)
    return advice(game, asked(game, s)[1], Budget(iterations=30), action if played else None)


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_add_up_to_the_value(name: str) -> None:
    """A reason that leaves something out would not be the reason."""
    game = games.game(name)
    knows, s, rng = knowledge_of(game), game.setup(3), Random(4)
    steps = 0
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
        steps += 1
        if steps % 37 == 0:
            for seat in range(3):
                assert sum(knows.parts(s, seat).values()) == pytest.approx(knows.value(s, seat), abs=1e-6)
    for seat in range(3):
        assert sum(knows.parts(s, seat).values()) == knows.value(s, seat) == game.scores(s)[seat].total


@pytest.mark.parametrize("name", GAMES)
def test_the_best_three_are_legal_and_in_order(name: str) -> None:
    game, s, _ = reached(name, AT[name])
    seat, view = asked(game, s)
    found = advice(game, view, Budget(iterations=30))
    choice = pending(s)
    assert choice is not None
    assert found.seat == seat
    assert 1 < len(found.best) <= 3
    assert all(one.action in choice.options(s) for one in found.best)
    assert len({one.action for one in found.best}) == len(found.best)
    assert [one.loss for one in found.best] == sorted(one.loss for one in found.best)
    assert found.best[0].loss == 0
    assert all(one.turn[0] == one.action for one in found.best)
    assert found.played is None
    assert not found.is_blunder


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_seeds_and_counts_give_equal_advice(name: str) -> None:
    assert advised(name, AT[name]) == advised(name, AT[name])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_reasons_are_said_in_every_language(name: str, language: str) -> None:
    words = translator(language)
    found = advised(name, AT[name])
    said = [one.why.render(words) for one in found.best]
    assert all(said)
    if language != "en":
        assert not any(one.why.render(words) == one.why.render() for one in found.best)


def test_a_reason_names_what_changes_most_and_what_it_costs() -> None:
    before = {Text("coins"): 3.0, Text("industry"): 10.0, Text("workers"): 8.0, Text("doublers"): 1.0}
    after = {Text("coins"): 1.0, Text("industry"): 22.4, Text("workers"): 4.5, Text("doublers"): 1.2}
    assert sentence(difference(after, before)).render() == "brings industry +12; costs coins −2, workers −4"
    assert sentence(difference(before, before)).render() == "changes little"


SILLY = [position for position in POSITIONS if position.played not in ("give silk", "build kiev black")]
"""What is silly in itself; the two others were only meant badly."""


@pytest.mark.parametrize("position", SILLY, ids=lambda p: f"{p.log or p.game}-{p.at}")
def test_what_the_bots_of_01_did_wrong_is_not_advised(position: Position) -> None:
    found = advised(position.game, position.at, log=position.log)
    assert found.played is not None
    assert str(found.played.action) == position.played
    assert str(found.best[0].action) != position.played


def test_a_blunder_is_called_one_and_a_good_move_is_not() -> None:
    spent = advised("russian-railroads", 181)
    assert spent.is_blunder, "two pieces for a few steps while coins and workers are to be had for one"
    assert spent.played is not None
    assert spent.played.loss > 15
    game, s, _ = reached("russian-railroads", 181)
    view = asked(game, s)[1]
    good = advice(game, view, Budget(iterations=30), spent.best[0].action)
    assert good.played is not None
    assert (good.played.loss, good.is_blunder) == (0, False)


@pytest.mark.parametrize("name", GAMES)
def test_who_is_not_asked_hears_what_to_expect_and_no_more(name: str) -> None:
    game, s, _ = reached(name, AT[name])
    seat, _ = asked(game, s)
    for reader in (None, (seat + 1) % 3):
        found = advice(game, game.view(s, reader), Budget(iterations=2))
        assert (found.seat, found.best, found.played) == (seat, (), None)
        assert sum(found.chances) == pytest.approx(1)
        assert len(found.expected) == len(found.chances) == len(game.scores(s))


def test_when_the_game_is_over_the_first_has_won() -> None:
    game = games.game("russian-railroads")
    s, rng = game.setup(2), Random(3)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
    found = advice(game, game.view(s, 0))
    assert found.seat is None
    assert found.expected == tuple(score.total for score in game.scores(s))
    assert [chance > 0 for chance in found.chances] == [score.rank == 1 for score in game.scores(s)]
