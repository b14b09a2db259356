"""Studies on pages: made in the workshop, kept for a while."""

from __future__ import annotations

from collections.abc import Hashable

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import Entry, Header
from stellwerk.study.analysis.model import Study
from stellwerk.study.analysis.walk import Eyes, studied
from stellwerk.study.watched import Progress
from stellwerk.web.view.workshop import Job, Jobs, Manner, Workshop

MANNER = Manner(
    kept=60,
    most_waiting=20,
    too_many=Text("too many studies are being made; try again in a moment"),
    too_much=Text("this game takes too much time or memory to study"),
    failed=Text("this game cannot be studied"),
    is_tried_again=False,
)

Order = tuple[str, Header, tuple[Entry, ...], Eyes]


def make_study(order: Order, progress: Progress) -> Study:
    game, header, entries, eyes = order
    return studied(games.game(game), header, entries, eyes, progress)


class Studies:
    """The studies that are kept or on their way."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._jobs = workshop, Jobs[Study](MANNER)

    def of(self, key: Hashable, order: Order) -> Job[Study]:
        """The job of a study, begun if nobody has asked for it yet."""

        def make(job: Job[Study]) -> Study:
            made: Study = self._workshop.do(make_study, order, job.progress)
            return made

        return self._jobs.of(key, make)
