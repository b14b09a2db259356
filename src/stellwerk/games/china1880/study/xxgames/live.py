"""Undo, redo and chat taken out: which of the recorded actions count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
    alive: dict[int, Recorded] = {}
    chat: dict[int, Recorded] = {}
    killed: list[dict[int, Recorded]] = []
    undone = 0
    for index, data in enumerate(raw):
        try:
            action = recorded(index, data)
            if action.kind == "message":
                chat[index] = action
            elif action.kind == "undo":
                killed.append(_kill(alive, raw, action))
                undone += len(killed[-1])
            elif action.kind == "redo":
                revived = _revive(killed)
                alive.update(revived)
                undone -= len(revived)
            else:
                killed.clear()
                alive[index] = action
        except BadRecord as problem:
            return Live(_in_order({**alive, **chat}), undone, (index, problem.text))
    return Live(_in_order({**alive, **chat}), undone)


def _kill(alive: dict[int, Recorded], raw: Sequence[Any], undo: Recorded) -> dict[int, Recorded]:
    first = _first_undone(alive, raw, undo)
    return {index: alive.pop(index) for index in sorted(alive) if index >= first}


def _first_undone(alive: dict[int, Recorded], raw: Sequence[Any], undo: Recorded) -> int:
    if not undo.has("action_id") and undo.data.get("action_id") != 0:
        return max(alive, default=0)
    number = undo.number("action_id")
    if number == 0:
        return 0
    # Ids repeat in migrated files; that site looks for the first.
    for index, data in enumerate(raw[: undo.index]):
        if isinstance(data, dict) and data.get("id") == number:
            return index + 1
    raise BadRecord(Text("undo: there is no earlier action with the number {number}", number=number))


def _revive(killed: list[dict[int, Recorded]]) -> dict[int, Recorded]:
    if not killed:
        raise BadRecord(Text("redo: nothing was undone"))
    return killed.pop()


def _in_order(alive: dict[int, Recorded]) -> tuple[Recorded, ...]:
    return tuple(alive[index] for index in sorted(alive))
