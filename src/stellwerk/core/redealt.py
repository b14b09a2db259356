"""Answers of chance that were undone, by the question they answered: they come again, in their order.

What is read of a log is not read again; an undo costs what it costs to fold the log.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from stellwerk.core.action import Action
from stellwerk.core.step import Choice

Question: TypeAlias = tuple[Choice[Any] | None, tuple[Action, ...]]
"""What was asked, with what was offered."""
LookUp: TypeAlias = Callable[[Iterable[int]], dict[int, Question]]
"""What the entries with these numbers answered."""


class Redealt:
    def __init__(self, look_up: LookUp) -> None:
        self._look_up = look_up
        self._questions: dict[int, Question] = {}
        """By the number of an entry, as far as they had to be known: an entry never changes."""
        self._counted: set[int] = set()
        self._undone: list[int] = []
        self._old: defaultdict[Question, list[int]] = defaultdict(list)
        """What was undone, by question."""
        self._since: defaultdict[Question, list[int]] = defaultdict(list)
        """What counts and came after the first that was undone."""

    def __bool__(self) -> bool:
        return bool(self._undone)

    def deal(self, numbers: Iterable[int]) -> None:
        """Chance has answered."""
        new = list(numbers)
        self._counted.update(new)
        if self._undone:
            self._know(new)
            for number in new:
                self._since[self._questions[number]].append(number)

    def undo(self, counted: set[int]) -> None:
        """After an undo only these answers of chance count."""
        gone, back = self._counted - counted, counted - self._counted
        self._counted = counted
        self._know(gone)
        for number in gone:
            insort(self._undone, number)
            insort(self._old[self._questions[number]], number)
        for number in back:
            _take_out(self._undone, number)
            _take_out(self._old[self._questions[number]], number)
        self._since.clear()
        if self._undone:
            later = sorted(number for number in counted if number > self._undone[0])
            self._know(later)
            for number in later:
                self._since[self._questions[number]].append(number)

    def again(self, number: int, question: Question) -> int | None:
        """The entry whose answer comes again for this question, which the entry with that number will answer."""
        self._questions[number] = question
        old, since = self._old.get(question, ()), self._since.get(question, ())
        return old[len(since)] if len(since) < len(old) else None

    def _know(self, numbers: Iterable[int]) -> None:
        unknown = [number for number in numbers if number not in self._questions]
        if unknown:
            self._questions.update(self._look_up(unknown))


def _take_out(numbers: list[int], number: int) -> None:
    del numbers[bisect_left(numbers, number)]
