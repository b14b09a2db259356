"""Replay of the recorded game `fixture1.json` with legality and revenue checks, against that site's own engine.

Both engines take turns in one run, each time in a process of its own, by processor time of the replay alone: without
interpreter start, component tables and reading JSON. *Cold* is the first replay of a process, *warm* the third. The
other engine is a command given in PEER_REPLAY, which gets the file, a number of runs and a number of runs before them,
and prints JSON with `modes: {recheck: {median_s: …}}`; without it only our own times are printed. FIXTURE names the
file where it does not lie beside the repository. `--profile` shows where a run spends its time.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import os
import pstats
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench.interpreter import build
from stellwerk.games.china1880.study.xxgames.importing import Report, follow, variants_of
from stellwerk.games.china1880.study.xxgames.session import opened
from stellwerk.games.china1880.study.xxgames.source import parse
from stellwerk.processes import collect_rarely

BESIDE = Path(__file__).parents[2] / "shared" / "conformance" / "fixture1.json"
FIXTURE = Path(os.environ.get("FIXTURE", BESIDE))
ROUNDS = 9
WARM = 3
"""Replays of a process, of which the last is called warm."""
PEER = os.environ.get("PEER_REPLAY", "")
Times = dict[str, list[float]]


def prepared(data: bytes) -> Report:
    source = parse(data)
    return Report("fixture1", source, opened(source.players, variants_of(source)))


def replayed(data: bytes) -> float:
    """Seconds of the processor for one replay."""
    report = prepared(data)
    began = time.process_time()
    follow(report)
    spent = time.process_time() - began
    if report.problem:
        raise SystemExit(str(report.problem))
    return spent


def ours(path: Path) -> tuple[float, float]:
    """Cold and warm, by a process of its own."""
    command = [sys.executable, "-m", "bench.import_fixture", "--once", str(path.resolve())]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[1])
    times = done.stdout.split()
    return float(times[0]), float(times[-1])


def theirs(path: Path, before: int) -> float:
    command = [*shlex.split(PEER), str(path), "1", str(before)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env={**os.environ, "MODES": "recheck"})
    return float(json.loads(done.stdout)["modes"]["recheck"]["median_s"])


def measured(path: Path, rounds: int) -> Times:
    times: Times = {"cold": [], "warm": [], "their cold": [], "their warm": []}
    for _ in range(rounds):
        cold, warm = ours(path)
        times["cold"].append(cold)
        times["warm"].append(warm)
        if PEER:
            times["their cold"].append(theirs(path, 0))
            times["their warm"].append(theirs(path, WARM - 1))
    return times


def main(rounds: int = ROUNDS) -> list[str]:
    if not FIXTURE.exists():
        return ["| import | replay of fixture1.json | – | not measured: the file is not there, see FIXTURE |"]
    times = measured(FIXTURE, rounds)
    rows = [row(times, kind) for kind in ("cold", "warm")]
    return rows if PEER else [*rows, "| import | against 18xx.games | – | not measured: PEER_REPLAY is not set |"]


def row(times: Times, kind: str) -> str:
    figure = _spread(times[kind])
    note = f"{len(times[kind])} rounds, load {os.getloadavg()[0]:.1f}, {build()}"
    if others := times[f"their {kind}"]:
        ratios = [other / own for other, own in zip(others, times[kind], strict=True)]
        ratio = f"{statistics.median(ratios):.1f} times as fast as 18xx.games ({min(ratios):.1f}–{max(ratios):.1f})"
        figure, note = ratio, f"{figure} against {_spread(others)}, in turn; {note}"
    return f"| import | replay of fixture1.json, all checks, {kind} | {figure} | {note} |"


def _spread(times: list[float]) -> str:
    return f"{1e3 * statistics.median(times):.0f} ms ({1e3 * min(times):.0f}–{1e3 * max(times):.0f})"


def profiled() -> None:
    report = prepared(FIXTURE.read_bytes())
    profile = cProfile.Profile()
    profile.runcall(follow, report)
    pstats.Stats(profile).sort_stats("tottime").print_stats(40)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--once", type=Path)
    arguments.add_argument("--rounds", type=int, default=ROUNDS)
    arguments.add_argument("--profile", action="store_true")
    chosen = arguments.parse_args()
    if chosen.once:
        collect_rarely()  # as `stellwerk import` does; the other engine collects its garbage before it is timed, too
        print(*(replayed(chosen.once.read_bytes()) for _ in range(WARM)))
    elif chosen.profile:
        profiled()
    else:
        print(*main(chosen.rounds), sep="\n")
