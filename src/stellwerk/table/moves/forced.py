"""Questions with one answer. The engine asks them as before; a seat may let the table answer for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from stellwerk.core import Action, Game, Program, Seat, Text, pending

SINGLE = "single"
AUTOMATIC = "auto"
"""How such an answer is marked in the log."""


def only_answer(game: Game[Any], s: Any, seat: Seat) -> Action | None:
    """The one answer to the open question of a seat, if giving it by itself tells nobody anything.

    None where there are several, where the answer is hidden or shows the seat something new, and where others would
    learn from the silence what the seat could not do with what it keeps secret.
    """
    choice = pending(s)
    assert choice is not None
    offered = choice.options(s)
    found = list(islice(offered, 2)) if offered.finite else []
    if len(found) != 1:
        return None
    tells = choice.readers(s, found[0]) is not None or choice.reveals(s, found[0])
    return None if tells or not (choice.public or not keeps_secrets(game, s, seat)) else found[0]


def keeps_secrets(game: Game[Any], state: Any, seat: Seat) -> bool:
    """Whether a seat sees anything that a spectator does not."""
    own = game.view(state, seat)
    if not any(field.name == "seat" for field in fields(own)):
        return True
    return bool(replace(own, seat=None) != game.view(state, None))


def _nothing(s: Any, seat: Seat) -> Sequence[str]:
    return ()


def programs_of(game: Game[Any]) -> tuple[Program[Any], ...]:
    """The standing orders of a game, with the one that all games have."""

    def answer(s: Any, seat: Seat, argument: str) -> Action | None:
        return only_answer(game, s, seat)

    title = Text("what has only one answer is answered by itself")
    return (*game.programs, Program(SINGLE, title, "", _nothing, answer))
