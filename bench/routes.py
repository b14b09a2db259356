"""Best routes on every run of phases C and D in the conformance games: proven, how fast, never below what was run.

Seconds are processor time, so that other work on the machine does not count. `python -m bench.routes --list` prints
every position with company and trains, as in `results.md`.
"""

from __future__ import annotations

import sys
import time
from typing import NamedTuple

from stellwerk.rail18.best import Best, best_routes
from tests.rail18.china import service_of, train
from tests.rail18.positions import Run, runs

BUDGET = 2.0


class Measured(NamedTuple):
    run: Run
    best: Best
    seconds: float


def measure(run: Run, budget: float = BUDGET) -> Measured:
    service = service_of(run)
    began = time.process_time()
    best = best_routes(service, [train(name) for name in run.trains], stop=lambda: time.process_time() - began > budget)
    return Measured(run, best, time.process_time() - began)


def main(listed: bool = False) -> list[str]:
    found = [measure(run) for run in runs() if run.phase[0] in "CD"]
    times = sorted(m.seconds for m in found)
    proven = sum(m.best.proven for m in found)
    gap = max((100 * m.best.bound // max(1, m.best.revenue) - 100 for m in found), default=0)
    below = sum(m.best.revenue < m.run.revenue for m in found)
    above = sum(m.best.revenue > m.run.revenue for m in found)
    late = f"{1e3 * times[len(times) * 95 // 100]:.0f} / {1e3 * times[-1]:.0f} ms"
    rows = [
        f"| rail18 | best routes, phases C and D | {len(found)} positions | {below} below, {above} above the run |",
        f"| rail18 | proven best within {BUDGET:g} s | {100 * proven / len(found):.1f} % | widest gap {gap} % |",
        f"| rail18 | best routes, median | {1e3 * times[len(times) // 2]:.1f} ms | of {len(times)} |",
        f"| rail18 | best routes, 95 % and longest | {late} | |",
    ]
    return rows + [_row(m) for m in found] if listed else rows


def _row(m: Measured) -> str:
    where = f"{m.run.game} {m.run.index}"
    what = f"{m.run.phase} {m.run.company} {' '.join(m.run.trains)}"
    proof = "proven" if m.best.proven else f"at most {m.best.bound}"
    return f"| {where} | {what} | {m.best.revenue} | recorded {m.run.revenue}, {proof}, {1e3 * m.seconds:.1f} ms |"


if __name__ == "__main__":
    print("\n".join(main("--list" in sys.argv)))
