"""Pages that are generated: written where they have changed, or with `--check` only compared."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path


def bring_up_to_date(pages: Iterable[tuple[Path, str]]) -> int:
    """An exit code: 1 where `--check` is asked and a page is not what it should be."""
    only_check = "--check" in sys.argv
    stale = [(place, text) for place, text in pages if not place.exists() or place.read_text("utf-8") != text]
    for place, text in stale:
        print(f"{place} {'is out of date: make docs' if only_check else 'written'}")
        if not only_check:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")
    return 1 if stale and only_check else 0
