"""Section 8.5, using a space again: one of price 1 worker on which exactly one of the player's workers stands."""

from __future__ import annotations

from stellwerk.core import Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import names
from stellwerk.games.russian_railroads.rules.actions import Reuse
from stellwerk.games.russian_railroads.rules.chapters.instant import lacking
from stellwerk.games.russian_railroads.rules.chapters.spaces import act_of
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import SpaceReused
from stellwerk.games.russian_railroads.rules.payment import pieces
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def standing(s: RussianRailroads) -> dict[str, int]:
    """How many workers of any kind the player has on each space."""
    workers: dict[str, int] = {}
    for space, seat, payment in s.stands:
        if seat == s.active:
            workers[space] = workers.get(space, 0) + sum(pieces(payment)[:3])
    return workers


def spaces(s: RussianRailroads) -> list[Reuse]:
    return [a for a in map(Reuse, standing(s)) if unfit(s, a) is None]


def unfit(s: RussianRailroads, a: Reuse) -> Illegal | None:
    """russian-railroads 8.5: why a space cannot be used again."""
    if standing(s).get(a.space) != 1:
        return no("8.5", Text("exactly one of your workers must stand there"))
    act = act_of(s, a.space)
    if act is None or not act.reusable:
        return no("8.5", Text("{space}: cannot be used again", space=names.space(s.box, a.space)))
    lack = lacking(s, act.effects)
    return None if lack is None else no("2.3", Text("cannot be carried out in full: {lack}", lack=lack))


def again(s: RussianRailroads, a: Reuse) -> tuple[Effect, ...]:
    """russian-railroads 8.5: its effects once more, without placing anybody, so without a step of the black worker."""
    act = act_of(s, a.space)
    assert act is not None
    tell(s, SpaceReused, s.active, names.space(s.box, a.space))
    return act.effects
