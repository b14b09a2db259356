"""Samples of `bench/kill.py` and `bench/troubles.py`: under load, nothing is lost and every stream goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
@pytest.mark.parametrize("database", [(), ("--postgres",)], ids=["sqlite", "postgres"])
def test_nothing_is_lost_when_the_server_is_killed(database: tuple[str, ...]) -> None:
    script = [sys.executable, str(ROOT / "bench" / "kill.py"), "--kills", "2", "--people", "2"]
    done = subprocess.run([*script, *database], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert "nothing lost, every stream alive" in done.stdout, done.stderr


@pytest.mark.slow
def test_a_full_disk_a_locked_file_and_a_restore_cost_nothing() -> None:
    """A sample of `bench/troubles.py`, with its drill: a backup made under load is restored and looked through."""
    script = [sys.executable, "-m", "bench.troubles", "--rounds", "1", "--people", "2"]
    done = subprocess.run(script, capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert '"full disk": 1, "locked": 1, "drill": 1, "restore": 1' in done.stdout, done.stderr
