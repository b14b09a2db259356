"""RR 919-984: what the lines and the industry of a board score, space by space as one counts with a finger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.checkers.russian_railroads.tables import COLOURS, row, rows


def line_points(
    line: str, tracks: Mapping[str, int], reach: int, doublers: int, revalued: bool = False, medal: bool = False
) -> int:
    """One line: `tracks` by colour, `reach` the sum of its locomotives, `doublers` those on the board."""
    printed = row("lines", "line", id=line)
    total = 0
    for space in range(1, min(reach, printed["length"]) + 1):
        twice = space <= min(doublers, printed.get("doublers", 0))
        total += _value(tracks, space, revalued) * (2 if twice else 1)
    for special in (each for each in rows("lines", "special") if each["line"] == line):
        if special["benefit"] == "double" and _works(special, tracks, reach):
            total *= 2
    return total + sum(
        special["n"]
        for special in rows("lines", "special")
        if special["line"] == line
        and _works(special, tracks, reach)
        and (special["benefit"] == "star" or (medal and special["benefit"] == "medal"))
    )


def _value(tracks: Mapping[str, int], space: int, revalued: bool) -> int:
    """RR 921: a space counts as the most valuable colour that lies on it or further on."""
    there = [colour for colour in COLOURS if tracks.get(colour, 0) >= space]
    worth = [row("lines", "colour", id=colour)["upgraded" if revalued else "value"] for colour in there]
    return max(worth, default=0)


def _works(special: Mapping[str, object], tracks: Mapping[str, int], reach: int) -> bool:
    """RR 819, 823: its colour stands there or beyond, and the locomotives come as far where one is shown."""
    space, colour = special["space"], special["colour"]
    assert isinstance(space, int)
    return tracks.get(str(colour), 0) >= space and (not special.get("locomotive") or reach >= space)


def industry_points(markers: Sequence[int]) -> int:
    """RR 971: the number of a marker's space, or the next lower one."""
    lane = rows("industry", "lane")
    return sum(max((lane[n].get("points", 0) for n in range(marker + 1)), default=0) for marker in markers)
