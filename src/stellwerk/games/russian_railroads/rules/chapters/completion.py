"""Section 2.3, carried out in full: whether some order of single steps completes what is compulsory.

Effects gained on the way (a factory entered, a colour unlocked, a ?-tile) may be used before the next step and count.
So the answer is a search over single steps; quick answers come before it, because they nearly always suffice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from stellwerk.core import Action, Step, advance
from stellwerk.games.russian_railroads.rules.actions import Build, ChooseTile, Reuse, TakeCard
from stellwerk.games.russian_railroads.rules.chapters import industry, locomotives, track
from stellwerk.games.russian_railroads.rules.components import BLACK_WORKER, Effect
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, lowest_stack, reach

BUILDING = ("build", "locomotive", "factory", "nine")
LEVERS = (*BUILDING, "reuse", "tile", "card", "repeat")
"""Effects after which more may be possible than can be counted beforehand."""
FACTORY_LEVERS = ("build", "reuse", "track")
MOST_BOARDS = 20_000
"""Where a search gives up: about a second. Whole games stay below a hundred; only positions made by hand get there."""
IDLE = ("doubler", "upgrader", "medal", "black_worker", "free_engineer", "end_card")
"""Effects that open nothing."""


class Room(NamedTuple):
    """How many steps each colour, and the industry markers, could make now if nothing else moved."""

    tracks: list[int]
    lane: int


def measure(s: RussianRailroads) -> Room:
    return Room(track.rooms(s.box, s.me.tracks), industry.room(s.box, s.me))


def compulsory(effects: Iterable[Effect]) -> bool:
    return any(e.must for e in effects)


def ample(s: RussianRailroads, effects: tuple[Effect, ...], room: Room | None = None) -> bool:
    """Whether everything compulsory can be completed whatever the player does first: no search is needed."""
    room = room or measure(s)
    kinds: dict[str, list[Effect]] = {}
    for e in effects:
        kinds.setdefault("building" if e.op in BUILDING else e.op, []).append(e)
    for kind, found in kinds.items():
        if compulsory(found) and not AMPLE[kind](s, room, found):
            return False
    return "industry" not in kinds or not compulsory(kinds.get("building", ()))


def _ample_lane(s: RussianRailroads, room: Room, lane: list[Effect]) -> bool:
    return sum(e.n for e in lane) <= room.lane


def _ample_track(s: RussianRailroads, room: Room, tracks: list[Effect]) -> bool:
    """A colour's room is used up by its own steps only: one colour with room for all claims on it is enough."""
    if len(tracks) == 1:
        return any(room.tracks[c] >= tracks[0].n for c in tracks[0].colours)
    due = [sum(e.n for e in tracks if c in e.colours) for c in range(len(room.tracks))]
    return all(any(room.tracks[c] >= due[c] for c in e.colours) for e in tracks if e.must)


def _ample_building(s: RussianRailroads, room: Room, building: list[Effect]) -> bool:
    """russian-railroads 5.4: one tile is enough for one thing; locomotive and factory need two, and a place for one."""
    if len(building) == 1:
        if building[0].op == "nine":
            return locomotives.fits(s.me, s.box.top)
        return building[0].op != "locomotive" and locomotives.tiles(s) > 0
    stacked = sum(s.stacks) >= 2 and locomotives.fits(s.me, lowest_stack(s))
    return stacked and sorted(e.op for e in building) == ["factory", "locomotive"]


AMPLE: Mapping[str, Callable[[RussianRailroads, Room, list[Effect]], bool]] = {
    "track": _ample_track,
    "industry": _ample_lane,
    "building": _ample_building,
    "reuse": lambda s, room, found: False,
}


def hopeless(s: RussianRailroads, effects: tuple[Effect, ...], room: Room | None = None) -> bool:
    """Whether a glance shows that the compulsory effects, not ample, cannot be completed."""
    room = room or measure(s)
    p = s.me
    steps = sum(e.n for e in effects if e.op == "industry" and e.must)
    if steps > room.lane and not _way_out(s, p, effects):
        return True
    if any(e.op in LEVERS for e in effects):
        return False
    if any(e.op == "industry" for e in effects) and _lever_ahead(s, p):
        return False
    black = sum(e.n for e in effects if e.op == "track" and 0 in e.colours)
    if black and _tile_ahead(s, p, black):
        return False
    if steps > room.lane:
        return True
    tracks = [e for e in effects if e.op == "track"]
    if not compulsory(tracks):
        return False
    if len(tracks) == 1 and len(tracks[0].colours) == 1:
        return room.tracks[tracks[0].colours[0]] < tracks[0].n
    return not any(room.tracks[c] for e in tracks for c in e.colours)


def _way_out(s: RussianRailroads, p: Player, effects: tuple[Effect, ...]) -> bool:
    """Whether anything at all could fill a gap or bring the second marker, wherever it may come from."""
    box = s.box
    cards = [e.op for card in s.cards for e in box.card_effects[card]]
    tiles = [e.op for tile, given in box.tile_effects.items() if not p.laid(tile) for e in given]
    if "card" in tiles or any(e.op == "card" for e in effects):
        tiles += cards
    here = [e.op for e in effects] + [e.op for number in p.factories if number for e in box.factory[number]]
    placed = [e.op for space, seat, _ in s.stands if seat == s.active for e in _offered(s, space)]
    return any(op in ("build", "factory", "second_marker") for op in (*here, *tiles, *placed))


def _offered(s: RussianRailroads, space: str) -> tuple[Effect, ...]:
    place = s.box.displays.get(space)
    if place is None:
        return s.box.acts[space].effects
    act = s.box.public.get(s.display[place])
    return act.effects if act is not None else ()


def _lever_ahead(s: RussianRailroads, p: Player) -> bool:
    """Whether the markers may come to the ?-space or to a factory that can open something."""
    entries = range(p.markers[-1] + 1, p.markers[0] + industry.front_room(s.box, p) + 1)
    if any(s.box.lane[entry].kind == "tile" for entry in entries):
        return True
    gaps = (s.box.gap_at.get(entry) for entry in entries)
    return any(
        e.op in FACTORY_LEVERS for gap in gaps if gap is not None for e in s.box.factory.get(p.factories[gap], ())
    )


def _tile_ahead(s: RussianRailroads, p: Player, steps: int) -> bool:
    """Whether black, within its steps, comes to a ?-space that the locomotives reach."""
    for x in s.box.once:
        at = p.tracks[s.box.index(x.line, x.colour)]
        if x.benefit == "tile" and at < x.space <= at + steps and x.space <= reach(s, p, s.box.line[x.line]):
            return True
    return False


def solvable(s: RussianRailroads, effects: tuple[Effect, ...], room: Room | None = None) -> bool:
    """Whether the compulsory ones among the effects can be completed, in some order of single steps."""
    if not compulsory(effects):
        return True
    room = room or measure(s)
    return ample(s, effects, room) or (not hopeless(s, effects, room) and _search(_scene(s, effects), {}))


def _scene(s: RussianRailroads, effects: tuple[Effect, ...]) -> RussianRailroads:
    """A copy in which nothing is to happen but these effects."""
    from stellwerk.games.russian_railroads.rules.chapters.effects import Pending

    scene = s.copy()
    scene.agenda = [Pending(effects)]
    return scene


def completes(s: RussianRailroads, step: Step[Any], a: Action) -> bool:
    """Whether what is compulsory can still be completed after this action."""
    scene = s.copy()
    scene.agenda = [step]
    advance(scene, a)
    if isinstance(a, Reuse):
        _forget_bonus(scene)
    return _settled(scene, {})


def _forget_bonus(s: RussianRailroads) -> None:
    """russian-railroads 2.3: the extra step of the black worker makes no space possible, used again or not."""
    from stellwerk.games.russian_railroads.rules.chapters.effects import Pending

    if s.agenda and isinstance(top := s.agenda[-1], Pending):
        s.agenda[-1] = Pending(tuple(e for e in top.effects if e.source != BLACK_WORKER))


def _settled(s: RussianRailroads, seen: dict[Any, bool]) -> bool:
    effects = getattr(s.agenda[-1], "effects", ()) if s.agenda else ()
    if not compulsory(effects):
        return True
    room = measure(s)
    return ample(s, effects, room) or (not hopeless(s, effects, room) and _search(s, seen))


def _search(s: RussianRailroads, seen: dict[Any, bool]) -> bool:
    """Depth first over single steps; a board met before need not be tried again.

    A way once found stays found: each step on it is judged by a part of the same search, so the bound strands nobody.
    """
    key = _key(s)
    if key in seen or len(seen) >= MOST_BOARDS:
        return False
    seen[key] = True
    step: Any = s.agenda[-1]
    for a in step.moves(s):
        if _idle(s, step.effects, a):
            continue
        scene = s.copy()
        advance(scene, a)
        if _settled(scene, seen):
            return True
    return False


def _idle(s: RussianRailroads, effects: tuple[Effect, ...], a: Action) -> bool:
    """Whether an action can do nothing for what is compulsory: tried or not, the answer is the same.

    A track helps a compulsory colour if it is that colour or one before it; otherwise only black does, on its way to a
    ?-space. Tiles and cards help if they give a step, a tile or a marker.
    """
    if isinstance(a, Build):
        piece = s.box.piece[a]
        wanted = max((c for e in effects if e.must and e.op == "track" for c in e.colours), default=-1)
        if piece.colour <= wanted:
            return False
        at = s.me.tracks[piece.track]
        return piece.colour > 0 or not any(x.line == a.line and x.space > at for x in s.box.once if x.benefit == "tile")
    if isinstance(a, ChooseTile):
        return all(e.op in IDLE for e in s.box.tile_effects[a.tile])
    if isinstance(a, TakeCard):
        return all(e.op in IDLE for e in s.box.card_effects[a.card])
    return False


def _key(s: RussianRailroads) -> tuple[Any, ...]:
    p = s.me
    tiles = (p.locomotives, p.factories, tuple(s.stacks), tuple(s.returned))
    return (s.agenda[-1], tuple(p.tracks), p.markers, p.tiles, p.doublers, s.cards, tiles)
