"""What takes long is made in one watched process and kept for a while; whoever waits sees how far it is."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Hashable
from contextvars import copy_context
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock, Thread
from typing import Any, Generic, TypeVar

from stellwerk.core import Text
from stellwerk.core.log import BadLog
from stellwerk.study.watched import NotWanted, Progress, TookTooMuch, Wanted, Watched, Work
from stellwerk.table.cache import Cache
from stellwerk.table.service.limits import asking

LOG = logging.getLogger("stellwerk.web")
SECONDS = 60.0
MEMORY = 800_000_000

T = TypeVar("T")


def do_work(order: tuple[Work, Any], progress: Progress) -> Any:
    work, wanted = order
    return work(wanted, progress)


class Workshop:
    """One watched process for everybody who studies; orders wait for their turn."""

    def __init__(self) -> None:
        self._worker, self._turn = Watched(do_work, SECONDS, MEMORY), Lock()

    def do(self, work: Work, order: Any, progress: Progress | None = None, is_wanted: Wanted = lambda: True) -> Any:
        """Raises `TookTooMuch`, `NotWanted`, or what the work itself raised."""
        with self._turn:
            if not is_wanted():  # whoever asked has left while others had their turn
                raise NotWanted
            return self._worker.do((work, order), progress, is_wanted)

    def close(self) -> None:
        self._worker.end()


@dataclass
class Job(Generic[T]):
    """Something on its way: how much of how much, and what became of it. `asked` is when somebody was last seen
    waiting."""

    done: int = 0
    all: int = 1
    made: T | None = None
    problem: Text | None = None
    over: Event = field(default_factory=Event)
    asked: float = field(default_factory=time.monotonic)
    is_stopped: bool = False

    @property
    def is_ready(self) -> bool:
        return self.over.is_set() and (self.made is not None or self.problem is not None)

    def progress(self, done: int, all_: int) -> None:
        self.done, self.all = done, all_


@dataclass(frozen=True)
class Manner:
    """How jobs of one kind are kept, and what is said when they fail."""

    kept: int
    most_waiting: int
    too_many: Text
    too_much: Text
    failed: Text
    is_tried_again: bool = True
    """Whether a failure is said once and the next request tries again."""


class Jobs(Generic[T]):
    """The jobs of one kind that are kept or on their way."""

    def __init__(self, manner: Manner) -> None:
        self.manner, self._lock = manner, Lock()
        self._kept: Cache[Hashable, Job[T]] = Cache(manner.kept)
        self._waiting: Counter[str] = Counter()
        """By the address that wants them."""

    def kept(self, key: Hashable) -> Job[T] | None:
        """A job somebody has begun; who looks at it is seen waiting."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                found.asked = time.monotonic()
                if found.problem is not None and self.manner.is_tried_again:
                    self._kept.drop(key)
            return found

    def of(self, key: Hashable, make: Callable[[Job[T]], T], begun_with: T | None = None) -> Job[T]:
        """The job that is there, or one that begins now."""
        found = self.kept(key)
        return found if found is not None else self.begin(key, make, begun_with)

    def begin(self, key: Hashable, make: Callable[[Job[T]], T], begun_with: T | None = None) -> Job[T]:
        """A new job, in the place of any that is there."""
        made, here = Job[T](made=begun_with), asking() or ""
        with self._lock:
            if not self._has_room(here):
                made.problem = self.manner.too_many
                made.over.set()
                return made
            self._waiting[here] += 1
            self._kept.put(key, made)
        task = partial(copy_context().run, self._make, key, made, make, here)
        Thread(target=task, name="workshop", daemon=True).start()
        return made

    def _has_room(self, here: str) -> bool:
        """One address has a part of the places: whoever wants everything keeps nobody else out."""
        most = self.manner.most_waiting
        return self._waiting.total() < most and (not here or self._waiting[here] < max(2, most // 4))

    def _make(self, key: Hashable, job: Job[T], make: Callable[[Job[T]], T], here: str) -> None:
        try:
            job.made = make(job)
        except NotWanted:
            if job.made is None:
                self._kept.drop(key)
        except TookTooMuch:
            job.problem = self.manner.too_much
        except BadLog as error:
            job.problem = error.text
        except Exception:
            LOG.exception("a job failed")
            job.problem = self.manner.failed
        finally:
            with self._lock:
                self._waiting -= Counter([here])
            job.over.set()
