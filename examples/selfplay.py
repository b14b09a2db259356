"""Learn by playing against oneself: the tiny policy of `learn.py`, its opponents former versions of it.

    python examples/selfplay.py russian-railroads --rounds 8 --out runs/selfplay/russian-railroads

Every round it plays a number of games against a draw of its former selves, then keeps a copy of itself. It never meets
`random` or `greedy` while it learns; against them it is measured, in games of other seeds. Written are `curve.json`
and, where matplotlib is there, `curve.png`. Everything follows from the seed. What was learned plays as a bot; seen
from this folder, with the files of all titles at once:

    STELLWERK_PREFERENCES='runs/selfplay/{game}/preferences.npy' stellwerk arena yokohama --bots selfplay:Learned,random
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from examples.learn import QUESTION, choose, episode
from stellwerk.bots.arena import wilson
from stellwerk.rl.learned import WordBot
from stellwerk.rl.single import AgainstBots, against_bots

UNSEEN = 1_000_000
"""The first seed of the games to measure by."""
LONGEST = 5.0
"""How far a game may move the preferences, before the rate: about as far as a game of Russian Railroads does by itself.

A game of Yokohama says many more words to the same few questions. The sum over all of them threw the policy within
three games to where it does nothing, and games with it hardly ended.
"""


def bounded(step: np.ndarray) -> np.ndarray:
    """A step in the same direction, no longer than may be."""
    length = float(np.linalg.norm(step))
    return step * (LONGEST / length) if length > LONGEST else step


class Former(WordBot):
    """The policy as it was, with the dice of the game."""

    def __init__(self, preferences: np.ndarray) -> None:
        super().__init__()
        self.preferences = preferences

    def choose(self, seen: Any, mask: Any, rng: Any) -> int:
        dice = np.random.default_rng(rng.randrange(2**32))
        return choose(self.preferences[seen[QUESTION]], mask, dice)[0]


@cache
def kept(game: str) -> np.ndarray:
    """What was learned of a game: the file that the environment names."""
    return np.load(os.environ["STELLWERK_PREFERENCES"].format(game=game))


class Learned(Former):
    """What was learned, as a bot for arenas, leaderboards and tables."""

    def __init__(self) -> None:
        super().__init__(np.zeros(0))

    def answer(self, game: Any, view: Any, options: Any, rng: Any, budget: Any) -> Any:
        self.preferences = kept(game.id)
        return super().answer(game, view, options, rng, budget)


class Learner:
    def __init__(self, game: str, rate: float, seed: int) -> None:
        self.game, self.rate, self.rng = game, rate, np.random.default_rng(seed)
        env = against_bots(game).env.subject
        self.preferences = np.zeros((len(env.game.steps) + 1, len(env.layout)))
        self.former = [self.preferences.copy()]
        self.mean = self.spread = 0.0
        self.played = 0

    def against(self, bots: list[Any], reward: str) -> AgainstBots:
        return against_bots(self.game, seat=None, bots=bots, reward=reward)

    def round(self, games: int) -> None:
        """Games against former selves, the latest of them half of the time."""
        for _ in range(games):
            latest = self.rng.random() < 0.5
            rival = self.former[-1 if latest else int(self.rng.integers(len(self.former)))]
            env = self.against([Former(rival)], "margin")
            self.played += 1
            paid, gradient = episode(env, self.preferences, self.rng, seed=self.played)
            weight = max(0.05, 1 / self.played)
            self.mean += weight * (paid - self.mean)
            self.spread += weight * (abs(paid - self.mean) - self.spread)
            surprise = (paid - self.mean) / (self.spread + 1)
            self.preferences = self.preferences + self.rate * bounded(surprise * gradient)
        self.former.append(self.preferences.copy())

    def measured(self, bot: str, games: int) -> dict[str, float]:
        env, rng = self.against([bot], "win"), np.random.default_rng(0)
        wins = sum(episode(env, self.preferences, rng, seed=UNSEEN + n)[0] for n in range(games))
        low, high = wilson(wins, games)
        return {"games": games, "wins": wins, "low": low, "high": high}


def drawn(points: list[dict[str, Any]], title: str, path: Path) -> None:
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib is not installed")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    played = [point["played"] for point in points]
    for bot in ("random", "greedy"):
        found = [point[bot] for point in points]
        axes.fill_between(played, [f["low"] for f in found], [f["high"] for f in found], alpha=0.2)
        axes.plot(played, [f["wins"] / f["games"] for f in found], marker="o", label=f"against {bot}")
    axes.set(xlabel="games against former selves", ylabel="share of first places", title=title, ylim=(0, 1.02))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--games", type=int, default=60, help="games a round")
    parser.add_argument("--measure", type=int, default=40, help="games to measure by")
    parser.add_argument("--rate", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("runs/selfplay"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    learner, points = Learner(args.game, args.rate, args.seed), []
    for number in range(args.rounds + 1):
        if number:
            learner.round(args.games)
        point: dict[str, Any] = {"played": learner.played, "minutes": time.process_time() / 60}
        point |= {bot: learner.measured(bot, args.measure) for bot in ("random", "greedy")}
        points.append(point)
        shares = ", ".join(f"{point[bot]['wins'] / args.measure:.0%} against {bot}" for bot in ("random", "greedy"))
        print(f"{point['minutes']:4.1f} min, {learner.played} games: first in {shares}", flush=True)
        (args.out / "curve.json").write_text(
            json.dumps({"game": args.game, "points": points}, indent=1) + "\n", "utf-8"
        )
    np.save(args.out / "preferences.npy", learner.preferences)
    drawn(points, f"Self-play: {args.game}", args.out / "curve.png")


if __name__ == "__main__":
    main()
