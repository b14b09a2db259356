"""Train MaskablePPO (sb3-contrib) against bots, and draw how it learned.

    pip install 'stellwerk[baselines]'
    python examples/ppo.py russian-railroads --minutes 30 --out runs/russian-railroads

Minutes are those of the processor, of all processes together: 30 are a quarter of an hour of two cores. Games run in a
vector environment; what is paid is the change of the lead, what is measured is the share of first places, in games of
seeds that it did not learn from. Written are `curve.json` and `model.zip` at every measurement, so that an interrupted
run is not lost, and at the end `curve.png`; the same seed and count of steps give the same curve.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from stellwerk.bots.arena import wilson
from stellwerk.rl.vector import StellwerkVectorEnv

UNSEEN = 1_000_000
"""The first seed of the games to measure by."""


class Sb3Vector(VecEnv):
    """Our vector environment as Stable-Baselines3 wants it."""

    def __init__(self, env: StellwerkVectorEnv) -> None:
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self.env, self.first_seed = env, 0

    def seed(self, seed: int | None = None) -> list[int | None]:
        self.first_seed = seed or 0
        return [self.first_seed + n for n in range(self.num_envs)]

    def reset(self) -> Any:
        return self.env.reset(seed=self.first_seed)[0]

    def step_async(self, actions: np.ndarray) -> None:
        self.env.step_async(actions)

    def step_wait(self) -> Any:
        seen, rewards, over, _, infos = self.env.step_wait()
        ends: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for n in np.flatnonzero(over):
            ends[n] = {"terminal_observation": infos["final_obs"][n], "rank": infos["final_info"]["rank"][n]}
        return seen, rewards.astype(np.float32), over, ends

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name == "action_masks":
            return list(self.env.action_masks())
        return list(self.env.call(method_name, *args))

    def has_attr(self, attr_name: str) -> bool:
        return attr_name == "action_masks"

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.env, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.env.close()


def processor_minutes() -> float:
    """Of this process and those it has started."""
    me = psutil.Process()
    spent = 0.0
    for process in (me, *me.children(recursive=True)):
        times = process.cpu_times()
        spent += times.user + times.system
    return spent / 60


def measured(model: MaskablePPO, env: StellwerkVectorEnv, games: int, seed: int) -> float:
    """First places in a number of games, as many in each environment, so that short games do not count more."""
    seen, infos = env.reset(seed=seed)
    wins, left = 0.0, np.full(env.num_envs, games // env.num_envs)
    while left.any():
        actions, _ = model.predict(seen, action_masks=infos["action_mask"].astype(bool))
        seen, _, over, _, infos = env.step(actions)
        for n in np.flatnonzero(over & (left > 0)):
            left[n] -= 1
            wins += float(infos["final_info"]["rank"][n] == 1)
    return wins


class Curve(BaseCallback):
    """Measures now and then, and stops when the time is over or the aim is reached."""

    def __init__(self, args: argparse.Namespace, test: StellwerkVectorEnv) -> None:
        super().__init__()
        self.args, self.test = args, test
        self.points: list[dict[str, float]] = []
        self.testing = 0.0

    @property
    def minutes(self) -> float:
        """Spent on learning: what measuring took does not count."""
        return processor_minutes() - self.testing

    def measure(self) -> None:
        began, minutes = processor_minutes(), self.minutes
        games = self.args.games
        wins = measured(self.model, self.test, games, UNSEEN)
        low, high = wilson(wins, games)
        point = {
            "minutes": minutes,
            "steps": self.num_timesteps,
            "games": games,
            "wins": wins,
            "low": low,
            "high": high,
        }
        self.points.append(point)
        (self.args.out / "curve.json").write_text(json.dumps({"points": self.points}, indent=1), "utf-8")
        self.model.save(self.args.out / "model.zip")
        print(f"{minutes:5.1f} min  {self.num_timesteps:8d} steps  first in {wins:g} of {games}", flush=True)
        self.testing += processor_minutes() - began

    def _on_rollout_start(self) -> None:
        if not self.points or self.minutes - self.points[-1]["minutes"] >= self.args.every:
            self.measure()

    def _on_step(self) -> bool:
        reached = bool(self.points) and self.points[-1]["wins"] >= self.args.stop_at * self.args.games
        return self.minutes < self.args.minutes and not reached if self.n_calls % 64 == 0 else True


def drawn(points: list[dict[str, float]], title: str, path: Path) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    minutes = [point["minutes"] for point in points]
    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    axes.fill_between(
        minutes, [p["low"] for p in points], [p["high"] for p in points], alpha=0.25, label="95 % interval"
    )
    axes.plot(minutes, [p["wins"] / p["games"] for p in points], marker="o", label="first places")
    axes.set(xlabel="minutes of the processor", ylabel="share of games", title=title, ylim=(0, 1.02))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=30.0, help="of the processor, to learn in")
    parser.add_argument("--players", type=int, help="without it as few as may play")
    parser.add_argument("--bots", default="random", help="opponents, separated by commas")
    parser.add_argument("--reward", default="lead")
    parser.add_argument("--envs", type=int, default=16)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=48, help="games to measure by, each time")
    parser.add_argument("--last", type=int, default=192, help="games to measure by at the end")
    parser.add_argument("--every", type=float, default=2.0, help="minutes between two measurements")
    parser.add_argument("--stop-at", type=float, default=2.0, help="share of first places that is enough")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("runs/ppo"))
    return parser.parse_args()


def main() -> None:
    args = parsed()
    args.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    table = {"num_players": args.players, "bots": args.bots.split(","), "seat": None, "observation": "scaled"}
    train = StellwerkVectorEnv(args.game, args.envs, args.workers, reward=args.reward, **table)
    test = StellwerkVectorEnv(args.game, args.envs, args.workers, **table)
    games = VecNormalize(Sb3Vector(train), norm_obs=False, gamma=0.999)
    model = MaskablePPO(
        "MlpPolicy",
        games,
        n_steps=128,
        batch_size=512,
        n_epochs=4,
        learning_rate=5e-4,
        gamma=0.999,
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=args.seed,
        device="cpu",
    )
    began, curve = time.perf_counter(), Curve(args, test)
    model.learn(10**9, callback=curve)
    args.games = args.last
    curve.measure()
    told = {"game": args.game, "players": args.players, "bots": args.bots, "reward": args.reward, "seed": args.seed}
    told |= {"wall_minutes": (time.perf_counter() - began) / 60, "points": curve.points}
    (args.out / "curve.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    drawn(curve.points, f"MaskablePPO against {args.bots}: {args.game}", args.out / "curve.png")
    test.close()
    games.close()


if __name__ == "__main__":
    main()
