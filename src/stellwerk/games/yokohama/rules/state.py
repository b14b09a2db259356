"""The state of a game of Yokohama.

Glossary (German rulebook in brackets): area [Gebiet], management board [Verwaltungsplan], supply [Vorrat] = pieces a
player may use, warehouse [Warenhaus] = pieces still locked, president [Präsident], assistant [Assistent], shop
[Geschäft], house = trading house [Handelshaus], import [Importgut], order [Auftrag], technology [Technologie], agent
[Auslandsvertreter], power-5 tile [Stärke-5-Plättchen], building site [Bauplatz], achievement [Errungenschaft], station
[Bahnhof], stock = trade goods, imports and yen.

Areas are numbered as in `areas.toml`; positions are counted row by row from the top left of the pyramid. Lists of
lists are by seat first. Cards are their ids. -1 is nobody or nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from stellwerk.core import Step, Switch, Text
from stellwerk.core.dump import SHARED, TRANSIENT, reading
from stellwerk.games.yokohama.rules.components import POWERS, YEN, Tables, Technology

NOBODY = -1
NOWHERE = -1
NO_CARDS: frozenset[str] = frozenset()
NEUTRAL = 4
"""The owner of the neutral assistants in a game for two."""

Category: TypeAlias = Literal[
    "orders", "buildings", "church", "customs", "areas", "technologies", "achievements", "tiles"
]
CATEGORIES: tuple[Category, ...] = (
    "orders", "buildings", "church", "customs", "areas", "technologies", "achievements", "tiles",
)  # fmt: skip
CATEGORY: dict[str, int] = {name: n for n, name in enumerate(CATEGORIES)}


@dataclass(frozen=True, slots=True)
class Variants:
    """Switches for points the rulebook leaves open; the defaults are the rulings of `data/rules.toml`."""

    strict: Annotated[bool, Switch(Text("An area action must be carried out once if it can be paid"))] = False
    """An area action must be carried out once where the player can afford it."""
    mining_once: Annotated[bool, Switch(Text("Mining technology: once per action in Chinatown"))] = False
    """The mining technology works once per action in Chinatown instead of once per exchange."""
    station_without_assistant: Annotated[bool, Switch(Text("To the own station without an assistant there"))] = False
    """The owner of the station may move there without an assistant of his own in the area."""
    lax: Annotated[bool, Switch(Text("What an area gives for nothing may be declined too"))] = reading(
        {2: True}, since=2, default=False
    )
    """B.3: nothing of an area action is compulsory but plain income."""
    sole_inventor: Annotated[
        bool, Switch(Text("Two players: who alone owns technologies wins their majority, whatever they cost"))
    ] = reading({2: False}, since=2, default=False)
    """scoring.3: the neutral value of a game for two counts only if both players own technologies."""
    detours: Annotated[bool, Switch(Text("A walk may go a longer way only to pay somebody"))] = reading(
        {2: True}, since=2, default=False
    )
    """B.2: ways are offered that pay more presidents than another way to the same area."""

    @property
    def by_the_letter(self) -> bool:
        """B.3: what the text of an area says the player does is compulsory, what it says he may do is not."""
        return not (self.strict or self.lax)


@dataclass(slots=True)
class Yokohama:
    tables: Tables = field(metadata=SHARED)
    variants: Variants
    seats: int

    # dealt in the set-up, never changed afterwards
    layout: tuple[int, ...]
    """The area on each position."""
    sites: tuple[str, ...]
    """The building-site card of each area."""
    achievements: tuple[str, ...]

    # where the game stands
    active: int
    round: int
    last_round: int
    """0 until an end condition is met."""
    end: str
    """The end condition met first."""
    spent: tuple[str, ...]
    """What the active player has done this turn and may do once only: agent, sell-silk, recruit."""

    # by seat
    stock: list[list[int]]
    """Copper, silk, tea, fish, imports, yen."""
    supply: list[list[int]]
    """Assistants, shops, houses."""
    warehouse: list[list[int]]
    points: list[list[int]]
    """By category."""
    assistants: list[list[int]]
    """By area."""
    presidents: list[int]
    """The area of each president; nowhere while in the supply."""
    dealt: list[tuple[str, ...]]
    """Orders dealt in the set-up while their owner has yet to keep one."""
    hand: list[tuple[str, ...]]
    hidden: list[str]
    """The order kept from the first deal while it is in hand: the only card in hand others have not seen."""
    thrown: list[str]
    """The order thrown away from the first deal."""
    fulfilled: list[tuple[str, ...]]
    technologies: list[tuple[str, ...]]
    agents: list[tuple[str, ...]]
    """Countries of the agents, in the order they came; the first `agents_used` are face down."""
    agents_used: list[int]
    won: list[tuple[str, ...]]
    """Power-5 tiles collected."""

    # by area
    shops: list[tuple[int, ...]]
    """Who has built on each shop site."""
    houses: list[int]
    tiles: list[str]
    """The power-5 tile, empty once it is gone."""
    station: int

    # boards and piles
    spaces: dict[str, tuple[int, ...]]
    """Who stands on the spaces of Church and Customs."""
    displays: dict[str, tuple[str, ...]]
    """The cards on the slots of the order and technology boards, from the left; empty for none."""
    achieved: list[tuple[int, ...]]
    """Seats on each achievement, the first one first."""
    agents_left: dict[str, int]
    unseen_orders: list[str]
    """Orders nobody has seen: the deck and those put back into the box unseen."""
    order_deck: int
    technology_deck: dict[str, int]

    agenda: list[Step[Any]] = field(default_factory=list)
    heard: list[Any] | None = field(default=None, metadata=TRANSIENT)
    roads: tuple[tuple[int, ...], ...] = field(default=(), metadata=TRANSIENT)
    """Neighbours of each area, made from the layout when first asked for."""
    ground: tuple[int, ...] = field(default=(), metadata=TRANSIENT)
    """All areas but the canal, likewise."""

    def copy(self) -> Yokohama:
        return Yokohama(
            self.tables,
            self.variants,
            self.seats,
            self.layout,
            self.sites,
            self.achievements,
            self.active,
            self.round,
            self.last_round,
            self.end,
            self.spent,
            [row[:] for row in self.stock],
            [row[:] for row in self.supply],
            [row[:] for row in self.warehouse],
            [row[:] for row in self.points],
            [row[:] for row in self.assistants],
            self.presidents[:],
            self.dealt[:],
            self.hand[:],
            self.hidden[:],
            self.thrown[:],
            self.fulfilled[:],
            self.technologies[:],
            self.agents[:],
            self.agents_used[:],
            self.won[:],
            self.shops[:],
            self.houses[:],
            self.tiles[:],
            self.station,
            self.spaces.copy(),
            self.displays.copy(),
            self.achieved[:],
            self.agents_left.copy(),
            self.unseen_orders[:],
            self.order_deck,
            self.technology_deck.copy(),
            self.agenda[:],
            None,
            self.roads,
            self.ground,
        )


def empty(t: Tables, variants: Variants, seats: int) -> Yokohama:
    """Everything in its box: boards without areas, players without orders."""
    shape, start, areas = t.shapes[seats], t.start, len(t.areas)
    used = [t.areas[area].id for area in t.used(seats)]
    return Yokohama(
        tables=t, variants=variants, seats=seats,
        layout=(), sites=("",) * areas, achievements=(),
        active=0, round=1, last_round=0, end="", spent=(),
        stock=[[start.goods] * 4 + [0, start.yen if seat else start.yen_first] for seat in range(seats)],
        supply=[list(start.supply.counts()) for _ in range(seats)],
        warehouse=[list(start.warehouse.counts()) for _ in range(seats)],
        points=[[0] * len(CATEGORIES) for _ in range(seats)],
        assistants=[[0] * areas for _ in range(seats)],
        presidents=[NOWHERE] * seats,
        dealt=[()] * seats, hand=[()] * seats, hidden=[""] * seats, thrown=[""] * seats,
        fulfilled=[()] * seats, technologies=[()] * seats,
        agents=[()] * seats, agents_used=[0] * seats, won=[()] * seats,
        shops=[(NOBODY,) * 4] * areas, houses=[NOBODY] * areas, tiles=[""] * areas, station=NOWHERE,
        spaces={board: _blocked(t, board, shape.neutral) for board in t.spaces},
        displays={board: ("",) * slots for board, slots in slots_of(t).items() if board in used},
        achieved=[],
        agents_left={country.id: country.agents for country in t.countries.values()},
        unseen_orders=list(t.orders), order_deck=len(t.orders) - shape.orders_removed,
        technology_deck={card.id: card.copies for card in t.technologies.values()},
    )  # fmt: skip


def slots_of(t: Tables) -> dict[str, int]:
    """The number of slots of every board that shows cards."""
    orders = {board.id: sum(board.ranges) for board in t.order_boards.values()}
    return orders | {board.id: len(board.surcharges) for board in t.technology_boards.values()}


def _blocked(t: Tables, board: str, neutral: bool) -> tuple[int, ...]:
    """yokohama setup.12: with two players a neutral assistant stands on the marked space."""
    return tuple(NEUTRAL if neutral and space.neutral else NOBODY for space in t.spaces[board])


# --- questions everybody asks ----------------------------------------------------------------------------------------


def neighbours(s: Yokohama, area: int) -> tuple[int, ...]:
    return roads(s)[area]


def roads(s: Yokohama) -> tuple[tuple[int, ...], ...]:
    """The neighbours of every area."""
    if not s.roads:
        s.roads = _roads(s.tables, s.seats, s.layout)
    return s.roads


@lru_cache(maxsize=256)
def _roads(t: Tables, seats: int, layout: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    near: list[tuple[int, ...]] = [()] * len(t.areas)
    for position, others in enumerate(t.adjacent[seats]):
        near[layout[position]] = tuple(layout[other] for other in others)
    return tuple(near)


def grounds(s: Yokohama) -> tuple[int, ...]:
    """The areas that take assistants and have building sites."""
    if not s.ground:
        s.ground = tuple(area for area in s.layout if area != s.tables.canal)
    return s.ground


def area_of(s: Yokohama, id_: str) -> int:
    """The number of an area in this game, or nowhere."""
    area = s.tables.area_index.get(id_, NOWHERE)
    return area if area in s.layout else NOWHERE


def owns(s: Yokohama, seat: int, effect: str) -> bool:
    """Whether a player has a technology with this effect."""
    return not s.tables.ids_with.get(effect, NO_CARDS).isdisjoint(s.technologies[seat])


def technology_with(s: Yokohama, seat: int, effect: str) -> Technology | None:
    """The player's technology that has this effect; of one name he has one card at most."""
    if mine := s.technologies[seat]:
        for card in s.tables.cards_with.get(effect, ()):
            if card.id in mine:
                return card
    return None


def amount_of(s: Yokohama, effect: str) -> int:
    """The number that goes with the active player's technology of this effect; 0 without it."""
    card = technology_with(s, s.active, effect)
    return card.amount if card is not None else 0


def power(s: Yokohama, seat: int, area: int) -> int:
    """yokohama B.3: one for the president, each assistant, the shop, the trading house and the station; 5 at most."""
    strength = (
        s.assistants[seat][area]
        + (s.presidents[seat] == area)
        + (seat in s.shops[area])
        + (s.houses[area] == seat)
        + (s.station == area)
    )
    return min(strength, POWERS)


def guests(s: Yokohama, seat: int, area: int) -> int:
    """The opposing presidents in an area, as a bit mask of their seats."""
    mask = 0
    if area in s.presidents:
        for other, place in enumerate(s.presidents):
            if place == area and other != seat:
                mask |= 1 << other
    return mask


def built(s: Yokohama, seat: int, piece: int) -> int:
    """How many shops or houses a player has on the board."""
    return s.tables.totals[piece] - s.supply[seat][piece] - s.warehouse[seat][piece]


def score(s: Yokohama, seat: int, category: Category, points: int) -> None:
    """yokohama general.5: points count at once."""
    s.points[seat][CATEGORY[category]] += points


def pay(s: Yokohama, seat: int, yen: int) -> None:
    s.stock[seat][YEN] -= yen
