"""When trains come and go: how many circles each type will still be on sale, and when the game ends.

One circle is one turn of every company. A type nobody wants leaves after a circle. Everything is read off the depot,
the ladder of trains and the table of phases.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from stellwerk.games.china1880.rules.chapters.phases import LAST_TRAIN, LAST_TURNS, top
from stellwerk.games.china1880.rules.components import Phase, Tables
from stellwerk.games.china1880.rules.state import China

LEAST, EACH = 0.5, 0.2
"""Circles a type is on sale: at least so many, and more for each of its trains. So it was in games of people and of
bots alike, with five companies and with ten: where more could buy, more are full, and what nobody wants leaves."""
FURTHER, MOST = 0.4, 0.8
"""Circles for which each train but one prolongs the sale of its type, and all of them at most: whoever buys begins the
count anew."""
QUARTERS = 4
"""Parts of a circle that are told apart."""
RUSH = 0.3
"""Circles until the first train of a type is bought."""
INTEREST = 1.04
"""What a yen becomes in a circle: it buys shares."""
FOREVER = 99.0


class Circle(NamedTuple):
    """A turn of a company: when, what is on sale then, and what a yen paid out then becomes until the end."""

    at: float
    train: str
    phase: Phase
    yen: float


@dataclass(frozen=True, eq=False)
class Timetable:
    """What is expected, in circles from now. The same one is given for equal depots, so it serves as a key."""

    ends: float
    """Where looking ahead ends."""
    over: float
    """When the game is over."""
    goes: Mapping[str, float]
    """Train → when it rusts; permanent ones are not in it."""
    sold: tuple[tuple[float, str, Phase], ...]
    """From when on which type is on sale, and the phase its first train begins, in order."""
    rounds: int
    """Share rounds to come."""
    _circles: dict[float, tuple[Circle, ...]] = field(default_factory=dict)
    _tiles: dict[str, int] = field(default_factory=dict)

    def on_sale(self, at: float) -> tuple[str, Phase]:
        name, phase = self.sold[0][1:]
        for begins, later, its_phase in self.sold:
            if begins > at:
                break
            name, phase = later, its_phase
        return name, phase

    def circles(self, first: float) -> tuple[Circle, ...]:
        """The turns of a company from the first one on."""
        if first not in self._circles:
            turns = (first + n for n in range(1 + int(self.ends - first)) if first + n <= self.ends)
            self._circles[first] = tuple(Circle(at, *self.on_sale(at), self.yen(at)) for at in turns)
        return self._circles[first]

    def yen(self, at: float) -> float:
        """What a yen becomes until then: it buys shares."""
        return float(INTEREST ** (self.ends - at))

    def tiles(self, permits: str) -> int:
        """1880 X.track.1, VIII.6: how many yellow tiles a company with these permits may still lay."""
        if permits not in self._tiles:
            phases = (self.on_sale(at)[1] for at in range(int(self.over)))
            self._tiles[permits] = sum(phase.yellow for phase in phases if phase.letter in permits)
        return self._tiles[permits]

    @cached_property
    def paying(self) -> float:
        """How long private companies still pay."""
        return next((at for at, _, phase in self.sold if not phase.revenue), 0.0)


def timetable(s: China, circles: float = FOREVER) -> Timetable:
    """To the end of the game, or for somebody who looks only so far."""
    return _timetable(s.tables, tuple(s.depot.values()), s.phase, s.turns_left, _lasts(s), circles)


def _lasts(s: China) -> float:
    """How many circles the type on sale will stay: until a circle has passed in which nobody has bought."""
    return patience(s) + min(MOST, FURTHER * (s.depot[top(s)] - 1))


def patience(s: China) -> float:
    """1880 X.buy.6: circles until the company with the marker has had its turn: if nobody buys, the trains on sale
    leave then."""
    if s.marker not in s.floated:
        return 1.0
    if s.marker == s.active:
        return 1.0 if s.bought else 0.0
    order = s.floated
    acting = order.index(s.active) if s.active in order else -1
    ahead = (order.index(s.marker) - acting) % len(order)
    return math.ceil(QUARTERS * ahead / len(order)) / QUARTERS


@lru_cache(maxsize=4096)
def _timetable(
    t: Tables, left: tuple[int, ...], phase: str, turns_left: int, lasts: float, circles: float
) -> Timetable:
    names, stock = list(t.phases), dict(zip(t.trains, left, strict=True))
    at, over, now = 0.0, 0.0, t.phases[phase]
    sold: list[tuple[float, str, Phase]] = []
    goes: dict[str, float] = {}
    for name in (name for name in t.ladder if stock[name]):
        begun = t.starts.get(name, "")
        if begun and names.index(begun) > names.index(now.name):
            now = t.phases[begun]
            goes |= {old.name: at + RUSH for old in t.trains.values() if old.rusts_on == name}
        sold.append((at, name, now))
        at += LEAST + EACH * stock[name] if sold[1:] else lasts
        if name == LAST_TRAIN:
            over = at + LAST_TURNS
    over = float(turns_left) if turns_left >= 0 else over
    rounds = sum(t.trains[name].share_round for _, name, _ in sold)
    return Timetable(min(over, circles), over, goes, tuple(sold), rounds)
