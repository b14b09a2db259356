"""One server process per SQLite file: a lock that ends with the process, however it ends. And no process outlives the
one that started it."""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

from stellwerk.core import Text
from stellwerk.table.model import Refused


@contextmanager
def exclusive(file: Path | None) -> Iterator[None]:
    """Nobody else serves or restores this file meanwhile. Nothing to do for PostgreSQL."""
    if file is None:
        yield
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_name(file.name + ".lock").open("w") as handle:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            text = Text("another server process uses {file}; SQLite allows one, PostgreSQL several", file=str(file))
            raise Refused("busy", text) from error
        yield


def follow_parent(end: Callable[[], object]) -> None:
    """Do this when the process that started ours is gone, killed or not."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, name="orphan", daemon=True).start()
