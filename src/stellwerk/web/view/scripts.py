"""A script of the pages with everything it imports, so that a browser asks for all of it at once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

IMPORT = re.compile(r"""^(?:import|export)\s[^"';]*?["'](\.{1,2}/[^"']+)["'];?$""", re.M)


@cache
def imported_by(folder: Path, name: str) -> tuple[str, ...]:
    """The names of all modules that come with a module, nearest first, without itself."""
    found: dict[str, None] = {}
    ahead = [name]
    while ahead:
        module = ahead.pop(0)
        for other in IMPORT.findall((folder / module).read_text("utf-8")):
            there = normpath(PurePosixPath(module).parent / other)
            if there != name and there not in found:
                found[there] = None
                ahead.append(there)
    return tuple(found)
