"""`make soak`: the long runs, one after the other, with progress; Ctrl-C stops cleanly. `ARGS="kills arena"`: some.

A run is a module in this folder with `soak(quick: bool = False) -> list[str]`, rows for `bench/results.md`. `--quick`
takes a short sample.
"""

from __future__ import annotations

import importlib
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

RUNS = (
    "selfplay",
    "checkers",
    "builds",
    "broken",
    "mutations",
    "mends",
    "soak_import",
    "study",
    "environments",
    "browser_games",
    "ways",
    "stages",
    "company",
    "learning",
    "practice",
    "kills",
    "troubles",
    "rolling",
    "siege",
    "requests",
    "fuzz",
    "arena",
    "example",
    "wheel",
)


def main() -> int:
    quick = "--quick" in sys.argv
    wanted = [a for a in sys.argv[1:] if not a.startswith("-")] or RUNS
    failed = []
    print("| run | what | figure | note |\n|---|---|---|---|")
    for name in wanted:
        began = time.perf_counter()
        print(f"… {name}", file=sys.stderr)
        try:
            for row in importlib.import_module(f"bench.{name}").soak(quick):
                print(row, flush=True)
        except KeyboardInterrupt:
            print(f"stopped in {name}; what is done stands above", file=sys.stderr)
            return 130
        except AssertionError as error:
            failed.append(name)
            print(f"| {name} | FAILED | {error} | |", flush=True)
        print(f"  {name}: {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
