"""One server process per SQLite file: a lock that ends with the process, however it ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from stellwerk.core import Text
from stellwerk.table.model import Refused


@contextmanager
def exclusive(file: Path | None) -> Iterator[None]:
    """Nobody else serves or restores this file meanwhile. Nothing to do for PostgreSQL."""
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file.with_name(file.name + ".lock"), blocking=False)
    try:
        lock.acquire()
    except Timeout as error:
        text = Text("another server process uses {file}; SQLite allows one, PostgreSQL several", file=str(file))
        raise Refused("busy", text) from error
    try:
        yield
    finally:
        lock.release()
