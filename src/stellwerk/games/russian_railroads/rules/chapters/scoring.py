"""russian-railroads 11, scoring: the three lines and the industry lane, at the end of every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from stellwerk.core import Step, Text, tell
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.score_events import RoundScored
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, reach


def values(box: Box, better: bool) -> list[int]:
    """russian-railroads 11.1: points of a track by colour, revalued or not."""
    return [colour.upgraded if better else colour.value for colour in box.colours]


def track_points(tracks: Sequence[int], far: int, doublers: int, value: Sequence[int]) -> int:
    """russian-railroads 11.1: every space the locomotives reach counts as the best colour on or beyond it.

    `tracks` are the spaces of the colours of one line; a doubler over a space counts it twice.
    """
    total = built = 0
    for colour in range(len(tracks) - 1, -1, -1):
        end = min(tracks[colour], far)
        if end > built:
            doubled = max(0, min(end, doublers) - built)
            total += value[colour] * (end - built + doubled)
            built = end
    return total


def line_points(s: RussianRailroads, p: Player, line: int) -> int:
    """What a line brings with the locomotives it has."""
    return line_worth(s.box, p, line, reach(s, p, line))


def line_worth(box: Box, p: Player, line: int, far: int) -> int:
    """What a line would bring with locomotives that go so far."""
    n = len(box.colours)
    doublers = p.doublers if box.lines[line].doublers else 0
    medal = bool(p.tiles) and p.laid(*box.medals)
    better = bool(p.tiles) and p.laid(*box.upgraders)
    return _line_worth(box, line, tuple(p.tracks[line * n : line * n + n]), far, doublers, better, medal)


@lru_cache(maxsize=100_000)
def _line_worth(
    box: Box, line: int, tracks: tuple[int, ...], far: int, doublers: int, better: bool, medal: bool
) -> int:
    """russian-railroads 10.6, 10.7, 11.1, 11.2, 11.3: tracks of a line, doubled or not, and its stars."""
    total = track_points(tracks, far, doublers, values(box, better))
    stars = 0
    for x in box.scored.get(line, ()):
        if far < x.space or tracks[box.colour[x.colour]] < x.space:
            continue
        if x.benefit == "double":
            total *= 2
        elif x.benefit == "star" or medal:
            stars += x.n
    return total + stars


def industry_points(box: Box, p: Player) -> int:
    """russian-railroads 11.4: the points of every marker's space, or the last ones printed before it."""
    return sum(box.lane_points[entry] for entry in p.markers)


def board_points(s: RussianRailroads, p: Player) -> tuple[int, ...]:
    """What a scoring would bring now: each line, then industry."""
    return (*(line_points(s, p, line) for line in range(len(s.box.lines))), industry_points(s.box, p))


@dataclass(frozen=True, slots=True)
class Scoring(Step[RussianRailroads]):
    """russian-railroads 11.1: everybody scores lines and industry."""

    def run(self, s: RussianRailroads) -> None:
        for seat, p in enumerate(s.players):
            points = board_points(s, p)
            for kind, n in enumerate(points):
                p.tally[kind] += n
            lines = tuple((Text(line.name), n) for line, n in zip(s.box.lines, points, strict=False))
            tell(s, RoundScored, seat, lines, points[-1], p.points)
