"""Many games at once: the same as one by one, in this process and in others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import (
    check_reset_options,
    check_reset_return_type,
    check_reset_seed_determinism,
)

from stellwerk import games
from stellwerk.rl import gymnasium_id
from stellwerk.rl.single import against_bots
from stellwerk.rl.vector import StellwerkVectorEnv

GAME = "russian-railroads"


@pytest.fixture(params=[0, 2], ids=["here", "in processes"])
def env(request: pytest.FixtureRequest) -> Iterator[StellwerkVectorEnv]:
    env = StellwerkVectorEnv(GAME, 3, workers=request.param)
    yield env
    env.close()


def words_of(masks: Any, dice: random.Random) -> list[int]:
    return [int(words[dice.randrange(len(words))]) for words in map(np.flatnonzero, masks)]


def test_it_steps_as_single_environments_do(env: StellwerkVectorEnv) -> None:
    """Seeds count on; who has ended begins anew in the same step and says what he saw last."""
    singles = [against_bots(GAME) for _ in range(3)]
    seen, infos = env.reset(seed=11)
    assert env.observation_space.contains(seen)
    assert np.array_equal(seen, [single.reset(seed=11 + n)[0] for n, single in enumerate(singles)])
    dice, ended = random.Random(1), 0
    for _ in range(60):
        assert np.array_equal(infos["action_mask"], env.action_masks())
        actions = words_of(infos["action_mask"], dice)
        seen, rewards, over, cut, infos = env.step(np.array(actions))
        for n, single in enumerate(singles):
            expected, reward, is_over, _, info = single.step(actions[n])
            if is_over:
                ended += 1
                assert np.array_equal(infos["final_obs"][n], expected)
                assert infos["final_info"]["rank"][n] == info["rank"]
                expected, info = single.reset()
            assert np.array_equal(seen[n], expected)
            assert (rewards[n], over[n], cut[n]) == (reward, is_over, False)
    assert ended > 1


SIZES = [(id_, players) for id_ in games.ids() for players in games.game(id_).seats]


@pytest.mark.parametrize(("id_", "players"), SIZES)
def test_gymnasium_checks_it(id_: str, players: int) -> None:
    """Its check is for single environments; these parts of it can be asked of many."""
    env: Any = StellwerkVectorEnv(id_, 2, workers=0, num_players=players)
    check_reset_seed_determinism(env)
    check_reset_options(env)
    check_reset_return_type(env)
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in env.action_masks()])
    seen, rewards, over, cut, _ = env.step(actions)
    assert env.observation_space.contains(seen)
    assert rewards.shape == over.shape == cut.shape == (2,)


def test_every_environment_imagines_another_world(env: StellwerkVectorEnv) -> None:
    single = against_bots(GAME)
    single.reset(seed=4)
    dice = random.Random(4)
    for _ in range(20):
        single.step(words_of([single.action_masks()], dice)[0])
    seen, _ = env.reset(seed=1, options={"snapshot": single.snapshot(), "imagine": 0})
    numbers = len(single.env.subject.observations.numbers) - 9
    shown = single.env.seen("player_0")[:numbers]
    assert all(np.array_equal(row[:numbers], shown) for row in seen)
    assert len(env.call("snapshot")) == 3


def test_all_of_it_goes_on_exactly_from_a_snapshot(env: StellwerkVectorEnv) -> None:
    def walked(seen: Any, infos: Any) -> list[Any]:
        dice, found = random.Random(2), [seen.tolist()]
        for _ in range(40):
            seen, rewards, over, _, infos = env.step(np.array(words_of(infos["action_mask"], dice)))
            found += [seen.tolist(), rewards.tolist(), over.tolist()]
        return found

    walked(*env.reset(seed=3))
    kept = env.snapshot()
    first = walked(*env.restore(kept))
    env.reset(seed=9)
    assert walked(*env.restore(kept)) == first
    with pytest.raises(ValueError, match="2 moments for 3 environments"):
        env.restore(kept[:2])


def test_gymnasium_makes_it() -> None:
    env = gymnasium.make_vec(gymnasium_id(GAME), num_envs=2, workers=0, num_players=3)
    seen, infos = env.reset(seed=1)
    assert isinstance(env, StellwerkVectorEnv)
    assert seen.shape[0] == infos["action_mask"].shape[0] == 2
    env.close()


@pytest.mark.parametrize("kind", ["scaled", "dict"])
def test_observations_come_in_every_kind(kind: str) -> None:
    env = StellwerkVectorEnv(GAME, 2, workers=0, observation=kind)
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)


def test_what_goes_wrong_in_a_process_is_said() -> None:
    env = StellwerkVectorEnv(GAME, 2, workers=1, illegal="raise")
    env.reset(seed=1)
    wrong = np.flatnonzero(~env.action_masks()[0])[0]
    with pytest.raises(RuntimeError, match="not in the mask"):
        env.step(np.array([wrong, wrong]))
    env.processes[0].kill()
    env.processes[0].join()
    with pytest.raises((RuntimeError, BrokenPipeError)):
        env.reset(seed=2)
    env.close()
