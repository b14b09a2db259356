"""What a company may run on, with numbers instead of names: the ground on which routes are searched.

A ``Service`` is the question: the layout, where the company's stations stand, which stops it may not pass, what a stop
is worth to it, tolls on track and bonuses for stops counted by one train. Its ``web`` is the same for a search: the
stops that can matter, numbered, with the links between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from stellwerk.rail18.hexes import union
from stellwerk.rail18.layout import Exit, Layout, Link, Place
from stellwerk.rail18.tiles import Node


class Toll(NamedTuple):
    """A fee for each link whose track touches this."""

    track: int
    fee: int


class Bonus(NamedTuple):
    """Paid when one train counts all these stops, once for all trains of the company."""

    places: tuple[Place, ...]
    amount: int

    def is_earned(self, counted: Sequence[Place]) -> bool:
        """By a train that counts these stops."""
        for place in self.places:  # noqa: SIM110 - mostly the first one is missing, and a generator would cost more
            if place not in counted:
                return False
        return True


class Step(NamedTuple):
    """A link in a web: its mask holds its track and the bit of the stop it leads to."""

    to: int
    mask: int
    gain: int  # value of that stop less tolls
    large: int
    ends: bool  # a route goes no further than there
    start: int  # stop it comes from
    exit: Exit
    link: Link


class Web(NamedTuple):
    places: tuple[Place, ...]
    values: tuple[int, ...]
    large: tuple[int, ...]
    ends: tuple[bool, ...]
    homes: tuple[int, ...]  # stops with an own station
    steps: tuple[tuple[Step, ...], ...]  # by stop; those of an end serve routes that begin there
    shift: int  # masks hold track below this bit, stops from it on
    track: dict[int, int]  # bit of the ground → bit of the mask


class Service:
    def __init__(
        self,
        layout: Layout,
        homes: tuple[Place, ...],
        blocked: tuple[Place, ...],
        worth: Callable[[Place, Node], int],
        tolls: tuple[Toll, ...] = (),
        bonuses: tuple[Bonus, ...] = (),
    ) -> None:
        self.layout = layout
        self.homes = homes
        self.blocked = blocked
        self.worth = worth
        self.tolls = tolls
        self.bonuses = bonuses
        self._values: dict[Place, int] = {}
        self.tolled = union([toll.track for toll in tolls])
        """Track on which any toll lies."""

    def node(self, place: Place) -> Node:
        return self.layout.faces[place[0]].tile.nodes[place[1]]

    def value(self, place: Place) -> int:
        """What a stop is worth to the company, found out once."""
        value = self._values.get(place)
        if value is None:
            value = self._values[place] = self.worth(place, self.node(place))
        return value

    def ends_at(self, place: Place) -> bool:
        """Terminals and blocked stops are only ever the end of a route."""
        return place in self.blocked or self.node(place).terminal

    def fee(self, track: int) -> int:
        """Tolls on the track from one stop to the next."""
        return sum([toll.fee for toll in self.tolls if track & toll.track]) if track & self.tolled else 0

    @cached_property
    def web(self) -> Web:
        places = self._places()
        number = {place: i for i, place in enumerate(places)}
        found = [self._leave(place, number) for place in places]
        used = union([link.track for links in found for _, link in links])
        track = {bit: 1 << i for i, bit in enumerate(_split(used))}
        nodes = [self.node(place) for place in places]
        values = tuple(self.value(place) for place in places)
        large = tuple(int(node.large) for node in nodes)
        ends = tuple(self.ends_at(place) for place in places)

        def step(start: int, exit: Exit, link: Link) -> Step:
            to = number[link.to]
            mask = sum(track[bit] for bit in _split(link.track)) | 1 << len(track) + to
            return Step(to, mask, values[to] - self.fee(link.track), large[to], ends[to], start, exit, link)

        steps = tuple(tuple(step(i, exit, link) for exit, link in links) for i, links in enumerate(found))
        homes = tuple(number[home] for home in self.homes if home in number)
        return Web(places, values, large, ends, homes, steps, len(track), track)

    def _places(self) -> tuple[Place, ...]:
        """The stops that can be on a route, nearest to the stations first."""
        seen = dict.fromkeys(self.homes)
        queue = list(seen)
        for place in queue:
            if place in self.homes or not self.ends_at(place):
                for exit in self.layout.exits(place):
                    for link in self.layout.chain(exit).links:
                        if link.to not in seen:
                            seen[link.to] = None
                            queue.append(link.to)
        return tuple(queue)

    def _leave(self, place: Place, number: dict[Place, int]) -> list[tuple[Exit, Link]]:
        links = ((exit, link) for exit in self.layout.exits(place) for link in self.layout.chain(exit).links)
        return [(exit, link) for exit, link in links if link.to != place and link.to in number]


def _split(mask: int) -> list[int]:
    bits = []
    while mask:
        bits.append(mask & -mask)
        mask &= mask - 1
    return bits
