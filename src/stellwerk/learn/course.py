"""A learner on his way through a lesson. Where he stands is the number of moves he has made, so a log tells it too."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk import games
from stellwerk.core import Action, Event, Text, events, objection, pending
from stellwerk.core.log import Entry, Record
from stellwerk.learn.lesson import Lesson, Move

MOST_SUGGESTED = 400


def opened(lesson: Lesson) -> Record[Any]:
    """The position the lesson begins with."""
    game = games.game(lesson.game)
    record = Record.new(game, len(lesson.names), game.variants_from(lesson.variants), names=lesson.names)
    answer(record, lesson.start)
    return record


def answer(record: Record[Any], entries: Iterable[Entry]) -> None:
    """What the script says for chance and the others, through the checked door."""
    for entry in entries:
        record.act(entry.seat, record.game.parse(entry.text))


def moves_made(lesson: Lesson, version: int) -> int:
    """How many of the learner's own moves are in a log of so many entries, where nothing was undone."""
    made, played = 0, len(lesson.start)
    while played < version and made < len(lesson.moves):
        played += 1 + len(lesson.moves[made].after)
        made += 1
    return made


def move_at(lesson: Lesson, made: int) -> Move | None:
    """What the learner is to do next, or None when the lesson is over."""
    return lesson.moves[made] if made < len(lesson.moves) else None


def mistake(lesson: Lesson, made: int, line: str) -> Text | None:
    """Why a legal move is not the one the task asks for; None if it is right, or the lesson over."""
    move, task = move_at(lesson, made), lesson.task_at(made)
    if move is None or task is None or move.is_right(line):
        return None
    known = next((wrong.text for wrong in task.wrong if Move((wrong.like,)).is_right(line)), None)
    return known or Text("That would be legal, but now: {task}", task=task.task)


class Course:
    """A lesson being taken."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.record = opened(lesson)
        self.made = 0

    @property
    def is_over(self) -> bool:
        return self.made >= len(self.lesson.moves)

    def legal(self) -> list[Action]:
        """What the engine offers the learner now."""
        choice = pending(self.record.state)
        if choice is None:
            return []
        options = choice.options(self.record.state)
        return list(options) if options.finite else list(options.suggest(MOST_SUGGESTED))

    def right(self) -> list[Action]:
        """The legal moves that the task asks for."""
        move = move_at(self.lesson, self.made)
        return [action for action in self.legal() if move is not None and move.is_right(str(action))]

    def objection(self, action: Action) -> Text | None:
        """Why the rules forbid a move."""
        found = objection(self.record.state, self.lesson.pupil, action)
        return None if found is None else found.text

    def take(self, action: Action) -> list[Event]:
        """A right move: what it brought about, after which the others have answered too."""
        told = list(events(self.record.state, action))
        self.record.act(self.lesson.pupil, action)
        answer(self.record, self.lesson.moves[self.made].after)
        self.made += 1
        return told
