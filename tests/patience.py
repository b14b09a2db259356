"""How long a test waits for an answer that must come: long enough for a machine that is busy with other work."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

SECONDS = 120

T = TypeVar("T")


def run_apart(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: a browser of an earlier test may have left an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
