"""A pytest plugin that breaks one line of a game on purpose, in this process only: no file is changed.

`-p tests.checkers.breaking` with the environment variable `BROKEN_LINE`, JSON with `path`, `was` and `becomes`. It must
be loaded before the game is; so it imports nothing of ours.
"""

from __future__ import annotations

import json
import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

VARIABLE = "BROKEN_LINE"


def broken(text: str, was: str, becomes: str) -> str:
    """A text with one line replaced, its indentation kept; the line must stand there once."""
    lines = text.split("\n")
    (at,) = [number for number, line in enumerate(lines) if line.strip() == was]
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines[at] = indent + becomes
    return "\n".join(lines)


def _install(path: str, was: str, becomes: str) -> None:
    sys.dont_write_bytecode = True
    read, read_text = SourceFileLoader.get_data, Path.read_text

    def get_data(self: SourceFileLoader, wanted: str) -> bytes:
        if str(wanted).endswith(".pyc") and self.path == path:
            raise OSError("compiled before it was broken")
        found = read(self, wanted)
        return broken(found.decode(), was, becomes).encode() if str(wanted) == path else found

    def get_text(self: Path, *args: Any, **more: Any) -> str:
        found = read_text(self, *args, **more)
        return broken(found, was, becomes) if str(self) == path else found

    SourceFileLoader.get_data = get_data  # type: ignore[method-assign,assignment]
    Path.read_text = get_text  # type: ignore[method-assign]


if VARIABLE in os.environ:
    _install(**json.loads(os.environ[VARIABLE]))
