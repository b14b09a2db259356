"""The two doors into a game: `advance` trusts its caller, `apply` checks and refuses."""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from stellwerk.core.action import Action, Ruling
from stellwerk.core.chance import CHANCE, REFEREE, Seat
from stellwerk.core.dump import plain
from stellwerk.core.options import Options
from stellwerk.core.rule import KIND, OVER, TURN, Illegal
from stellwerk.core.step import Choice, State
from stellwerk.core.text import Text

S = TypeVar("S", bound=State)

MOST_STEPS = 10_000
"""Steps between two decisions: a hundred times what any game needs."""
MOST_DEALT = 2_000
"""Answers of chance in a row."""


class Endless(RuntimeError):
    """A position that comes to no decision: broken rules, or a position nobody can reach."""

    def __init__(self) -> None:
        super().__init__("no decision is ever reached")
        self.text = Text("from here the game never comes to a decision")


def pending(s: State) -> Choice[Any] | None:
    """The open question, or None when the game is over."""
    return s.agenda[-1] if s.agenda else None  # type: ignore[return-value]


def settle(s: State) -> None:
    """Let everything happen that needs no decision."""
    agenda, steps = s.agenda, 0
    while agenda and not agenda[-1].waits:
        if steps == MOST_STEPS:
            raise Endless
        agenda.pop().run(s)
        steps += 1


def options(s: State) -> Options:
    """What the open question offers. Only while there is one."""
    choice = pending(s)
    if choice is None:
        raise Illegal(Text("the game is over"), OVER)
    return choice.options(s)


def advance(s: State, action: Action) -> None:
    """The trusting door, for playouts and logs checked before."""
    if isinstance(action, Ruling):
        action.resolve(s)
    else:
        s.agenda.pop().resolve(s, action)  # type: ignore[attr-defined]
    settle(s)


def objection(s: State, seat: Seat, action: Action) -> Illegal | None:
    """Why this seat may not do this now, or None."""
    if isinstance(action, Ruling):
        return action.objection(s) if seat == REFEREE else Illegal(Text("a ruling needs everybody's consent"), TURN)
    choice = pending(s)
    if choice is None:
        return Illegal(Text("the game is over"), OVER)
    asked = choice.seat(s)
    if seat != asked:
        return Illegal(Text("it is not your decision now: {seat} is asked", seat=_name(asked)), TURN)
    if type(action) not in choice.kinds:
        asks = ", ".join(kind.verb for kind in choice.kinds)
        return Illegal(Text("{action} is not possible now; possible: {asks}", action=action.verb, asks=asks), KIND)
    return choice.objection(s, action)


def _name(seat: Seat) -> Text:
    return Text("chance") if seat == CHANCE else Text("seat {number}", number=seat + 1)


def apply(s: State, seat: Seat, action: Action) -> None:
    """The checked door: raises `Illegal` and leaves the state untouched, or does it."""
    refusal = objection(s, seat, action)
    if refusal is not None:
        raise refusal
    advance(s, action)


def after(s: S, action: Action) -> S:
    """The state that follows, on a copy."""
    following: S = s.copy()
    advance(following, action)
    return following


def events(s: State, action: Action) -> list[Any]:
    """What would be told if this were done now."""
    following = s.copy()
    following.heard = []
    advance(following, action)
    return list(following.heard)


def digest(s: State, version: int | None = None) -> str:
    """A fingerprint of the whole state, agenda included; equal in every process.

    With a rules version, as a program of that version would take it.
    """
    text = json.dumps(plain(s, version), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
