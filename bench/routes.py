"""Best routes on every run of phases C and D in the conformance games: proven, how fast, never below what was run.

Seconds are processor time, so that other work on the machine does not count. `python -m bench.routes --list` writes
every position with company and trains into `routes.csv`.
"""

from __future__ import annotations

import csv
import sys
import time
from pathlib import Path
from typing import NamedTuple

from stellwerk.rail18.best import Best, best_routes
from tests.rail18.china import service_of, train
from tests.rail18.positions import Run, runs

BUDGET = 2.0
LIST = Path(__file__).with_name("routes.csv")


class Measured(NamedTuple):
    run: Run
    best: Best
    seconds: float


def measure(run: Run, budget: float = BUDGET) -> Measured:
    service = service_of(run)
    began = time.process_time()
    best = best_routes(service, [train(name) for name in run.trains], stop=lambda: time.process_time() - began > budget)
    return Measured(run, best, time.process_time() - began)


def main() -> list[str]:
    return summary([measure(run) for run in late_runs()])


def late_runs() -> list[Run]:
    return [run for run in runs() if run.phase[0] in "CD"]


def summary(found: list[Measured]) -> list[str]:
    times = sorted(m.seconds for m in found)
    proven = sum(m.best.proven for m in found)
    gap = max((100 * m.best.bound // max(1, m.best.revenue) - 100 for m in found), default=0)
    below = sum(m.best.revenue < m.run.revenue for m in found)
    above = sum(m.best.revenue > m.run.revenue for m in found)
    late = f"{1e3 * times[len(times) * 95 // 100]:.0f} / {1e3 * times[-1]:.0f} ms"
    return [
        f"| rail18 | best routes, phases C and D | {len(found)} positions | {below} below, {above} above the run |",
        f"| rail18 | proven best within {BUDGET:g} s | {100 * proven / len(found):.1f} % | widest gap {gap} % |",
        f"| rail18 | best routes, median | {1e3 * times[len(times) // 2]:.1f} ms | of {len(times)} |",
        f"| rail18 | best routes, 95 % and longest | {late} | |",
    ]


def write_list(found: list[Measured]) -> None:
    with LIST.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(("game", "action", "phase", "company", "trains", "best", "recorded", "proof", "ms"))
        for run, best, seconds in found:
            proof = "proven" if best.proven else f"at most {best.bound}"
            where = (run.game, run.index, run.phase, run.company, " ".join(run.trains))
            table.writerow((*where, best.revenue, run.revenue, proof, f"{1e3 * seconds:.1f}"))


if __name__ == "__main__":
    measured = [measure(run) for run in late_runs()]
    print("\n".join(summary(measured)))
    if "--list" in sys.argv:
        write_list(measured)
