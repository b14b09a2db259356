"""A sample of `bench/kill.py`: the server is killed under load and nothing is lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
@pytest.mark.parametrize("database", [(), ("--postgres",)], ids=["sqlite", "postgres"])
def test_nothing_is_lost_when_the_server_is_killed(database: tuple[str, ...]) -> None:
    script = [sys.executable, str(ROOT / "bench" / "kill.py"), "--kills", "2", "--tables", "3"]
    done = subprocess.run([*script, *database], capture_output=True, text=True, cwd=ROOT, timeout=300, check=False)
    assert "nothing lost" in done.stdout, done.stderr
