"""Kill −9 under load on both databases, as a soak run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KILL = Path(__file__).resolve().parent / "kill.py"


def soak(quick: bool = False) -> list[str]:
    kills = 3 if quick else 200
    rows = []
    for name, more in (("SQLite", []), ("PostgreSQL", ["--postgres"])):
        command = [sys.executable, KILL, "--kills", str(kills), *more]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        assert done.returncode == 0, f"{name}: see above"
        rows.append(f"| kills | {name} | {kills} kills, nothing lost | {done.stdout.strip().splitlines()[-1]} |")
    return rows
