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
from typing import TYPE_CHECKING, Any

from scripts.wheels import ROOT, packed_source, wheel

if TYPE_CHECKING:
    from tests.rail18.positions import Run

TESTS = ("tests/rail18", "tests/games/china1880", "tests/study/test_conformance.py")
BUILDS = ("plain", "compiled")
CONFORMANCE = ROOT / "tests" / "games" / "china1880" / "conformance"
LOOKS = 200_000
ALL = 1_000_000


def digests(positions: int, playouts: int) -> dict[str, Any]:
    """What this build finds, as digests, and the processor's seconds for it."""
    from tests.rail18.positions import runs

    every = list(runs())
    found = [searched(run) for run in every[:: max(1, len(every) // positions)]]
    began = time.process_time()
    ends = [end(seed) for seed in range(playouts)]
    spent = time.process_time() - began
    return {
        "routes": _digest([routes for routes, _ in found]),
        "playouts": _digest(ends),
        "traces": _digest([_digest(traced(path)) for path in recorded()]),
        "route seconds": [seconds for _, seconds in found],
        "playout seconds": spent,
    }


def searched(run: Run) -> tuple[Any, float]:
    """Every route that is found for a run, what each earns and all together, and the seconds. The search is given a
    number of looks, not a time: a faster build must not find more."""
    from stellwerk.rail18.best import best_routes
    from stellwerk.rail18.routes import earnings, spell
    from tests.rail18.china import service_of, train

    service = service_of(run)
    began = time.process_time()
    best = best_routes(service, [train(name) for name in run.trains], nodes=LOOKS)
    spent = time.process_time() - began
    routes = [[spell(service.layout, r), earnings(service, [r]).total] if r else None for r in best.routes]
    return [routes, best.revenue, best.bound, best.nodes], spent


def recorded() -> list[Path]:
    """The games of the other site that came with the tests."""
    return sorted(CONFORMANCE.glob("*/*.json.gz"))


def traced(path: Path) -> list[Any]:
    """A recorded game as it is imported: every line compared, every entry, and what was in the way."""
    from stellwerk.games.china1880.study.xxgames.importing import import_file

    report = import_file(path, trace=True)
    entries = [] if report.record is None else [str(entry) for entry in report.record.entries]
    return [path.name, report.trace, entries, str(report.problem)]


def end(seed: int) -> str:
    """How a random game of 1880 ends."""
    from stellwerk import games
    from stellwerk.core import advance, pending

    game, rng = games.game("1880"), random.Random(seed)
    s = game.setup(3 + seed % 5)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(rng))
    return json.dumps(game.dump(s), sort_keys=True)


def _digest(values: list[Any]) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True, default=str).encode()).hexdigest()[:16]


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
    positions, playouts = (150, 40) if quick else (ALL, 1000)
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
    assert plain["traces"] == compiled["traces"], "the builds follow recorded games otherwise"
    return rows(plain, compiled, playouts, tests)


def rows(plain: dict[str, Any], compiled: dict[str, Any], playouts: int, tests: tuple[str, ...]) -> list[str]:
    before, after = sorted(plain["route seconds"]), sorted(compiled["route seconds"])

    def ratio(of: Any) -> str:
        return f"{of(before) / of(after):.1f}"

    late = len(before) * 95 // 100
    figures = f"{ratio(sum)} times as fast in all, median {ratio(statistics.median)}, 95 % {ratio(lambda t: t[late])}"
    games = f"{plain['playout seconds'] / compiled['playout seconds']:.2f} times as fast"
    return [
        f"| builds | routes, compiled against plain | {figures} | {len(before)} positions, equal routes and revenue |",
        f"| builds | random games of 1880, compiled against plain | {games} | {playouts} with equal ends |",
        f"| builds | recorded games imported | {len(recorded())} with equal traces | logs and problems, too |",
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
