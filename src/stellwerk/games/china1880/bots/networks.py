"""What the networks of companies earn, what lies within their reach, and how far they are apart.

The answers depend only on the track a company reaches; they are kept as long as nothing on it changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from stellwerk.games.china1880.rules.chapters.privates import owns
from stellwerk.games.china1880.rules.chapters.running import service, trains
from stellwerk.games.china1880.rules.chapters.track import home
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.best import Estimates, best_routes
from stellwerk.rail18.board import Board
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.hexes import EDGES, opposite
from stellwerk.rail18.network import Network
from stellwerk.rail18.service import Service
from stellwerk.rail18.tiles import Face, Tile
from stellwerk.rail18.trains import Train

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


class Networks:
    def __init__(self) -> None:
        self._grounds: dict[str, tuple[Board, frozenset[str]]] = {}
        self._asked: dict[str, tuple[Board, Board]] = {}
        self._changed: Cache[tuple[Board, Board], frozenset[str]] = Cache(4096)
        self._webs: Cache[tuple[Any, ...], bytes] = Cache(20_000)
        self._estimates: Cache[bytes, Estimates] = Cache(512)
        self._income: Cache[tuple[Any, ...], int] = Cache(50_000)
        self._reach: Cache[tuple[Any, ...], float] = Cache(20_000)
        self._apart: Cache[tuple[Any, ...], int] = Cache(20_000)

    # --- what is known already -------------------------------------------------------------------------------------

    def ground(self, s: China, entity: str) -> Board:
        """A board on which everything the entity reaches lies as it does now."""
        asked = self._asked.get(entity)
        if asked is None or asked[0] is not s.board:
            asked = self._asked[entity] = s.board, self._ground(s, entity)
        return asked[1]

    def _ground(self, s: China, entity: str) -> Board:
        known = self._grounds.get(entity)
        if known is not None and (known[0] is s.board or not known[1] & self.changed(known[0], s.board)):
            return known[0]
        net = s.tables.atlas.network(s.board, entity)
        touched = frozenset((*net.borders, *(hex for hex, _ in net.places), home(s, entity)))
        self._grounds[entity] = s.board, touched
        return s.board

    def changed(self, a: Board, b: Board) -> frozenset[str]:
        """The hexes on which two boards differ."""
        return self._changed.get((a, b), lambda: _differences(a, b))

    # --- income ----------------------------------------------------------------------------------------------------

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        """What these trains would earn now, as a quick look finds it."""
        if not names or not s.board.places(company):
            return 0
        aids = owns(s, company, "P2"), owns(s, company, "P3")
        ground = self.ground(s, company), company, s.now.column, aids
        web = self._webs.get(ground, lambda: fingerprint(service(s, company)))
        fleet = trains(s, names)
        return self._income.get((web, *fleet), lambda: self._estimate(s, company, web, fleet))

    def _estimate(self, s: China, company: str, web: bytes, fleet: Sequence[Train]) -> int:
        """What was found on an equal web for other trains serves again."""
        return self._estimates.get(web, lambda: Estimates(service(s, company))).revenue(fleet)

    # --- reach -----------------------------------------------------------------------------------------------------

    def reach(self, s: China, entity: str) -> float:
        """The stops that could be joined next, each worth the less the more tiles it takes."""
        key = self.ground(s, entity), entity, s.now.column
        return self._reach.get(key, lambda: self._look_around(s, entity))

    def _look_around(self, s: China, entity: str) -> float:
        net = s.tables.atlas.network(s.board, entity)
        joined = frozenset(hex for hex, _ in net.places)
        found = [NEARER**far * worth(s, hex) for hex, far in around(s, entity, net) if hex not in joined]
        own = 0.0 if joined else worth(s, home(s, entity))
        return own + sum(sorted(found, reverse=True)[:GOALS])

    def to_merge(self, s: China, investor: str, company: str) -> int:
        """Tiles to lay until an investor's line meets its company's home."""
        key = self.ground(s, investor), self.ground(s, company), investor, company
        return self._apart.get(key, lambda: _meeting(s, investor, company))


NODES = 150
"""Search nodes with which version 0.1 estimated what trains earn."""


class Networks01(Networks):
    """As version 0.1 looked at them: every change of the track, a longer search, and any city of a home."""

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        if not names or not s.board.places(company):
            return 0
        aids = owns(s, company, "P2"), owns(s, company, "P3")
        key = self.ground(s, company), company, names, s.now.column, aids
        return self._income.get(key, lambda: best_routes(service(s, company), trains(s, names), NODES).revenue)

    def apart(self, s: China, entity: str, goal: str) -> int:
        """Tiles to lay until a hex is joined."""
        key = self.ground(s, entity), entity, goal
        return self._apart.get(key, lambda: self._walk(s, entity, goal))

    def _walk(self, s: China, entity: str, goal: str) -> int:
        net = s.tables.atlas.network(s.board, entity)
        if any(hex == goal for hex, _ in net.places):
            return 0
        return next((far for hex, far in around(s, entity, net) if hex == goal), FAR + 1)


def fingerprint(service: Service) -> bytes:
    """Equal for equal webs: most tiles lead nowhere yet, and what trains earn depends on the web alone."""
    web = service.web
    steps = [[(step.to, step.mask, step.gain, step.exit) for step in ways] for ways in web.steps]
    told = web.places, web.values, web.large, web.ends, web.homes, web.shift, steps, service.bonuses
    return blake2b(repr(told).encode(), digest_size=16).digest()


def _differences(a: Board, b: Board) -> frozenset[str]:
    lays, stations = set(a.lays) ^ set(b.lays), set(a.stations) ^ set(b.stations)
    return frozenset([lay.hex for lay in lays] + [station.hex for station in stations])


def around(s: China, entity: str, net: Network, most: int = FAR) -> Iterator[tuple[str, int]]:
    """Hexes beyond the ends of the network, nearest first, with the tiles it takes to join them."""
    atlas, near = s.tables.atlas, _neighbours(s.tables)
    faces, across = atlas.layout(s.board).faces, atlas.across
    rings: list[list[str]] = [[] for _ in range(most + 2)]
    seen: dict[str, int] = {}

    def come(hex: str, edge: int, far: int) -> None:
        far += _step(faces[hex], edge, atlas.lands[hex].buildable)
        if far <= most and seen.get(hex, most + 1) > far:
            seen[hex] = far
            rings[far].append(hex)

    if not net.borders:
        for edge in _ways_out(s, entity, faces):
            come(across[home(s, entity), edge], opposite(edge), 0)
        if not seen:
            seen[home(s, entity)] = 1
            rings[1].append(home(s, entity))
    for hex, arrivals in net.borders.items():
        for edge in EDGES:
            if arrivals >> edge & 1 and not faces[hex].exits >> edge & 1:
                come(hex, edge, 0)
    for far, ring in enumerate(rings):
        for hex in ring:
            if seen[hex] < far:
                continue
            yield hex, far
            exits = faces[hex].exits or atlas.open[hex]
            for bit, other, edge in near[hex]:
                if exits & bit and seen.get(other, NOWHERE) > far:
                    come(other, edge, far)


@lru_cache(maxsize=16)
def _neighbours(t: Tables) -> dict[str, tuple[tuple[int, str, int], ...]]:
    """Of every hex: the bit of an edge, the hex across, and the edge of that one."""
    across = t.atlas.across
    ways = {hex: [edge for edge in EDGES if (hex, edge) in across] for hex in t.atlas.lands}
    return {hex: tuple((1 << edge, across[hex, edge], opposite(edge)) for edge in ways[hex]) for hex in ways}


def _meeting(s: China, investor: str, company: str) -> int:
    """The nearest hex from which track leads into the company's own city, or its home where nothing lies yet."""
    net, goal = s.tables.atlas.network(s.board, investor), home(s, company)
    if any(place in net.places for place in s.board.places(company) if place[0] == goal):
        return 0
    faces, across = s.tables.atlas.layout(s.board).faces, s.tables.atlas.across
    near = {hex: 0 for hex, _ in net.places} | dict(around(s, investor, net, MEETING))
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
