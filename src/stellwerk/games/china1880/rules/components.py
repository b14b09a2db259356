"""1880: the components as frozen tables, read once from `data/*.toml` and checked against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from typing import Literal, TypeVar

from stellwerk.core import Text
from stellwerk.core.components import BadComponent, Components, Source, unique
from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.market import Cell, Market, grid
from stellwerk.rail18.tiles import Tile, tile

R = TypeVar("R")
Kind = Literal[
    "plain",
    "town",
    "double_town",
    "city",
    "two_cities",
    "boomtown",
    "double_boomtown",
    "preprinted",
    "ferry",
    "offboard",
    "harbour",
]
UNBUILDABLE = ("ferry", "offboard", "harbour")

STOPS: Mapping[str, tuple[str, ...]] = {
    "plain": ("",),
    "town": ("t",),
    "double_town": ("tt",),
    "city": ("c",),
    "two_cities": ("cc",),
    "boomtown": ("c", "t"),
    "double_boomtown": ("cc", "tt"),
}
"""1880 X.track: what the first tile on a hex may show, by kind of hex: c city, t town."""


@dataclass(frozen=True, slots=True)
class Hex:
    id: str
    kind: Kind
    source: Source
    name: str = ""
    track: str = ""
    label: str = ""
    cost: int = 0
    terrain: tuple[str, ...] = ()
    stubs: tuple[int, ...] = ()
    barriers: tuple[int, ...] = ()

    @property
    def buildable(self) -> bool:
        return self.kind not in UNBUILDABLE


@dataclass(frozen=True, slots=True)
class Ferry:
    id: str
    hexes: tuple[str, ...]
    fee: int


@dataclass(frozen=True, slots=True)
class Line:
    id: str
    hexes: tuple[str, ...]
    bonus: int


@dataclass(frozen=True, slots=True)
class TileRow:
    number: str
    count: int
    colour: Literal["yellow", "green", "brown", "grey"]
    track: str
    source: Source
    label: str = ""


@dataclass(frozen=True, slots=True)
class Par:
    price: int
    cell: tuple[int, int]
    rows: int


@dataclass(frozen=True, slots=True)
class Train:
    name: str
    kind: Literal["normal", "plus", "express", "restored"]
    stops: int
    price: int
    count: int
    source: Source
    large: int = 0
    rusts_on: str = ""
    share_round: bool = True


@dataclass(frozen=True, slots=True)
class PriceList:
    name: str
    prices: Mapping[str, int]
    source: Source


@dataclass(frozen=True, slots=True)
class Phase:
    name: str
    letter: Literal["A", "B", "C", "D"]
    limit: int
    float: int
    colours: tuple[str, ...]
    source: Source
    train: str = ""
    yellow: int = 2
    ten_shares: bool = False
    revenue: bool = True
    investors: bool = True
    communism: bool = False
    restored: bool = False
    removal: bool = True
    markers: int = 1

    @property
    def column(self) -> int:
        """Which value of the red and blue hexes counts."""
        return "ABCD".index(self.letter)


@dataclass(frozen=True, slots=True)
class Company:
    id: str
    name: str
    home: str
    city: int
    colour: str


@dataclass(frozen=True, slots=True)
class Investor:
    id: str
    name: str
    home: str


@dataclass(frozen=True, slots=True)
class Private:
    id: str
    name: str
    price: int
    revenue: int = 0
    falls: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class Payment:
    train: str
    amount: int


@dataclass(frozen=True, slots=True)
class Players:
    seats: int
    cash: int
    certificates: int


@dataclass(frozen=True, slots=True)
class Certificate:
    percent: int
    permits: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Tables:
    """Everything printed. One value per set of component files and price list, shared by all states."""

    components: Components
    prices: str
    hexes: Mapping[str, Hex]
    ferries: tuple[Ferry, ...]
    lines: tuple[Line, ...]
    tiles: Mapping[str, TileRow]
    atlas: Atlas
    first: Mapping[str, tuple[str, ...]]
    """Hex → numbers of the tiles that may be laid on it first."""
    market: Market
    bonuses: Mapping[Cell, int]
    pars: Mapping[int, Par]
    trains: Mapping[str, Train]
    ladder: tuple[str, ...]
    """Trains in the order the bank sells them, restored ones left out."""
    phases: Mapping[str, Phase]
    companies: Mapping[str, Company]
    markers: tuple[int, ...]
    """Prices of a company's second and third station marker."""
    investors: Mapping[str, Investor]
    privates: Mapping[str, Private]
    payments: Mapping[str, int]
    players: Mapping[int, Players]
    certificates: Mapping[int, Certificate]

    def __reduce__(self) -> tuple[object, ...]:
        own = printed(self.prices)
        if self.components != own.components:
            return tables, (self.components, self.prices)
        return printed, (self.prices,)  # every process has these files of its own

    @cached_property
    def starts(self) -> Mapping[str, str]:
        """Train → the phase it starts."""
        return {phase.train: phase.name for phase in self.phases.values() if phase.train}


def tables(components: Components, prices: str = "2022") -> Tables:
    """The one value for these files and this price list."""
    return _read(components, prices)


@cache
def printed(prices: str) -> Tables:
    """As the game is printed."""
    return tables(Components.of_package("stellwerk.games.china1880.rules"), prices)


@lru_cache(maxsize=8)
def _read(components: Components, prices: str) -> Tables:
    """Read, parse and check all files."""
    hexes = {row.id: row for row in _rows(components, "map.toml", "hex", Hex)}
    tiles = {row.number: row for row in _rows(components, "tiles.toml", "tile", TileRow, "number")}
    faces = [tile(row.number, row.track, row.colour, row.label) for row in tiles.values()]
    trains = {row.name: row for row in _trains(components, prices)}
    found = Tables(
        components=components,
        prices=prices,
        hexes=hexes,
        ferries=components.rows("map.toml", "ferry", Ferry),
        lines=components.rows("map.toml", "line", Line),
        tiles=tiles,
        atlas=Atlas(map(_land, hexes.values()), faces),
        first={hex.id: _first(hex, faces) for hex in hexes.values()},
        market=Market(grid(_grid(components, "prices")), {"right": "up", "left": "down"}),
        bonuses={cell: bonus or 0 for cell, bonus in grid(_grid(components, "bonuses")).items()},
        pars={par.price: par for par in components.rows("market.toml", "par", Par)},
        trains=trains,
        ladder=tuple(train.name for train in trains.values() if train.kind != "restored"),
        phases={row.name: row for row in _rows(components, "phases.toml", "phase", Phase, "name")},
        companies={row.id: row for row in _rows(components, "companies.toml", "company", Company)},
        markers=tuple(components.table("companies.toml")["markers"]),
        investors={row.id: row for row in _rows(components, "investors.toml", "investor", Investor)},
        privates={row.id: row for row in _rows(components, "privates.toml", "private", Private)},
        payments={row.train: row.amount for row in components.rows("privates.toml", "payment", Payment)},
        players={row.seats: row for row in components.rows("players.toml", "players", Players)},
        certificates={row.percent: row for row in components.rows("players.toml", "certificate", Certificate)},
    )
    _check(found)
    return found


def _rows(components: Components, file: str, key: str, kind: type[R], id_: str = "id") -> tuple[R, ...]:
    rows = components.rows(file, key, kind)
    unique((getattr(row, id_) for row in rows), f"{file}: {key}")
    return rows


def _trains(components: Components, prices: str) -> Iterable[Train]:
    rows = _rows(components, "trains.toml", "train", Train, "name")
    lists = {row.name: row.prices for row in components.rows("trains.toml", "list", PriceList)}
    other = lists.get(prices, {})
    return (replace(row, price=other.get(row.name, row.price)) for row in rows)


def _grid(components: Components, key: str) -> list[list[int | None]]:
    """A chart without its empty corners; where there is a price there is a cell."""
    table = components.table("market.toml")
    pairs = (zip(prices, values, strict=True) for prices, values in zip(table["prices"], table[key], strict=True))
    return [[value if price else None for price, value in row] for row in pairs]


def _land(hex: Hex) -> Land:
    colour = "yellow" if hex.kind == "preprinted" else ""
    printed = tile(hex.id, hex.track, colour, hex.label)
    return Land(hex.id, printed, hex.buildable, _bits(hex.stubs), _bits(hex.barriers))


def _bits(edges: Iterable[int]) -> int:
    return sum(1 << edge for edge in edges)


def _first(hex: Hex, tiles: Iterable[Tile]) -> tuple[str, ...]:
    """1880 X.track: yellow tiles with the stations of the hex; a label goes where it is printed, OO on two cities."""
    wanted = STOPS.get(hex.kind, ())
    shows = {tile.name: "".join(node.kind[0] for node in tile.nodes) for tile in tiles if tile.colour == "yellow"}
    labels = {tile.name: tile.label for tile in tiles}
    return tuple(
        name
        for name, stops in shows.items()
        if stops in wanted and labels[name] == ("OO" if stops == "cc" else hex.label)
    )


def _check(t: Tables) -> None:
    """Ids in one file must exist in the other."""
    for file, id_, home in (
        *(("companies.toml", row.id, row.home) for row in t.companies.values()),
        *(("investors.toml", row.id, row.home) for row in t.investors.values()),
    ):
        if home not in t.hexes:
            raise BadComponent(f"{file}: {id_}.home", Text("no such hex: {hex}", hex=home))
    for name in (*(phase.train for phase in t.phases.values()), *(train.rusts_on for train in t.trains.values())):
        if name and name not in t.trains:
            raise BadComponent("phases.toml, trains.toml", Text("no such train: {train}", train=name))
    for par in t.pars.values():
        if t.market.prices.get(Cell(*par.cell)) != par.price:
            raise BadComponent("market.toml: par", Text("no cell of that price: {price}", price=par.price))
