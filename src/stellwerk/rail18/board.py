"""What players have added to a map: tiles laid and stations placed.

A board is an immutable value of plain tuples, so copying a state shares it and dumping it needs no help; every change
gives a new board. What follows from one on a map (``Atlas``) is kept in bounded caches beside it. Being dumped, boards
are not compiled, whatever build this is.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from stellwerk.rail18.hexes import EDGES
from stellwerk.rail18.layout import Place
from stellwerk.rail18.standing import Standing

__all__ = ["Board", "Lay", "Place", "Station"]


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
    def standing(self) -> Standing:
        known: Standing | None = self.__dict__.get("_standing")
        if known is None:
            known = self.__dict__["_standing"] = Standing(self.stations)
        return known

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        return Board, (self.lays, self.stations)  # a remembered hash means nothing in another process

    def with_lay(self, lay: Lay) -> Board:
        """A tile in place of what lay there; stations stay on their node numbers (see ``Atlas.lay``)."""
        at = bisect_left(self.lays, (lay.hex,))
        old = at < len(self.lays) and self.lays[at].hex == lay.hex
        after = Board((*self.lays[:at], lay, *self.lays[at + old :]), self.stations)
        after.__dict__["_standing"] = self.standing
        return after

    def with_station(self, hex: str, node: int, owner: str) -> Board:
        return Board(self.lays, tuple(sorted([*self.stations, Station(hex, node, owner)])))

    def with_heirs(self, hex: str, heirs: tuple[int, ...]) -> Board:
        """The stations of a hex in other cities: for each of the old ones the number of the new one."""
        moved = [s._replace(node=heirs[s.node]) if s.hex == hex else s for s in self.stations]
        return Board(self.lays, tuple(sorted(moved)))

    def without_station(self, hex: str, owner: str) -> Board:
        return Board(self.lays, tuple(s for s in self.stations if (s.hex, s.owner) != (hex, owner)))

    @property
    def cities(self) -> dict[Place, tuple[str, ...]]:
        """Whose stations stand in each city that has any."""
        return self.standing.cities

    def owners(self, hex: str, node: int) -> tuple[str, ...]:
        """Whose stations stand in a city."""
        return self.standing.cities.get((hex, node), ())

    def places(self, owner: str) -> tuple[Place, ...]:
        """Where a company's stations stand."""
        return self.standing.homes.get(owner, ())
