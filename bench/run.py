"""`make bench`: every measurement, printed as a table. `make bench ARGS="core routes"` runs some of them.

A measurement is a module in this folder with `main() -> list[str]`, rows of `| room | what | figure | note |`.
"""

from __future__ import annotations

import importlib
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

MEASUREMENTS = (
    "core",
    "playouts",
    "growth",
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
    print(f"Python {platform.python_version()}, {platform.machine()}\n")
    print("| room | what | figure | note |\n|---|---|---|---|")
    for name in wanted:
        print(f"… {name}", file=sys.stderr)
        if name in SERVERS:
            subprocess.run([sys.executable, HERE / f"{name}.py"], check=True)
            continue
        for row in importlib.import_module(f"bench.{name}").main():
            print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
