"""What a table page shows of the lesson that is taken there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from stellwerk.core import Rule
from stellwerk.learn.course import move_at
from stellwerk.learn.lesson import Lesson, Move, Task, lessons
from stellwerk.table.moves.lessons import lesson_of, moves_so_far
from stellwerk.table.storage.loaded import LoadedTable
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

    def is_behind(self, offers: Iterable[Offer], name: str) -> bool:
        """Whether the right offer is among those that act on something."""
        return any(facet(offer.action) == name and self.is_right(offer.action) for offer in offers)

    @property
    def rule(self) -> Rule | None:
        return Rule(self.lesson.game, self.task.section) if self.task is not None and self.task.section else None

    @property
    def url(self) -> str:
        return f"/learn/{self.lesson.game}"

    @property
    def next(self) -> Lesson | None:
        """The chapter after this one."""
        chapters = lessons(self.lesson.game)
        at = chapters.index(self.lesson) + 1
        return chapters[at] if at < len(chapters) else None


def lesson_view(table: LoadedTable) -> LessonView | None:
    found = lesson_of(table)
    return None if found is None else LessonView(found, moves_so_far(table, found))
