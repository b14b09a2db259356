"""The contract on random play of every registered game and seat count."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import Game, digest
from stellwerk.core import contract as laws
from stellwerk.core.log import Record
from tests.sample import rules as sample

# How many positions of a game are looked at closely; every position is checked against the laws of its game.
CLOSELY = 60


def every_game() -> list[Any]:
    found = [pytest.param(sample.GAME, seats, id=f"sample-{seats}") for seats in sample.GAME.seats]
    for id_ in games.ids():
        game = games.game(id_)
        found += [pytest.param(game, seats, id=f"{id_}-{seats}") for seats in game.seats]
    return found


@pytest.mark.parametrize(("game", "seats"), every_game())
def test_random_play_keeps_every_promise(game: Game[Any], seats: int) -> None:
    """Terminates; options, refusals, copies, positions, views, scores and conservation laws all hold on the way."""
    rng = random.Random(seats)
    steps = sum(1 for _ in laws.play(game, seats, random.Random(seats)))
    earlier: list[tuple[Any, str]] = []
    record: Record[Any] | None = None
    for n, (record, choice, action) in enumerate(laws.play(game, seats, random.Random(seats))):
        s = record.state
        laws.laws_hold(game, s)
        laws.notation_round_trips(game, [action])
        if rng.randrange(steps) >= CLOSELY and n >= 5:
            continue
        laws.every_promise(game, record, choice, action, rng)
        earlier.append((s.copy(), digest(s)))
    assert record is not None
    laws.at_the_end(game, record)
    for state, fingerprint in earlier:
        assert digest(state) == fingerprint, "an earlier copy changed as play went on"


@pytest.mark.parametrize("id_", games.ids())
def test_a_game_has_words_for_its_actions_and_switches(id_: str) -> None:
    laws.game_speaks_for_itself(games.game(id_))


@pytest.mark.parametrize(("game", "seats"), every_game())
def test_imagined_states_play_on(game: Game[Any], seats: int) -> None:
    rng = random.Random(seats)
    steps = sum(1 for _ in laws.play(game, seats, random.Random(seats + 100)))
    for record, _choice, _action in laws.play(game, seats, random.Random(seats + 100)):
        if rng.randrange(steps) < 6:
            laws.imagined_games_play_on(game, record.state, rng)


@pytest.mark.parametrize(("game", "seats"), every_game())
def test_nobody_sees_what_he_may_not_read(game: Game[Any], seats: int) -> None:
    """Games that differ only in answers a seat may not read give it equal views and options."""
    record = [record for record, _, _ in laws.play(game, seats, random.Random(seats + 200))][-1]
    if all(entry.readers is None for entry in record.entries):
        return  # a game of open information
    differing = sum(
        laws.unseen_changes_nothing(game, record, seat, random.Random(attempt))
        for seat in (*range(seats), None)
        for attempt in range(3)
    )
    assert differing > 0


REPLAY = """
import random, sys
from stellwerk.core import contract as laws
from stellwerk.core import digest
from tests.sample import rules as sample
from stellwerk import games
game = sample.GAME if sys.argv[1] == "sample" else games.game(sys.argv[1])
for record, choice, action in laws.play(game, int(sys.argv[2]), random.Random(7)):
    pass
print(digest(record.state), len(record.entries))
"""


@pytest.mark.parametrize("id_", ["sample", *games.ids()])
def test_another_hash_seed_plays_the_same_game(id_: str) -> None:
    """No order depends on the iteration of a set: the same seed plays the same game under another PYTHONHASHSEED."""
    game = sample.GAME if id_ == "sample" else games.game(id_)
    results = {replayed(id_, max(game.seats), hash_seed) for hash_seed in ("1", "2")}
    assert len(results) == 1


def replayed(id_: str, seats: int, hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", REPLAY, id_, str(seats)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
