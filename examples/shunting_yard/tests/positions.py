"""Positions for the tests: a table at its first turn with everything dealt as named here, and lines of notation."""

from __future__ import annotations

from shunting_yard.rules import GAME
from shunting_yard.rules.state import ShuntingYard, Variants
from stellwerk.core import Illegal, advance, apply, events, objection, pending

SIDING = ("milk", "grain", "van", "coal", "timber")
HANDS = (("creamery", "brewery", "gasworks"), ("mill", "paper", "barracks"), ("smithy", "market", "palace"))
GIVEN = ("gasworks", "barracks", "palace")
"""Which order each of the three seats gives to its left."""


def play(s: ShuntingYard, *lines: str) -> ShuntingYard:
    """Each answered by the seat that is asked."""
    for line in lines:
        choice = pending(s)
        assert choice is not None, f"nobody is asked for {line}"
        apply(s, choice.seat(s), GAME.parse(line))
    return s


def dealt(seats: int = 3, **variants: bool) -> ShuntingYard:
    """Before the first order is given away."""
    s = GAME.setup(seats, Variants(**variants))
    play(s, "begin 0", *(f"draw-wagon {goods}" for goods in SIDING))
    return play(s, *(f"deal-order {order}" for hand in HANDS[:seats] for order in hand))


def table(seats: int = 3, **variants: bool) -> ShuntingYard:
    """At the first turn of seat 0; the express takes coal."""
    s = dealt(seats, **variants)
    return play(s, *(f"give {order}" for order in GIVEN[:seats]), "call-express coal")


def refused(s: ShuntingYard, line: str) -> str:
    """The refusal of something that is not offered either, with its section."""
    choice, action = pending(s), GAME.parse(line)
    assert choice is not None
    refusal = objection(s, choice.seat(s), action)
    assert isinstance(refusal, Illegal), f"{line} is accepted"
    assert action not in choice.options(s)
    return f"{refusal.text} [{refusal.rule.section}]"


def told(s: ShuntingYard, line: str) -> list[str]:
    return [str(event.text()) for event in events(s, GAME.parse(line))]


def end_of_round(s: ShuntingYard) -> ShuntingYard:
    """Everybody rests until the next express is called."""
    number = s.round
    while pending(s) is not None and s.round == number:
        advance(s, GAME.parse("rest"))
    return s
