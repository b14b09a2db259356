"""What lies around the track of a company: what it could join, how far away, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from stellwerk.games.china1880.rules.chapters.track import home
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.hexes import EDGES, opposite
from stellwerk.rail18.network import Network
from stellwerk.rail18.tiles import Face, Tile

FAR = 3
"""Tiles to lay, beyond which nothing counts."""
MEETING = 7
"""Tiles between an investor and a company, beyond which they hardly ever meet."""
NOWHERE = 99
DETOUR = 2
"""What a tile that does not lead on counts as: it must be upgraded first."""
NEARER = 0.7
"""What a stop one tile further away is worth."""
GOALS = 4
"""Stops a company may hope to reach."""


def look_around(s: China, entity: str) -> tuple[Iterable[str], float]:
    """Hexes that could be joined, and what they are worth."""
    net, stops = s.tables.atlas.network(s.board, entity), _stops(s.tables)
    joined = {hex for hex, _ in net.places}
    far = around(s, entity, net)
    found = [NEARER ** far[hex] * worth(s, hex) for hex in stops if hex in far and hex not in joined]
    own = 0.0 if joined else worth(s, home(s, entity))
    return far, own + sum(sorted(found, reverse=True)[:GOALS])


def area(t: Tables, hexes: Iterable[str]) -> int:
    """Those hexes and what lies beside them."""
    areas, found = _areas(t), 0
    for hex in hexes:
        found |= areas[hex]
    return found


@lru_cache(maxsize=16)
def bits_of(t: Tables) -> dict[str, int]:
    return {hex: 1 << n for n, hex in enumerate(t.atlas.lands)}


@lru_cache(maxsize=16)
def _areas(t: Tables) -> dict[str, int]:
    bits = bits_of(t)
    return {hex: bits[hex] | sum(bits[other] for _, other, _, _ in near) for hex, near in _neighbours(t).items()}


def around(s: China, entity: str, net: Network, most: int = FAR) -> dict[str, int]:
    """Hexes beyond the ends of the network, with the tiles it takes to join them."""
    atlas, near = s.tables.atlas, _neighbours(s.tables)
    faces, across = atlas.layout(s.board).faces, atlas.across
    rings: list[list[str]] = [[] for _ in range(most + 2)]
    seen: dict[str, int] = {}

    def begin(hex: str, edge: int) -> None:
        far = _step(faces[hex], edge, atlas.lands[hex].buildable)
        if far <= most and seen.get(hex, most + 1) > far:
            seen[hex] = far
            rings[far].append(hex)

    if not net.borders:
        for edge in _ways_out(s, entity, faces):
            begin(across[home(s, entity), edge], opposite(edge))
        if not seen:
            seen[home(s, entity)] = 1
            rings[1].append(home(s, entity))
    for hex, arrivals in net.borders.items():
        ends = arrivals & ~faces[hex].exits
        for edge in EDGES:
            if ends >> edge & 1:
                begin(hex, edge)
    for far, ring in enumerate(rings):
        for hex in ring:
            if seen[hex] == far:
                _go_on(hex, far, faces, faces[hex].exits or atlas.open[hex], near[hex], seen, rings)
    return seen


def _go_on(
    hex: str,
    far: int,
    faces: Mapping[str, Face],
    exits: int,
    near: Sequence[tuple[int, str, int, bool]],
    seen: dict[str, int],
    rings: list[list[str]],
) -> None:
    """From a hex to those beside it; asked so often that it is written out."""
    most = len(rings) - 2
    for bit, other, back, buildable in near:
        if not exits & bit:
            continue
        before = seen.get(other, most + 1)
        if before <= far:
            continue
        there = faces[other].exits
        if there & back:
            step = far
        elif buildable:
            step = far + (DETOUR if there else 1)
        else:
            continue
        if step < before:
            seen[other] = step
            rings[step].append(other)


@lru_cache(maxsize=16)
def _neighbours(t: Tables) -> dict[str, tuple[tuple[int, str, int, bool], ...]]:
    """Of every hex: the bit of an edge, the hex across, the bit of its edge there, and whether tiles may lie on it."""
    across, lands = t.atlas.across, t.atlas.lands
    beside = {hex: [(edge, across[hex, edge]) for edge in EDGES if (hex, edge) in across] for hex in lands}
    return {
        hex: tuple((1 << edge, other, 1 << opposite(edge), lands[other].buildable) for edge, other in beside[hex])
        for hex in lands
    }


def meeting(s: China, net: Network, company: str, far: Mapping[str, int]) -> int:
    """Tiles until a network, with this around it, meets a company: by the nearest hex from which track leads into the
    company's own city, or at its home where nothing lies yet."""
    goal = home(s, company)
    if any(place in net.places for place in s.board.places(company) if place[0] == goal):
        return 0
    faces, across = s.tables.atlas.layout(s.board).faces, s.tables.atlas.across
    near = dict.fromkeys([hex for hex, _ in net.places], 0) | dict(far)
    if len(faces[goal].nodes) < 2:
        return near.get(goal, MEETING + 1)
    ways = [(across[goal, edge], opposite(edge)) for edge in _ways_out(s, company, faces) if (goal, edge) in across]
    return min((near[hex] + _turn(faces[hex], edge) for hex, edge in ways if hex in near), default=MEETING + 1)


def _turn(face: Face, edge: int) -> int:
    """Tiles it takes until the track of a hex that is reached leads on by an edge."""
    return 0 if not face.exits or face.exits >> edge & 1 else 1


def _ways_out(s: China, entity: str, faces: Mapping[str, Face]) -> tuple[int, ...]:
    """The edges by which a company that has not floated would leave its home."""
    face = faces[home(s, entity)]
    row = s.tables.companies.get(entity)
    edges = face.nodes[min(row.city, len(face.nodes) - 1)] if row and face.nodes else face.exits
    return tuple(edge for edge in EDGES if (edges or face.exits) >> edge & 1)


def _step(face: Face, edge: int, buildable: bool) -> int:
    """Tiles it takes to come onto a hex by an edge."""
    if face.exits >> edge & 1:
        return 0
    if not buildable:
        return NOWHERE
    return DETOUR if face.exits else 1


def worth(s: China, hex: str) -> float:
    """What the best stop on a hex earns, between today and its last upgrade."""
    return _worth(s.tables, hex, s.tables.atlas.face(s.board, hex).tile, s.now.column)


@lru_cache(maxsize=16)
def _stops(t: Tables) -> tuple[str, ...]:
    """Hexes that have a stop or may have one."""
    return tuple(hex for hex, land in t.atlas.lands.items() if land.printed.nodes or _last_worth(t, hex))


@lru_cache(maxsize=16_384)
def _worth(t: Tables, hex: str, tile: Tile, column: int) -> float:
    now = max((node.worth(column) for node in tile.nodes), default=0)
    if not t.hexes[hex].buildable:
        return float(now)
    return ((now or _first_worth(t, hex)) + _last_worth(t, hex)) / 2


@lru_cache(maxsize=4096)
def _first_worth(t: Tables, hex: str) -> int:
    tiles = (t.atlas.tiles[number] for number in t.first[hex])
    return max((node.worth(0) for tile in tiles for node in tile.nodes), default=0)


@lru_cache(maxsize=4096)
def _last_worth(t: Tables, hex: str) -> int:
    """What its stop may be worth in the end: the dearest tile with its label and kind of stop."""
    kinds = {node.kind for number in t.first[hex] for node in t.atlas.tiles[number].nodes}
    kinds |= {node.kind for node in t.atlas.lands[hex].printed.nodes}
    label = t.hexes[hex].label
    tiles = (tile for tile in t.atlas.tiles.values() if tile.label == label)
    return max((node.worth(0) for tile in tiles for node in tile.nodes if node.kind in kinds), default=0)
