"""Random playouts a minute on one core, `copy()` and pickling, for every game; catanatron's beside, where installed."""

from __future__ import annotations

import pickle
import random
import time
from collections.abc import Callable
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


def measured(play: Callable[[int], int], seconds: float) -> tuple[float, float, float]:
    """Games a minute, decisions a game, microseconds a decision; `play` makes game number n and counts decisions."""
    play(0)
    began = time.process_time()
    played = steps = 0
    while (spent := time.process_time() - began) < seconds:
        played += 1
        steps += play(played)
    return played / spent * 60, steps / played, spent / steps * 1e6


def row(name: str, figures: tuple[float, float, float]) -> str:
    minute, steps, cost = figures
    what = f"random playouts, {SEATS} seats"
    return f"| {name} | {what} | {minute:.0f} a minute | {steps:.0f} decisions each, {cost:.0f} µs a decision |"


def peers(seconds: float) -> list[str]:
    """Another engine for board games in Python, in the same run: extra `peers`."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return ["| catanatron | random playouts | not installed | `pip install stellwerk[peers]` |"]

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in list(Color)[:SEATS]], seed=seed)
        game.play()
        return len(game.state.actions)

    return [row("catanatron", measured(play, seconds))]


def main(seconds: float = SECONDS) -> list[str]:
    rows = []
    for id_ in games.ids():
        game = games.game(id_)
        s = halfway(game, SEATS)
        rows += [
            row(id_, measured(lambda seed, game=game: playout(game, SEATS, seed), seconds)),
            f"| {id_} | copy() | {mean(s.copy, 2000):.1f} µs | middle of a game |",
            f"| {id_} | pickle round trip | {mean(lambda s=s: pickle.loads(pickle.dumps(s)), 500):.0f} µs | |",
        ]
    return [*rows, *peers(seconds)]


if __name__ == "__main__":
    print("\n".join(main()))
