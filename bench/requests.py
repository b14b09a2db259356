"""Duplicated, reordered and delayed requests from two seats at once, as a soak run."""

from __future__ import annotations

import os
import subprocess
import sys


def soak(quick: bool = False) -> list[str]:
    count = 1000 if quick else 10_000
    command = [sys.executable, "-m", "pytest", "-q", "tests/table/test_duplicates.py"]
    environment = {**os.environ, "STELLWERK_CHAOS": str(count)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-800:]
    where = "SQLite, PostgreSQL, four servers and four web processes on PostgreSQL"
    return [f"| requests | duplicated, reordered, delayed | {count} each, no double effect, no lost move | {where} |"]
