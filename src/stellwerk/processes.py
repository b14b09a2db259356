"""What every process of ours does: it ends with the one that started it, and seldom looks for garbage."""

from __future__ import annotations

import gc
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


def collect_rarely() -> None:
    """Loaded modules and tables never go away and we make few cycles: the collector, which stops everything, need not
    look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
