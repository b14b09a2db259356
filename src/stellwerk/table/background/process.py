"""One server process per SQLite file: a lock that ends with the process, however it ends. And no process outlives the
one that started it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import parent_process
from pathlib import Path
from threading import Thread

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


def follow_parent(end: Callable[[], object]) -> None:
    """Do this when the process that started ours is gone, killed or not."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, name="orphan", daemon=True).start()
