"""The example game, built as a wheel and installed where only a process that is told so sees it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "shunting_yard"
ID = "shunting-yard"


def install(target: Path) -> dict[str, str]:
    """Into a folder; the environment of processes in which the game is there beside ours."""
    options = ("--quiet", "--disable-pip-version-check", "--no-index", "--no-deps", "--no-build-isolation")
    command = [sys.executable, "-m", "pip", "install", *options, "--target", str(target), str(EXAMPLE)]
    subprocess.run(command, check=True)
    path = [str(ROOT / "src"), str(target), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def run(environment: dict[str, str], *arguments: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """A Python process of its own, not one of the workers that test in parallel."""
    clean = {name: value for name, value in environment.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, env=clean, input=typed, capture_output=True, text=True)
