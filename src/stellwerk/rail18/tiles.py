"""Tiles, written in a short language and parsed once.

A tile is a list of words. A word for a stop is its kind, its revenue, its slots and its edges; a word for plain track
names two edges; track between two stops of one tile names the stops::

    c30x2(0134)          a city worth 30 with two slots and track to the edges 0, 1, 3, 4
    t20(05)              a town worth 20
    c30(0) c30()         two cities, one of them without track
    o20/30/40/50x1(45)   an off-board location: revenue by phase column, one slot
    h30/30/0/0(012)      a harbour
    0-2 1-3              two plain tracks that cross
    t10(0) t10(3) n0-n1  two towns on one line

Edges are those of the tile at rotation 0; ``Tile.at(r)`` is the face it shows when turned by r steps clockwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from stellwerk.rail18.hexes import EDGES, members, turned, turned_mask

KINDS = {"c": "city", "t": "town", "o": "offboard", "h": "harbour"}
STOP = re.compile(r"([ctoh])(\d+(?:/\d+)*)(?:x(\d+))?\(([0-5]*)\)")
TRACK = re.compile(r"([0-5])-([0-5])")
JOINT = re.compile(r"n(\d+)-n(\d+)")
NODE: Final = 6  # ends of track inside a tile are ints: edge e is e, node n is NODE + n


@dataclass(frozen=True, slots=True)
class Node:
    """A stop on a tile; edges are a bit-set."""

    kind: str
    revenue: tuple[int, ...]
    slots: int
    edges: int
    large: bool = field(init=False, repr=False, compare=False)
    terminal: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "large", self.kind in ("city", "offboard"))
        object.__setattr__(self, "terminal", self.kind in ("offboard", "harbour"))

    def worth(self, column: int) -> int:
        """Revenue in a phase column; most stops have one value for all."""
        return self.revenue[column if len(self.revenue) > 1 else 0]

    def __str__(self) -> str:
        slots = f"x{self.slots}" if self.slots != (self.kind == "city") else ""
        edges = "".join(map(str, members(self.edges)))
        return f"{self.kind[0]}{'/'.join(map(str, self.revenue))}{slots}({edges})"


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    name: str
    colour: str
    label: str
    nodes: tuple[Node, ...]
    paths: tuple[tuple[int, int], ...]
    joints: tuple[tuple[int, int], ...]
    faces: tuple[Face, ...] = field(init=False, repr=False, compare=False)
    lowest: tuple[int, ...] = field(init=False, repr=False, compare=False)  # the same track; nodes may be renumbered
    same: tuple[int, ...] = field(init=False, repr=False, compare=False)  # the same track, node by node

    def __post_init__(self) -> None:
        faces = tuple(self._face(r) for r in EDGES)
        object.__setattr__(self, "faces", faces)
        object.__setattr__(self, "lowest", _first_equal([_drawing(f) for f in faces]))
        object.__setattr__(self, "same", _first_equal([(f.nodes, f.paths) for f in faces]))

    def _face(self, rotation: int) -> Face:
        nodes = tuple(turned_mask(n.edges, rotation) for n in self.nodes)
        paths = tuple(sorted(_sorted(turned(a, rotation), turned(b, rotation)) for a, b in self.paths))
        ways = tuple(tuple(_ways(edge, nodes, paths)) for edge in EDGES)
        exits = sum(1 << edge for edge in EDGES if ways[edge])
        ends = tuple((*members(edges), *_joined(node, self.joints)) for node, edges in enumerate(nodes))
        return Face(self, rotation, nodes, paths, self.joints, exits, ways, ends, ways + ends)

    def at(self, rotation: int) -> Face:
        return self.faces[rotation]

    @property
    def rotations(self) -> tuple[int, ...]:
        """The rotations that differ, each the lowest of its kind."""
        return tuple(r for r in EDGES if self.lowest[r] == r)

    def __str__(self) -> str:
        stops = [str(node) for node in self.nodes]
        return " ".join([*stops, *(f"{a}-{b}" for a, b in self.paths), *(f"n{a}-n{b}" for a, b in self.joints)])


class Face(NamedTuple):
    """A tile as it lies: what each end of track leads to at one rotation."""

    tile: Tile
    rotation: int
    nodes: tuple[int, ...]  # edges of each node, as bit-sets
    paths: tuple[tuple[int, int], ...]  # plain track
    joints: tuple[tuple[int, int], ...]  # track between nodes
    exits: int  # edges with track, as a bit-set
    ways: tuple[tuple[int, ...], ...]  # for each edge the ends its track leads to (edges, or NODE + node)
    ends: tuple[tuple[int, ...], ...]  # for each node the ends by which one leaves it
    leads: tuple[tuple[int, ...], ...]  # both: for each edge, then for each node, the ends its track leads to


def tile(name: str, text: str = "", colour: str = "", label: str = "") -> Tile:
    """Parse a tile; a word that is not of the language is a ValueError naming tile and word."""
    nodes: list[Node] = []
    paths: list[tuple[int, int]] = []
    joints: list[tuple[int, int]] = []
    for word in text.split():
        if m := STOP.fullmatch(word):
            nodes.append(_node(*m.groups()))
        elif m := TRACK.fullmatch(word):
            paths.append(_sorted(int(m[1]), int(m[2])))
        elif m := JOINT.fullmatch(word):
            joints.append(_sorted(int(m[1]), int(m[2])))
        else:
            raise ValueError(f"tile {name}: {word!r} is neither stop nor track")
    if any(a == b for a, b in paths + joints) or any(b >= len(nodes) for _, b in joints):
        raise ValueError(f"tile {name}: track needs two ends that exist: {text!r}")
    return Tile(name, colour, label, tuple(nodes), tuple(sorted(paths)), tuple(sorted(joints)))


def _node(kind: str, revenue: str, slots: str | None, edges: str) -> Node:
    room = int(slots) if slots else int(kind == "c")
    return Node(KINDS[kind], tuple(map(int, revenue.split("/"))), room, sum(1 << int(e) for e in dict.fromkeys(edges)))


def _sorted(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a <= b else (b, a)


def _ways(edge: int, nodes: tuple[int, ...], paths: tuple[tuple[int, int], ...]) -> Iterator[int]:
    for a, b in paths:
        if edge in (a, b):
            yield a + b - edge
    for node, edges in enumerate(nodes):
        if edges >> edge & 1:
            yield NODE + node


def _joined(node: int, joints: tuple[tuple[int, int], ...]) -> Iterator[int]:
    return (NODE + a + b - node for a, b in joints if node in (a, b))


def _drawing(face: Face) -> object:
    """What one sees of a face: stops are told apart by what they are, not by their number."""
    stops = sorted((n.kind, n.revenue, n.slots, edges) for n, edges in zip(face.tile.nodes, face.nodes, strict=True))
    ends = sorted(tuple(sorted((face.nodes[a], face.nodes[b]))) for a, b in face.joints)
    return stops, face.paths, ends


def _first_equal(drawings: list[object]) -> tuple[int, ...]:
    return tuple(drawings.index(drawing) for drawing in drawings)


def node_map(old: Face, new: Face) -> tuple[int, ...] | None:
    """For each node of a face the node of its replacement that takes over, or None if track would be lost.

    A node follows its track; one without track takes a node that is still free, or the joint one if none is. Nodes keep
    their kind. Whether nodes may join, and which colours follow each other, is for the title to say.
    """
    return _heirs(old.tile, old.rotation, new.tile, new.rotation)


@lru_cache(1 << 12)
def _heirs(before: Tile, turned: int, after: Tile, rotation: int) -> tuple[int, ...] | None:
    """Found out once: the law asks, and whoever lays the tile asks again."""
    old, new = before.at(turned), after.at(rotation)
    if old.exits & ~new.exits or any(path not in new.paths for path in old.paths):
        return None
    heirs = [_heir(old, new, node) for node in range(len(old.nodes))]
    free = [n for n in range(len(new.nodes)) if n not in heirs]
    for node, edges in enumerate(old.nodes):
        if not edges:
            same = [n for n in free if new.tile.nodes[n].kind == old.tile.nodes[node].kind]
            heirs[node] = same[0] if same else _joint(old, new, node)
            free = [n for n in free if n != heirs[node]]
    if None in heirs or any(_lost(new, heirs, joint) for joint in old.joints):
        return None
    return tuple(n for n in heirs if n is not None)


def _heir(old: Face, new: Face, node: int) -> int | None:
    edges, kind = old.nodes[node], old.tile.nodes[node].kind
    if not edges:
        return None
    fits = [n for n, wider in enumerate(new.nodes) if not edges & ~wider and new.tile.nodes[n].kind == kind]
    return fits[0] if fits else None


def _joint(old: Face, new: Face, node: int) -> int | None:
    """Where a node without track goes when every node of the new tile is taken: only a single joint one will do."""
    same = [n for n, heir in enumerate(new.tile.nodes) if heir.kind == old.tile.nodes[node].kind]
    return same[0] if len(same) == 1 else None


def _lost(new: Face, heirs: list[int | None], joint: tuple[int, int]) -> bool:
    a, b = heirs[joint[0]], heirs[joint[1]]
    return a is not None and b is not None and a != b and _sorted(a, b) not in new.joints


class Fit(NamedTuple):
    """One way to lay a tile over another: the rotation, and what becomes of each old node."""

    rotation: int
    nodes: tuple[int, ...]

    @property
    def joins(self) -> bool:
        return len(dict.fromkeys(self.nodes)) < len(self.nodes)


def fits(old: Face, new: Tile) -> tuple[Fit, ...]:
    """Every rotation of a tile that keeps the track of a face; equal rotations are all listed."""
    maps = ((rotation, node_map(old, new.at(rotation))) for rotation in EDGES)
    return tuple(Fit(rotation, nodes) for rotation, nodes in maps if nodes is not None)
