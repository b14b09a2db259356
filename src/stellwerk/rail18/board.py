"""Map and board.

``Atlas`` is the printed map with its tile numbers and never changes. ``Board`` is what players have added: tiles laid
and stations placed. A board is an immutable value of plain tuples, so copying a state shares it and dumping it needs no
help; every change gives a new board. What follows from a board (``Layout``) is kept in bounded caches beside it.

Terrain, costs, tile stock and who may build where are left to the title.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from stellwerk.rail18.cache import Cache
from stellwerk.rail18.hexes import EDGES, neighbour, opposite
from stellwerk.rail18.layout import ENDS, NOWHERE, Ground, Layout, Place, Walked
from stellwerk.rail18.network import Network, network
from stellwerk.rail18.tiles import Face, Fit, Node, Tile, fits, node_map

__all__ = ["Atlas", "Board", "Land", "Lay", "Place", "Station"]


class Lay(NamedTuple):
    hex: str
    """Where it lies, such as `F8`."""
    tile: str
    """Its number."""
    rotation: int
    """Turns by 60° clockwise, 0 to 5."""

    @classmethod
    def parse(cls, data: list[object]) -> Lay:
        """From a dump: ``["F8", "57", 2]``."""
        match data:
            case [str(hex), str(tile), int(rotation)] if rotation in EDGES:
                return cls(hex, tile, rotation)
        raise ValueError(f"not a tile on a hex: {data!r}")


class Station(NamedTuple):
    hex: str
    """Where it stands."""
    node: int
    """The city of the hex, from 0: some tiles have two."""
    owner: str
    """The company whose marker it is."""

    @classmethod
    def parse(cls, data: list[object]) -> Station:
        """From a dump: ``["F8", 0, "JHA"]``."""
        match data:
            case [str(hex), int(node), str(owner)]:
                return cls(hex, node, owner)
        raise ValueError(f"not a station: {data!r}")


@dataclass(frozen=True)
class Board:
    """Tiles and stations in a fixed order; equal boards compare and hash equal."""

    lays: tuple[Lay, ...] = ()
    """Tiles laid, by hex."""
    stations: tuple[Station, ...] = ()
    """Station markers, by hex."""

    # Both are kept without `cached_property`: its lock costs as much as what is kept here.

    def __hash__(self) -> int:
        known: int | None = self.__dict__.get("_hash")
        if known is None:
            known = self.__dict__["_hash"] = hash((self.lays, self.stations))
        return known

    @property
    def cities(self) -> dict[Place, list[str]]:
        """Whose stations stand in each city that has any."""
        known: dict[Place, list[str]] | None = self.__dict__.get("_cities")
        if known is None:
            known = self.__dict__["_cities"] = {}
            for hex, node, owner in self.stations:
                known.setdefault((hex, node), []).append(owner)
        return known

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.lays, self.stations)  # a remembered hash means nothing in another process

    def with_lay(self, lay: Lay) -> Board:
        """A tile in place of what lay there; stations stay on their node numbers (see ``Atlas.lay``)."""
        return Board(self.lays_with(lay), self.stations)

    def lays_with(self, lay: Lay) -> tuple[Lay, ...]:
        at = bisect_left(self.lays, (lay.hex,))
        old = at < len(self.lays) and self.lays[at].hex == lay.hex
        return (*self.lays[:at], lay, *self.lays[at + old :])

    def with_station(self, hex: str, node: int, owner: str) -> Board:
        return Board(self.lays, tuple(sorted([*self.stations, Station(hex, node, owner)])))

    def without_station(self, hex: str, owner: str) -> Board:
        return Board(self.lays, tuple(s for s in self.stations if (s.hex, s.owner) != (hex, owner)))

    def owners(self, hex: str, node: int) -> tuple[str, ...]:
        """Whose stations stand in a city."""
        return tuple(self.cities.get((hex, node), ()))

    def places(self, owner: str) -> tuple[Place, ...]:
        """Where a company's stations stand."""
        return tuple([(hex, node) for hex, node, holder in self.stations if holder == owner])


class Met:
    """A board and the track on it."""

    __slots__ = ("_blocked", "_full", "board", "layout")

    def __init__(self, board: Board, layout: Layout) -> None:
        self.board, self.layout = board, layout
        self._full: list[tuple[Place, list[str]]] | None = None
        self._blocked: dict[str, tuple[Place, ...]] = {}

    def blocked(self, company: str) -> tuple[Place, ...]:
        """The full cities in which a company has no station; asked for by its network and by its trains."""
        known = self._blocked.get(company)
        if known is None:
            known = self._blocked[company] = tuple([place for place, owners in self.full if company not in owners])
        return known

    @property
    def full(self) -> list[tuple[Place, list[str]]]:
        """The cities in which no slot is free, and whose stations stand there."""
        if self._full is None:
            faces, cities = self.layout.faces, self.board.cities.items()
            self._full = [at for at in cities if len(at[1]) >= faces[at[0][0]].tile.nodes[at[0][1]].slots]
        return self._full


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
        spots = {hex: 1 << number for number, hex in enumerate(self.lands)}
        toward = {(hex, other): edge for (hex, edge), other in self.across.items()}
        first = {hex: number * ENDS for number, hex in enumerate(self.lands)}
        over, bits = [NOWHERE] * ENDS * len(first), [0] * ENDS * len(first)
        for (hex, edge), other in self.across.items():
            over[first[hex] + edge] = first[other] + opposite(edge)
            bits[first[hex] + edge] = self.sides[hex, edge]
        inner = len(self.across) // 2
        self.ground = Ground(self.across, toward, self.sides, spots, inner, tuple(self.lands), over, bits)
        self._walked: Walked = {}  # shared by all layouts of this map
        self._met: Cache[Board, Met] = Cache(1024)
        self._latest = Met(Board(), Layout(self.ground, {}))  # no board of anybody's
        self._networks: Cache[tuple[Board, str], Network] = Cache(2048)
        self._fitting: Cache[tuple[str, Tile, int, str], tuple[Fit, ...]] = Cache(1 << 14)
        self.open = {hex: sum(1 << edge for edge in EDGES if self._may_run(hex, edge)) for hex in self.lands}

    def _may_run(self, hex: str, edge: int) -> bool:
        """Track may cross where land lies on the other side and both lands let it."""
        other = self.across.get((hex, edge))
        return other is not None and _lets(self.lands[hex], edge) and _lets(self.lands[other], opposite(edge))

    def layout(self, board: Board) -> Layout:
        latest = self._latest
        return latest.layout if latest.board is board else self._known(board).layout

    def _known(self, board: Board) -> Met:
        latest = self._latest
        return latest if latest.board is board else self._meet(board, lambda: self._layout(board))

    def _meet(self, board: Board, make: Callable[[], Layout]) -> Met:
        """The same board each time an equal one is met: what is kept under it is found without comparing."""
        self._latest = met = self._met.get(board, lambda: Met(board, make()))
        return met

    def _layout(self, board: Board) -> Layout:
        faces = {hex: land.printed.at(0) for hex, land in self.lands.items()}
        faces.update((hex, self.tiles[tile].at(rotation)) for hex, tile, rotation in board.lays)
        return Layout(self.ground, faces, self._walked)

    def face(self, board: Board, hex: str) -> Face:
        """The tile that lies on a hex, or what is printed there."""
        latest = self._latest
        return (latest if latest.board is board else self._known(board)).layout.faces[hex]

    def laid(self, board: Board, hex: str) -> bool:
        return self.face(board, hex).tile is not self.lands[hex].printed

    def node(self, board: Board, place: Place) -> Node:
        return self.face(board, place[0]).tile.nodes[place[1]]

    def free_slots(self, board: Board, place: Place) -> int:
        return self.node(board, place).slots - len(board.owners(*place))

    def blocked(self, board: Board, company: str) -> tuple[Place, ...]:
        """Cities full of other companies' stations: track of this company ends there."""
        return self._known(board).blocked(company)

    def network(self, board: Board, company: str) -> Network:
        """What a company reaches from its stations, not past cities full of others' stations."""
        return self._networks.get((board, company), lambda: self._network(board, company))

    def _network(self, board: Board, company: str) -> Network:
        return network(self.layout(board), board.places(company), self.blocked(board, company))

    def fits(self, board: Board, hex: str, tile: str) -> tuple[Fit, ...]:
        """Rotations at which a tile keeps the track on a hex, continues its stubs and leaves by open edges only."""
        return self.fitting(hex, self.face(board, hex), tile)

    def fitting(self, hex: str, face: Face, tile: str) -> tuple[Fit, ...]:
        """The same, onto what lies on the hex."""
        key = hex, face.tile, face.rotation, tile
        return self._fitting.get(key, lambda: self._fits(hex, face, self.tiles[tile]))

    def _fits(self, hex: str, face: Face, tile: Tile) -> tuple[Fit, ...]:
        closed, stubs = ~self.open[hex], self.lands[hex].stubs
        exits = [turn.exits for turn in tile.faces]
        if not self.lands[hex].buildable:
            return ()
        return tuple(f for f in fits(face, tile) if not (exits[f.rotation] & closed or stubs & ~exits[f.rotation]))

    def lay(self, board: Board, hex: str, tile: str, rotation: int) -> Board:
        """Lay a tile; stations move along with their nodes, into the joint city where nodes join."""
        layout, face = self.layout(board), self.tiles[tile].at(rotation)
        heirs = node_map(layout.faces[hex], face)
        if heirs is None:
            raise ValueError(f"tile {tile} at rotation {rotation} does not keep the track on {hex}")
        stations = board.stations
        if [s for s in stations if s.hex == hex]:
            stations = tuple(sorted([s._replace(node=heirs[s.node]) if s.hex == hex else s for s in stations]))
        after = Board(board.lays_with(Lay(hex, tile, rotation)), stations)
        return self._meet(after, lambda: layout.lay(hex, face)).board

    def place_station(self, board: Board, hex: str, node: int, owner: str) -> Board:
        """Like ``Board.with_station``, and the track known so far stays known."""
        return self._with_same_track(board, board.with_station(hex, node, owner))

    def lift_station(self, board: Board, hex: str, owner: str) -> Board:
        """Like ``Board.without_station``, and the track known so far stays known."""
        return self._with_same_track(board, board.without_station(hex, owner))

    def _with_same_track(self, before: Board, after: Board) -> Board:
        layout = self.layout(before)
        return self._meet(after, lambda: layout).board

    def key(self, board: Board) -> tuple[tuple[Lay, ...], tuple[Station, ...]]:
        """The board with each tile at the lowest of its equal rotations: same key, same track, same node numbers."""
        lays = (lay._replace(rotation=self.tiles[lay.tile].same[lay.rotation]) for lay in board.lays)
        return tuple(lays), board.stations


def _lets(land: Land, edge: int) -> bool:
    """No barrier on the edge, and land that is never built on has printed track there."""
    return not land.barriers >> edge & 1 and (land.buildable or bool(land.printed.at(0).exits >> edge & 1))
