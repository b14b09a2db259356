"""Bots of Russian Railroads and Yokohama: equal moves for equal seeds, legal plans, a reason for every move."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.core import CHANCE, Game, advance, pending
from stellwerk.games.yokohama.rules.chapters.placement import Placing

GAMES = ("russian-railroads", "yokohama")
THOUGHT = """
from stellwerk import games
from tests.bots.test_strength import decided
print([str(answer.action) for answer in decided(games.game({game!r}), {bot!r}, 12)])
"""


def decided(game: Game[Any], name: str, decisions: int, seats: int = 4) -> list[Any]:
    """The first answers of a bot that plays every seat."""
    s, rng, bot = game.setup(seats), Random(3), BOTS[name]()
    found: list[Any] = []
    while len(found) < decisions and (choice := pending(s)) is not None:
        options = choice.options(s)
        seat = choice.seat(s)
        if seat == CHANCE or len(options) == 1:
            advance(s, options.sample(rng))
            continue
        found.append(bot.answer(game, game.view(s, seat), options, rng, Budget(iterations=6)))
        assert found[-1].action in options
        advance(s, found[-1].action)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_by_iterations_a_bot_decides_alike_in_every_process(game: str) -> None:
    def told(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        code = THOUGHT.format(game=game, bot="strong")
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
        ).stdout

    here = str([str(answer.action) for answer in decided(games.game(game), "strong", 12)]) + "\n"
    assert told("1") == told("2") == here


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_a_bot_says_in_one_line_why(game: str, bot: str) -> None:
    reasons = [str(answer.why) for answer in decided(games.game(game), bot, 8) if answer.why is not None]
    assert reasons
    assert not any("\n" in reason for reason in reasons)


@pytest.mark.parametrize("game", GAMES)
def test_greedy_beats_random(game: str) -> None:
    outcome = play_one(Job(game, 4, 1, ("random", "greedy", "random", "random"), Budget(iterations=1)))
    assert outcome.ranking[1] == 1


def test_the_plans_of_yokohama_are_turns_that_can_be_played() -> None:
    game = games.game("yokohama")
    knows, rng = knowledge_of(game), Random(5)
    s = game.setup(4)
    looked = 0
    while looked < 30 and (choice := pending(s)) is not None:
        if choice == Placing():
            looked += 1
            for plan in knows.plans(s, choice, lambda: True):
                trial = s.copy()
                for action in plan:
                    asked = pending(trial)
                    assert asked is not None
                    assert action in asked.options(trial)
                    advance(trial, action)
        advance(s, choice.options(s).sample(rng))
    assert looked == 30


def test_what_a_seat_of_yokohama_has_is_what_the_final_scoring_says() -> None:
    game = games.game("yokohama")
    knows, rng = knowledge_of(game), Random(11)
    s = game.setup(3)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
        if rng.random() < 0.05:
            assert [knows.now(s, seat) for seat in range(3)] == [score.total for score in game.scores(s)]
    assert [knows.value(s, seat) for seat in range(3)] == [score.total for score in game.scores(s)]
