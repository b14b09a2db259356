"""The plain and the compiled build side by side: the same routes, playouts and tests, and how fast each is.

Both wheels are made from this source, unpacked into folders and run in turn by processes of their own.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scripts.wheels import ROOT, packed_source, wheel

TESTS = ("tests/rail18", "tests/games/china1880", "tests/study/test_conformance.py")
BUILDS = ("plain", "compiled")


def digests(positions: int, playouts: int) -> dict[str, Any]:
    """What this build finds, as digests, and the processor's seconds for it."""
    from bench.routes import late_runs, measure

    runs = late_runs()
    found = [measure(run) for run in runs[:: max(1, len(runs) // positions)]]
    began = time.process_time()
    ends = [_end(seed) for seed in range(playouts)]
    return {
        "routes": _digest([(m.best.revenue, m.best.proven) for m in found]),
        "playouts": _digest(ends),
        "route seconds": [m.seconds for m in found],
        "playout seconds": time.process_time() - began,
    }


def _end(seed: int) -> str:
    """How a random game of 1880 ends."""
    from stellwerk import games
    from stellwerk.core import advance, pending

    game, rng = games.game("1880"), random.Random(seed)
    s = game.setup(3 + seed % 5)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
    return json.dumps(game.dump(s), sort_keys=True)


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(json.dumps(values).encode()).hexdigest()[:16]


class Build:
    """A wheel, unpacked where only the processes of this run find it."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.folder = folder
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(folder), str(wheel)]
        subprocess.run(pip, check=True)

    def run(self, *arguments: str) -> str:
        path = os.pathsep.join([str(self.folder), str(ROOT)])
        settings = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"}
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=settings, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        return done.stdout

    def digests(self, positions: int, playouts: int) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(
            self.run("-m", "bench.builds", "--positions", str(positions), "--playouts", str(playouts))
        )
        return answer


def soak(quick: bool = False) -> list[str]:
    positions, playouts = (150, 40) if quick else (1500, 1000)
    tests = TESTS[:1] if quick else TESTS
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        source = packed_source(folder)
        builds = [
            Build(wheel(source, folder, compiled=name == "compiled"), folder / name)
            for name in BUILDS
        ]  # fmt: skip
        plain, compiled = (build.digests(positions, playouts) for build in builds)
        for build in builds:
            build.run("-m", "pytest", "-q", "-n0", *tests)
    assert plain["routes"] == compiled["routes"], "the builds find other routes"
    assert plain["playouts"] == compiled["playouts"], "the builds play other games"
    return rows(plain, compiled, tests)


def rows(plain: dict[str, Any], compiled: dict[str, Any], tests: tuple[str, ...]) -> list[str]:
    before, after = sorted(plain["route seconds"]), sorted(compiled["route seconds"])

    def ratio(of: Any) -> str:
        return f"{of(before) / of(after):.1f}"

    late = len(before) * 95 // 100
    figures = f"{ratio(sum)} times as fast in all, median {ratio(statistics.median)}, 95 % {ratio(lambda t: t[late])}"
    games = plain["playout seconds"] / compiled["playout seconds"]
    return [
        f"| builds | routes, compiled against plain | {figures} | {len(before)} positions, equal revenue and proofs |",
        f"| builds | random games of 1880, compiled against plain | {games:.2f} times as fast | equal ends |",
        f"| builds | tests on both builds | passed | {', '.join(tests)} |",
    ]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--positions", type=int)
    arguments.add_argument("--playouts", type=int, default=100)
    arguments.add_argument("--quick", action="store_true")
    chosen = arguments.parse_args()
    if chosen.positions:
        print(json.dumps(digests(chosen.positions, chosen.playouts)))
    else:
        print(*soak(chosen.quick), sep="\n")
