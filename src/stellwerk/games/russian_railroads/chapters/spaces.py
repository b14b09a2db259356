"""Spaces: which act lies on one, whether it is free, and whether it can be carried out."""

from __future__ import annotations

from stellwerk.core import Illegal, Text
from stellwerk.games.russian_railroads import names
from stellwerk.games.russian_railroads.box import Act
from stellwerk.games.russian_railroads.chapters.completion import solvable
from stellwerk.games.russian_railroads.chapters.instant import INSTANT, gain, lacking
from stellwerk.games.russian_railroads.citation import no
from stellwerk.games.russian_railroads.components import Effect, Space
from stellwerk.games.russian_railroads.state import RussianRailroads


def own(s: RussianRailroads, id_: str) -> bool:
    """Whether this is an engineer beside a player board."""
    return id_ not in s.box.spaces


def act_of(s: RussianRailroads, id_: str) -> Act | None:
    """What a space offers now; None where no engineer lies on it."""
    space = s.box.spaces.get(id_)
    if space is not None and space.display:
        number = s.display[space.display]
        return s.box.public[number] if number else None
    return s.box.own[id_]


def in_round(s: RussianRailroads, space: Space) -> bool:
    """russian-railroads 9.7: claims until the last round, the last-round tile instead of them then."""
    return space.rounds == "all" or (space.rounds == "last") == s.last_round


def closed(s: RussianRailroads, id_: str) -> Illegal | None:
    """russian-railroads 2.1: why a space is not there for this player, or not free."""
    space = s.box.spaces.get(id_)
    if space is None:
        if int(id_.removeprefix("engineer_")) not in s.me.engineers:
            return no(
                "8.2",
                Text("only own engineers can be used, and {engineer} is not yours", engineer=names.space(s.box, id_)),
            )
    elif len(s.players) not in space.seats:
        return no("1.4", Text("{space}: not on the board for {n} players", space=Text(space.name), n=len(s.players)))
    elif not in_round(s, space):
        return no("9.7", Text("{space}: not in this round", space=Text(space.name)))
    elif space.unlimited:
        return None
    elif space.display and not s.display[space.display]:
        return no("8.3", Text("{space}: no engineer lies there", space=Text(space.name)))
    if any(stand[0] == id_ for stand in s.stands):
        return no("2.1", Text("{space}: occupied", space=names.space(s.box, id_)))
    return None


def in_full(s: RussianRailroads, effects: tuple[Effect, ...]) -> bool:
    """russian-railroads 2.3: whether the effects of a space can be carried out completely."""
    if lacking(s, effects) is not None:
        return False
    waiting = tuple(e for e in effects if e.op not in INSTANT)
    if len(waiting) == len(effects) or solvable(s, waiting):
        return solvable(s, waiting)
    scene = s.copy()
    return solvable(scene, gain(scene, effects))


def impossible(s: RussianRailroads, effects: tuple[Effect, ...]) -> Illegal | None:
    """The same, with the reason."""
    lack = lacking(s, effects)
    if lack is not None:
        return no("2.3", Text("cannot be carried out in full: {lack}", lack=lack))
    return None if in_full(s, effects) else no("2.3", Text("cannot be carried out in full"))
