"""Components as frozen tables, read from `data/*.toml` and checked against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias, get_args

from stellwerk.core import Text
from stellwerk.core.components import BadComponent, Components, Source, unique
from stellwerk.games.yokohama.rules.actions import Deal, Menu
from stellwerk.games.yokohama.rules.pyramid import adjacency

GAME_ID = "yokohama"

Good: TypeAlias = Literal["copper", "silk", "tea", "fish"]
Stock: TypeAlias = Literal["copper", "silk", "tea", "fish", "imports", "yen"]
Piece: TypeAlias = Literal["assistant", "shop", "house"]

GOODS: tuple[Good, ...] = ("copper", "silk", "tea", "fish")
STOCK: tuple[Stock, ...] = (*GOODS, "imports", "yen")
COPPER, SILK, TEA, FISH, IMPORTS, YEN = range(6)
PIECES: tuple[Piece, ...] = ("assistant", "shop", "house")
ASSISTANT, SHOP, HOUSE = range(3)
INDEX: Mapping[str, int] = {name: n for n, name in enumerate(STOCK)}
PIECE_INDEX: Mapping[str, int] = {name: n for n, name in enumerate(PIECES)}

POWERS = 5
SHOP_SITES = 4


@dataclass(frozen=True, slots=True)
class Reward:
    """What a card, tile or space gives. `any_good` trade goods, `warehouse` and `move` are chosen one by one."""

    vp: int = 0
    yen: int = 0
    imports: int = 0
    copper: int = 0
    silk: int = 0
    tea: int = 0
    fish: int = 0
    any_good: int = 0
    warehouse: int = 0
    move: int = 0


@dataclass(frozen=True, slots=True)
class Area:
    id: str
    name: str
    kind: Literal["production", "trade", "canal"]
    action: Literal["produce", "trade", "church", "customs", "orders", "hire", "research", "none"]
    by_power: tuple[int, ...]
    seats: tuple[int, ...]
    source: Source
    good: Stock | None = None
    points: tuple[int, ...] = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Shape:
    """The table for a number of players."""

    seats: int
    rows: tuple[int, ...]
    orders_removed: int
    neutral: bool
    church_end: int
    customs_end: int
    source: Source
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pieces:
    assistant: int
    shop: int
    house: int

    def counts(self) -> tuple[int, int, int]:
        return self.assistant, self.shop, self.house


@dataclass(frozen=True, slots=True)
class Start:
    """What a player starts with."""

    goods: int
    yen: int
    yen_first: int
    supply: Pieces
    warehouse: Pieces
    source: Source


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the Church (needs faith) or Customs board (needs imports); `neutral` is blocked in a game for two."""

    needs: int
    reward: Reward
    source: Source
    neutral: bool = False


@dataclass(frozen=True, slots=True)
class OrderBoard:
    id: str
    ranges: tuple[int, ...]
    source: Source

    def slots(self, ranges: int) -> int:
        """How many slots from the left the first ranges cover."""
        return sum(self.ranges[:ranges])


@dataclass(frozen=True, slots=True)
class TechnologyBoard:
    id: str
    surcharges: tuple[int, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Exchange:
    good: Stock
    buy: int
    source: Source
    sell: int | None = None


@dataclass(frozen=True, slots=True)
class Gift:
    good: Stock
    amount: int
    source: Source


@dataclass(frozen=True, slots=True)
class Costs:
    piece: Piece
    costs: tuple[int, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Fees:
    president: int
    canal: int
    instead_of_import: int
    technologies_without_surcharge: int
    hand_limit: int
    shop_power: int
    tile_power: int
    source: Source


@dataclass(frozen=True, slots=True)
class Country:
    id: str
    name: str
    agents: int
    source: Source


@dataclass(frozen=True, slots=True)
class Goods:
    """What an order asks for, in the order of the stock. No card we know asks for imports, but a copy may."""

    copper: int = 0
    silk: int = 0
    tea: int = 0
    fish: int = 0
    imports: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    id: str
    country: str
    goods: Goods
    reward: Reward
    source: Source
    note: str = ""


Occasion: TypeAlias = Literal["order", "technology", "shop", "house", "church", "customs", "acquired", "copper"]
OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)
Effect: TypeAlias = Literal[
    "bonus", "wide-placement", "telegraph", "shared-stop", "no-fees", "station", "stock-market", "telephone",
    "sell-silk", "tram", "recruit",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Technology:
    id: str
    name: str
    text: str
    cost: int
    copies: int
    country: str
    effect: Effect
    source: Source
    on: Occasion | None = None
    reward: Reward = Reward()
    amount: int = 0
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Achievement:
    id: str
    name: str
    stack: Literal["A", "B", "C"]
    condition: Literal["goods", "technologies", "tokens", "orders", "buildings"]
    first: int
    later: int
    source: Source
    good: Stock | None = None
    amount: int = 0
    production: int = 0
    trade: int = 0
    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tile:
    id: str
    reward: Reward
    source: Source


@dataclass(frozen=True, slots=True)
class Site:
    id: str
    shops: tuple[Reward, Reward, Reward, Reward]
    house: Reward
    source: Source


@dataclass(frozen=True, slots=True)
class Majority:
    id: str
    first: int
    second: int
    source: Source
    neutral_doubled: int = 0


@dataclass(frozen=True, slots=True)
class CountrySet:
    points: tuple[int, ...]
    source: Source


@dataclass(frozen=True, slots=True)
class Rest:
    agent: int
    imports: int
    yen_per_point: int
    goods_per_point: int
    source: Source


@dataclass(frozen=True, eq=False)
class Tables:
    """All components of a game. One object per set of files, so it is compared by identity and shared by all states."""

    components: Components
    areas: tuple[Area, ...]
    shapes: Mapping[int, Shape]
    start: Start
    spaces: Mapping[str, tuple[Space, ...]]
    order_boards: Mapping[str, OrderBoard]
    technology_boards: Mapping[str, TechnologyBoard]
    exchanges: Mapping[str, Exchange]
    gifts: tuple[Gift, ...]
    releases: tuple[tuple[int, ...], ...]
    fees: Fees
    countries: Mapping[str, Country]
    orders: Mapping[str, Order]
    technologies: Mapping[str, Technology]
    achievements: Mapping[str, Achievement]
    tiles: Mapping[str, Tile]
    sites: Mapping[str, Site]
    majorities: Mapping[str, Majority]
    sets: tuple[int, ...]
    rest: Rest

    area_index: Mapping[str, int] = field(init=False)
    totals: tuple[int, ...] = field(init=False)
    """Assistants, shops, houses of a player, wherever they are."""
    canal: int = field(init=False)
    """The index of the canal, -1 without one."""
    adjacent: Mapping[int, tuple[tuple[int, ...], ...]] = field(init=False)
    """Neighbours of each position, by number of players."""
    cards_with: Mapping[str, tuple[Technology, ...]] = field(init=False)
    """The technologies that have an effect other than a bonus: all of one name."""
    ids_with: Mapping[str, frozenset[str]] = field(init=False)
    bonuses: Mapping[str, tuple[str, ...]] = field(init=False)
    """The technologies that give something on an occasion."""
    deals: Mapping[str, Deal] = field(init=False)
    menu: Menu = field(init=False)

    def __post_init__(self) -> None:
        ids = [area.id for area in self.areas]
        self._set("area_index", {id_: n for n, id_ in enumerate(ids)})
        pairs = zip(self.start.supply.counts(), self.start.warehouse.counts(), strict=True)
        self._set("totals", tuple(supply + warehouse for supply, warehouse in pairs))
        self._set("canal", next((n for n, area in enumerate(self.areas) if area.kind == "canal"), -1))
        self._set("adjacent", {seats: adjacency(shape.rows) for seats, shape in self.shapes.items()})
        effects = dict.fromkeys(t.effect for t in self.technologies.values() if t.effect != "bonus")
        cards = self.technologies.values()
        self._set("cards_with", {effect: tuple(t for t in cards if t.effect == effect) for effect in effects})
        self._set("ids_with", {effect: frozenset(t.id for t in found) for effect, found in self.cards_with.items()})
        self._set("bonuses", {on: tuple(t.id for t in self.technologies.values() if t.on == on) for on in OCCASIONS})
        dealt: tuple[Iterable[str], ...] = (
            ids, self.orders, self.technologies, self.achievements, self.tiles, self.sites,
        )  # fmt: skip
        self._set("deals", {card: Deal(card) for cards in dealt for card in cards})
        spaces = max(map(len, self.spaces.values()))
        self._set("menu", Menu(ids, self.orders, self.achievements, spaces, self._research_range()))

    def _research_range(self) -> tuple[tuple[str, ...], int, int]:
        """Technologies, slots, and the most imports one purchase can take."""
        surcharges = [extra for board in self.technology_boards.values() for extra in board.surcharges]
        slots = max(len(board.surcharges) for board in self.technology_boards.values())
        dearest = max(card.cost for card in self.technologies.values()) + max(surcharges)
        return tuple(self.technologies), slots, dearest + 1

    def _set(self, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the files that differ from the game's own, so that a view stays small."""
        if self.components.files.keys() != OWN.files.keys():
            return tables, (self.components,)
        changed = {name: text for name, text in self.components.files.items() if text != OWN.files[name]}
        return _tables_with, (changed,)

    def used(self, seats: int) -> tuple[int, ...]:
        """The areas used by a number of players, by index."""
        return tuple(n for n, area in enumerate(self.areas) if seats in area.seats)


OWN = Components.of_package(__package__)


def _tables_with(changed: dict[str, str]) -> Tables:
    return tables(OWN.replacing(changed) if changed else OWN)


@lru_cache(maxsize=8)
def tables(components: Components) -> Tables:
    """The tables of a set of files. Raises `BadComponent` naming file, table and key."""
    from stellwerk.games.yokohama.rules.checks import check

    read = components.rows
    loaded = Tables(
        components=components,
        areas=read("areas.toml", "area", Area),
        shapes={shape.seats: shape for shape in read("setup.toml", "table", Shape)},
        start=_single(components, "setup.toml", "player", Start),
        spaces={board: read("boards.toml", board, Space) for board in ("church", "customs")},
        order_boards=_by_id(components, "boards.toml", "order_board", OrderBoard),
        technology_boards=_by_id(components, "boards.toml", "technology_board", TechnologyBoard),
        exchanges={row.good: row for row in read("prices.toml", "exchange", Exchange)},
        gifts=read("prices.toml", "gift", Gift),
        releases=_releases(components),
        fees=_single(components, "prices.toml", "fee", Fees),
        countries=_by_id(components, "countries.toml", "country", Country),
        orders=_by_id(components, "orders.toml", "order", Order),
        technologies=_by_id(components, "technologies.toml", "technology", Technology),
        achievements=_by_id(components, "achievements.toml", "achievement", Achievement),
        tiles=_by_id(components, "tiles.toml", "tile", Tile),
        sites=_by_id(components, "sites.toml", "site", Site),
        majorities=_by_id(components, "scoring.toml", "majority", Majority),
        sets=(0, *_single(components, "scoring.toml", "country_set", CountrySet).points),
        rest=_single(components, "scoring.toml", "rest", Rest),
    )
    check(loaded)
    return loaded


def _by_id(components: Components, file: str, key: str, kind: type[Any]) -> dict[str, Any]:
    rows = components.rows(file, key, kind)
    unique((row.id for row in rows), f"{file}: {key}")
    return {row.id: row for row in rows}


def _single(components: Components, file: str, key: str, kind: type[Any]) -> Any:
    rows = components.rows(file, key, kind)
    if len(rows) != 1:
        raise BadComponent(f"{file}: {key}", Text("expected exactly one row, found {n}", n=len(rows)))
    return rows[0]


def _releases(components: Components) -> tuple[tuple[int, ...], ...]:
    costs = {row.piece: row.costs for row in components.rows("prices.toml", "release", Costs)}
    for piece in PIECES:
        if not costs.get(piece):
            raise BadComponent("prices.toml: release", Text("no costs for the piece {piece}", piece=piece))
    return tuple(costs[piece] for piece in PIECES)
