"""No process outlives the one that started it."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing import parent_process
from threading import Thread


def follow_parent(end: Callable[[], object]) -> None:
    """Do this when the process that started ours is gone, killed or not."""
    parent = parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        end()

    Thread(target=wait, name="orphan", daemon=True).start()
