"""Environments: the checks of PettingZoo and Gymnasium for every game and number of players (soak), steps a second one
by one, in bulk, and beside PettingZoo's own games (bench).
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import gymnasium
import numpy as np
import psutil
from gymnasium.utils import env_checker
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from stellwerk import games
from stellwerk.rl import gymnasium_id
from stellwerk.rl.environment import env
from stellwerk.rl.observation import KINDS
from stellwerk.rl.vector import StellwerkVectorEnv

STEPS = 1000
PEERS = ("chess_v6", "hanabi_v5")
"""Of PettingZoo; measured where what they need is installed."""
BULK, CORES, WORKERS, ROUNDS = 256, 2, 2, 30
ROUND = 2
"""Steps of every environment between two looks at the clock."""


def stepped(game: Any, steps: int, seed: int = 1) -> float:
    """Seconds of the processor for a number of random legal steps, games begun anew as they end."""
    rng = random.Random(seed)
    game.reset(seed=seed)
    began = time.process_time()
    for n in range(steps):
        observation, _, over, cut, info = game.last()
        if over or cut:
            game.reset(seed=seed + n)
            continue
        mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
        words = np.flatnonzero(mask)
        game.step(int(words[rng.randrange(len(words))]))
    return time.process_time() - began


def peers() -> Iterator[tuple[str, float]]:
    """Steps a second of PettingZoo's own games, in this run."""
    for name in PEERS:
        try:
            peer = import_module(f"pettingzoo.classic.{name}").env()
        except Exception:
            continue
        yield name, STEPS / stepped(peer, STEPS)


class Bulk:
    """A vector environment that is stepped at random, with its time by the wall and by the processor."""

    def __init__(self, id_: str, workers: int) -> None:
        self.env, self.rng = StellwerkVectorEnv(id_, BULK, workers), np.random.default_rng(1)
        self.masks = self.env.reset(seed=1)[1]["action_mask"]
        self.times: list[tuple[float, float]] = []

    def round(self) -> None:
        wall, processor = time.perf_counter(), self.processor()
        for _ in range(ROUND):
            actions = (self.rng.random(self.masks.shape) * self.masks).argmax(axis=1)
            self.masks = self.env.step(actions)[4]["action_mask"]
        self.times.append((time.perf_counter() - wall, self.processor() - processor))

    def processor(self) -> float:
        """Of this process and those of the environment."""
        times = [psutil.Process(process.pid).cpu_times() for process in self.env.processes]
        return time.process_time() + sum(each.user + each.system for each in times)

    def speed(self, which: int) -> float:
        """Steps a second in the better half of the rounds: a busy machine spoils some of them."""
        best = sorted(times[which] for times in self.times)[: len(self.times) // 2]
        return BULK * ROUND * len(best) / sum(best)


def makespan(jobs: list[float], cores: int) -> float:
    """How long processes take that share some cores evenly."""
    time_, done = 0.0, 0.0
    for n, job in enumerate(sorted(jobs)):
        time_ += (job - done) / min(1.0, cores / (len(jobs) - n))
        done = job
    return time_


def balance(id_: str) -> float:
    """How many times faster the processes are on free cores, by the processor time every game takes for every step:
    what a step of all of them waits for is the slowest. It does not depend on what else the machine does."""
    env, rng = StellwerkVectorEnv(id_, BULK, 0), np.random.default_rng(1)
    crew, masks = env.crew, env.reset(seed=1)[1]["action_mask"]
    assert crew is not None
    alone = together = 0.0
    for _ in range(ROUNDS * ROUND):
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        costs = []
        for place, one in crew.envs.items():
            began = time.process_time()
            _, _, over, _, info = one.step(actions[place])
            masks[place] = one.reset()[1]["action_mask"] if over else info["action_mask"]
            costs.append(time.process_time() - began)
        alone += sum(costs)
        together += makespan([sum(part) for part in np.array_split(costs, WORKERS)], CORES)
    return alone / together


def in_bulk(id_: str) -> str:
    """One process against several, round by round in turn."""
    single, several = Bulk(id_, 0), Bulk(id_, WORKERS)
    for n in range(ROUNDS):
        if n == ROUNDS // 3:  # what is kept for later is there now, in every process
            single.times, several.times = [], []
        single.round()
        several.round()
    one, two = single.speed(0), several.speed(0)
    overhead = sum(times[1] for times in several.times) / sum(times[1] for times in single.times)
    single.env.close()
    several.env.close()
    free = balance(id_) / overhead
    what = f"{two:.0f} steps a second in {WORKERS} processes, {one:.0f} in one: {two / one:.2f} times"
    spent = f"on two free cores, by processor time: {free:.2f} times (a step costs {overhead:.2f} times as much)"
    return f"| environments in bulk | {id_}, {BULK} games | {what} | {spent} |"


def main() -> list[str]:
    return list(measured())


def measured() -> Iterator[str]:
    warnings.simplefilter("ignore")
    beside = ", ".join(f"{name} {speed:.0f}" for name, speed in peers()) or "not installed"
    for id_ in games.ids():
        speed = STEPS / stepped(env(id_, 4), STEPS)
        yield f"| environments | {id_}, 4 players | {speed:.0f} steps a second | PettingZoo: {beside} |"
    yield from map(in_bulk, games.ids())


def learners_check(made: Any) -> None:
    """What Stable-Baselines3 and sb3-contrib ask of an environment."""
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
    from stable_baselines3.common.env_checker import check_env as their_check

    their_check(made.unwrapped, warn=False, skip_render_check=True)
    made.reset(seed=1)
    assert is_masking_supported(made)
    assert get_action_masks(made).any()


def vector_check(made: Any) -> None:
    """Gymnasium checks single environments only; these are the parts of its check that can be asked of many."""
    env_checker.check_reset_seed_determinism(made)
    env_checker.check_reset_options(made)
    env_checker.check_reset_return_type(made)
    made.close()


def checks() -> tuple[Callable[[Any], None], ...]:
    """Gymnasium's, and those of the learners where they are installed (extra `baselines`)."""
    ours = partial(check_env, skip_render_check=True)
    there = find_spec("sb3_contrib") is not None
    return (lambda made: ours(made.unwrapped), *([learners_check] if there else []))


def soak(quick: bool = False) -> list[str]:
    warnings.simplefilter("ignore")
    rows = []
    for id_ in games.ids():
        for players in games.game(id_).seats:
            api_test(env(id_, players), num_cycles=50 if quick else STEPS)
            seed_test(lambda id_=id_, players=players: env(id_, players), num_cycles=20 if quick else 200)
            for kind in KINDS:
                for check in checks():
                    check(gymnasium.make(gymnasium_id(id_), num_players=players, observation=kind))
            vector_check(StellwerkVectorEnv(id_, 2, 0, num_players=players))
            steps = 100 if quick else STEPS
            speed = steps / stepped(env(id_, players), steps)
            theirs = "check_env, that of sb3-contrib" if len(checks()) > 1 else "check_env"
            what = f"api_test, seed_test, {theirs}, vector_check, {steps} steps"
            rows.append(f"| environments | {id_}, {players} players | {what} | {speed:.0f} steps a second |")
    return rows


if __name__ == "__main__":
    for row in measured():
        print(row, flush=True)
