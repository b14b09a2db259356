"""What the networks of companies earn, what lies within their reach, and how far they are apart.

The answers depend only on the track a company reaches; they are kept as long as nothing on it changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from stellwerk.games.china1880.rules.chapters.privates import owns
from stellwerk.games.china1880.rules.chapters.running import service, trains
from stellwerk.games.china1880.rules.chapters.track import home
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.best import Estimates, best_routes
from stellwerk.rail18.board import Board, Place
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
GROUNDS = 4
"""Boards that are remembered for every entity: those of answers that are weighed against each other."""
NOWHERE = 99
DETOUR = 2
"""What a tile that does not lead on counts as: it must be upgraded first."""
NEARER = 0.7
"""What a stop one tile further away is worth."""
GOALS = 4
"""Stops a company may hope to reach."""


class Ground(NamedTuple):
    """A board, and what of it matters to an entity: hexes it reaches, its stations, and where others bar its way."""

    board: Board
    touched: frozenset[str]
    homes: tuple[Place, ...]
    barred: frozenset[Place]


class Web(NamedTuple):
    """What trains earn depends on: equal for equal webs."""

    mark: bytes
    stops: int
    links: int


class Networks:
    def __init__(self) -> None:
        self._grounds: dict[str, list[Ground]] = {}
        self._asked: dict[str, tuple[Board, Board]] = {}
        self._changed: Cache[tuple[Board, Board], frozenset[str]] = Cache(4096)
        self._webs: Cache[tuple[Any, ...], Web] = Cache(20_000)
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
        board, known = s.board, self._grounds.setdefault(entity, [])
        for ground in known:
            if ground.board is board or self._matches(s, entity, ground):
                known.remove(ground)
                known.insert(0, ground)
                return ground.board
        net = s.tables.atlas.network(board, entity)
        touched = frozenset((*net.borders, *(hex for hex, _ in net.places), home(s, entity)))
        known.insert(0, Ground(board, touched, *self._stations(s, entity)))
        del known[GROUNDS:]
        return board

    def _matches(self, s: China, entity: str, ground: Ground) -> bool:
        """A station of somebody else matters only where it bars the way."""
        if ground.touched & self.changed(ground.board, s.board):
            return False
        if ground.board.stations == s.board.stations:
            return True
        homes, barred = self._stations(s, entity)
        return homes == ground.homes and ground.touched.isdisjoint([hex for hex, _ in ground.barred ^ barred])

    def _stations(self, s: China, entity: str) -> tuple[tuple[Place, ...], frozenset[Place]]:
        return s.board.places(entity), frozenset(s.tables.atlas.blocked(s.board, entity))

    def changed(self, a: Board, b: Board) -> frozenset[str]:
        """The hexes on which the tiles of two boards differ."""
        return self._changed.get((a, b), lambda: frozenset([lay.hex for lay in set(a.lays) ^ set(b.lays)]))

    # --- income ----------------------------------------------------------------------------------------------------

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        """What these trains would earn now, as a quick look finds it."""
        if not names or not s.board.places(company):
            return 0
        aids = owns(s, company, "P2"), owns(s, company, "P3")
        ground = self.ground(s, company), company, s.now.column, aids
        web = self._webs.get(ground, lambda: fingerprint(service(s, company)))
        fleet = _fleet(tuple(trains(s, names)), web.stops, web.links)
        return self._income.get((web.mark, fleet), lambda: self._estimate(s, company, web.mark, fleet))

    def _estimate(self, s: China, company: str, mark: bytes, fleet: Sequence[Train]) -> int:
        """What was found on an equal web for other trains serves again."""
        return self._estimates.get(mark, lambda: Estimates(service(s, company))).revenue(fleet)

    # --- reach -----------------------------------------------------------------------------------------------------

    def reach(self, s: China, entity: str) -> float:
        """The stops that could be joined next, each worth the less the more tiles it takes."""
        key = self.ground(s, entity), entity, s.now.column
        return self._reach.get(key, lambda: self._look_around(s, entity))

    def _look_around(self, s: China, entity: str) -> float:
        net, stops = s.tables.atlas.network(s.board, entity), _stops(s.tables)
        joined = {hex for hex, _ in net.places}
        far = around(s, entity, net)
        found = [NEARER ** far[hex] * worth(s, hex) for hex in stops if hex in far and hex not in joined]
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

    def _ground(self, s: China, entity: str) -> Board:
        """The board before was remembered alone."""
        known = self._grounds.get(entity)
        if known and (known[0].board is s.board or not known[0].touched & _differences(known[0].board, s.board)):
            return known[0].board
        net = s.tables.atlas.network(s.board, entity)
        touched = frozenset((*net.borders, *(hex for hex, _ in net.places), home(s, entity)))
        self._grounds[entity] = [Ground(s.board, touched, (), frozenset())]
        return s.board

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
        return around(s, entity, net).get(goal, FAR + 1)


@lru_cache(maxsize=16_384)
def _fleet(fleet: tuple[Train, ...], stops: int, links: int) -> tuple[Train, ...]:
    """The longest first, no more than there are links; one that could call at every stop runs as any such train."""
    shortened = [_shortened(train, stops) for train in fleet]
    return tuple(sorted(shortened, key=lambda train: (-train.stops, -train.large)))[:links]


def _shortened(train: Train, stops: int) -> Train:
    """An express train that must leave stops out earns about as much as a normal one with a stop more."""
    most = train.stops + train.express
    return Train("", min(most, stops), min(train.large + train.express, stops))


def fingerprint(service: Service) -> Web:
    """Most tiles lead nowhere yet, and what trains earn depends on the web alone."""
    web = service.web
    steps = [[(step.to, step.mask, step.gain, step.exit) for step in ways] for ways in web.steps]
    told = web.places, web.values, web.large, web.ends, web.homes, web.shift, steps, service.bonuses
    return Web(blake2b(repr(told).encode(), digest_size=16).digest(), len(web.places), sum(map(len, steps)) // 2)


@lru_cache(maxsize=4096)
def _differences(a: Board, b: Board) -> frozenset[str]:
    lays, stations = set(a.lays) ^ set(b.lays), set(a.stations) ^ set(b.stations)
    return frozenset([lay.hex for lay in lays] + [station.hex for station in stations])


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


def _meeting(s: China, investor: str, company: str) -> int:
    """The nearest hex from which track leads into the company's own city, or its home where nothing lies yet."""
    net, goal = s.tables.atlas.network(s.board, investor), home(s, company)
    if any(place in net.places for place in s.board.places(company) if place[0] == goal):
        return 0
    faces, across = s.tables.atlas.layout(s.board).faces, s.tables.atlas.across
    near = dict.fromkeys([hex for hex, _ in net.places], 0) | around(s, investor, net, MEETING)
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
