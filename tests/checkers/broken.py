"""Rows of the coverage broken on purpose: one line of the game is made wrong, and the row's own test must fail.

`tests/games/<game>/broken.toml` holds a line for every row that is drawn: the file in `rules/`, the line as it stands
and what it becomes. The rows are drawn by a hash, so that a new row of the coverage changes at most one of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

from scripts import projects, rulebook
from tests.checkers.breaking import VARIABLE, broken

ROWS = 30
SEED = 1880
FAILED = 1
"""What pytest says when a test has failed; more than that means that nothing could be tried."""


@dataclass(frozen=True)
class Breakage:
    """What is done to a row: in a file of the rules one line becomes another."""

    line: str
    section: str
    file: str
    was: str
    becomes: str

    @property
    def row(self) -> tuple[str, str]:
        return self.line, self.section


def games() -> list[str]:
    """The games of this project that have lines to break."""
    return [id_ for id_ in projects.ours() if _file(id_).exists()]


def _file(id_: str) -> Path:
    return projects.tests_of(id_) / "broken.toml"


def drawn(id_: str) -> list[rulebook.Covered]:
    def place(row: rulebook.Covered) -> bytes:
        return hashlib.sha256(f"{SEED} {row.line} {row.section}".encode()).digest()

    return sorted(rulebook.coverage_of(id_), key=place)[:ROWS]


def breakages(id_: str) -> dict[tuple[str, str], Breakage]:
    rows = [Breakage(**row) for row in tomllib.loads(_file(id_).read_text("utf-8"))["row"]]
    return {row.row: row for row in rows}


def source(id_: str, breakage: Breakage) -> Path:
    return rulebook.rules_of(id_) / breakage.file


def fits(id_: str, breakage: Breakage) -> bool:
    """Whether the line to be broken stands there, once."""
    try:
        return broken(source(id_, breakage).read_text("utf-8"), breakage.was, breakage.becomes) != ""
    except ValueError:
        return False


def outcome(id_: str, rows: list[rulebook.Covered], breakage: Breakage | None = None) -> int:
    """What pytest says of the rows' own tests, with a line broken or as it is."""
    paths_of = {test.name: test.path for test in rulebook.tests_of(id_)}
    tests = dict.fromkeys(f"{paths_of[row.test]}::{row.test}" for row in rows)
    command = [sys.executable, "-m", "pytest", "-x", "-p", "tests.checkers.breaking", *tests]
    paths = [str(projects.ROOT), str(projects.ROOT / "src")]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    if breakage is not None:
        line = {"path": str(source(id_, breakage)), "was": breakage.was, "becomes": breakage.becomes}
        env[VARIABLE] = json.dumps(line)
    return subprocess.run(command, cwd=projects.ROOT, env=env, capture_output=True, timeout=300).returncode


def unnoticed(id_: str, rows: list[rulebook.Covered]) -> list[str]:
    """Rows whose test does not fail although the line is broken. As the game is, they pass."""
    found = breakages(id_)
    assert outcome(id_, rows) == 0, f"{id_}: tests fail with nothing broken"
    overlooked = (row for row in rows if outcome(id_, [row], found[row.line, row.section]) != FAILED)
    return [f"{id_} {row.line} {row.section} {row.test}" for row in overlooked]
