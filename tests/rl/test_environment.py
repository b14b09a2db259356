"""The environment itself, on the sample game: PettingZoo's own tests, masks, rewards, seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from stellwerk.core import Score
from stellwerk.rl.environment import StellwerkEnv, Subject, listed_moves, rank_reward, wrapped
from stellwerk.rl.layout import Layout, Spelled, Spelling, spelled
from tests.sample import rules as sample

WORDS = ("do keep", "do swap", "number 1")
SUBJECT = Subject(sample.GAME, Layout(WORDS), 8, lambda view: [*view.hand, *view.thrown], listed_moves)


def both() -> list[Spelled]:
    return [(spelled(move), move) for move in (sample.KEEP, sample.SWAP)]


def raw(players: int = 3, **more: Any) -> StellwerkEnv:
    return StellwerkEnv(SUBJECT, players, **more)


# PettingZoo knows environments with masks, but only its own by name; for others it warns of their dictionary space.
@pytest.mark.filterwarnings("ignore:Observation (space|is not):UserWarning")
@pytest.mark.parametrize("players", sample.GAME.seats)
def test_pettingzoo_accepts_it(players: int) -> None:
    api_test(wrapped(raw(players)), num_cycles=100)
    seed_test(lambda: wrapped(raw(players)), num_cycles=50)


def test_a_move_is_spelled_in_words() -> None:
    assert spelled(sample.Swap(1)) == ("do swap", "number 1")
    assert spelled(sample.KEEP) == ("do keep",)


def test_what_can_only_go_on_one_way_is_not_asked() -> None:
    spelling = Spelling(Layout(WORDS), both())
    assert spelling.next_words == [0, 1]
    spelling.say(1)
    assert spelling.move == sample.SWAP


def test_a_move_the_layout_cannot_express_is_left_out() -> None:
    spelling = Spelling(Layout(("do keep",)), both())
    assert spelling.next_words == [0]


def test_the_mask_is_the_law() -> None:
    env = raw()
    env.reset(seed=3)
    mask = env.observe(env.agent_selection)["action_mask"]
    assert list(np.flatnonzero(mask)) == [0, 1]
    with pytest.raises(ValueError, match="not in the mask"):
        env.step(2)


def test_nobody_sees_a_foreign_card() -> None:
    env = raw()
    env.reset(seed=3)
    assert list(env.observe("player_1")["observation"][:3] > 0) == [False, True, False]


def test_rewards_follow_the_ranking_and_shared_places_share() -> None:
    scores = [Score(0, 9, 1, ()), Score(1, 9, 1, ()), Score(2, 1, 3, ())]
    assert [rank_reward(score, scores) for score in scores] == [0.5, 0.5, -1.0]


def test_the_score_can_be_the_reward() -> None:
    env = raw(2, reward="score")
    env.reset(seed=1)
    while not all(env.terminations.values()):
        env.step(0)
    assert sorted(env.rewards.values()) == sorted(float(card) for card in env.state_.hand)


@pytest.mark.parametrize("wrong", [{"players": 9}, {"players": 2, "reward": "fame"}])
def test_a_wrong_wish_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        raw(**wrong)


def test_it_can_be_read() -> None:
    env = raw(2, render_mode="ansi")
    env.reset(seed=1)
    assert "keep your card" in (env.render() or "")
