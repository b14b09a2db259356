"""Train a tiny policy on Russian Railroads against a random bot, in minutes: preferences for words, by REINFORCE.

    python examples/learn.py --episodes 200

The policy knows nothing of the position; it only learns which words of the layout are worth saying. It shows every
piece an agent needs: masks, seeds, rewards.
"""

from __future__ import annotations

import argparse

import numpy as np

from stellwerk.rl import stellwerk_russian_railroads_v0
from stellwerk.rl.single import AgainstBots


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
    _, info = env.reset(seed=seed)
    gradient = np.zeros_like(preferences)
    while True:
        word, step = choose(preferences, info["action_mask"], rng)
        gradient += step
        _, reward, over, _, info = env.step(word)
        if over:
            return reward, gradient


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=200)
    parser.add_argument("--rate", type=float, default=0.02)
    args = parser.parse_args()
    env = AgainstBots(stellwerk_russian_railroads_v0.raw_env(num_players=2))
    words = len(env.env.subject.layout)
    preferences, rng, mean = np.zeros(words), np.random.default_rng(1), 0.0
    for n in range(1, args.episodes + 1):
        reward, gradient = episode(env, preferences, rng, seed=n)
        preferences += args.rate * (reward - mean) * gradient
        mean += 0.05 * (reward - mean)
        if n % 20 == 0:
            print(f"{n} games, mean reward {mean:+.2f}", flush=True)
    best = np.argsort(-preferences)[:5]
    print("worth saying:", ", ".join(env.env.subject.layout.words[i] for i in best))


if __name__ == "__main__":
    main()
