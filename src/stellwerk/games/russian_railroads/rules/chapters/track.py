"""russian-railroads 3, building track: one step at a time, colours in their order, each behind the one before it."""

from __future__ import annotations

from collections.abc import Collection

from stellwerk.core import Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import Build
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.chapters.special import track_reached
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import TrackBuilt
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads


def unlocked(box: Box, tracks: list[int], colour: int) -> bool:
    """russian-railroads 3.2: a colour may be built once black has reached its space of the Trans-Siberian."""
    index, space = box.unlocks[colour]
    return tracks[index] >= space


def way_to(box: Box, colour: int) -> Text:
    """What must happen before a colour may be built."""
    track, space = words.track(box.colours[colour].id), box.unlocks[colour][1]
    return Text("no {track} yet: black must reach space {space} of the Trans-Siberian first", track=track, space=space)


def rooms(box: Box, tracks: list[int]) -> list[int]:
    """For every colour, how many steps it could make now if nothing else moved."""
    room = [0] * len(box.colours)
    for at, _, colour, before, length, _ in box.pieces:
        free = (length if before < 0 else tracks[before] - 1) - tracks[at]
        if free > 0:
            room[colour] += free
    return [free if free and unlocked(box, tracks, colour) else 0 for colour, free in enumerate(room)]


def steps(box: Box, p: Player, colours: Collection[int]) -> list[Build]:
    """Every step that may be made with one of the colours."""
    tracks = p.tracks
    found = []
    for at, _, colour, before, length, action in box.pieces:
        limit = length if before < 0 else tracks[before] - 1
        if colour in colours and tracks[at] < limit and (not colour or unlocked(box, tracks, colour)):
            found.append(action)
    return found


def obstacle(s: RussianRailroads, a: Build) -> Illegal | None:
    """russian-railroads 3.2, 3.3, 10.3: why a track cannot make this step."""
    piece = s.box.piece.get(a)
    if piece is None:
        line, track = words.line(s.box, a.line), words.track(a.colour)
        return no("3.3", Text("{line}: {track} cannot be built there", line=line, track=track))
    tracks = s.me.tracks
    if not unlocked(s.box, tracks, piece.colour):
        return no("3.2", way_to(s.box, piece.colour))
    if piece.before < 0:
        if tracks[piece.track] < piece.length:
            return None
        return no("10.3", Text("{line}: the track is at the end of the line", line=words.line(s.box, a.line)))
    if tracks[piece.track] < tracks[piece.before] - 1:
        return None
    behind = words.BEHIND[s.box.colours[piece.colour - 1].id]
    return no("3.3", Text("{line}: no free space {behind}", line=words.line(s.box, a.line), behind=behind))


def build(s: RussianRailroads, a: Build) -> tuple[Effect, ...]:
    """russian-railroads 3.1: one step onto the next space, and what that space gives."""
    piece = s.box.piece[a]
    tracks = s.me.tracks
    tracks[piece.track] += 1
    space = tracks[piece.track]
    tell(s, TrackBuilt, s.active, words.line(s.box, a.line), words.track(a.colour), space)
    return track_reached(s, piece.track, piece.line, space)
