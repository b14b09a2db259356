"""The whole suite with the example game installed beside ours, as a soak run: registering a game breaks nothing."""

from __future__ import annotations

import re
import tempfile
import time
from pathlib import Path

from tests.example.installed import install, run

QUICK = ("tests/contract", "tests/draw", "tests/test_layers.py")


def soak(quick: bool = False) -> list[str]:
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        beside = install(Path(folder) / "beside")
        wanted = QUICK if quick else ("tests",)
        done = run(beside, "-m", "pytest", "-v", "-n", "2", "--dist", "loadfile", *wanted)
    assert done.returncode == 0, re.findall(r"(?m)^(?:FAILED|ERROR) \S+", done.stdout) or done.stderr[-2000:]
    passed = sum(map(int, re.findall(r"(\d+) passed", done.stdout)))
    assert passed, done.stdout[-2000:]
    what = "a part of the suite" if quick else "the whole suite"
    spent = time.perf_counter() - began
    return [f"| example | {what} with a fourth game | {passed} tests pass | {spent:.0f} s |"]
