"""Track as it lies: from stop to stop.

A *chain* is everything that plain track reaches when one leaves a stop by one of its exits: the links to the next stops
(several where track branches) and the edges of other hexes at which it arrives on the way. Chains are walked when first
asked for; wherever the same tiles lie on the hexes that one touches, it is known again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stellwerk.rail18.tiles import NODE, Face

Place = tuple[str, int]  # hex and node
ENDS: Final = 16  # ends of track in a hex at most: six edges, then up to eight nodes
NOWHERE: Final = -1  # what lies over an edge of the map
Exit = tuple[str, int, int]  # hex, node, and the edge (or NODE + other node) by which one leaves


class Ground(NamedTuple):
    """What never changes: neighbours, the bit of each side, the bit of each hex, the first bit for track inside.

    Points of the map are numbers: end e of hex number n is n * ENDS + e. ``over`` leads from an edge to the one across,
    ``bits`` has the bit of the side an edge lies on; both are by point, and never change either.
    """

    across: Mapping[tuple[str, int], str]
    toward: Mapping[tuple[str, str], int]
    sides: Mapping[tuple[str, int], int]
    spots: Mapping[str, int]
    inner: int
    hexes: tuple[str, ...]
    over: list[int]
    bits: list[int]

    def point(self, hex: str, end: int) -> int:
        return (self.spots[hex].bit_length() - 1) * ENDS + end


class Link(NamedTuple):
    """Track from a stop to the next one; ``entry`` is the exit of that stop by which it arrives."""

    to: Place
    entry: Exit
    track: int
    hexes: tuple[str, ...]


class Chain(NamedTuple):
    links: tuple[Link, ...]
    borders: tuple[tuple[str, int, int], ...]  # hex and edge arrived at, track to there
    track: int


Walked = dict[Exit, list[tuple[Chain, tuple[tuple[str, Face], ...]]]]
"""Chains by their exit, each with the tiles on the hexes it touches."""
Leads = list[tuple[tuple[int, ...], ...]]
"""What every end of track leads to, by the number of its hex."""
KEPT: Final = 16  # chains of an exit, the newest


class Network(NamedTuple):
    """Stops reached, nearest first, and for each hex the edges at which track arrives from outside."""

    places: dict[Place, None]
    borders: dict[str, int]
    touched: frozenset[str]  # the hexes concerned


class Layout:
    """The track on the map, without stations: shared by all boards with the same tiles."""

    def __init__(
        self, ground: Ground, faces: Mapping[str, Face], walked: Walked | None = None, leads: Leads | None = None
    ) -> None:
        self.ground = ground
        self.faces = faces
        self.leads: Leads = [faces[hex].leads for hex in ground.hexes if hex in faces] if leads is None else leads[:]
        self._chains: dict[Exit, Chain] = {}
        self._walked: Walked = {} if walked is None else walked
        self.networks: dict[tuple[tuple[Place, ...], tuple[Place, ...]], Network] = {}
        """What is reached from some stops, not past others; see ``network``."""

    def lay(self, hex: str, face: Face) -> Layout:
        """With another tile on a hex. What does not touch it stays known."""
        after = Layout(self.ground, {**self.faces, hex: face}, self._walked, self.leads)
        after.leads[self.ground.spots[hex].bit_length() - 1] = face.leads
        after.networks = {ends: found for ends, found in self.networks.items() if hex not in found.touched}
        return after

    def exits(self, place: Place) -> tuple[Exit, ...]:
        """The exits of a stop: its edges, then track to other stops of the tile."""
        hex, node = place
        return tuple([(hex, node, end) for end in self.faces[hex].ends[node]])

    def chain(self, exit: Exit) -> Chain:
        chain = self._chains.get(exit)
        if chain is None:
            chain = self._chains[exit] = self._known(exit) or self._found(exit)
        return chain

    def _known(self, exit: Exit) -> Chain | None:
        """A chain that was walked on another layout, where the same tiles lie in its way."""
        faces = self.faces
        for chain, touched in reversed(self._walked.get(exit, ())):
            for hex, face in touched:
                if faces[hex] is not face:
                    break
            else:
                return chain
        return None

    def _found(self, exit: Exit) -> Chain:
        chain = self._inner(exit) if exit[2] >= NODE else self._walk(exit)
        touched = dict.fromkeys([exit[0], *[hex for hex, _, _ in chain.borders]])
        walked = self._walked.setdefault(exit, [])
        walked.append((chain, tuple([(hex, self.faces[hex]) for hex in touched])))
        del walked[:-KEPT]
        return chain

    def _inner(self, exit: Exit) -> Chain:
        """Track between two stops of one tile: a bit for each pair of up to eight nodes."""
        hex, node, end = exit
        other = end - NODE
        low, high = min(node, other), max(node, other)
        spot = self.ground.spots[hex]
        track = 1 << self.ground.inner + 64 * (spot.bit_length() - 1) + 8 * low + high
        return Chain((Link((hex, other), (hex, other, NODE + node), track, (hex, hex)),), (), track)

    def _walk(self, exit: Exit) -> Chain:
        ground, leads = self.ground, self.leads
        names, over, bits = ground.hexes, ground.over, ground.bits
        home, _, leave = exit
        links: list[Link] = []
        borders: list[tuple[str, int, int]] = []
        union = 0
        heads: list[tuple[int, int, tuple[str, ...]]] = [(ground.point(home, leave), 0, (home,))]
        while heads:
            point, track, hexes = heads.pop()
            side = bits[point]
            if not side or track & side:
                continue
            track |= side
            arrived = over[point]
            edge, number = arrived % ENDS, arrived // ENDS
            hex, first = names[number], arrived - edge
            hexes = (*hexes, hex)
            union |= track
            borders.append((hex, edge, track))
            for end in reversed(leads[number][edge]):
                if end >= NODE:
                    links.append(Link((hex, end - NODE), (hex, end - NODE, edge), track, hexes))
                else:
                    heads.append((first + end, track, hexes))
        return Chain(tuple(links), tuple(borders), union)
