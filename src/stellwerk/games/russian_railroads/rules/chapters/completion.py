"""russian-railroads 2.3, carried out in full: whether some order of single steps completes what is compulsory.

Effects gained on the way (a factory entered, a colour unlocked, a ?-tile) may be used before the next step and count.
So the answer is a search over single steps. `foresight` answers most questions before it, and it stops early: at boards
met before, and at actions that cannot help.
"""

from __future__ import annotations

from typing import Any

from stellwerk.core import Action, Step, advance
from stellwerk.games.russian_railroads.rules.actions import Build, ChooseTile, Reuse, TakeCard
from stellwerk.games.russian_railroads.rules.chapters.foresight import (
    Effects,
    Room,
    compulsory,
    is_ample,
    is_hopeless,
    measure,
)
from stellwerk.games.russian_railroads.rules.components import BLACK_WORKER
from stellwerk.games.russian_railroads.rules.state import RussianRailroads

MOST_BOARDS = 20_000
"""Where a search gives up: about a second. Whole games stay below a hundred; only positions made by hand get there."""
IDLE = ("doubler", "upgrader", "medal", "black_worker", "free_engineer", "end_card")
"""Effects that open nothing."""


def solvable(s: RussianRailroads, effects: Effects, room: Room | None = None) -> bool:
    """Whether the compulsory ones among the effects can be completed, in some order of single steps."""
    if not compulsory(effects):
        return True
    room = room or measure(s)
    return is_ample(s, effects, room) or (not is_hopeless(s, effects, room) and _search(_scene(s, effects), {}))


def _scene(s: RussianRailroads, effects: Effects) -> RussianRailroads:
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
    return is_ample(s, effects, room) or (not is_hopeless(s, effects, room) and _search(s, seen))


def _search(s: RussianRailroads, seen: dict[Any, bool]) -> bool:
    """Depth first over single steps; a board met before need not be tried again.

    A way once found stays found: each step on it is judged by a part of the same search, so the bound strands nobody.
    """
    key = _key(s)
    if key in seen or len(seen) >= MOST_BOARDS:
        return False
    seen[key] = True
    step: Any = s.agenda[-1]
    for a in step.candidates(s):
        if _cannot_help(s, step.effects, a):
            continue
        scene = s.copy()
        advance(scene, a)
        if _settled(scene, seen):
            return True
    return False


def _cannot_help(s: RussianRailroads, effects: Effects, a: Action) -> bool:
    """Whether an action can do nothing for what is compulsory: tried or not, the answer is the same.

    Tiles and cards help if they give a step, a tile or a marker.
    """
    if isinstance(a, Build):
        return _track_cannot_help(s, effects, a)
    if isinstance(a, ChooseTile):
        return all(e.op in IDLE for e in s.box.tile_effects[a.tile])
    if isinstance(a, TakeCard):
        return all(e.op in IDLE for e in s.box.card_effects[a.card])
    return False


def _track_cannot_help(s: RussianRailroads, effects: Effects, a: Build) -> bool:
    """A track helps a compulsory colour if it is that colour or one before it; otherwise only black on its way to a
    ?-space does."""
    piece = s.box.piece[a]
    wanted = max((c for e in effects if e.must and e.op == "track" for c in e.colours), default=-1)
    if piece.colour <= wanted:
        return False
    at = s.me.tracks[piece.track]
    return piece.colour > 0 or not any(x.line == a.line and x.space > at for x in s.box.once if x.benefit == "tile")


def _key(s: RussianRailroads) -> tuple[Any, ...]:
    p = s.me
    tiles = (p.locomotives, p.factories, tuple(s.stacks), tuple(s.returned))
    return (s.agenda[-1], tuple(p.tracks), p.markers, p.tiles, p.doublers, s.cards, tiles)
