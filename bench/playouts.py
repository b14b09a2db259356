"""Random playouts a minute on one core, `copy()` and pickling, for every game."""

from __future__ import annotations

import pickle
import random
import time
from typing import Any

from stellwerk import games
from stellwerk.core import advance, pending

SECONDS = 20.0
# The middle of the range: four players where the game allows it.
SEATS = 4


def playout(game: Any, seats: int, seed: int) -> int:
    rng = random.Random(seed)
    s = game.setup(seats)
    steps = 0
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
        steps += 1
    return steps


def halfway(game: Any, seats: int) -> Any:
    rng = random.Random(1)
    steps = playout(game, seats, 1) // 2
    s = game.setup(seats)
    for _ in range(steps):
        choice = pending(s)
        assert choice is not None
        advance(s, choice.options(s).sample(rng))
    return s


def mean(work: Any, times: int) -> float:
    """Mean microseconds."""
    began = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - began) / times * 1e6


def main(seconds: float = SECONDS) -> list[str]:
    rows = []
    for id_ in games.ids():
        game = games.game(id_)
        playout(game, SEATS, 0)
        began = time.perf_counter()
        played = steps = 0
        while time.perf_counter() - began < seconds:
            played += 1
            steps += playout(game, SEATS, played)
        spent = time.perf_counter() - began
        s = halfway(game, SEATS)
        note = f"{steps / played:.0f} decisions each, {spent / steps * 1e6:.0f} µs a decision"
        rows += [
            f"| {id_} | random playouts, {SEATS} seats | {played / spent * 60:.0f} a minute | {note} |",
            f"| {id_} | copy() | {mean(s.copy, 2000):.1f} µs | middle of a game |",
            f"| {id_} | pickle round trip | {mean(lambda s=s: pickle.loads(pickle.dumps(s)), 500):.0f} µs | |",
        ]
    return rows


if __name__ == "__main__":
    print("\n".join(main()))
