"""When trains come and go, as version 0.1 saw it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from stellwerk.games.china1880.rules.chapters.phases import LAST_TRAIN, LAST_TURNS
from stellwerk.games.china1880.rules.components import Phase, Tables
from stellwerk.games.china1880.rules.state import China

PACE = 0.8
"""Trains a company buys in a circle."""
FEW = 4
"""Companies there will be at least, once the game has begun."""
SHORTEST, LONGEST = 0.6, 2.0
"""Circles a type is on sale."""


class Timetable(NamedTuple):
    """What is expected, in circles from now."""

    ends: float
    """Where looking ahead ends."""
    over: float
    """When the game is over."""
    later: float
    """Circles between the two, as far as they count."""
    goes: Mapping[str, float]
    """Train → when it rusts; permanent ones are not in it."""
    sold: tuple[tuple[float, str, Phase], ...]
    """From when on which type is on sale, and the phase its first train begins, in order."""
    rounds: int
    """Share rounds to come."""

    def until(self, circles: float, later: float) -> Timetable:
        """The same for somebody who looks only so far."""
        return self._replace(ends=min(self.over, circles), later=later * max(0.0, self.over - circles))

    def on_sale(self, at: float) -> tuple[str, Phase]:
        name, phase = self.sold[0][1:]
        for begins, later, its_phase in self.sold:
            if begins > at:
                break
            name, phase = later, its_phase
        return name, phase

    def tiles(self, permits: str) -> int:
        """1880 X.track.1, VIII.6: how many yellow tiles a company with these permits may still lay."""
        phases = (self.on_sale(at)[1] for at in range(int(self.over)))
        return sum(phase.yellow for phase in phases if phase.letter in permits)

    @property
    def paying(self) -> float:
        """How long private companies still pay."""
        return next((at for at, _, phase in self.sold if not phase.revenue), 0.0)


def timetable(s: China) -> Timetable:
    return _timetable(s.tables, tuple(s.depot.values()), s.phase, len(s.floated), s.turns_left)


@lru_cache(maxsize=4096)
def _timetable(t: Tables, left: tuple[int, ...], phase: str, companies: int, turns_left: int) -> Timetable:
    names, stock = list(t.phases), dict(zip(t.trains, left, strict=True))
    pace = PACE * max(FEW, companies)
    at, over, now = 0.0, 0.0, t.phases[phase]
    sold: list[tuple[float, str, Phase]] = []
    goes: dict[str, float] = {}
    for name in (name for name in t.ladder if stock[name]):
        begun = t.starts.get(name, "")
        if begun and names.index(begun) > names.index(now.name):
            now = t.phases[begun]
            goes |= {old.name: at + SHORTEST / 2 for old in t.trains.values() if old.rusts_on == name}
        sold.append((at, name, now))
        at += min(LONGEST, max(SHORTEST, stock[name] / pace))
        if name == LAST_TRAIN:
            over = at + LAST_TURNS
    over = float(turns_left) if turns_left >= 0 else over
    rounds = sum(t.trains[name].share_round for _, name, _ in sold)
    return Timetable(over, over, 0.0, goes, tuple(sold), rounds)
