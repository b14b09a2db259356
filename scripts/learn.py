"""Teach the bots: play games by what is known, fit the weights to how they ended, and again.

Every seat plays by weights of its own, a little off the known ones, so that a lesson shows more than one way to play.

`python scripts/learn.py GAME [--lessons N] [--games K] [--workers W]` writes `bots/weights.json` of the game.
"""

from __future__ import annotations

import argparse
import copy
import json
import random
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from stellwerk import games
from stellwerk.bots.knowledge import Knowledge, knowledge_of, weights_of
from stellwerk.core import CHANCE, Action, Choice, advance, pending

Sample = tuple[int, list[float], float]


def played(game_id: str, seats: int, seed: int, errors: float, spread: float) -> tuple[list[Sample], list[int]]:
    """One game by the present knowledge with some random moves; samples of (stage, features, points still to come)."""
    game = games.game(game_id)
    knows = knowledge_of(game)
    rng = random.Random(seed)
    players = [varied(knows, spread, rng) for _ in range(seats)]
    s = game.setup(seats)
    seen: list[tuple[int, Sample]] = []
    while (choice := pending(s)) is not None:
        if knows.rests(choice) and rng.random() < 0.5:
            seen += [(seat, sample_of(knows, s, seat)) for seat in range(seats)]
        if choice.seat(s) == CHANCE or not knows.weights or rng.random() < errors:
            advance(s, choice.options(s).sample(rng))
        else:
            advance(s, chosen(players[choice.seat(s)], s, choice, rng))
    final = [score.total for score in game.scores(s)]
    return [(stage, features, final[seat] - now) for seat, (stage, features, now) in seen], final


def varied(knows: Knowledge, spread: float, rng: random.Random) -> Knowledge:
    """The same knowledge with weights a little off."""
    player = copy.copy(knows)
    player.weights = {n: [w * (1 + spread * rng.gauss(0, 1)) for w in row] for n, row in knows.weights.items()}
    return player


def sample_of(knows: Knowledge, s: Any, seat: int) -> Sample:
    return knows.stage(s), [float(x) for x in knows.features(s, seat)], knows.now(s, seat)


def chosen(knows: Knowledge, s: Any, choice: Choice[Any], rng: random.Random) -> Action:
    seat = choice.seat(s)
    moves = knows.moves(s, choice)
    if len(moves) == 1:
        return moves[0]
    return max(moves, key=lambda a: knows.promise(s, seat, a, rng, knows.value))


def job(args: tuple[str, int, int, float, float]) -> tuple[list[Sample], list[int]]:
    weights_of.cache_clear()
    knowledge_of.cache_clear()
    return played(*args)


def fitted(samples: list[Sample], old: dict[int, list[float]], penalty: float = 0.1) -> dict[int, list[float]]:
    """Ridge regression, a stage at a time; each stage is drawn towards what was known, else to the stage before it."""
    stages = sorted({stage for stage, _, _ in samples})
    weights: dict[int, list[float]] = {}
    prior: Any = None
    for stage in stages:
        x = np.array([features for at, features, _ in samples if at == stage])
        y = np.array([points for at, _, points in samples if at == stage])
        spread = x.std(axis=0) + 1e-3
        if len(old.get(stage, ())) == x.shape[1]:
            prior = np.array(old[stage])
        elif prior is None:
            prior = np.zeros(x.shape[1])
        ridge = np.diag(penalty * len(x) * spread**2)
        prior = prior + np.linalg.solve(x.T @ x + ridge, x.T @ (y - x @ prior))
        weights[stage] = [round(float(w), 4) for w in prior]
    return weights


def mixed(old: dict[int, list[float]], new: dict[int, list[float]], rate: float) -> dict[int, list[float]]:
    """Old and new knowledge together: a lesson corrects, it does not start over."""
    if not old or any(len(old[s]) != len(new[s]) for s in new if s in old):
        return new
    return {
        stage: [round(o + rate * (n - o), 4) for o, n in zip(old.get(stage, row), row, strict=True)]
        for stage, row in new.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--lessons", type=int, default=5)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--errors", type=float, default=0.03)
    parser.add_argument("--spread", type=float, default=0.4)
    parser.add_argument("--rate", type=float, default=0.5)
    args = parser.parse_args()
    game = games.game(args.game)
    if not knowledge_of(game).features(game.setup(args.seats), 0):
        parser.error(f"{args.game} is judged without weights: there is nothing to fit")
    place = Path(str(files(f"{games.package(args.game)}.bots"))) / "weights.json"
    for lesson in range(args.lessons):
        jobs = [(args.game, args.seats, lesson * 10_000 + n, args.errors, args.spread) for n in range(args.games)]
        with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
            results = list(pool.map(job, jobs, chunksize=4))
        samples = [sample for found, _ in results for sample in found]
        totals = [total for _, final in results for total in final]
        old = {int(k): v for k, v in json.loads(place.read_text())["weights"].items()} if place.exists() else {}
        weights = mixed(old, fitted(samples, old), args.rate)
        place.write_text(json.dumps({"weights": weights}) + "\n", "utf-8")
        print(
            f"lesson {lesson + 1}: {len(samples)} samples, mean {np.mean(totals):.1f}, best {max(totals)}", flush=True
        )


if __name__ == "__main__":
    main()
