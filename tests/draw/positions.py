"""Positions of random games, spread over the whole game, as the seat that is asked sees them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from stellwerk import draw
from stellwerk.core import Action, advance, pending
from stellwerk.games import game, ids

CHOSEN = (("1880", 5), ("russian-railroads", 2), ("russian-railroads", 4), ("yokohama", 2), ("yokohama", 4))
OTHERS = tuple(id_ for id_ in ids() if draw.is_drawn(id_) and id_ not in dict(CHOSEN))
TABLES = (*CHOSEN, *((id_, max(game(id_).seats)) for id_ in OTHERS))
MOST = 6
"""Positions of one game that are looked at besides one for each kind of question."""


class Shown(NamedTuple):
    """A question: the state, who is asked, what that seat sees, and what it may do."""

    id: str
    state: Any
    seat: int
    view: Any
    options: tuple[Action, ...]


def _play(id_: str, seats: int, seed: int) -> Iterator[Shown]:
    """Every question of a random game."""
    rules, rng = game(id_), random.Random(seed)
    s = rules.setup(seats)
    while (choice := pending(s)) is not None:
        options, seat = choice.options(s), choice.seat(s)
        if seat >= 0:
            listed = tuple(options) if options.finite else tuple(options.sample(rng) for _ in range(3))
            yield Shown(id_, s.copy(), seat, rules.view(s, seat), listed)
        advance(s, options.sample(rng))


@cache
def positions(id_: str, seats: int, seed: int = 1) -> tuple[Shown, ...]:
    """Some of them, spread evenly, and the first of each kind of question."""
    played = list(_play(id_, seats, seed))
    kinds = {type(shown.state.agenda[-1]): n for n, shown in reversed(list(enumerate(played)))}
    even = range(0, len(played), max(1, len(played) // MOST))
    return tuple(played[n] for n in sorted({*kinds.values(), *even}))


@cache
def drawn(id_: str, seats: int, n: int) -> draw.Drawing:
    """The drawing of one of these positions, with its options on it."""
    shown = positions(id_, seats)[n]
    return draw.board(id_, shown.view, options=shown.options)
