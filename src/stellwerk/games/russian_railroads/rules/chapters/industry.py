"""russian-railroads 6, industrialisation: markers on the lane, gaps, factories entered, the second marker."""

from __future__ import annotations

from stellwerk.core import Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import ADVANCE, Advance
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import FactoryEntered, MarkerAdded, MarkerAdvanced, SpaceReached
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads

TILE_ENTRY = "industry"
"""Source of the ?-tile that the lane gives."""


def blocked(box: Box, p: Player, entry: int) -> bool:
    """russian-railroads 6.2: no marker gets behind the end of the lane or into a gap without factory."""
    if entry >= len(box.lane):
        return True
    gap = box.gap_at.get(entry)
    return gap is not None and not p.factories[gap]


def front_room(box: Box, p: Player) -> int:
    """How many steps the front marker could make now."""
    entry = p.markers[0]
    while not blocked(box, p, entry + 1):
        entry += 1
    return entry - p.markers[0]


def room(box: Box, p: Player) -> int:
    """How many steps the markers could make now: the rear one can follow up to right behind the front one."""
    front = front_room(box, p)
    if len(p.markers) == 1:
        return front
    return front + p.markers[0] + front - 1 - p.markers[1]


def steps(box: Box, p: Player) -> list[Advance]:
    moves = zip(ADVANCE, p.markers, strict=False)
    return [a for a, entry in moves if entry + 1 not in p.markers and not blocked(box, p, entry + 1)]


def obstacle(s: RussianRailroads, a: Advance) -> Illegal | None:
    """russian-railroads 6.2, 6.5: why a marker cannot make a step."""
    p = s.me
    if not 1 <= a.marker <= len(p.markers):
        return no("6.5", Text("there is no industry marker {n}", n=a.marker))
    entry = p.markers[a.marker - 1] + 1
    if entry >= len(s.box.lane):
        return no("6.1", Text("the industry marker is at the end of the lane"))
    if blocked(s.box, p, entry):
        return no("6.2", Text("a gap without factory lies before the industry marker"))
    if a.marker == 2 and entry == p.markers[0]:
        return no("6.5", Text("the other industry marker stands on the next space"))
    return None


def advance(s: RussianRailroads, a: Advance) -> tuple[Effect, ...]:
    """russian-railroads 6.1, 6.3, 14.6: one step; a factory, or the first time the ?-space, gives its effect."""
    p = s.me
    entry = p.markers[a.marker - 1] + 1
    p.markers = (entry, *p.markers[1:]) if a.marker == 1 else (p.markers[0], entry)
    tell(s, MarkerAdvanced, s.active, entry, s.box.lane_points[entry])
    gap = s.box.gap_at.get(entry)
    if gap is not None:
        number = p.factories[gap]
        tell(s, FactoryEntered, s.active, number, words.factory(s.box, number))
        return s.box.factory[number]
    if s.box.lane[entry].kind == "tile" and a.marker == 1:
        tell(s, SpaceReached, s.active, Text("industry"))
        return (Effect("tile", 1, (), False, TILE_ENTRY),)
    return ()


def may_add_marker(p: Player) -> bool:
    """russian-railroads 6.5: the second marker starts on the first space, which the other one must have left."""
    return len(p.markers) == 1 and p.markers[0] > 0


def add_marker(s: RussianRailroads) -> None:
    s.me.markers = (s.me.markers[0], 0)
    tell(s, MarkerAdded, s.active)
