"""yokohama: standing orders."""

from __future__ import annotations

from stellwerk.core import Action, Program, Seat, Text, options, pending
from stellwerk.games.yokohama.rules.actions import DONE
from stellwerk.games.yokohama.rules.chapters.additional import Additional
from stellwerk.games.yokohama.rules.state import Yokohama


def _only_done(s: Yokohama, seat: Seat, argument: str) -> Action | None:
    """Ends the turn when nothing else could be done."""
    choice = pending(s)
    asked = isinstance(choice, Additional) and choice.seat(s) == seat
    return DONE if asked and list(options(s)) == [DONE] else None


END_TURN: Program[Yokohama] = Program(
    id="end-turn",
    title=Text("End my turn when nothing else is possible"),
    argument="",
    choices=lambda s, seat: (),
    answer=_only_done,
)

PROGRAMS = (END_TURN,)
