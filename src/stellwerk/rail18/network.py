"""What a company's track reaches from its stations, exactly.

A journey never uses a piece of track twice, never calls at a stop twice, never turns back where track branches, goes
no further than a terminal or a blocked stop. A shorter way to the same spot may be no journey at all, so keeping one
way to each spot is not enough; trying all journeys takes for ever on a full board. But the question is an old one:

A side between two hexes has two *ports*, one in each hex. A journey that comes to a port from within its hex crosses
the side, one that has crossed goes on within; so it uses a crossing and track within a hex in turn, and each port once.
With the crossings as a matching, in which a port is matched with the one across the side, journeys are exactly the
alternating paths without repetition. A stop is two matched points, each joined to all its ports: a journey enters by
one, leaves by the other, and cannot come again. What alternating paths reach from one point is what the search for an
augmenting path finds (J. Edmonds, "Paths, trees, and flowers", 1965), in about as many looks as there are ports:

- A port is *open* when some journey arrives there over its side: that is a border reached. Track within leads on from
  an open port to other ports; to leave by one opens the port across. The open ports make a tree.
- Where two open ports (or stops) meet, either can be left by the way that led to the other. So the tracks from both up
  to where they parted can be travelled the other way round, too: the ports on them become open, and all of it is one
  *ring*, entered where the tracks parted, at its *base*; from there on it counts as one point. If both are in one ring
  already there is nothing new.
- A stop that is reached lies in the ring of the port it is entered by: with its two points it is the smallest ring.
- All stations are one point: a journey that comes to another station could as well have begun there.

When nothing is left to look at, every port that any journey reaches is open (that is the theorem), and each one that
is open has its journey (by construction): nothing is guessed, neither yes nor no.
"""

from __future__ import annotations

from typing import Final

from stellwerk.rail18.layout import ENDS, NOWHERE, Layout, Network, Place
from stellwerk.rail18.tiles import NODE

__all__ = ["Network", "network"]

# `Final`: compiled code has the number itself instead of looking it up each time.
STATIONS: Final = -1  # all stations as one point, the last one in a list of all points
CLOSED: Final = -2  # no journey is known to arrive there
_spare: Final[list[list[int]]] = []
"""Lists in which all points are closed; to make and drop them would cost half a survey."""


def network(layout: Layout, homes: tuple[Place, ...], blocked: tuple[Place, ...]) -> Network:
    """What is reached from some stops, not past others; the layout keeps it."""
    found = layout.networks.get((homes, blocked))
    if found is None:
        survey = _Survey(layout, homes, blocked)
        survey.explore()
        found = layout.networks[homes, blocked] = survey.network()
        survey.give_back()
    return found


class _Survey:
    def __init__(self, layout: Layout, homes: tuple[Place, ...], blocked: tuple[Place, ...]) -> None:
        ground = layout.ground
        self.faces, self.leads, self.hexes, self.over = layout.faces, layout.leads, ground.hexes, ground.over
        self.blocked = blocked
        self.places: dict[Place, None] = dict.fromkeys(homes)
        self.queue = [ground.point(hex, NODE + node) for hex, node in homes]  # open points, as they are found
        self.rings = _closed(len(ground.over) + 1)  # by point; open ones lead to the base of their ring
        self.came_from = _closed(len(ground.over) + 1)  # by port by which a hex is left: open point from which
        for point in (STATIONS, *self.queue):
            self.rings[point] = STATIONS

    def explore(self) -> None:
        leads, over, rings, came_from, queue = self.leads, self.over, self.rings, self.came_from, self.queue
        for point in queue:
            end = point % ENDS
            hex, ring = point - end, rings[point]
            for way in leads[point // ENDS][end]:
                to = hex + way
                met = rings[to]
                if met != CLOSED:
                    if met != ring:
                        self._close_ring(point, to)
                elif way >= NODE:
                    self._call(point, to)
                elif came_from[to] == CLOSED and over[to] != NOWHERE:
                    came_from[to] = point
                    port = over[to]
                    rings[port] = port
                    queue.append(port)

    def _call(self, point: int, stop: int) -> None:
        hex, node = self.hexes[stop // ENDS], stop % ENDS - NODE
        place = hex, node
        self.places[place] = None
        if place not in self.blocked and not self.faces[hex].tile.nodes[node].terminal:
            self._open(stop, point)

    def _open(self, point: int, ring: int) -> None:
        self.rings[point] = ring
        self.queue.append(point)

    def _close_ring(self, point: int, other: int) -> None:
        """Two open points meet: what leads to them from where their ways parted is open both ways."""
        a, b = self._base(point), self._base(other)
        if a != b:
            parted = self._parting(a, b)
            self._turn_round(a, parted)
            self._turn_round(b, parted)

    def _base(self, point: int) -> int:
        rings = self.rings
        while (ring := rings[point]) != rings[ring]:
            rings[point] = point = rings[ring]
        return ring

    def _before(self, base: int) -> int:
        """The base of the ring from which the track leads to a base."""
        return self._base(self.came_from[self.over[base]])

    def _parting(self, a: int, b: int) -> int:
        """The last base that the ways to two bases have in common, by going back on both in turn."""
        seen = {a, b}
        while True:
            if a != STATIONS:
                a = self._before(a)
                if a in seen:
                    return a
                seen.add(a)
            a, b = b, a

    def _turn_round(self, base: int, parted: int) -> None:
        while base != parted:
            port, before = self.over[base], self._before(base)
            self.rings[base] = parted
            self._open(port, parted)
            base = before

    def network(self) -> Network:
        """What is open, once all is explored."""
        hexes, edges = self.hexes, dict[str, int]()  # by hex, none where only a stop is open
        for point in self.queue:
            hex, end = hexes[point // ENDS], point % ENDS
            edges[hex] = edges.get(hex, 0) | (1 << end if end < NODE else 0)
        borders = {hex: found for hex, found in edges.items() if found}
        return Network(self.places, borders, frozenset(edges))

    def give_back(self) -> None:
        """Close all points again: the open ones are in the queue, and a hex was only left over one of them."""
        rings, came_from, over = self.rings, self.came_from, self.over
        rings[STATIONS] = CLOSED
        for point in self.queue:
            rings[point] = came_from[over[point]] = CLOSED
        _spare.append(rings)
        _spare.append(came_from)


def _closed(points: int) -> list[int]:
    """A spare list, or a new one; another thread may take the last one at the same moment."""
    try:
        spare = _spare.pop()
    except IndexError:
        return [CLOSED] * points
    return spare if len(spare) >= points else [CLOSED] * points
