"""The bot's opinion of whole games on pages: judged in portions, so that others have their turn between them; what was
found is shown and kept, and whoever stopped it may go on."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import Entry, Header
from stellwerk.study.analysis.verdicts import SIGNS, told
from stellwerk.study.judgement import BUDGETS, Judgement, Step, last_of, portion
from stellwerk.study.statistics import told_apart
from stellwerk.study.watched import Progress, TookTooMuch
from stellwerk.web.view.opinions import digest_of
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.subjects import Subject
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.workshop import Job, Jobs, Manner, Workshop

LEFT = 60.0
"""Seconds without a word from a page after which nobody waits any more."""
AT_ONCE = 2.0
"""Seconds of the processor for a portion."""
IN_ALL = 900.0
"""Seconds of the processor for one game."""
MANNER = Manner(
    kept=40,
    most_waiting=6,
    too_many=Text("too many requests; wait a moment"),
    too_much=Text("the rest of this game takes the bot too much time or memory"),
    failed=Text("the bot has no opinion of this game"),
)


@dataclass(frozen=True)
class Case:
    """A game to be judged: `digest` is the same for the same log, `count` the turns played out about each move."""

    game: str
    header: Header
    entries: tuple[Entry, ...]
    digest: str
    count: int

    @property
    def key(self) -> Hashable:
        return (self.digest, self.count)


def make_portion(order: tuple[Case, int], progress: Progress) -> tuple[tuple[Step, ...], float]:
    """Some steps, and the seconds of the processor they took."""
    case, since = order
    began = time.process_time()
    found = portion(games.game(case.game), case.header, case.entries, case.count, since, AT_ONCE)
    return found, time.process_time() - began


class Judgements:
    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._jobs = workshop, Jobs[Judgement](MANNER)

    def kept(self, case: Case) -> Job[Judgement] | None:
        return self._jobs.kept(case.key)

    def begin(self, case: Case) -> Job[Judgement]:
        """The judgement that is there or on its way; one that was stopped goes on."""
        found = self._jobs.kept(case.key)
        if found is not None and (not found.over.is_set() or is_whole(found.made, case)):
            return found
        return self._jobs.begin(case.key, partial(self._judge, case), found.made if found is not None else None)

    def stop(self, case: Case) -> None:
        found = self._jobs.kept(case.key)
        if found is not None:
            found.is_stopped = True

    def _judge(self, case: Case, job: Job[Judgement]) -> Judgement:
        """Portion after portion; the job has what was found so far."""
        made = job.made or Judgement((), case.count, ())
        spent = 0.0
        while not is_whole(made, case):
            since = made.steps[-1].number if made.steps else 0
            found, seconds = self._workshop.do(make_portion, (case, since), is_wanted=partial(is_waited_for, job))
            made = Judgement(made.names, made.iterations, (*made.steps, *found))
            job.made = made
            job.progress(made.steps[-1].number if made.steps else 0, last_of(case.entries))
            spent += seconds
            if not found:
                break
            if spent > IN_ALL:
                raise TookTooMuch
        return made


def is_waited_for(job: Job[Any]) -> bool:
    return not job.is_stopped and time.monotonic() - job.asked < LEFT


def is_whole(made: Judgement | None, case: Case) -> bool:
    return made is not None and bool(made.steps) and made.steps[-1].number >= last_of(case.entries)


# --- on the page -----------------------------------------------------------------------------------------------------


def case_of(found: Subject, count: int) -> Case:
    return Case(found.header.game, found.header, found.entries, digest_of(found.header, found.entries), count)


def best_kept(judgements: Judgements, found: Subject) -> tuple[str, Job[Judgement]] | None:
    """The most thorough judgement of a game that is there or on its way, with the name of its budget."""
    case = case_of(found, 0)
    for name, count in sorted(BUDGETS.items(), key=lambda budget: -budget[1]):
        job = judgements.kept(replace(case, count=count))
        if job is not None:
            return name, job
    return None


def judgement_of(judged: tuple[str, Job[Judgement]] | None, found: Subject) -> Judgement | None:
    """What is known of it, with the names by which this reader knows the players."""
    made = judged[1].made if judged is not None else None
    return replace(made, names=tuple(told_apart(found.header))) if made is not None else None


def may_judge(found: Subject) -> bool:
    """Only a game that is over; nobody is helped to win one that runs."""
    return found.eyes.everything and found.is_over


def judging_of(judged: tuple[str, Job[Judgement]] | None, found: Subject, reader: Reader) -> dict[str, Any]:
    """How far the judgement is, for the page and for whoever waits."""
    name, job = judged if judged is not None else ("quick", None)
    made = job.made if job is not None else None
    remarks = made.remarks if made is not None else ()
    return {
        "budget": name,
        "is_running": job is not None and not job.over.is_set(),
        "is_whole": is_whole(made, case_of(found, BUDGETS[name])),
        "done": made.steps[-1].number if made is not None and made.steps else 0,
        "all": last_of(found.entries),
        "problem": reader.say(job.problem) if job is not None and job.problem is not None else "",
        "counts": dict.fromkeys(SIGNS, 0) | Counter(remark.sign for remark in remarks),
    }


def signs_of(judgement: Judgement | None, perspective: Perspective, reader: Reader) -> dict[int, dict[str, str]]:
    """What stands beside the moves of the list: the sign, its class, and what it means in words."""
    if judgement is None:
        return {}
    return {
        remark.step.number: {
            "sign": SIGNS[remark.sign],
            "kind": remark.sign,
            "words": perspective.say(reader, told(judgement, remark)),
        }
        for remark in judgement.remarks
    }
