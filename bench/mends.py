"""Faults that were mended, put back one by one: the test named beside each must fail (`tests/mends.toml`).

python -m bench.mends [WORD …]      only those whose fault has one of the words
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.checkers.breaking import VARIABLE, broken

ROOT = Path(__file__).resolve().parent.parent
FAILED = 1
"""What pytest says when a test has failed; more than that means that nothing could be tried."""


@dataclass(frozen=True)
class Mend:
    fault: str
    file: str
    was: str
    becomes: str
    test: str

    @property
    def source(self) -> Path:
        return ROOT / "src" / "stellwerk" / self.file

    @property
    def fits(self) -> bool:
        """Whether the line to be broken stands there, once."""
        try:
            return broken(self.source.read_text("utf-8"), self.was, self.becomes) != ""
        except ValueError:
            return False

    def is_noticed(self) -> bool:
        """Whether the test fails with the fault; on SQLite alone where it runs on both."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "tests.checkers.breaking", self.test]
        command += ["-k", "not [postgres"]
        line = {"path": str(self.source), "was": self.was, "becomes": self.becomes}
        env = os.environ | {VARIABLE: json.dumps(line), "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=600).returncode == FAILED


def mends() -> list[Mend]:
    return [Mend(**each) for each in tomllib.loads((ROOT / "tests" / "mends.toml").read_text("utf-8"))["mend"]]


def soak(quick: bool = False, words: tuple[str, ...] = ()) -> list[str]:
    wanted = [mend for mend in mends() if not words or any(word in mend.fault for word in words)][
        : 3 if quick else None
    ]
    wrong = []
    for mend in wanted:
        noticed = mend.is_noticed()
        print(f"{'noticed' if noticed else 'NOT NOTICED'}: {mend.fault}", file=sys.stderr, flush=True)
        if not noticed:
            wrong.append(f"{mend.fault} ({mend.test})")
    assert not wrong, "; ".join(wrong)
    return [f"| mends | faults put back | {len(wanted)} of {len(wanted)} noticed by the test named beside them | |"]


if __name__ == "__main__":
    print("\n".join(soak(words=tuple(sys.argv[1:]))))
