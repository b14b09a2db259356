"""Random playouts a minute on one core, `copy()` and pickling, for every game; catanatron's beside, where installed.

All of them take turns, game by game, so that each meets the same load of the machine: the ratios are what counts.
"""

from __future__ import annotations

import os
import pickle
import random
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from stellwerk import games
from stellwerk.core import advance, pending

SECONDS = 20.0
# The middle of the range: four players where the game allows it.
SEATS = 4
PEER = 1500
"""Games a minute of catanatron that ours are put in relation to."""
PARTS = 5
"""Of a run, for the spread."""


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


@dataclass
class Pace:
    """What some games have cost; `play` makes game number n and counts decisions."""

    play: Callable[[int], int]
    decisions: int = 0
    times: list[float] = field(default_factory=list)

    def go_on(self) -> None:
        began = time.process_time()
        self.decisions += self.play(self.games)
        self.times.append(time.process_time() - began)

    @property
    def games(self) -> int:
        return len(self.times)

    @property
    def spent(self) -> float:
        return sum(self.times)

    @property
    def minute(self) -> float:
        return self.games / self.spent * 60

    def beside(self, peer: Pace) -> list[float]:
        """Games a minute where the peer makes 1500, in each part of the run."""
        pairs = [(sum(own), sum(other)) for own, other in zip(_parts(self.times), _parts(peer.times), strict=True)]
        return [other / own * PEER for own, other in pairs]


def _parts(times: list[float]) -> list[list[float]]:
    return [times[n * len(times) // PARTS : (n + 1) * len(times) // PARTS] for n in range(PARTS)]


def in_turn(plays: Mapping[str, Callable[[int], int]], seconds: float) -> dict[str, Pace]:
    """Each for so many seconds on the average, after a game to warm up."""
    for play in plays.values():
        play(0)
    paces = {name: Pace(play) for name, play in plays.items()}
    while sum(pace.spent for pace in paces.values()) < seconds * len(paces):
        for pace in paces.values():
            pace.go_on()
    return paces


def row(name: str, pace: Pace, peer: Pace | None) -> str:
    what = f"random playouts, {SEATS} seats"
    note = f"{pace.games} games, {pace.decisions / pace.games:.0f} decisions each"
    note += f", {pace.spent / pace.decisions * 1e6:.0f} µs a decision, load {os.getloadavg()[0]:.0f}"
    if peer is not None and peer is not pace:
        ratios = pace.beside(peer)
        spread = f"{statistics.median(ratios):.0f} ({min(ratios):.0f}–{max(ratios):.0f})"
        note += f"; {spread} where catanatron makes {PEER}, in turn, median and spread of {PARTS} parts"
    return f"| {name} | {what} | {pace.minute:.0f} a minute | {note} |"


def peers() -> dict[str, Callable[[int], int]]:
    """Another engine for board games in Python: extra `peers`."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return {}

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in list(Color)[:SEATS]], seed=seed)
        game.play()
        return len(game.state.actions)

    return {"catanatron": play}


def main(seconds: float = SECONDS) -> list[str]:
    plays = {id_: partial(playout, games.game(id_), SEATS) for id_ in games.ids()}
    paces = in_turn({**plays, **peers()}, seconds)
    peer = paces.get("catanatron")
    rows = [row(name, pace, peer) for name, pace in paces.items()]
    if peer is None:
        rows.append("| catanatron | random playouts | not installed | `pip install stellwerk[peers]` |")
    for id_ in games.ids():
        s = halfway(games.game(id_), SEATS)
        rows += [
            f"| {id_} | copy() | {mean(s.copy, 2000):.1f} µs | middle of a game |",
            f"| {id_} | pickle round trip | {mean(lambda s=s: pickle.loads(pickle.dumps(s)), 500):.0f} µs | |",
        ]
    return rows


if __name__ == "__main__":
    print("\n".join(main()))
