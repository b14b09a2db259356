"""50 000 damaged game files through the import: no crash, no endless loop, and what is kept replays.

Every mutation has a name (operator), a file and a seed, so one failure is one command:
`python bench/soak_import.py --only OPERATOR --seed SEED`. An interrupted run goes on with `--begin SEED`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from stellwerk.core import digest
from stellwerk.core.log import fold, read, write
from stellwerk.games.china1880.study.xxgames.damage import NAMES, damaged
from stellwerk.games.china1880.study.xxgames.importing import Report, import_bytes
from stellwerk.games.china1880.study.xxgames.source import parse

ROOT = Path(__file__).parents[1]
HERE = ROOT / "tests" / "games" / "china1880" / "conformance" / "games"
FIXTURE = ROOT.parent / "shared" / "conformance" / "fixture1.json"
MUTATIONS = 50_000
SLOW = 20.0
"""Seconds of the processor for one import; more is as good as an endless loop."""


def games() -> list[dict[str, Any]]:
    paths = [*sorted(HERE.glob("*.json.gz")), *([FIXTURE] if FIXTURE.exists() else [])]
    return [_decoded(path) for path in paths]


def _decoded(path: Path) -> dict[str, Any]:
    source = parse(path.read_bytes())
    players = [{"id": int(player.id), "name": player.name} for player in source.players]
    return {"title": "1880", "players": players, "actions": list(source.raw), "result": dict(source.result or {})}


def mutant(files: list[dict[str, Any]], name: str, seed: int) -> bytes:
    rng = random.Random(f"{name} {seed}")
    file = rng.choice(files)
    if rng.randrange(3):  # most of the time only the beginning, so that late damage does not cost a whole game
        file = {**file, "actions": file["actions"][: 60 + rng.randrange(400)]}
    return damaged(file, name, rng)


def fault(report: Report, seconds: float, replay: bool) -> str:
    """What is wrong with a report, or nothing."""
    if seconds > SLOW:
        return f"{seconds:.0f} s"
    if report.problem is not None and not str(report.problem):
        return "a problem without words"
    if report.record is None or not replay:
        return ""
    document = read(write(report.record))
    state = fold(report.record.game, document.header, document.entries, check=True)
    return "" if digest(state) == digest(report.record.state) else "what was kept replays differently"


def tried(files: list[dict[str, Any]], name: str, seed: int, replay: bool) -> tuple[str, str]:
    """How one import ended, and its fault."""
    data = mutant(files, name, seed)
    start = time.process_time()
    try:
        report = import_bytes(data)
        wrong = fault(report, time.process_time() - start, replay)
    except Exception:
        return "crash", traceback.format_exc(limit=-6)
    ended = (
        "complete" if report.complete else "refused by a rule" if str(report.problem.rule)[:4] == "1880" else "other"
    )
    return ended, wrong


def run(names: list[str], seeds: Iterable[int], replay_every: int) -> tuple[Counter[str], list[str]]:
    files = games()
    ends: Counter[str] = Counter()
    faults: list[str] = []
    start = time.perf_counter()
    for seed in seeds:
        for name in names:
            ended, wrong = tried(files, name, seed, replay=seed % replay_every == 0)
            ends[ended] += 1
            if wrong:
                faults.append(f"{name} {seed}: {wrong}")
                print(faults[-1], file=sys.stderr, flush=True)
        done, spent = sum(ends.values()), time.perf_counter() - start
        print(f"\r{done} mutations, {len(faults)} faults, {spent:.0f} s", end="", file=sys.stderr, flush=True)
    return ends, faults


def soak(quick: bool = False) -> list[str]:
    count = 500 if quick else MUTATIONS
    ends, faults = run(list(NAMES), range(-(-count // len(NAMES))), 5)
    assert not faults, faults[0]
    note = ", ".join(f"{how} {times}" for how, times in ends.most_common())
    return [f"| import | damaged game files | {sum(ends.values())} without fault | {note} |"]


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=MUTATIONS)
    arguments.add_argument("--only", choices=NAMES)
    arguments.add_argument("--seed", type=int, help="this one only")
    arguments.add_argument("--begin", type=int, default=0, help="the seed from which an interrupted run goes on")
    chosen = arguments.parse_args()
    wanted = [chosen.only] if chosen.only else list(NAMES)
    seeds = range(chosen.begin, -(-chosen.count // len(wanted))) if chosen.seed is None else [chosen.seed]
    print(*run(wanted, seeds, 1 if chosen.seed is not None else 5))
