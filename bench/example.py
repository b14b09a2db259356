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
    passed = len(re.findall(r"(?m) PASSED ", done.stdout))
    return [f"| example | whole suite with a fourth game | {passed} tests pass | {time.perf_counter() - began:.0f} s |"]
