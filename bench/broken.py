"""Thirty rows of each coverage with one line broken on purpose: the row's own test must fail (`tests/checkers/broken`).

python -m bench.broken [GAME …]
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.checkers import broken


def soak(quick: bool = False, games: tuple[str, ...] = ()) -> list[str]:
    rows = []
    for id_ in games or tuple(broken.games()):
        drawn = broken.drawn(id_)[: 5 if quick else broken.ROWS]
        wrong = broken.unnoticed(id_, drawn)
        assert not wrong, "; ".join(wrong)
        rows.append(f"| broken rows | {id_} | {len(drawn)} of {len(drawn)} noticed by the row's own test | |")
    return rows


if __name__ == "__main__":
    print("\n".join(soak(games=tuple(sys.argv[1:]))))
