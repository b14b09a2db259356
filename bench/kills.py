"""Kill −9 under load on both databases, as a soak run: a thousand kills each, in pieces that are kept in `.soak/`.

    python -m bench.kills SQLite PostgreSQL [--kills 1000] [--minutes 60]

An interrupted run goes on where it stopped; remove `.soak/kills-….json` to begin anew. A piece counts when its tables
have been checked to the end. One that failed is kept too, and fails the run for good.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SOAK = Path(os.environ.get("SOAK_STATE", HERE.parent / ".soak"))
KINDS = {"SQLite": (), "PostgreSQL": ("--postgres",)}
PIECE = 50
LONG = 10_000.0
"""Minutes."""


class Pieces:
    """What was seen so far on one database."""

    def __init__(self, kind: str, folder: Path = SOAK) -> None:
        self.kind, self.file = kind, folder / f"kills-{kind}.json"
        self.all: list[dict[str, Any]] = json.loads(self.file.read_text()) if self.file.exists() else []

    def keep(self, piece: dict[str, Any]) -> None:
        self.all.append(piece)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps(self.all, indent=1))

    @property
    def failures(self) -> list[str]:
        return [str(piece["failed"]) for piece in self.all if "failed" in piece]

    def sum(self, name: str) -> int:
        return sum(int(piece.get(name, 0)) for piece in self.all)

    @property
    def struck(self) -> Counter[str]:
        total: Counter[str] = Counter()
        for piece in self.all:
            total.update(piece.get("struck", {}))
        return total

    def is_due(self, kills: int) -> bool:
        return not self.failures and self.sum("kills") < kills

    def go_on(self, kills: int, minutes: float) -> None:
        """One more piece."""
        seed, left = str(len(self.all) + 1), min(PIECE, kills - self.sum("kills"))
        command = [sys.executable, str(HERE / "kill.py"), "--kills", str(left), "--seed", seed]
        command += ["--minutes", f"{minutes:.1f}", *KINDS[self.kind]]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode == 0:
            self.keep(json.loads(done.stdout.splitlines()[-1]))
        else:
            self.keep({"failed": f"seed {seed}: {done.stderr[-1500:]}"})
        print(self.row(), file=sys.stderr, flush=True)

    def row(self) -> str:
        struck = ", ".join(f"{name} {times}" for name, times in self.struck.most_common())
        figure = f"{self.sum('kills')} kills ({struck}), nothing lost, every stream alive after each"
        note = (
            f"{self.sum('actions')} acknowledged actions at {self.sum('tables')} tables in {len(self.all)} pieces;"
            f" {self.sum('while starting')} more kills while starting; {self.sum('news')} live updates;"
            f" {self.sum('letters waited for')} letters waited for and had, {self.sum('letters twice')} of"
            f" {self.sum('letters')} sent twice"
        )
        return f"| kills | {self.kind} | {figure} | {note} |"


def run(all_pieces: list[Pieces], kills: int, minutes: float = LONG) -> None:
    """A piece of each in turn, until there are enough or the time is over."""
    end = time.monotonic() + minutes * 60
    while due := [pieces for pieces in all_pieces if pieces.is_due(kills)]:
        for pieces in due:
            if time.monotonic() >= end:
                return
            pieces.go_on(kills, (end - time.monotonic()) / 60)


def soak(quick: bool = False) -> list[str]:
    found = [Pieces(kind, SOAK / "quick" if quick else SOAK) for kind in KINDS]
    run(found, 3 if quick else 1000)
    for pieces in found:
        assert not pieces.failures, pieces.failures[0]
    return [pieces.row() for pieces in found]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--minutes", type=float, default=LONG, help="no new kills after so long")
    args = parser.parse_args()
    run([Pieces(kind) for kind in args.kinds], args.kills, args.minutes)


if __name__ == "__main__":
    main()
