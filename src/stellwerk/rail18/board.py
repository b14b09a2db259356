"""Map and board.

``Atlas`` is the printed map with its tile numbers and never changes. ``Board`` is what players have added: tiles laid
and stations placed. A board is an immutable value of plain tuples, so copying a state shares it and dumping it needs no
help; every change gives a new board. What follows from a board (``Layout``) is kept in bounded caches beside it.

Terrain, costs, tile stock and who may build where are left to the title.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from .hexes import EDGES, neighbour, opposite
from .tiles import Face, Fit, Node, Tile, fits, node_map

Place = tuple[str, int]  # hex and node


class Lay(NamedTuple):
    hex: str
    tile: str
    rotation: int


class Station(NamedTuple):
    hex: str
    node: int
    owner: str


@dataclass(frozen=True)
class Board:
    """Tiles and stations in a fixed order; equal boards compare and hash equal."""

    lays: tuple[Lay, ...] = ()
    stations: tuple[Station, ...] = ()

    @cached_property
    def _hash(self) -> int:
        return hash((self.lays, self.stations))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.lays, self.stations)  # a remembered hash means nothing in another process

    def with_lay(self, lay: Lay) -> Board:
        """A tile in place of what lay there; stations stay on their node numbers (see ``Atlas.lay``)."""
        at = bisect_left(self.lays, (lay.hex,))
        old = at < len(self.lays) and self.lays[at].hex == lay.hex
        return Board((*self.lays[:at], lay, *self.lays[at + old :]), self.stations)

    def with_station(self, hex: str, node: int, owner: str) -> Board:
        return Board(self.lays, tuple(sorted([*self.stations, Station(hex, node, owner)])))

    def without_station(self, hex: str, owner: str) -> Board:
        return Board(self.lays, tuple(s for s in self.stations if (s.hex, s.owner) != (hex, owner)))

    def owners(self, hex: str, node: int) -> tuple[str, ...]:
        """Whose stations stand in a city."""
        return tuple(s.owner for s in self.stations if s.node == node and s.hex == hex)

    def places(self, owner: str) -> tuple[Place, ...]:
        """Where a company's stations stand."""
        return tuple((s.hex, s.node) for s in self.stations if s.owner == owner)


class Land(NamedTuple):
    """A hex of the map: what is printed, whether tiles may be laid, stubs and barriers as edge bit-sets."""

    hex: str
    printed: Tile
    buildable: bool = True
    stubs: int = 0
    barriers: int = 0


class Atlas:
    """The map: lands, tiles by number, and what lies across each edge."""

    def __init__(self, lands: Iterable[Land], tiles: Iterable[Tile]) -> None:
        self.lands = {land.hex: land for land in lands}
        self.tiles = {tile.name: tile for tile in tiles}
        self.across: dict[tuple[str, int], str] = {}
        self.sides: dict[tuple[str, int], int] = {}  # the bit of the border an edge lies on
        for hex in self.lands:
            for edge in EDGES:
                if (other := neighbour(hex, edge)) in self.lands:
                    self.across[hex, edge] = other
        for number, (hex, edge) in enumerate(key for key in self.across if key[1] < 3):
            self.sides[hex, edge] = self.sides[self.across[hex, edge], opposite(edge)] = 1 << number
        self.open = {hex: sum(1 << edge for edge in EDGES if self._may_run(hex, edge)) for hex in self.lands}

    def _may_run(self, hex: str, edge: int) -> bool:
        """Track may cross: land lies there, no barrier on either side, and fixed land has track that meets it."""
        other = self.across.get((hex, edge))
        if other is None or self.lands[hex].barriers >> edge & 1:
            return False
        land, facing = self.lands[other], opposite(edge)
        return not land.barriers >> facing & 1 and (land.buildable or bool(land.printed.at(0).exits >> facing & 1))

    def layout(self, board: Board) -> Layout:
        return _layout_of(self, board)

    def face(self, board: Board, hex: str) -> Face:
        """The tile that lies on a hex, or what is printed there."""
        return self.layout(board).faces[hex]

    def laid(self, board: Board, hex: str) -> bool:
        return hex in self.layout(board).laid

    def node(self, board: Board, place: Place) -> Node:
        return self.face(board, place[0]).tile.nodes[place[1]]

    def free_slots(self, board: Board, place: Place) -> int:
        return self.node(board, place).slots - len(board.owners(*place))

    def blocked(self, board: Board, company: str) -> tuple[Place, ...]:
        """Cities full of other companies' stations: track of this company ends there."""
        seats: dict[Place, list[str]] = {}
        for hex, node, owner in board.stations:
            seats.setdefault((hex, node), []).append(owner)
        faces = self.layout(board).faces
        return tuple(
            place
            for place, owners in seats.items()
            if company not in owners and len(owners) >= faces[place[0]].tile.nodes[place[1]].slots
        )

    def fits(self, board: Board, hex: str, tile: str) -> tuple[Fit, ...]:
        """Rotations at which a tile keeps the track on a hex, continues its stubs and leaves by open edges only."""
        face = self.face(board, hex)
        return _fits(self, hex, face.tile, face.rotation, self.tiles[tile])

    def lay(self, board: Board, hex: str, tile: str, rotation: int) -> Board:
        """Lay a tile; stations move along with their nodes, into the joint city where nodes join."""
        heirs = node_map(self.face(board, hex), self.tiles[tile].at(rotation))
        if heirs is None:
            raise ValueError(f"tile {tile} at rotation {rotation} does not keep the track on {hex}")
        moved = (s._replace(node=heirs[s.node]) if s.hex == hex else s for s in board.stations)
        return Board(board.with_lay(Lay(hex, tile, rotation)).lays, tuple(sorted(moved)))

    def key(self, board: Board) -> tuple[tuple[Lay, ...], tuple[Station, ...]]:
        """The board with each tile at the lowest of its equal rotations: same key, same track, same node numbers."""
        lays = (lay._replace(rotation=self.tiles[lay.tile].same[lay.rotation]) for lay in board.lays)
        return tuple(lays), board.stations


class Layout:
    """The track on the map, without stations: shared by all boards with the same tiles."""

    def __init__(self, atlas: Atlas, lays: tuple[Lay, ...]) -> None:
        self.atlas = atlas
        self.faces = {hex: land.printed.at(0) for hex, land in atlas.lands.items()}
        self.laid = {hex: atlas.tiles[tile].at(rotation) for hex, tile, rotation in lays}
        self.faces.update(self.laid)


@lru_cache(maxsize=4096)
def _layout_of(atlas: Atlas, board: Board) -> Layout:
    return _layout(atlas, board.lays)


@lru_cache(maxsize=256)
def _layout(atlas: Atlas, lays: tuple[Lay, ...]) -> Layout:
    return Layout(atlas, lays)


@lru_cache(maxsize=1 << 14)
def _fits(atlas: Atlas, hex: str, old: Tile, rotation: int, tile: Tile) -> tuple[Fit, ...]:
    land = atlas.lands[hex]
    if not land.buildable:
        return ()
    closed = ~atlas.open[hex]
    faces = tile.faces
    return tuple(
        fit
        for fit in fits(old.at(rotation), tile)
        if not faces[fit.rotation].exits & closed and not land.stubs & ~faces[fit.rotation].exits
    )
