"""“Why not …?” tells in its list what a click on a closed spot tells."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk import draw, games
from stellwerk.core import CHANCE, advance, pending
from stellwerk.table import Place
from stellwerk.web.view.perspective import PREFIX, Perspective
from stellwerk.web.view.templates import Reader

MOVES = 240
LOOKED_AT = 25
"""Questions of a game whose spots are all tried."""
READER = Reader("en")


def seen(game: Any, s: Any, version: int) -> Perspective:
    seat = pending(s).seat(s)  # type: ignore[union-attr]
    places = tuple(Place(n, "human", f"P{n}") for n in range(len(game.scores(s))))
    return Perspective("table", f"why-{game.id}", "", "", game, s, version, version, seat, (seat,), places, list)  # type: ignore[arg-type]


def told(refusals: Any) -> set[tuple[str, str]]:
    return {(str(each.reason), each.rule.section) for each in refusals}


@pytest.mark.parametrize("game_id", [id_ for id_ in games.ids() if draw.is_drawn(id_)])
def test_the_list_tells_what_clicking_tells(game_id: str) -> None:
    game, rng = games.game(game_id), Random(3)
    s = game.setup(min(game.seats))
    looked, closed = 0, 0
    for version in range(MOVES):
        choice = pending(s)
        if choice is None or looked == LOOKED_AT:
            break
        if choice.seat(s) != CHANCE and version % 8 == 0:
            looked += 1
            perspective = seen(game, s, version)
            listed = told(perspective.refusals(READER))
            for id_, action in perspective.tried_at(READER).items():
                if id_ in perspective.spots:
                    continue
                said = told(perspective.refused_at(READER, [id_]))
                assert said or action in perspective.asking.offered, f"{id_}: a click on it says nothing"
                closed += 1
                assert isinstance(action, choice.kinds), f"{id_}: that is not asked"
                assert said <= listed, f"{id_}: {said - listed} is not in the list"
        advance(s, choice.options(s).sample(rng))
    assert closed


def test_every_closed_hex_says_why() -> None:
    """Track and markers of 1880: a hex without an option names what speaks against it."""
    game, rng, asked = games.game("1880"), Random(5), 0
    s: Any = game.setup(3)
    for version in range(MOVES):
        choice = pending(s)
        if choice is None:
            break
        if {kind.__name__ for kind in choice.kinds} & {"LayTile"} and version % 4 == 0:
            asked += 1
            perspective = seen(game, s, version)
            hexes = [f"{PREFIX}hex-{hex}" for hex in s.tables.hexes]
            closed = [id_ for id_ in hexes if id_ not in perspective.spots]
            silent = [id_ for id_ in closed if not perspective.refused_at(READER, [id_])]
            assert not silent
        advance(s, choice.options(s).sample(rng))
    assert asked
