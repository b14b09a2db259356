"""russian-railroads 2.3, at a glance: whether what is compulsory is ample or hopeless, and no search is needed.

Room is how many steps each colour of track, and the industry markers, could make now if nothing else moved.
Ample: the room is enough for all claims on it, so the player can complete what is compulsory whatever he does first.
A lever is an effect after which there may be more room than can be counted beforehand: a locomotive reaches a ?-space,
a factory fills a gap, a ?-tile or ?-card brings steps, a space is used again.
Hopeless: more is due than there is room for, and no lever is in hand or on the way.
Between the two only a search can tell. Both answers may be missed, but never given wrongly: `tests/checkers` compares
them with a search that knows no shortcuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from stellwerk.games.russian_railroads.rules.chapters import industry, locomotives, track
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, lowest_stack, reach

Effects = tuple[Effect, ...]

BUILDING = ("build", "locomotive", "factory", "nine")
LEVERS = (*BUILDING, "reuse", "tile", "card", "repeat")
FACTORY_LEVERS = ("build", "reuse", "track")
"""Of the effects that factories have, those that can make room."""
GAP_FILLERS = ("build", "factory", "second_marker")
"""Effects that let the industry markers go on where none can."""


class Room(NamedTuple):
    """Steps each colour could make, and steps the industry markers could make."""

    tracks: list[int]
    lane: int


def measure(s: RussianRailroads) -> Room:
    return Room(track.rooms(s.box, s.me.tracks), industry.room(s.box, s.me))


def compulsory(effects: Iterable[Effect]) -> bool:
    return any(e.must for e in effects)


# --- ample: yes, whatever the player does first --------------------------------------------------------------------


def is_ample(s: RussianRailroads, effects: Effects, room: Room | None = None) -> bool:
    """Whether everything compulsory fits into the room, even if optional effects of the same kind come first.

    Steps, markers and tiles are looked at apart. That is enough unless a building is compulsory beside industry steps:
    a factory entered could use up the tile.
    """
    room = room or measure(s)
    kinds: dict[str, list[Effect]] = {}
    for e in effects:
        kinds.setdefault("building" if e.op in BUILDING else e.op, []).append(e)
    for kind, found in kinds.items():
        if compulsory(found) and not AMPLE[kind](s, room, found):
            return False
    return "industry" not in kinds or not compulsory(kinds.get("building", ()))


def _lane_is_ample(s: RussianRailroads, room: Room, lane: list[Effect]) -> bool:
    return sum(e.n for e in lane) <= room.lane


def _track_is_ample(s: RussianRailroads, room: Room, tracks: list[Effect]) -> bool:
    """A colour's room is used up by its own steps only: one colour with room for all claims on it is enough."""
    if len(tracks) == 1:
        return any(room.tracks[c] >= tracks[0].n for c in tracks[0].colours)
    due = [sum(e.n for e in tracks if c in e.colours) for c in range(len(room.tracks))]
    return all(any(room.tracks[c] >= due[c] for c in e.colours) for e in tracks if e.must)


def _building_is_ample(s: RussianRailroads, room: Room, building: list[Effect]) -> bool:
    """russian-railroads 5.4: one tile is enough for one thing; locomotive and factory need two, and a place for one."""
    if len(building) == 1:
        if building[0].op == "nine":
            return locomotives.fits(s.me, s.box.top)
        return building[0].op != "locomotive" and locomotives.tiles(s) > 0
    stacked = sum(s.stacks) >= 2 and locomotives.fits(s.me, lowest_stack(s))
    return stacked and sorted(e.op for e in building) == ["factory", "locomotive"]


AMPLE: Mapping[str, Callable[[RussianRailroads, Room, list[Effect]], bool]] = {
    "track": _track_is_ample,
    "industry": _lane_is_ample,
    "building": _building_is_ample,
    "reuse": lambda s, room, found: False,
}


# --- hopeless: no, whatever the player does ------------------------------------------------------------------------


def is_hopeless(s: RussianRailroads, effects: Effects, room: Room | None = None) -> bool:
    """Whether compulsory effects that are not ample cannot be completed, because nothing could make more room."""
    room = room or measure(s)
    lane_is_short = sum(e.n for e in effects if e.op == "industry" and e.must) > room.lane
    if lane_is_short and not _gap_may_be_filled(s, effects):
        return True
    if _has_lever(s, effects):
        return False
    return lane_is_short or _track_is_short(room, effects)


def _track_is_short(room: Room, effects: Effects) -> bool:
    """Of one colour the steps can be counted; of several it is only sure that without any room there is no step."""
    tracks = [e for e in effects if e.op == "track"]
    if not compulsory(tracks):
        return False
    if len(tracks) == 1 and len(tracks[0].colours) == 1:
        return room.tracks[tracks[0].colours[0]] < tracks[0].n
    return not any(room.tracks[c] for e in tracks for c in e.colours)


def _has_lever(s: RussianRailroads, effects: Effects) -> bool:
    """Whether a lever is among the effects, or steps that are due may come to one."""
    if any(e.op in LEVERS for e in effects):
        return True
    if any(e.op == "industry" for e in effects) and _lever_on_the_lane(s):
        return True
    black = sum(e.n for e in effects if e.op == "track" and 0 in e.colours)
    return _tile_within(s, black)


def _lever_on_the_lane(s: RussianRailroads) -> bool:
    """Whether the markers may come to the ?-space or to a factory that is a lever."""
    p = s.me
    entries = range(p.markers[-1] + 1, p.markers[0] + industry.front_room(s.box, p) + 1)
    if any(s.box.lane[entry].kind == "tile" for entry in entries):
        return True
    factories = [p.factories[s.box.gap_at[entry]] for entry in entries if entry in s.box.gap_at]
    return any(e.op in FACTORY_LEVERS for number in factories for e in s.box.factory.get(number, ()))


def _tile_within(s: RussianRailroads, steps: int) -> bool:
    """Whether black, within its steps, comes to a ?-space that the locomotives reach."""
    p = s.me
    for x in s.box.once:
        at = p.tracks[s.box.index(x.line, x.colour)]
        if x.benefit == "tile" and at < x.space <= at + steps and x.space <= reach(s, p, s.box.line[x.line]):
            return True
    return False


def _gap_may_be_filled(s: RussianRailroads, effects: Effects) -> bool:
    """Whether anything at all could fill a gap or bring the second marker, wherever it may come from."""
    return any(e.op in GAP_FILLERS for e in (*effects, *_within_reach(s, s.me, effects)))


def _within_reach(s: RussianRailroads, p: Player, effects: Effects) -> Iterable[Effect]:
    """All that factories, ?-tiles left, ?-cards and spaces used again could ever add in this turn."""
    box = s.box
    tiles = [e for tile, given in box.tile_effects.items() if not p.laid(tile) for e in given]
    yield from (e for number in p.factories if number for e in box.factory[number])
    yield from tiles
    if any(e.op == "card" for e in (*effects, *tiles)):
        yield from (e for card in s.cards for e in box.card_effects[card])
    yield from (e for space, seat, _ in s.stands if seat == s.active for e in _given_by(s, space))


def _given_by(s: RussianRailroads, space: str) -> Effects:
    place = s.box.displays.get(space)
    act = s.box.acts[space] if place is None else s.box.public.get(s.display[place])
    return act.effects if act is not None else ()
