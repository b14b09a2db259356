"""Replay of the recorded game `fixture1.json` with legality and revenue checks, against that site's own engine.

Each run is a process of its own, so that no cache of positions is warm; timed is the replay alone: without interpreter
start, component tables, reading JSON and writing a trace. `--profile` shows where one run spends its time.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import statistics
import subprocess
import sys
import time
from pathlib import Path

from stellwerk.games.china1880.study.xxgames.importing import Report, follow, opened
from stellwerk.games.china1880.study.xxgames.source import parse

FIXTURE = Path(__file__).parents[2] / "shared" / "conformance" / "fixture1.json"
RUNS = 15
RUBY = 0.38
"""Seconds of the site's engine without JIT, all checks on, median of 25 runs on two shared cores."""


def replayed(data: bytes) -> tuple[float, float]:
    """Seconds by the wall and of the processor for one replay."""
    source = parse(data)
    opened(source)
    wall, cpu = time.perf_counter(), time.process_time()
    report = Report("fixture1", source, opened(source))
    follow(report)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    if report.problem:
        raise SystemExit(str(report.problem))
    return wall, cpu


def measured(path: Path, runs: int) -> list[tuple[float, float]]:
    command = [sys.executable, __file__, "--once", str(path)]
    outputs = (subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(runs))
    return [(float(wall), float(cpu)) for wall, cpu in map(str.split, outputs)]


def main() -> list[str]:
    if not FIXTURE.exists():
        return ["| import | replay of fixture1.json | – | the file is not beside the repository |"]
    walls, cpus = zip(*measured(FIXTURE, RUNS), strict=True)
    wall, cpu, load = statistics.median(walls), statistics.median(cpus), os.getloadavg()[0]
    note = f"{RUNS} cold runs, load {load:.1f}; 18xx.games without JIT {RUBY} s"
    return [
        f"| import | replay of fixture1.json, all checks, by the wall | {wall:.3f} s | {note} |",
        f"| import | the same, processor time | {cpu:.3f} s | {RUBY / cpu:.1f} times as fast as 18xx.games |",
    ]


def profiled() -> None:
    source = parse(FIXTURE.read_bytes())
    report = Report("fixture1", source, opened(source))
    profile = cProfile.Profile()
    profile.runcall(follow, report)
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--once", type=Path)
    arguments.add_argument("--profile", action="store_true")
    chosen = arguments.parse_args()
    if chosen.once:
        print(*replayed(chosen.once.read_bytes()))
    elif chosen.profile:
        profiled()
    else:
        print(*main(), sep="\n")
