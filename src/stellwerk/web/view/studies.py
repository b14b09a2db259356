"""Studies are made in a watched process of their own and kept for a while; whoever waits sees how far they are."""

from __future__ import annotations

import logging
from collections.abc import Hashable
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Any

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import BadLog, Entry, Header
from stellwerk.study.analysis.model import Study
from stellwerk.study.analysis.walk import Eyes, studied
from stellwerk.study.watched import NotWanted, Progress, TookTooMuch, Wanted, Watched, Work
from stellwerk.table.cache import Cache

LOG = logging.getLogger("stellwerk.web")
SECONDS = 60.0
MEMORY = 800_000_000
KEPT = 60
MOST_WAITING = 20

Order = tuple[str, Header, tuple[Entry, ...], Eyes]


def make_study(order: Order, progress: Progress) -> Study:
    game, header, entries, eyes = order
    return studied(games.game(game), header, entries, eyes, progress)


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
class Job:
    """A study on its way: how many moves of how many, and what became of it."""

    done: int = 0
    all: int = 0
    study: Study | None = None
    problem: Text | None = None
    over: Event = field(default_factory=Event)


class Studies:
    """The studies that are kept or on their way."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._lock = workshop, Lock()
        self._jobs: Cache[Hashable, Job] = Cache(KEPT)
        self._waiting = 0

    def of(self, key: Hashable, order: Order) -> Job:
        """The job of a study, begun if nobody has asked for it yet."""
        with self._lock:
            job: Job = self._jobs.get_or_make(key, Job)
            is_new = not job.all
            if is_new:
                job.all = max(1, len(order[2]))
                self._begin(job, order)
        return job

    def _begin(self, job: Job, order: Order) -> None:
        if self._waiting >= MOST_WAITING:
            job.problem = Text("too many studies are being made; try again in a moment")
            job.over.set()
            job.all = 0  # so that the next request asks again
            return
        self._waiting += 1
        Thread(target=self._make, args=(job, order), name="study", daemon=True).start()

    def _make(self, job: Job, order: Order) -> None:
        def progress(done: int, all_: int) -> None:
            job.done, job.all = done, all_

        try:
            job.study = self._workshop.do(make_study, order, progress)
        except TookTooMuch:
            job.problem = Text("this game takes too much time or memory to study")
        except BadLog as error:
            job.problem = error.text
        except Exception:
            LOG.exception("a study failed")
            job.problem = Text("this game cannot be studied")
        finally:
            with self._lock:
                self._waiting -= 1
            job.over.set()
