"""Train a tiny policy on Russian Railroads against a random bot, in minutes: preferences for words, by REINFORCE.

    python examples/learn.py --episodes 200

For every kind of question the policy learns which words of the layout are worth saying; it knows nothing else of the
position. It learns from points and is measured by the ranking: at first it says legal words at random and loses to a
bot that picks whole moves at random; after half a minute it wins nearly always. It shows every piece an agent needs:
masks, seeds, rewards.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from stellwerk.rl import stellwerk_russian_railroads_v0
from stellwerk.rl.observation import PREFIX
from stellwerk.rl.single import AgainstBots

QUESTION = -1 - PREFIX
"""Where an observation says which kind of question is open."""


def choose(preferences: np.ndarray, mask: np.ndarray, rng: np.random.Generator) -> tuple[int, np.ndarray]:
    """A word by softmax over the legal ones, and the gradient of its log probability."""
    scores = np.where(mask > 0, preferences, -np.inf)
    chances = np.exp(scores - scores.max())
    chances /= chances.sum()
    word = int(rng.choice(len(chances), p=chances))
    gradient = -chances
    gradient[word] += 1
    return word, gradient


def episode(env: AgainstBots, preferences: np.ndarray, rng: np.random.Generator, seed: int) -> tuple[float, np.ndarray]:
    """One game: what it brought, and the gradient of the log probability of everything said in it."""
    seen, info = env.reset(seed=seed)
    gradient = np.zeros_like(preferences)
    while True:
        question = seen[QUESTION]
        word, step = choose(preferences[question], info["action_mask"], rng)
        gradient[question] += step
        seen, reward, over, _, info = env.step(word)
        if over:
            return reward, gradient


def environment(reward: str) -> AgainstBots:
    return AgainstBots(stellwerk_russian_railroads_v0.raw_env(num_players=2, reward=reward))


def trained(episodes: int, rate: float, rng: np.random.Generator) -> np.ndarray:
    """Preferences by question and word; a game counts by how far it lies above or below the games before it."""
    env = environment("score")
    questions, words = len(env.env.subject.game.steps) + 1, len(env.env.subject.layout)
    preferences = np.zeros((questions, words))
    mean, spread = 0.0, 0.0
    for n in range(1, episodes + 1):
        points, gradient = episode(env, preferences, rng, seed=n)
        weight = max(0.05, 1 / n)
        mean += weight * (points - mean)
        spread += weight * (abs(points - mean) - spread)
        preferences += rate * (points - mean) / (spread + 1) * gradient
        if n % 50 == 0:
            print(f"{n} games, {mean:.0f} points in the mean", flush=True)
    return preferences


def measured(preferences: np.ndarray, games: int, rng: np.random.Generator) -> float:
    """The mean reward by ranking: 1 for a win, -1 for a loss. Other games than those it learned from."""
    env = environment("rank")
    return float(np.mean([episode(env, preferences, rng, seed=100_000 + n)[0] for n in range(games)]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--games", type=int, default=40, help="games to measure by, before and after")
    parser.add_argument("--rate", type=float, default=0.05)
    args = parser.parse_args()
    began, rng = time.perf_counter(), np.random.default_rng(1)
    preferences = trained(args.episodes, args.rate, rng)
    before, after = (measured(p, args.games, rng) for p in (np.zeros_like(preferences), preferences))
    print(f"reward against a random bot: {before:+.2f} untrained, {after:+.2f} trained")
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
