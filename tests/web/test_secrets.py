"""Two positions that differ only in what a reader cannot know give him the same page, byte by byte."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import CHANCE, Game, Seat, Text, advance, options, pending
from stellwerk.table import Place, Refused
from stellwerk.table.service.history import WrittenLog
from stellwerk.web.view.fragments import Fragments, TableContext
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader

STEPS = 90
LOOK_EVERY = 9


def perspective(game: Game[Any], state: Any, eyes: Seat | None, id_: str) -> Perspective:
    places = tuple(Place(n, "human", f"P{n}") for n in range(3))
    mine = () if eyes is None else (eyes,)
    return Perspective(
        kind="table",
        id=id_,
        url="/t",
        title="t",
        game=game,
        state=state,
        version=1,
        tip=1,
        eyes=eyes,
        mine=mine,
        places=places,
        story=lambda: WrittenLog(Refused("none", Text("nothing is told here"))),
    )


def page(seen: Perspective, reader: Reader) -> list[str]:
    fragments = Fragments(seen, reader, TableContext())
    made = [*fragments.all().values(), *(part.html.html for part in seen.drawing(reader).values())]
    if seen.my_turn:
        made += [
            fragments.preview(seen.asking.preview(offer.action), offer.action, True) for offer in seen.asking.offers[:5]
        ]
        made += [repr(seen.asking.refusals())]
    return made


@pytest.mark.parametrize("name", [*games.PACKAGES])
def test_what_a_reader_cannot_know_changes_nothing_on_his_page(name: str) -> None:
    game, rng, reader = games.game(name), Random(name), Reader()
    state = game.setup(3)
    for step in range(STEPS):
        choice = pending(state)
        if choice is None:
            break
        if step % LOOK_EVERY == 0 and choice.seat(state) != CHANCE:
            for eyes in (*range(3), None):
                other = game.imagine(game.view(state, eyes), rng)
                seen = [perspective(game, s, eyes, f"{name} {step} {n}") for n, s in enumerate((state, other))]
                pages = [page(each, reader) for each in seen]  # an id names one table: what is drawn is kept by it
                assert pages[0] == pages[1], (step, eyes)
        advance(state, options(state).sample(rng))
