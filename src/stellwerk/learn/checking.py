"""Whether a lesson still fits the rules: everything in it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stellwerk import games
from stellwerk.core import Action, BadNotation, Illegal, pending
from stellwerk.learn.course import Course
from stellwerk.learn.lesson import BadLesson, Lesson, Task

Pick = Callable[[Sequence[Action]], Action]


def first(offered: Sequence[Action]) -> Action:
    return offered[0]


def last(offered: Sequence[Action]) -> Action:
    return offered[-1]


def check(lesson: Lesson, pick: Pick = first) -> set[str]:
    """Take the lesson by one of the right moves each time. The subjects learnt, or `BadLesson`."""
    name = f"{lesson.game} {lesson.id}"
    try:
        course = Course(lesson)
        for task in lesson.tasks:
            _check_task(course, task, pick, name)
    except (Illegal, BadNotation) as error:
        raise BadLesson(name, str(error.text)) from error
    return {subject for task in lesson.tasks for subject in task.subjects}


def _check_task(course: Course, task: Task, pick: Pick, name: str) -> None:
    where = f"{name}, task “{task.task}”"
    if task.section and task.section not in {section.id for section in games.game(course.lesson.game).rules}:
        raise BadLesson(where, f"there is no section {task.section}")
    told: set[str] = set()
    for number, move in enumerate(task.moves, 1):
        choice = pending(course.record.state)
        if choice is None or choice.seat(course.record.state) != course.lesson.pupil:
            raise BadLesson(where, f"move {number}: the learner is not asked")
        right = course.right()
        if not right:
            offered = ", ".join(str(action) for action in course.legal()[:40])
            raise BadLesson(where, f"move {number}: none like {move.like} among: {offered}")
        told |= {type(event).__name__ for event in course.take(pick(right))}
    for subject, event in task.subjects.items():
        if event not in told:
            raise BadLesson(where, f"{subject}: no {event} among {', '.join(sorted(told))}")
