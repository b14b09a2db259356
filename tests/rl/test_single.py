"""One agent against bots, of every game: Gymnasium's own checks, copies, snapshots, starts, pictures."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from stellwerk import games
from stellwerk.bots.bot import Answer
from stellwerk.bots.random import RandomBot
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.core import pending
from stellwerk.core.engine import digest
from stellwerk.rl import gymnasium_id, rendering
from stellwerk.rl.environment import env as wrapped_env
from stellwerk.rl.environment import raw_env
from stellwerk.rl.observation import KINDS
from stellwerk.rl.single import AgainstBots, against_bots

PLAYED = [id_ for id_ in games.ids() if games.companion(id_, "rl") is not None]


def played(env: Any, steps: int, seed: int = 5) -> list[Any]:
    """What is seen and paid in a number of random steps, games begun anew as they end."""
    dice, found = random.Random(seed), []
    for _ in range(steps):
        words = np.flatnonzero(env.action_masks())
        seen, reward, over, _, _ = env.step(int(words[dice.randrange(len(words))]))
        found += [seen.tolist(), reward]
        if over:
            env.reset()
    return found


def begun(id_: str, steps: int = 20, **more: Any) -> AgainstBots:
    env = against_bots(id_, **more)
    env.reset(seed=3)
    played(env, steps)
    return env


@pytest.mark.parametrize("id_", PLAYED)
def test_a_random_action_draws_moves_not_words(id_: str) -> None:
    """Each move is as likely as another, however many words say it."""
    env, dice = begun(id_), random.Random(1)
    while not (len(env.env.spelling.next_words) < len(env.env.spelling.open) <= 40 and env.env.spelling.said == 0):
        played(env, 1, dice.randrange(1000))
    moves = dict.fromkeys((str(move) for _, move in env.env.spelling.open), 0)
    start = env.snapshot()
    for _ in range(40 * len(moves)):
        env.restore(start)
        spelling = env.env.spelling
        while spelling.move is None:
            spelling.say(env.random_action(dice))
        moves[str(spelling.move)] += 1
    assert min(moves.values()) > 10, moves
    assert max(moves.values()) < 80, moves


class Remembered(RandomBot):
    """Plays at random and remembers what it has done."""

    def __init__(self) -> None:
        self.done: set[str] = set()

    def answer(self, *asked: Any) -> Answer:
        found = super().answer(*asked)
        self.done.add(type(found.action).__name__)
        return found


def test_bots_are_asked_also_what_the_layout_has_one_word_for() -> None:
    """As in an arena: an agent runs its trains for the most there is, `random` does not."""
    bot = Remembered()
    env = against_bots("1880", bots=[bot])
    env.reset(seed=3)
    played(env, 60)
    assert "Run" in bot.done


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("id_", PLAYED)
def test_gymnasium_makes_and_checks_it(id_: str, kind: str) -> None:
    """With as few players as may play; `make soak` runs it for every number of them."""
    env = gymnasium.make(gymnasium_id(id_), observation=kind)
    check_env(env.unwrapped, skip_render_check=True)


def test_ids_are_as_gymnasium_writes_them() -> None:
    assert gymnasium_id("russian-railroads") == "stellwerk/RussianRailroads-v0"


@pytest.mark.parametrize("id_", PLAYED)
def test_pickled_copied_or_restored_it_goes_on_alike(id_: str) -> None:
    env = begun(id_, seat=None)
    twins = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]
    kept = env.snapshot()
    follows = played(env, 30)
    assert all(played(twin, 30) == follows for twin in twins)
    other = against_bots(id_, seat=None)
    other.restore(pickle.loads(pickle.dumps(kept)))
    assert played(other, 30) == follows


def test_a_wrapped_environment_is_pickled_too() -> None:
    env = wrapped_env("russian-railroads", 3)
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    assert np.array_equal(env.last()[0]["observation"], twin.last()[0]["observation"])


def test_a_word_outside_the_mask_loses() -> None:
    env = begun("yokohama")
    wrong = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    assert not env.action_masks().any()


def test_or_is_refused() -> None:
    env = begun("yokohama", illegal="raise")
    with pytest.raises(ValueError, match="not in the mask"):
        env.step(int(np.flatnonzero(~env.action_masks())[0]))


def test_the_seat_may_be_drawn_and_bots_may_be_objects() -> None:
    env = against_bots("russian-railroads", 3, seat=None, bots=[RandomBot(), "random"])
    agents = set()
    for seed in range(12):
        env.reset(seed=seed)
        agents.add(env.agent)
    assert agents == {"player_0", "player_1", "player_2"}


def test_rewards_are_paid_for_what_others_do_too() -> None:
    """The lead falls while others score; in all it is the final margin."""
    env = against_bots("russian-railroads", reward="lead")
    env.reset(seed=8)
    paid, over, dice = 0.0, False, random.Random(8)
    while not over:
        words = np.flatnonzero(env.action_masks())
        _, reward, over, _, _ = env.step(int(words[dice.randrange(len(words))]))
        paid += reward
    totals = [score.total for score in env.env.subject.game.scores(env.env.state_)]
    assert paid == totals[0] - totals[1]


# --- where a game begins ----------------------------------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    play_one(Job("russian-railroads", 3, 7, ("random",) * 3, log=str(tmp_path)))
    return next(tmp_path.glob("*.log"))


def test_it_begins_anywhere_in_a_log(log: Path) -> None:
    env = against_bots("russian-railroads", 3)
    env.reset(seed=1, options={"log": log, "version": 60, "seat": 2})
    assert env.env.state_.round >= 1
    assert env.agent == "player_2"
    with pytest.raises(ValueError, match="3 players, not of 2"):
        against_bots("russian-railroads", 2).reset(seed=1, options={"log": log.read_text("utf-8")})


def test_it_begins_at_a_position() -> None:
    env = begun("yokohama")
    game, state = env.env.subject.game, env.env.state_
    other = against_bots("yokohama")
    other.reset(seed=1, options={"position": game.dump(state), "seat": 0})
    assert digest(other.env.state_) == digest(state)


def test_imagined_worlds_look_the_same_and_differ_in_what_is_hidden() -> None:
    env = begun("yokohama", num_players=4)
    game, kept, seat = env.env.subject.game, env.snapshot(), 0
    seen = game.view(env.env.state_, seat)
    worlds = [world.state_ for world in env.env.imagined("player_0", 4)]
    other = against_bots("yokohama", 4)
    other.reset(seed=1, options={"snapshot": kept, "imagine": seat})
    assert all(game.view(world, seat) == seen for world in (*worlds, other.env.state_))
    assert len({digest(world) for world in worlds}) > 1


def test_an_imagined_world_shows_nothing_of_what_another_agent_may_do() -> None:
    """Orders are hidden: what the agent that is asked may do in the world is that of the world, not of the truth."""
    env, dice, asked = raw_env("yokohama", 4, reward="progress"), random.Random(2), 0
    env.reset(seed=2)
    for step in range(160):
        words = env.spelling.next_words
        for other in set(env.agents) - {env.agent_selection} if step % 8 == 0 else ():
            world = env.imagined(other, 1, seed=step)[0]
            legal = set(pending(world.state_).options(world.state_))
            assert {move for _, move in world.spelling.open} <= legal
            assert world.paid == world._worth()
            asked += 1
        env.step(words[dice.randrange(len(words))])
    assert asked > 50


def test_it_begins_at_a_snapshot_with_its_agent() -> None:
    env = begun("yokohama", num_players=3, seat=2)
    other = against_bots("yokohama", 3)
    other.reset(seed=1, options={"snapshot": env.snapshot()})
    assert other.agent == "player_2"
    assert digest(other.env.state_) == digest(env.env.state_)
    other.reset(seed=1, options={"snapshot": env.env.snapshot(), "seat": 2})
    assert digest(other.env.state_) == digest(env.env.state_)


@pytest.mark.parametrize(
    ("wrong", "says"), [({"seat": 2}, "0 to 1"), ({"seat": -1}, "0 to 1"), ({"bots": []}, "nobody")]
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        against_bots("yokohama", **wrong)
    with pytest.raises(ValueError, match="0 to 1"):
        against_bots("yokohama").reset(options={"seat": 5})


def test_switches_and_component_tables_are_arguments(tmp_path: Path) -> None:
    game = games.game("russian-railroads")
    changed = game.components.files["setup.toml"].replace("n = 20", "n = 12", 1)
    (tmp_path / game.id).mkdir()
    (tmp_path / game.id / "setup.toml").write_text(changed, "utf-8")
    env = against_bots("russian-railroads", variants={"limited_coins": True}, components=tmp_path)
    env.reset(seed=1)
    layout = [number.name for number in env.observation_layout()]
    assert env.env.state_.variants.limited_coins
    assert env.env.seen("player_0")[layout.index("table.all.doublers")] == 12
    twin = pickle.loads(pickle.dumps(env))
    assert twin.env.state_.doublers == 12


# --- shown ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", PLAYED)
def test_it_is_shown_as_text(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = begun(id_, render_mode="human", steps=3)
    assert env.env.agent_selection in capsys.readouterr().out
    env.reset(seed=1)
    now = rendering.text(env.env.subject.game, env.env.state_)
    assert capsys.readouterr().out.endswith(now + "\n"), "a new game is shown, with what bots did before the agent"
    played(env, 1)
    now = rendering.text(env.env.subject.game, env.env.state_)
    assert capsys.readouterr().out.endswith(now + "\n"), "and what they do after it"
    env.env.render_mode = "ansi"
    assert "player_1" in env.render()


@pytest.mark.parametrize("id_", PLAYED)
def test_it_is_shown_as_a_picture(id_: str) -> None:
    """Of our own drawings: neither empty nor black where a colour of the sheets was not understood."""
    pytest.importorskip("resvg_py")
    picture = begun(id_, render_mode="rgb_array", steps=10).render()
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (960, 3)
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 50
    assert (picture.sum(axis=2) < 30).mean() < 0.05
