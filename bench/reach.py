"""Reach and best routes at every recorded run, and how fast against an older commit, both in turn in one run.

`python -m bench.reach 39893a6` takes that commit's `src` out of git and measures both three times; the ratio is what
counts.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TURNS = 3


def measure() -> tuple[float, float, float]:
    """Processor seconds: all networks; all late routes with proof; the median of these.

    Routes come first: they walk the track anew, whatever the networks would have walked before.
    """
    from stellwerk.rail18.best import best_routes
    from stellwerk.rail18.network import network
    from tests.rail18.china import CHINA, service_of, train
    from tests.rail18.positions import runs

    found, times = list(runs()), []
    for run in (run for run in found if run.phase[0] in "CD"):
        service, trains = service_of(run), [train(name) for name in run.trains]
        began = time.process_time()
        best_routes(service, trains)
        times.append(time.process_time() - began)
    grounds = [(CHINA.layout(r.board), r.board.places(r.company), CHINA.blocked(r.board, r.company)) for r in found]
    began = time.process_time()
    for ground in grounds:
        network(*ground)
    return time.process_time() - began, sum(times), sorted(times)[len(times) // 2]


def main() -> list[str]:
    networks, routes, median = measure()
    return [
        f"| rail18 | reach, every recorded run | {1e3 * networks:.0f} ms | |",
        f"| rail18 | best routes, phases C and D, in all | {1e3 * routes:.0f} ms | median {1e3 * median:.2f} ms |",
    ]


def against(commit: str) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        turns = [(_elsewhere(Path(folder) / "src"), _elsewhere(ROOT / "src")) for _ in range(TURNS)]
    names = ("reach, every recorded run", "best routes, phases C and D, in all", "best routes, median")
    rows = []
    for i, name in enumerate(names):
        old, new = (min(turn[side][i] for turn in turns) for side in (0, 1))
        rows.append(f"| rail18 | {name}, against {commit} | {old / new:.2f} times as fast | {1e3 * new:.2f} ms |")
    return rows


def _elsewhere(source: Path) -> list[float]:
    """Measured in a process of its own that imports from there."""
    code = "from bench.reach import measure; print(*measure())"
    env = {**os.environ, "PYTHONPATH": f"{source}{os.pathsep}{ROOT}"}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, check=True, capture_output=True, text=True)
    return [float(word) for word in done.stdout.split()]


if __name__ == "__main__":
    print("\n".join(against(sys.argv[1]) if len(sys.argv) > 1 else main()))
