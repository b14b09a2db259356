"""What 0.1 left behind: every later version opens it, plays on, and gives the same results.

Nothing below `0.1/` is ever changed. It was made with 0.1 itself: a store with tables of every kind, thirty logs, and
`expected.json` with what 0.1 made of them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

OLD = Path(__file__).parent / "0.1"
EXPECTED: dict[str, Any] = json.loads((OLD / "expected.json").read_text("utf-8"))


def log_of(key: str) -> Path:
    return OLD / "logs" / f"{key.replace('/', '-')}.log.gz"


def scored(game: Any, s: Any) -> list[Any]:
    """Scores as `expected.json` has them."""
    return [[score.total, score.rank, [points for _, points in score.items]] for score in game.scores(s)]
