"""What the machinery costs: the sample game, options from tables, `advance` with settle, and `copy()`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from stellwerk.core import advance, pending
from tests.sample import rules as sample

DECISIONS = 100_000


def machinery(decisions: int = DECISIONS) -> float:
    """Mean microseconds for one decision: pending, options, sample and advance with settle."""
    rng = random.Random(1)
    done = 0
    spent = 0.0
    while done < decisions:
        s = sample.GAME.setup(4)
        began = time.process_time()
        while (choice := pending(s)) is not None:
            advance(s, choice.options(s).sample(rng))
            done += 1
        spent += time.process_time() - began
    return spent / done * 1e6


def bare_advance(decisions: int = DECISIONS) -> float:
    """Mean microseconds for `advance` with settle alone, the answer known."""
    done = 0
    spent = 0.0
    answers = [sample.DRAW[card] for card in (1, 2, 3, 4)] + [sample.KEEP] * 4
    while done < decisions:
        s = sample.GAME.setup(4)
        began = time.process_time()
        for action in answers:
            advance(s, action)
        spent += time.process_time() - began
        done += len(answers)
    return spent / done * 1e6


def copying(times: int = DECISIONS) -> float:
    s = sample.GAME.setup(4)
    began = time.process_time()
    for _ in range(times):
        s.copy()
    return (time.process_time() - began) / times * 1e6


def main() -> list[str]:
    return [
        f"| core | decision with options and sample | {machinery():.2f} µs | goal ≤ 5 |",
        f"| core | advance with settle | {bare_advance():.2f} µs | goal ≤ 5 |",
        f"| core | copy() of the sample | {copying():.2f} µs | goal ≤ 5 |",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
