"""`make bench`: every measurement, printed as a table. `make bench ARGS="core routes"` runs some of them.

A measurement is a module in this folder with `main() -> list[str]`, rows of `| room | what | figure | note |`. A second
table puts the figures beside those of the last committed `results.md`, where it has a row of the same name.
"""

from __future__ import annotations

import importlib
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from bench.interpreter import build  # noqa: E402

MEASUREMENTS = (
    "startup",
    "core",
    "playouts",
    "growth",
    "exponents",
    "long_tables",
    "routes",
    "reach",
    "import_fixture",
    "pages",
    "environments",
    "judgement",
)
SERVERS = ("load", "listeners")
"""Scripts that start a server of their own and print what they measured."""


def main() -> int:
    wanted = sys.argv[1:] or [*MEASUREMENTS, *SERVERS]
    print(f"{build()}, {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}\n")
    print("| room | what | figure | note |\n|---|---|---|---|")
    rows: list[str] = []
    for name in wanted:
        print(f"… {name}", file=sys.stderr)
        if name in SERVERS:
            subprocess.run([sys.executable, HERE / f"{name}.py"], check=True)
            continue
        for row in importlib.import_module(f"bench.{name}").main():
            print(row, flush=True)
            rows.append(row)
    print("", *compared(rows, committed()), sep="\n")
    return 0


def committed() -> str:
    """`results.md` as it was committed last; as it lies there where this is no clone."""
    shown = subprocess.run(["git", "show", "HEAD:./results.md"], cwd=HERE, capture_output=True, text=True, check=False)
    return shown.stdout if shown.returncode == 0 else (HERE / "results.md").read_text()


def compared(rows: list[str], before: str) -> list[str]:
    """The figures of rows beside those of an older table."""
    old = figures(before.splitlines())
    table = [
        f"| {room} | {what} | {old.get((room, what), '–')} | {now} |" for (room, what), now in figures(rows).items()
    ]
    return ["| room | what | committed | now |", "|---|---|---|---|", *table]


def figures(lines: list[str]) -> dict[tuple[str, str], str]:
    """What stands in the third column, by the first two; of equal names the first, which is the newest."""
    cells = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines if line.startswith("|")]
    found: dict[tuple[str, str], str] = {}
    for row in cells:
        if len(row) == 4:
            found.setdefault((row[0], row[1]), row[2])
    return found


if __name__ == "__main__":
    sys.exit(main())
