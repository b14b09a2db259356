"""The map, and what boards come to on it.

``Atlas`` is the printed map with its tile numbers and never changes. ``Met`` is a board met on it: its track, and what
has been asked about it, kept in a bounded cache.

Terrain, costs, tile stock and who may build where are left to the title.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.hexes import EDGES, neighbour, opposite
from stellwerk.rail18.layout import ENDS, NOWHERE, Ground, Layout, Place, Walked
from stellwerk.rail18.network import Network, network
from stellwerk.rail18.tiles import Face, Fit, Node, Tile, fits, node_map


class Met:
    """A board and the track on it."""

    __slots__ = ("_blocked", "_full", "_networks", "board", "layout")

    def __init__(self, board: Board, layout: Layout) -> None:
        self.board, self.layout = board, layout
        self._full: list[tuple[Place, tuple[str, ...]]] | None = None
        self._blocked: dict[str, tuple[Place, ...]] = {}
        self._networks: dict[str, Network] = {}

    def network(self, company: str) -> Network:
        known = self._networks.get(company)
        if known is None:
            known = network(self.layout, self.board.places(company), self.blocked(company))
            self._networks[company] = known
        return known

    def blocked(self, company: str) -> tuple[Place, ...]:
        """The full cities in which a company has no station; asked for by its network and by its trains."""
        known = self._blocked.get(company)
        if known is None:
            known = tuple([place for place, owners in self.full if company not in owners])
            self._blocked[company] = known
        return known

    @property
    def full(self) -> list[tuple[Place, tuple[str, ...]]]:
        """The cities in which no slot is free, and whose stations stand there."""
        if self._full is None:
            faces, cities = self.layout.faces, self.board.standing.cities.items()
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
        self._fitting: Cache[tuple[str, Tile, int, str], tuple[Fit, ...]] = Cache(1 << 14)
        self.open = {hex: sum(1 << edge for edge in EDGES if self._may_run(hex, edge)) for hex in self.lands}

    def _may_run(self, hex: str, edge: int) -> bool:
        """Track may cross where land lies on the other side and both lands let it."""
        other = self.across.get((hex, edge))
        return other is not None and _lets(self.lands[hex], edge) and _lets(self.lands[other], opposite(edge))

    def layout(self, board: Board) -> Layout:
        return self.met(board).layout

    def met(self, board: Board) -> Met:
        """The same one each time an equal board is met: what is kept there is found without comparing."""
        met = self._latest  # kept here: another thread may meet another board at the same moment
        if met.board is not board:
            met = self._latest = self._met.known(board) or self._met.put(board, Met(board, self._layout(board)))
        return met

    def _layout(self, board: Board) -> Layout:
        faces = {hex: land.printed.at(0) for hex, land in self.lands.items()}
        faces.update((hex, self.tiles[tile].at(rotation)) for hex, tile, rotation in board.lays)
        return Layout(self.ground, faces, self._walked)

    def face(self, board: Board, hex: str) -> Face:
        """The tile that lies on a hex, or what is printed there."""
        return self.met(board).layout.faces[hex]

    def laid(self, board: Board, hex: str) -> bool:
        return self.face(board, hex).tile is not self.lands[hex].printed

    def node(self, board: Board, place: Place) -> Node:
        return self.face(board, place[0]).tile.nodes[place[1]]

    def free_slots(self, board: Board, place: Place) -> int:
        return self.node(board, place).slots - len(board.owners(*place))

    def blocked(self, board: Board, company: str) -> tuple[Place, ...]:
        """Cities full of other companies' stations: track of this company ends there."""
        return self.met(board).blocked(company)

    def network(self, board: Board, company: str) -> Network:
        """What a company reaches from its stations, not past cities full of others' stations."""
        return self.met(board).network(company)

    def fits(self, board: Board, hex: str, tile: str) -> tuple[Fit, ...]:
        """Rotations at which a tile keeps the track on a hex, continues its stubs and leaves by open edges only."""
        return self.fitting(hex, self.face(board, hex), tile)

    def fitting(self, hex: str, face: Face, tile: str) -> tuple[Fit, ...]:
        """The same, onto what lies on the hex."""
        key = hex, face.tile, face.rotation, tile
        known = self._fitting.known(key)
        return self._fitting.put(key, self._fits(hex, face, self.tiles[tile])) if known is None else known

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
        if heirs != tuple(range(len(heirs))):
            board = board.with_heirs(hex, heirs)
        after = board.with_lay(Lay(hex, tile, rotation))
        met = self._latest = self._met.known(after) or self._met.put(after, Met(after, layout.lay(hex, face)))
        return met.board

    def place_station(self, board: Board, hex: str, node: int, owner: str) -> Board:
        """Like ``Board.with_station``, and the track known so far stays known."""
        return self._with_same_track(board, board.with_station(hex, node, owner))

    def lift_station(self, board: Board, hex: str, owner: str) -> Board:
        """Like ``Board.without_station``, and the track known so far stays known."""
        return self._with_same_track(board, board.without_station(hex, owner))

    def _with_same_track(self, before: Board, after: Board) -> Board:
        layout = self.layout(before)
        met = self._latest = self._met.known(after) or self._met.put(after, Met(after, layout))
        return met.board

    def key(self, board: Board) -> tuple[tuple[Lay, ...], tuple[Station, ...]]:
        """The board with each tile at the lowest of its equal rotations: same key, same track, same node numbers."""
        lays = (lay._replace(rotation=self.tiles[lay.tile].same[lay.rotation]) for lay in board.lays)
        return tuple(lays), board.stations


def _lets(land: Land, edge: int) -> bool:
    """No barrier on the edge, and land that is never built on has printed track there."""
    return not land.barriers >> edge & 1 and (land.buildable or bool(land.printed.at(0).exits >> edge & 1))
