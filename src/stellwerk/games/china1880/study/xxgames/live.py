"""Undo, redo and chat taken out: which of the recorded actions count."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from stellwerk.core import Text
from stellwerk.games.china1880.study.xxgames.source import BadRecord, Recorded, recorded


@dataclass(frozen=True, slots=True)
class Live:
    """The actions that count, chat included, in order; and where reading had to stop, if it had."""

    actions: tuple[Recorded, ...]
    undone: int
    stopped: tuple[int, Text] | None = None


def live(raw: Sequence[Any]) -> Live:
    """An undo kills what counted so far, back to an action or by one; a redo revives what the latest undo killed.

    Chat is never undone. Standing orders count for undo although they change nothing by themselves.
    """
    played, chat, stopped = Played(raw), list[Recorded](), None
    for index, data in enumerate(raw):
        try:
            action = recorded(index, data)
            kind = action.kind
            if kind == "message":
                chat.append(action)
            elif kind == "undo":
                played.undo(action)
            elif kind == "redo":
                played.redo()
            else:
                played.do(action)
        except BadRecord as problem:
            stopped = index, problem.text
            break
    counting = sorted([*played.actions[: played.end], *chat], key=attrgetter("index"))
    return Live(tuple(counting), played.done - played.end, stopped)


class Played:
    """What was played, in order, and how much of it counts.

    What an undo takes back stays behind the end until something new is played there, so nothing is moved and going back
    and forth costs the same however long the game is.
    """

    def __init__(self, raw: Sequence[Any]) -> None:
        self.actions: list[Recorded] = []
        self.end = 0
        self.done = 0
        self._ends: list[int] = []
        """Where the end was before each undo that may be redone."""
        self._raw = raw
        self._read = 0
        """So much of the file has been read for numbers."""
        self._first_with: dict[float, int] = {}

    def do(self, action: Recorded) -> None:
        if self._ends:
            del self.actions[self.end :]
            self._ends.clear()
        self.actions.append(action)
        self.end += 1
        self.done += 1

    def undo(self, undo: Recorded) -> None:
        end = self._end_after(undo)
        self._ends.append(self.end)
        self.end = end

    def redo(self) -> None:
        if not self._ends:
            raise BadRecord(Text("redo: nothing was undone"))
        self.end = self._ends.pop()

    def _end_after(self, undo: Recorded) -> int:
        if not undo.has("action_id") and undo.data.get("action_id") != 0:
            return max(0, self.end - 1)
        number = undo.number("action_id")
        first = self._place(number, undo.index) + 1 if number else 0
        return bisect_left(self.actions, first, hi=self.end, key=attrgetter("index"))

    def _place(self, number: int, before: int) -> int:
        """Ids repeat in migrated files; that site looks for the first. Mostly nobody asks for them."""
        for index in range(self._read, before):
            known = self._raw[index].get("id")
            if isinstance(known, (int, float)):
                self._first_with.setdefault(known, index)
        self._read = before
        if number not in self._first_with:
            raise BadRecord(Text("undo: there is no earlier action with the number {number}", number=number))
        return self._first_with[number]
