"""What a seat may see, built piece by piece, and a full state imagined from it.

Hidden are the order each player kept from the first deal, the one he threw away, and the unseen rest of the orders.
Cards taken from an open display stay known to everybody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Rng, Seat, Step
from stellwerk.core.chance import shuffled
from stellwerk.core.dump import SHARED
from stellwerk.games.yokohama.rules.components import Tables
from stellwerk.games.yokohama.rules.pyramid import places
from stellwerk.games.yokohama.rules.state import NOWHERE, Variants, Yokohama, empty

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class AreaView:
    """An area on the table."""

    id: str
    """As in `areas.toml`."""
    position: int
    """Counted row by row from the top left, from 0."""
    row: int
    """From 0 at the top."""
    column: int
    """Within its row, from 0 at the left."""
    site: str
    """Its building-site card."""
    tile: str
    """Its power-5 tile, empty once taken."""
    shops: tuple[int, ...]
    """The owner of each shop site, -1 if free."""
    house: int
    """The owner of the trading house, -1 if free."""
    assistants: tuple[int, ...]
    """By seat."""
    presidents: tuple[int, ...]
    """Seats whose president stands here."""
    station: bool
    """Whether the station stands here."""


@dataclass(frozen=True, slots=True)
class PlayerView:
    seat: Seat
    """Whose board it is."""
    copper: int
    """In stock, like the following goods."""
    silk: int
    """In stock."""
    tea: int
    """In stock."""
    fish: int
    """In stock."""
    imports: int
    """Imports in stock."""
    yen: int
    """In stock."""
    supply: tuple[int, ...]
    """Assistants, shops, trading houses ready for use."""
    warehouse: tuple[int, ...]
    """Assistants, shops, trading houses still locked."""
    points: tuple[int, ...]
    """Earned so far: orders, buildings, church, customs, areas, technologies, achievements, tiles."""
    president: str
    """His area, empty while in the supply."""
    dealt: tuple[str, ...]
    """Orders to choose from in the set-up; ? for what the viewer has not seen, here and below."""
    hand: tuple[str, ...]
    """Orders in hand."""
    thrown: str
    """The order thrown away from the first deal."""
    hidden: bool
    """Whether the order kept from the first deal is still in hand."""
    fulfilled: tuple[str, ...]
    """Orders fulfilled."""
    technologies: tuple[str, ...]
    """Technologies acquired."""
    agents: tuple[str, ...]
    """Countries; the first `agents_used` of them are face down."""
    agents_used: int
    """How many agents are face down."""
    tiles: tuple[str, ...]
    """Power-5 tiles collected."""


@dataclass(frozen=True, slots=True)
class YokohamaView:
    tables: Tables = field(metadata=SHARED)
    """The components, the same for all."""
    variants: Variants
    """The set-up switches."""
    seat: Seat | None
    """The viewer; None for a spectator."""
    active: Seat
    """The seat whose turn it is."""
    round: int
    """From 1."""
    last_round: int
    """The round the game ends with; 0 while that is open."""
    end: str
    """The end condition met first: houses, shops, orders, church, customs; else empty."""
    spent: tuple[str, ...]
    """What the active player has done this turn and may do once only: agent, sell-silk, recruit."""
    areas: tuple[AreaView, ...]
    """By position, row by row from the top left."""
    players: tuple[PlayerView, ...]
    """By seat."""
    spaces: dict[str, tuple[int, ...]]
    """church, customs → the seat on each space, -1 for nobody, 4 for the neutral player."""
    displays: dict[str, tuple[str, ...]]
    """port, dock, laboratory, research-center (as far as in the game) → the card on each slot."""
    achievements: tuple[tuple[str, tuple[int, ...]], ...]
    """Each card with the seats on it, the first one first."""
    agents_left: dict[str, int]
    """Country → agents in the supply."""
    order_deck: int
    """Orders in the deck."""
    unseen_orders: tuple[str, ...]
    """Orders the viewer has never seen."""
    technology_deck: dict[str, int]
    """Technology → copies left in the deck."""
    agenda: tuple[Step[Any], ...]
    """What is still to happen, the next at the end."""


def view(s: Yokohama, seat: Seat | None) -> YokohamaView:
    """yokohama general.2: everything but the orders in hand."""
    return YokohamaView(
        s.tables,
        s.variants,
        seat,
        s.active,
        s.round,
        s.last_round,
        s.end,
        s.spent,
        _areas(s),
        tuple(_player(s, owner, seat) for owner in range(s.seats)),
        dict(s.spaces),
        dict(s.displays),
        tuple(zip(s.achievements, s.achieved, strict=True)),
        dict(s.agents_left),
        s.order_deck,
        _unseen(s, seat),
        dict(s.technology_deck),
        tuple(s.agenda),
    )


def _areas(s: Yokohama) -> tuple[AreaView, ...]:
    spots = places(s.tables.shapes[s.seats].rows)
    return tuple(_area(s, n, *spots[position], position) for position, n in enumerate(s.layout))


def _area(s: Yokohama, n: int, row: int, column: int, position: int) -> AreaView:
    presidents = tuple(seat for seat, place in enumerate(s.presidents) if place == n)
    assistants = tuple(row[n] for row in s.assistants)
    return AreaView(
        s.tables.areas[n].id, position, row, column, s.sites[n], s.tiles[n],
        s.shops[n], s.houses[n], assistants, presidents, s.station == n,
    )  # fmt: skip


def _player(s: Yokohama, owner: Seat, viewer: Seat | None) -> PlayerView:
    own, secret = owner == viewer, s.hidden[owner]
    president = s.presidents[owner]
    copper, silk, tea, fish, imports, yen = s.stock[owner]
    return PlayerView(
        owner,
        copper,
        silk,
        tea,
        fish,
        imports,
        yen,
        tuple(s.supply[owner]),
        tuple(s.warehouse[owner]),
        tuple(s.points[owner]),
        "" if president == NOWHERE else s.tables.areas[president].id,
        s.dealt[owner] if own else (UNKNOWN,) * len(s.dealt[owner]),
        s.hand[owner] if own else tuple(UNKNOWN if card == secret else card for card in s.hand[owner]),
        s.thrown[owner] if own else UNKNOWN * bool(s.thrown[owner]),
        bool(secret),
        s.fulfilled[owner],
        s.technologies[owner],
        s.agents[owner],
        s.agents_used[owner],
        s.won[owner],
    )


def _secrets(s: Yokohama, owner: Seat) -> tuple[str, ...]:
    return (*s.dealt[owner], s.hidden[owner], s.thrown[owner])


def _unseen(s: Yokohama, viewer: Seat | None) -> tuple[str, ...]:
    """In the order of the table, so that nothing can be read from the order."""
    others = [card for owner in range(s.seats) if owner != viewer for card in _secrets(s, owner)]
    unseen = {*s.unseen_orders, *others}
    return tuple(card for card in s.tables.orders if card in unseen)


# --- imagining -------------------------------------------------------------------------------------------------------


def imagine(v: YokohamaView, rng: Rng) -> Yokohama:
    """A state the viewer cannot tell from the true one: secrets are drawn from what he has not seen."""
    s = empty(v.tables, v.variants, len(v.players))
    pool = shuffled(rng, v.unseen_orders)
    for player in v.players:
        _fill_player(s, player, pool)
    _fill_areas(s, v)
    s.active, s.round, s.last_round, s.end, s.spent = v.active, v.round, v.last_round, v.end, v.spent
    s.achievements = tuple(card for card, _ in v.achievements)
    s.achieved = [seats for _, seats in v.achievements]
    s.spaces, s.displays, s.agents_left = dict(v.spaces), dict(v.displays), dict(v.agents_left)
    s.technology_deck, s.order_deck = dict(v.technology_deck), v.order_deck
    s.unseen_orders = [card for card in v.tables.orders if card in pool]
    s.agenda = list(v.agenda)
    return s


def _fill_player(s: Yokohama, v: PlayerView, pool: list[str]) -> None:
    seat = v.seat
    s.stock[seat] = [v.copper, v.silk, v.tea, v.fish, v.imports, v.yen]
    s.supply[seat], s.warehouse[seat], s.points[seat] = list(v.supply), list(v.warehouse), list(v.points)
    s.presidents[seat] = s.tables.area_index[v.president] if v.president else NOWHERE
    s.dealt[seat], s.hand[seat] = _drawn(v.dealt, pool), _drawn(v.hand, pool)
    (s.thrown[seat],) = _drawn((v.thrown,), pool)
    # The order kept from the first deal stays in first place of the hand until it is fulfilled.
    s.hidden[seat] = s.hand[seat][0] if v.hidden else ""
    s.fulfilled[seat], s.technologies[seat], s.won[seat] = v.fulfilled, v.technologies, v.tiles
    s.agents[seat], s.agents_used[seat] = v.agents, v.agents_used


def _drawn(cards: tuple[str, ...], pool: list[str]) -> tuple[str, ...]:
    return tuple(pool.pop() if card == UNKNOWN else card for card in cards)


def _fill_areas(s: Yokohama, v: YokohamaView) -> None:
    index = s.tables.area_index
    s.layout = tuple(index[area.id] for area in v.areas)
    sites = list(s.sites)
    for area in v.areas:
        n = index[area.id]
        sites[n], s.tiles[n], s.shops[n], s.houses[n] = area.site, area.tile, area.shops, area.house
        for seat, count in enumerate(area.assistants):
            s.assistants[seat][n] = count
        if area.station:
            s.station = n
    s.sites = tuple(sites)
