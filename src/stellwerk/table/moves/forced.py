"""Questions with one answer. The engine asks them as before; a seat may let the table answer for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from stellwerk.core import Action, Game, Program, Seat, Text, pending
from stellwerk.table.storage.loaded import LoadedTable

SINGLE = "single"
ADVICE = "advice"
AUTOMATIC = "auto"
"""How such an answer is marked in the log."""


def only_answer(game: Game[Any], s: Any, seat: Seat, alone: bool = False) -> Action | None:
    """The one answer to the open question of a seat, if giving it by itself tells nobody anything.

    None where there are several, where the answer is hidden or shows the seat something new, and where others would
    learn from the silence what the seat could not do with what it keeps secret. Whoever is `alone` with bots, which
    see no clock and no marks, has nobody to hide it from.
    """
    choice = pending(s)
    assert choice is not None
    offered = choice.options(s)
    found = list(islice(offered, 2)) if offered.finite else []
    if len(found) != 1:
        return None
    tells = choice.readers(s, found[0]) is not None or choice.reveals(s, found[0])
    return None if tells or not (alone or choice.is_public(s) or not keeps_secrets(game, s, seat)) else found[0]


def plays_alone(table: LoadedTable, seat: Seat) -> bool:
    """Whether bots have all other seats."""
    return all(place.kind == "bot" for place in table.places if place.number != seat)


def keeps_secrets(game: Game[Any], state: Any, seat: Seat) -> bool:
    """Whether a seat sees anything that a spectator does not."""
    own = game.view(state, seat)
    if not any(field.name == "seat" for field in fields(own)):
        return True
    return bool(replace(own, seat=None) != game.view(state, None))


def _nothing(s: Any, seat: Seat) -> Sequence[str]:
    return ()


def _no_answer(s: Any, seat: Seat, argument: str) -> Action | None:
    return None


AGREEMENT: Program[Any] = Program(
    ADVICE, Text("bots may advise everybody at this table, as long as all agree"), "", _nothing, _no_answer
)
"""No order to do anything: what a seat agrees to."""


def programs_of(table: LoadedTable) -> tuple[Program[Any], ...]:
    """The standing orders of a table's game, with those that all games have."""
    game = table.rules

    def answer(s: Any, seat: Seat, argument: str) -> Action | None:
        return only_answer(game, s, seat, plays_alone(table, seat))

    single = Program(SINGLE, Text("what has only one answer is answered by itself"), "", _nothing, answer)
    return (*game.programs, single, AGREEMENT)
