"""A lesson at a table: only what the task asks for is done, and the script answers for everybody else.

Nothing is taken back at such a table, so its version tells where the learner stands.
"""

from __future__ import annotations

from stellwerk.core import Text
from stellwerk.learn.course import mistake, move_at, moves_made
from stellwerk.learn.lesson import Lesson, Move
from stellwerk.learn.practice import lesson
from stellwerk.table.model import Refused
from stellwerk.table.storage.loaded import LoadedTable

ORIGIN = "lesson"


def lesson_of(table: LoadedTable) -> Lesson | None:
    """The lesson that is taken at a table. One that has gone with a new version leaves an ordinary table."""
    return lesson(table.game, table.source or "") if table.origin == ORIGIN else None


def moves_so_far(table: LoadedTable, lesson: Lesson) -> int:
    return moves_made(lesson, table.version)


def right_move(table: LoadedTable, line: str) -> Move | None:
    """The move of the lesson that a line makes; None where no lesson is taken. Refuses what the task does not ask."""
    found = lesson_of(table)
    if found is None:
        return None
    made = moves_so_far(table, found)
    move = move_at(found, made)
    if move is None:
        raise Refused("lesson", Text("this chapter is done; go on with the next one"), 409)
    wrong = mistake(found, made, line)
    if wrong is not None:
        raise Refused("lesson", wrong, 409)
    return move


def require_no_lesson(table: LoadedTable) -> None:
    if lesson_of(table) is not None:
        raise Refused("lesson", Text("a lesson only goes forward; begin it again instead"), 409)
