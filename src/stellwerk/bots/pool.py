"""Many jobs at once: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

from pebble import ProcessPool

from stellwerk.processes import collect_rarely

J = TypeVar("J")
R = TypeVar("R")

ENGINES = ("pool", "ray")


def each(
    function: Callable[[J], R], jobs: Sequence[J], workers: int = 1, engine: str = "pool"
) -> Generator[R, None, None]:
    """The results of all jobs as they come in: in order with one worker, else as they finish."""
    if engine == "ray":
        yield from _on_a_cluster(function, jobs)
    elif workers <= 1:
        yield from map(function, jobs)
    else:
        yield from _in_processes(function, jobs, workers)


def _in_processes(function: Callable[[J], R], jobs: Sequence[J], workers: int) -> Generator[R, None, None]:
    """Whoever stops listening ends the processes too, in the middle of their jobs."""
    pool = ProcessPool(workers, initializer=_settle_in, context=get_context("spawn"))
    try:
        for done in as_completed([pool.schedule(function, args=[job]) for job in jobs]):
            yield done.result()
    finally:
        pool.stop()  # type: ignore[no-untyped-call]
        pool.join()


def _settle_in() -> None:
    """Ctrl-C reaches every process of a terminal; the one that was called decides what it means."""
    signal(SIGINT, SIG_IGN)
    collect_rarely()


def _on_a_cluster(function: Callable[[J], R], jobs: Sequence[J]) -> Generator[R, None, None]:
    """On the cluster the environment names, or a local one."""
    import ray

    if not ray.is_initialized():
        ray.init(include_dashboard=False, log_to_driver=False)
    remote = ray.remote(function)
    waiting = [remote.remote(job) for job in jobs]
    try:
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)
    finally:
        for job_ in waiting:
            with suppress(Exception):  # the cluster may be gone
                ray.cancel(job_, force=True)
