"""Worked examples: a position told by what differs from the set-up, and the moves that explain a rule.

The position is JSON: `seats`, `answers` (lines of notation from the set-up on), `state` (what is then changed in the
dumped position) and `moves` (lines played from there). Chance that no line answers gives the first thing it can give.
A field that a state gains later needs no entry.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.chance import CHANCE
from stellwerk.core.engine import apply, events, pending
from stellwerk.core.game import Game, Setup
from stellwerk.core.rule import Example
from stellwerk.core.text import Text


@dataclass(frozen=True, slots=True)
class Move:
    """One move of an example: what was chosen, and what happened."""

    text: Text
    events: tuple[Text, ...]


def position_of(game: Game[Any], example: Example) -> Any:
    """The state an example begins with."""
    told = json.loads(example.position)
    s = game.setup(told["seats"])
    for line in told.get("answers", ()):
        _answer(game, s, line)
    _deal(s)
    changed = merge(game.dump(s), told.get("state", {}))
    return game.load(changed, Setup(told["seats"], game.variants(), game.components))


def moves_of(game: Game[Any], example: Example) -> list[Move]:
    """The moves of an example in words, played by the rules of the game."""
    s = position_of(game, example)
    return [_answer(game, s, line) for line in json.loads(example.position).get("moves", ())]


def _answer(game: Game[Any], s: Any, line: str) -> Move:
    action = game.parse(line)
    _deal(s, action)
    choice = pending(s)
    if choice is None:
        raise ValueError(f"nobody is asked for {line}")
    move = Move(game.describe(s, action), tuple(event.text() for event in events(s, action)))
    apply(s, choice.seat(s), action)
    return move


def _deal(s: Any, wanted: Action | None = None) -> None:
    """Let chance answer until somebody is asked, or until it can give what is wanted."""
    while (choice := pending(s)) is not None and choice.seat(s) == CHANCE:
        options = choice.options(s)
        if wanted in options:
            return
        apply(s, CHANCE, next(iter(options)))


def merge(base: Any, changes: Any) -> Any:
    """A dumped value with changes in it. Items of a list are named by their number: `{"players": {"0": …}}`."""
    if not isinstance(changes, Mapping):
        return changes
    if isinstance(base, Sequence) and not isinstance(base, str):
        return [merge(item, changes[str(n)]) if str(n) in changes else item for n, item in enumerate(base)]
    kept = base if isinstance(base, Mapping) else {}
    return {**kept, **{key: merge(kept.get(key), value) for key, value in changes.items()}}
