"""Environments: PettingZoo's own tests for every game and number of players (soak), steps a second (bench)."""

from __future__ import annotations

import random
import time
import warnings
from importlib import import_module
from typing import Any

import numpy as np
from pettingzoo.test import api_test, seed_test

from stellwerk import games

STEPS = 1000


def environment(id_: str, players: int) -> Any:
    return import_module(f"stellwerk.rl.stellwerk_{id_.replace('-', '_')}_v0").env(num_players=players)


def stepped(env: Any, steps: int, seed: int = 1) -> float:
    """Seconds of the processor for a number of random legal steps, games begun anew as they end."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    began = time.process_time()
    for n in range(steps):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.reset(seed=seed + n)
            continue
        words = np.flatnonzero(observation["action_mask"])
        env.step(int(words[rng.randrange(len(words))]))
    return time.process_time() - began


def main() -> list[str]:
    rows = []
    for id_ in games.ids():
        speed = STEPS / stepped(environment(id_, 4), STEPS)
        rows.append(
            f"| environments | {id_}, 4 players | {speed:.0f} steps a second | PettingZoo: chess 491, hanabi 3040 |"
        )
    return rows


def soak(quick: bool = False) -> list[str]:
    warnings.simplefilter("ignore")
    rows = []
    for id_ in games.ids():
        for players in games.game(id_).seats:
            api_test(environment(id_, players), num_cycles=50 if quick else STEPS)
            seed_test(lambda id_=id_, players=players: environment(id_, players), num_cycles=20 if quick else 200)
            steps = 100 if quick else STEPS
            speed = steps / stepped(environment(id_, players), steps)
            what = f"api_test, seed_test, {steps} steps"
            rows.append(f"| environments | {id_}, {players} players | {what} | {speed:.0f} steps a second |")
    return rows
