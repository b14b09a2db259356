"""russian-railroads 10, special spaces: what a line gives at the moment a track, or a locomotive, gets there."""

from __future__ import annotations

from stellwerk.core import Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.components import Effect, Special
from stellwerk.games.russian_railroads.rules.events import SpaceReached, TracksTaken
from stellwerk.games.russian_railroads.rules.state import RussianRailroads, reach


def track_reached(s: RussianRailroads, index: int, line: int, space: int) -> tuple[Effect, ...]:
    """russian-railroads 10.1: a track has come to a space; a locomotive, where one is needed, must reach it already."""
    found = s.box.reached.get((index, space))
    if not found:
        return ()
    far = reach(s, s.me, line)
    return tuple(e for x in found if not x.locomotive or far >= space for e in _given(s, x))


def locomotive_reached(s: RussianRailroads, line: int, before: int, after: int) -> tuple[Effect, ...]:
    """russian-railroads 10.1: the locomotives of a line go further than before; tracks that wait there count now."""
    tracks = s.me.tracks
    return tuple(
        e
        for x in s.box.driven.get(line, ())
        if before < x.space <= after and tracks[s.box.index(x.line, x.colour)] >= x.space
        for e in _given(s, x)
    )


def _given(s: RussianRailroads, x: Special) -> tuple[Effect, ...]:
    """russian-railroads 10.2, 10.3, 10.4, 10.5: tracks with their steps, points, a worker, a ?-tile."""
    if x.benefit == "tracks":
        tell(s, TracksTaken, s.active, words.track(x.takes))
    elif x.benefit == "tile":
        tell(s, SpaceReached, s.active, where(s, x))
    return s.box.gives[x]


def where(s: RussianRailroads, x: Special) -> Text:
    return Text("{line} {space}", line=words.line(s.box, x.line), space=x.space)
