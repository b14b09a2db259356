"""The environment of every game: PettingZoo's own tests, layouts that never change, observations from views only."""

from __future__ import annotations

import random
from functools import partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from scripts import environments, projects
from scripts.fields import parts_of
from stellwerk import games
from stellwerk.core import CHANCE, advance, pending
from stellwerk.rl import environment, observation
from stellwerk.rl.layout import Layout
from stellwerk.rl.single import AgainstBots

PLAYED = [id_ for id_ in games.ids() if games.companion(id_, "rl") is not None]
FROZEN = Path(__file__).parent / "frozen"


def module(id_: str) -> Any:
    """Our games have a module each, as PettingZoo's own environments do; any other is made by its id."""
    if id_ in projects.ours():
        return import_module(f"stellwerk.rl.stellwerk_{id_.replace('-', '_')}_v0")
    return SimpleNamespace(env=partial(environment.env, id_), raw_env=partial(environment.raw_env, id_))


def frozen(id_: str, kind: str = "") -> list[str]:
    """A layout as it was when it was first published; a game of its own project keeps it with its tests."""
    folder = FROZEN if id_ in projects.ours() else projects.tests_of(id_) / "frozen"
    return (folder / f"{id_}{kind}.txt").read_text("utf-8").splitlines()


@pytest.mark.filterwarnings("ignore:Observation (space|is not):UserWarning")
@pytest.mark.parametrize("id_", PLAYED)
def test_pettingzoo_accepts_it(id_: str) -> None:
    """A sample of what `make soak` runs for every number of players."""
    api_test(module(id_).env(num_players=4), num_cycles=60)
    seed_test(lambda: module(id_).env(num_players=4), num_cycles=20)


@pytest.mark.parametrize("id_", PLAYED)
def test_an_index_never_changes_its_meaning(id_: str) -> None:
    words = frozen(id_)
    assert list(Layout.of(id_).words[: len(words)]) == words
    assert len(set(Layout.of(id_).words)) == len(Layout.of(id_)) <= 1024


@pytest.mark.parametrize("id_", PLAYED)
def test_a_number_of_an_observation_never_changes_its_meaning(id_: str) -> None:
    assert environments.frozen(environment.subject_of(id_)) == frozen(id_, ".observations")


@pytest.mark.parametrize("id_", PLAYED)
def test_the_page_of_an_environment_is_up_to_date(id_: str) -> None:
    assert environments.place_of(id_).read_text("utf-8") == environments.page(id_), "make docs"


@pytest.mark.parametrize("id_", PLAYED)
def test_every_number_is_within_its_range(id_: str) -> None:
    """As it is read, before anything is cut: with every number of players, to the end."""
    subject = environment.subject_of(id_)
    layout = subject.observations
    question = layout.size - 1 - observation.PREFIX
    for players in (min(subject.game.seats), max(subject.game.seats)):
        s, rng, n = subject.game.setup(players), random.Random(players), 0
        while (choice := pending(s)) is not None:
            n += 1
            if n % 15 == 0 and choice.seat(s) != CHANCE:
                read = [
                    number for block in subject.blocks for number in block.read(subject.game.view(s, choice.seat(s)))
                ]
                wrong = [layout.numbers[i] for i in range(question) if not layout.low[i] <= read[i] <= layout.high[i]]
                assert len(read) == question
                assert not wrong
            advance(s, choice.options(s).sample(rng))


@pytest.mark.parametrize("id_", PLAYED)
def test_the_structured_observation_says_the_same(id_: str) -> None:
    """Every named number is found in the array of its block, those of a map where the map has them."""
    subject = environment.subject_of(id_)
    flat, env = subject.observations, module(id_).raw_env(num_players=max(subject.game.seats), observation="dict")
    env.reset(seed=2)
    for word in (0, 0, 0):
        env.step(env.spelling.next_words[word])
    seen = env.seen(env.agent_selection)
    assert env.observation_space(env.agent_selection)["observation"].contains(seen)
    numbers = flat.encode(subject.game.view(env.state_, int(env.agent_selection[-1])), env._question())
    for block in flat.blocks:
        array, first = seen[block.name], flat.parts[block.name].start
        for row in range(len(block.rows)):
            for column in range(len(block.columns)):
                at = (column, *block.places[row]) if block.places else (row, column)
                assert array[at] == numbers[first + row * len(block.columns) + column]
    scaled = flat.scaled(numbers)
    assert scaled.min() >= 0
    assert scaled.max() <= 1


@pytest.mark.parametrize("id_", PLAYED)
def test_every_action_has_a_text(id_: str) -> None:
    env = module(id_).raw_env(num_players=max(games.game(id_).seats))
    env.reset(seed=1)
    texts = env.action_layout()
    assert [text.number for text in texts] == list(range(len(env.subject.layout)))
    assert all(text.text for text in texts)
    assert all(env.action_text(word) for word in env.spelling.next_words)


@pytest.mark.parametrize("id_", PLAYED)
def test_every_move_that_is_not_listed_as_exception_can_be_spelled(id_: str) -> None:
    env = module(id_).raw_env(num_players=max(games.game(id_).seats))
    env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(150):
        if all(env.terminations.values()):
            break
        observation = env.observe(env.agent_selection)
        words = np.flatnonzero(observation["action_mask"])
        assert len(words), "no word leads on"
        assert env.observation_space(env.agent_selection).contains(observation)
        env.step(int(words[rng.randrange(len(words))]))


@pytest.mark.parametrize("id_", PLAYED)
def test_one_agent_plays_against_bots(id_: str) -> None:
    players = min(games.game(id_).seats)
    env = AgainstBots(module(id_).raw_env(num_players=players), bots=("random",))
    observation, info = env.reset(seed=4)
    rng = random.Random(2)
    for _ in range(40):
        words = np.flatnonzero(info["action_mask"])
        observation, reward, over, _, info = env.step(int(words[rng.randrange(len(words))]))
        assert env.observation_space.contains(observation)
        if over:
            assert -1 <= reward <= 1
            return
        assert reward == 0


def test_the_same_seed_gives_the_same_game() -> None:
    env = AgainstBots(module("russian-railroads").raw_env(num_players=2))
    first, _ = env.reset(seed=9)
    second, _ = env.reset(seed=9)
    assert np.array_equal(first, second)


@pytest.mark.parametrize("id_", PLAYED)
def test_a_wrong_number_of_players_is_refused(id_: str) -> None:
    with pytest.raises(ValueError, match="players"):
        module(id_).raw_env(num_players=9)


@pytest.mark.parametrize("id_", environments.played())
def test_every_field_of_a_view_is_explained(id_: str) -> None:
    game = games.game(id_)
    parts = parts_of(type(game.view(game.setup(max(game.seats)), 0)))
    fields = [
        (part.__name__, field)
        for part in parts
        if part is not game.variants
        for field in environments.explained(game, part)
    ]
    assert [f"{part}.{field.name}" for part, field in fields if not field.meaning] == []
