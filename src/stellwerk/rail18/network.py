"""What a company's track reaches from its stations.

A journey never uses a piece of track twice, never calls at a stop twice, never turns back where track branches, goes
no further than a terminal or a blocked stop. First every exit of a stop is left once, along the journey that opened it;
what only a journey in conflict with itself would reach is then looked for by trying all journeys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.rail18.layout import Exit, Layout, Place

Border = tuple[str, int]  # hex and edge at which track arrives
PATIENCE = 20_000  # journeys tried for one doubtful spot


class Network(NamedTuple):
    """Stops reached, nearest first, and for each hex the edges at which track arrives from outside."""

    places: dict[Place, None]
    borders: dict[str, int]


class _Journey(NamedTuple):
    exit: Exit
    track: int
    calls: tuple[Place, ...]


def network(layout: Layout, homes: tuple[Place, ...], blocked: tuple[Place, ...]) -> Network:
    survey = _Survey(layout, homes, blocked)
    survey.explore()
    survey.settle_doubts()
    return Network(survey.places, survey.borders)


class _Survey:
    def __init__(self, layout: Layout, homes: tuple[Place, ...], blocked: tuple[Place, ...]) -> None:
        self.layout = layout
        self.homes = homes
        self.blocked = blocked
        self.places: dict[Place, None] = dict.fromkeys(homes)
        self.borders: dict[str, int] = {}
        self.entries: dict[Place, Exit | None] = dict.fromkeys(homes)  # the one way in, None if all exits are open
        self.doubts: dict[Place | Border, bool] = {}  # True: a stop, False: a border

    def passes(self, place: Place) -> bool:
        return place not in self.blocked and not self.layout.faces[place[0]].tile.nodes[place[1]].terminal

    def starts(self) -> Iterator[_Journey]:
        return (_Journey(exit, 0, (home,)) for home in self.homes for exit in self.layout.exits(home))

    def explore(self) -> None:
        queue = list(self.starts())
        for exit, track, calls in queue:
            links, borders, union, _ = self.layout.chain(exit)
            clean = not track & union
            for hex, edge, used in borders:
                if clean or not track & used:
                    self.borders[hex] = self.borders.get(hex, 0) | 1 << edge
                else:
                    self.doubts[hex, edge] = False
            for link in links:
                if (clean or not track & link.track) and link.to not in calls:
                    queue += self._arrive(link.to, link.entry, track | link.track, (*calls, link.to))
                elif link.to not in self.places:
                    self.doubts[link.to] = True

    def _arrive(self, place: Place, entry: Exit, track: int, calls: tuple[Place, ...]) -> list[_Journey]:
        """The exits that this arrival opens: all others at first, the first way in when another one is found."""
        if place not in self.places:
            self.places[place] = None
            self.entries[place] = entry
            exits = [exit for exit in self.layout.exits(place) if exit != entry]
        else:
            first = self.entries[place]
            if first is None or first == entry:
                return []
            self.entries[place] = None
            exits = [first]
        return [_Journey(exit, track, calls) for exit in exits] if self.passes(place) else []

    def settle_doubts(self) -> None:
        for spot, stop in self.doubts.items():
            hex, number = spot
            if stop and spot not in self.places and self._finds(spot, True):
                self.places[spot] = None
            elif not stop and not self.borders.get(hex, 0) >> number & 1 and self._finds(spot, False):
                self.borders[hex] = self.borders.get(hex, 0) | 1 << number

    def _finds(self, spot: Place | Border, stop: bool) -> bool:
        """Whether some journey gets there, by trying them all."""
        stack = list(self.starts())
        for _ in range(PATIENCE):
            if not stack:
                return False
            exit, track, calls = stack.pop()
            chain = self.layout.chain(exit)
            if not stop and any(spot == (hex, edge) for hex, edge, used in chain.borders if not track & used):
                return True
            for link in chain.links:
                if track & link.track or link.to in calls:
                    continue
                if stop and link.to == spot:
                    return True
                if self.passes(link.to):
                    on = (*calls, link.to)
                    exits = self.layout.exits(link.to)
                    stack += [_Journey(e, track | link.track, on) for e in exits if e != link.entry]
        return True
