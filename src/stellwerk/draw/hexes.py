"""Hexes, track and stops: where everything on a tile lies, for any tile of the tile language at any rotation.

A hex is pointy-top with its centre at (0, 0); y grows to the south, angles run clockwise. Positions are found, not
stored: a stop lies on its track, stops keep clear of each other, numbers take the emptiest place left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product
from math import cos, hypot, radians, sin
from typing import NamedTuple

from stellwerk.draw.element import number
from stellwerk.rail18.hexes import EDGES, members, parse
from stellwerk.rail18.tiles import Face, Node

SIDE = 60.0
WIDE = SIDE * 3**0.5 / 2  # from the centre to the middle of an edge
SLOT = 15.0  # radius of a place for a station
TOWN = 8.0
HEX_BOX = (-62.0, -62.0, 124.0, 124.0)


class Point(NamedTuple):
    x: float
    y: float

    def __str__(self) -> str:
        return f"{number(self.x)} {number(self.y)}"

    def plus(self, x: float, y: float) -> Point:
        return Point(self.x + x, self.y + y)

    def times(self, factor: float) -> Point:
        return Point(self.x * factor, self.y * factor)

    def to(self, other: Point) -> float:
        return hypot(self.x - other.x, self.y - other.y)


ORIGIN = Point(0.0, 0.0)


def toward(angle: float, distance: float) -> Point:
    return Point(distance * cos(radians(angle)), distance * sin(radians(angle)))


def centre(hex: str) -> Point:
    """Where a hex lies on the map."""
    row, column = parse(hex)
    return Point(column * WIDE, row * SIDE * 1.5)


def edge_angle(edge: int) -> float:
    return 120.0 + 60.0 * edge


def edge_point(edge: int, inward: float = 0.0) -> Point:
    return toward(edge_angle(edge), WIDE - inward)


def corner(number: int) -> Point:
    """Corner n lies between the edges n and n + 1."""
    return toward(edge_angle(number) + 30.0, SIDE)


def outline(size: float = 1.0) -> str:
    """The six sides as path data."""
    corners = [corner(n).times(size) for n in EDGES]
    return f"M{corners[0]}L" + " ".join(map(str, corners[1:])) + "Z"


def edge_line(edge: int, size: float = 1.0) -> str:
    return f"M{corner(edge - 1).times(size)}L{corner(edge).times(size)}"


def curve(a: int, b: int) -> str:
    """Track between two edges: straight, or an arc that meets both at a right angle."""
    start, end, gap = edge_point(a), edge_point(b), (b - a) % 6
    if gap == 3:
        return f"M{start}L{end}"
    radius = SIDE * (0.5 if gap in (1, 5) else 1.5)
    return f"M{start}A{number(radius)} {number(radius)} 0 0 {int(gap > 3)} {end}"


def along(a: int, b: int, share: float) -> Point:
    """A point of the track between two edges, from 0 at the first to 1 at the second."""
    start, end, gap = edge_point(a), edge_point(b), (b - a) % 6
    if gap == 3:
        return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)
    near = gap in (1, 5)
    radius, span = SIDE * (0.5 if near else 1.5), 120.0 if near else 60.0
    middle = edge_angle(a) + (60.0 * gap if gap < 3 else 60.0 * (gap - 6)) / 2
    hub = toward(middle, SIDE if near else 2 * WIDE)
    side = 1.0 if gap < 3 else -1.0
    turn = middle + 180.0 + side * span * (0.5 - share)
    return hub.plus(*toward(turn, radius))


def spoke(edge: int, stop: Point) -> str:
    """Track from an edge to a stop; it leaves the edge at a right angle."""
    start = edge_point(edge)
    if abs(start.x * stop.y - start.y * stop.x) < WIDE:
        return f"M{start}L{stop}"
    return f"M{start}Q{edge_point(edge, start.to(stop) * 0.55)} {stop}"


class Plan(NamedTuple):
    """Where the parts of a face lie."""

    stops: tuple[Point, ...]
    slots: tuple[tuple[Point, ...], ...]  # of each stop
    tracks: tuple[str, ...]
    value: Point  # where the worth of the stops is written
    label: Point
    pips: Point  # where dots tell the colour of a tile
    name: Point


@lru_cache(4096)
def plan(face: Face) -> Plan:
    stops = _stops(face)
    slots = tuple(_slots(node, stop) for node, stop in zip(face.tile.nodes, stops, strict=True))
    taken = [*_track_points(face, stops), *_solid(face, stops, slots)]
    value = _free(taken, stops[0], 12.0) if _shows_worth(face) else ORIGIN
    taken += [(value, 10.0)] if _shows_worth(face) else []
    label = _free(taken, ORIGIN, 14.0)
    taken += [(label, 10.0)] if face.tile.label or not stops else []
    signs = [point for point in (value, label) if any(point is other for other, _ in taken)]
    if _ringed(face):
        value, label = Point(0, 8), Point(0, -8)
    digits = max((corner(n).times(0.8) for n in (5, 4, 0, 1, 2, 3)), key=lambda p: min(_room(taken, p), 9.0))
    taken += [(digits, 6.0)] if face.tile.colour else []
    name = Point(0, -44) if _ringed(face) else _name_spot(taken, signs)
    return Plan(stops, slots, _tracks(face, stops), value, label, digits, name)


def _shows_worth(face: Face) -> bool:
    return any(any(node.revenue) for node in face.tile.nodes) and not _ringed(face)


def _ringed(face: Face) -> bool:
    """Many stations in a ring leave the middle free for signs."""
    return len(face.tile.nodes) > 3 or any(node.slots > 4 for node in face.tile.nodes)


def _stops(face: Face) -> tuple[Point, ...]:
    nodes = face.tile.nodes
    if not nodes:
        return ()
    if len(nodes) == 1:
        return (_single(nodes[0], members(face.nodes[0])),)
    if not any(face.nodes):
        return tuple(toward(180.0 + 360.0 * n / len(nodes), 24.0) for n in range(len(nodes)))
    choices = [_places(node, members(edges)) for node, edges in zip(nodes, face.nodes, strict=True)]
    return max(product(*choices), key=lambda spots: _spread(face, spots)) if len(nodes) < 4 else _ring(face)


def _single(node: Node, edges: Sequence[int]) -> Point:
    if node.kind == "town" and len(edges) == 2:
        return along(edges[0], edges[1], 0.5)
    return ORIGIN


def _ring(face: Face) -> tuple[Point, ...]:
    return tuple(toward(edge_angle(members(edges)[0]), WIDE * 0.58) for edges in face.nodes)


def _places(node: Node, edges: Sequence[int]) -> list[Point]:
    """Where one of several stops may lie."""
    if node.kind == "town" and len(edges) == 2:
        return [along(edges[0], edges[1], share) for share in (0.5, 0.4, 0.6, 0.32, 0.68, 0.27, 0.73)]
    if len(edges) == 2 and (edges[1] - edges[0]) % 6 != 3:
        middle = along(edges[0], edges[1], 0.5)
        return [middle.times(max(distance / hypot(*middle), 1.0)) for distance in (0.0, 20.0, 26.0)]
    if len(edges) == 2:
        return [along(edges[0], edges[1], 0.5).plus(*toward(angle, 6.0)) for angle in range(0, 360, 30)]
    if len(edges) == 1:
        return [edge_point(edges[0], WIDE * 0.42)]
    return [toward(angle, 26.0) for angle in range(0, 360, 30)]


def _spread(face: Face, spots: Sequence[Point]) -> float:
    """How well stops keep clear of each other and of each other's track."""
    apart = min(a.to(b) for i, a in enumerate(spots) for b in spots[:i])
    others = [
        spot.to(point)
        for n, spot in enumerate(spots)
        for m, edges in enumerate(face.nodes)
        if m != n
        for point in _ways(face.tile.nodes[m], members(edges), spots[m])
    ]
    wanted = 2 * SLOT + 4 if face.tile.nodes[0].kind == "city" else 26.0
    middle = sum(hypot(*spot) for spot in spots) / 50
    return min(apart / wanted, 1.0) * 3 + min([*others, 24.0]) / 24 - middle / 10


def _ways(node: Node, edges: Sequence[int], stop: Point) -> list[Point]:
    if node.kind == "town" and len(edges) == 2:
        return [along(edges[0], edges[1], n / 10) for n in range(11)]
    return [p for edge in edges for p in _between(edge_point(edge), stop)]


def _between(a: Point, b: Point) -> list[Point]:
    return [Point(a.x + (b.x - a.x) * n / 6, a.y + (b.y - a.y) * n / 6) for n in range(7)]


def _slots(node: Node, stop: Point) -> tuple[Point, ...]:
    rings: dict[int, list[tuple[float, float]]] = {
        1: [(0, 0)],
        2: [(-SLOT, 0), (SLOT, 0)],
        3: [(0, -SLOT * 1.1), (-SLOT, SLOT * 0.65), (SLOT, SLOT * 0.65)],
        4: [(-SLOT, -SLOT), (SLOT, -SLOT), (-SLOT, SLOT), (SLOT, SLOT)],
        6: [toward(90.0 + 60.0 * n, SLOT * 2) for n in EDGES],
    }
    return tuple(stop.plus(*offset) for offset in rings.get(node.slots, [(0.0, 0.0)] * node.slots))


def _tracks(face: Face, stops: Sequence[Point]) -> tuple[str, ...]:
    found = [curve(a, b) for a, b in face.paths]
    for node, edges, stop in zip(face.tile.nodes, face.nodes, stops, strict=True):
        exits = members(edges)
        if node.kind == "town" and len(exits) == 2:
            found.append(curve(*exits))
        else:
            found += [spoke(edge, stop) for edge in exits]
    return (*found, *(f"M{stops[a]}L{stops[b]}" for a, b in face.joints))


Disc = tuple[Point, float]


def _track_points(face: Face, stops: Sequence[Point]) -> list[Disc]:
    points = [along(a, b, n / 10) for a, b in face.paths for n in range(11)]
    for node, edges, stop in zip(face.tile.nodes, face.nodes, stops, strict=True):
        points += _ways(node, members(edges), stop)
    return [(point, 6.0) for point in points]


def _solid(face: Face, stops: Sequence[Point], slots: Sequence[Sequence[Point]]) -> list[Disc]:
    discs = []
    for node, stop, places in zip(face.tile.nodes, stops, slots, strict=True):
        discs += [(place, SLOT + 2) for place in places] if node.slots else [(stop, TOWN)]
    return discs


def _room(taken: Iterable[Disc], point: Point) -> float:
    return min((point.to(other) - size for other, size in taken), default=99.0)


def _free(taken: Sequence[Disc], near: Point, wanted: float) -> Point:
    """The emptiest place for a small sign, a near one if several will do."""
    spots = [toward(angle, distance) for distance in (42.0, 36.0, 30.0) for angle in range(30, 390, 30)]
    inside = [p for p in spots if hypot(*p) <= 42.0 and abs(p.x) <= WIDE - 11]
    return max(inside, key=lambda p: (min(_room(taken, p), wanted), -p.to(near)))


def _name_spot(taken: Sequence[Disc], signs: Sequence[Point]) -> Point:
    """A line of text across the hex: the row that crosses least, and no sign at all if that can be."""
    rows = [(-22.0, 3.0), (31.0, 2.0), (25.0, 1.0), (-32.0, 1.0), (-38.0, 0.0), (43.0, 0.0), (4.0, 0.0)]
    return Point(0.0, max(rows, key=lambda row: _row_room(taken, signs, row[0] - 4) + row[1])[0])


def _row_room(taken: Sequence[Disc], signs: Sequence[Point], y: float) -> float:
    points = [Point(float(x), y) for x in range(-30, 31, 10)]
    hidden = sum(min(sign.to(point) for point in points) < 14 for sign in signs)
    return sum(min(_room(taken, point), 6.0) for point in points) - 40 * hidden
