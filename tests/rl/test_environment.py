"""The environment itself, on the sample game: PettingZoo's own tests, masks, rewards, seeds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from stellwerk.core import Score
from stellwerk.rl.environment import StellwerkEnv, Subject, listed_moves, wrapped
from stellwerk.rl.layout import Layout, Spelled, Spelling, spelled
from stellwerk.rl.observation import Block, Column, filled
from stellwerk.rl.rewards import REWARDS, rank_reward
from tests.sample import rules as sample

WORDS = ("do keep", "do swap", "number 1")
SEATS = max(sample.GAME.seats)
CARDS = tuple(Column(name, -1, 12, "card", name) for name in ("hand", "thrown"))
PLAYERS = Block(
    "players",
    tuple(f"seat_{seat}" for seat in range(SEATS)),
    CARDS,
    lambda view: filled(zip(view.hand, view.thrown, strict=True), SEATS, 2),
)
SUBJECT = Subject(sample.GAME, Layout(WORDS), (PLAYERS,), listed_moves)


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
    assert list(env.observe("player_1")["observation"][:6:2] > 0) == [False, True, False]


def test_rewards_follow_the_ranking_and_shared_places_share() -> None:
    scores = [Score(0, 9, 1, ()), Score(1, 9, 1, ()), Score(2, 1, 3, ())]
    assert [rank_reward(score, scores) for score in scores] == [0.5, 0.5, -1.0]


def test_the_score_can_be_the_reward() -> None:
    env = raw(2, reward="score")
    env.reset(seed=1)
    while not all(env.terminations.values()):
        env.step(0)
    assert sorted(env.rewards.values()) == sorted(float(card) for card in env.state_.hand)


@pytest.mark.parametrize("reward", REWARDS)
def test_what_is_paid_adds_up(reward: str) -> None:
    """Paid at the end or as it happens, together it is what the choice says of the final scores."""
    env = raw(3, reward=reward)
    env.reset(seed=5)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    while not all(env.terminations.values()):
        env.step(env.spelling.next_words[-1])
        for agent, pay in env.rewards.items():
            paid[agent] += pay
    start = raw(3, reward=reward)
    start.reset(seed=5)
    scores = sample.GAME.scores(env.state_)
    of = REWARDS[reward].of
    begun = start.paid if REWARDS[reward].dense else dict.fromkeys(paid, 0.0)
    assert paid == {f"player_{score.seat}": of(score, scores) - begun[f"player_{score.seat}"] for score in scores}


WRONG = [{"players": 9}, *({"players": 2, key: "fame"} for key in ("reward", "observation", "render_mode"))]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_wish_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        raw(**wrong)


def test_it_can_be_read() -> None:
    env = raw(2, render_mode="ansi")
    env.reset(seed=1)
    assert "keep your card" in (env.render() or "")
