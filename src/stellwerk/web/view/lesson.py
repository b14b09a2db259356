"""What a table page shows of the lesson that is taken there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from stellwerk.core import Rule
from stellwerk.learn.course import move_at
from stellwerk.learn.lesson import Lesson, Move, Task, lessons
from stellwerk.learn.practice import practice
from stellwerk.table.moves.lessons import lesson_of, moves_so_far
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.view.perspective import PREFIX
from stellwerk.web.view.question import Offer, facet


@dataclass(frozen=True, slots=True)
class LessonView:
    """A chapter as far as its learner has come."""

    lesson: Lesson
    made: int

    @property
    def task(self) -> Task | None:
        return self.lesson.task_at(self.made)

    @property
    def is_begun(self) -> bool:
        """Whether the first move of the task is made: what there was to notice has been read."""
        return self.made > 0 and self.task is not None and self.task is self.lesson.task_at(self.made - 1)

    @property
    def tasks_done(self) -> int:
        return self.lesson.tasks_done(self.made)

    @property
    def move(self) -> Move | None:
        return move_at(self.lesson, self.made)

    def is_right(self, action: object) -> bool:
        """Whether an offer is what the task asks for."""
        return self.move is not None and self.move.is_right(str(action))

    def is_marked(self, action: object) -> bool:
        """Whether the page shows that an offer is asked for; in practice that is the learner's to find."""
        return not self.lesson.is_practice and self.is_right(action)

    def answers(self, offers: Iterable[Offer]) -> list[Offer]:
        """What is right now, for whoever gives up."""
        return [offer for offer in offers if self.lesson.is_practice and self.is_right(offer.action)]

    def is_behind(self, offers: Iterable[Offer], name: str) -> bool:
        """Whether the right offer is among those that act on something."""
        return any(facet(offer.action) == name and self.is_marked(offer.action) for offer in offers)

    def asked_for(self, offers: Sequence[Offer], spots: Mapping[str, Sequence[int]]) -> list[str]:
        """The elements of the boards that stand for the right offer, by their ids."""
        right = {offer.number for offer in offers if self.is_marked(offer.action)}
        return [id_ for id_, numbers in spots.items() if right.intersection(numbers)]

    @property
    def notice(self) -> list[str]:
        """The elements of the boards that the text of the task speaks of."""
        return [] if self.task is None or self.is_begun else [f"{PREFIX}{id_}" for id_ in self.task.notice]

    @property
    def rule(self) -> Rule | None:
        return Rule(self.lesson.game, self.task.section) if self.task is not None and self.task.section else None

    @property
    def url(self) -> str:
        return f"/learn/{self.lesson.game}"

    @property
    def next(self) -> Lesson | None:
        """The chapter after this one."""
        chapters = (practice if self.lesson.is_practice else lessons)(self.lesson.game)
        at = chapters.index(self.lesson) + 1
        return chapters[at] if at < len(chapters) else None


def lesson_view(table: LoadedTable) -> LessonView | None:
    found = lesson_of(table)
    return None if found is None else LessonView(found, moves_so_far(table, found))
