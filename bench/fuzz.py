"""Every API route, page and form asked in odd ways, for long: no answer is a server error."""

from __future__ import annotations

import os
import subprocess
import sys

TESTS = ("tests/web/test_schema.py", "tests/web/test_every_form.py")


def soak(quick: bool = False) -> list[str]:
    times = 3 if quick else 100
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "--timeout", "0", *TESTS]
    done = subprocess.run(command, env={**os.environ, "STELLWERK_FUZZ": str(times)}, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-1500:]
    return [f"| fuzz | every API route, page and form | {times} odd requests each, no server error | |"]
