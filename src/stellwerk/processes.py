"""What processes of ours do: they end with the one that started them, let others go first, seldom look for garbage."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from contextlib import suppress
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


def let_others_go_first() -> None:
    """Where the system knows such an order; Windows does not."""
    with suppress(AttributeError, OSError):
        os.nice(10)


def collect_rarely() -> None:
    """Loaded modules and tables never go away and we make few cycles: the collector, which stops everything, need not
    look at them again and again. Nor need it look now: what loading leaves behind is less than it takes to find it."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
