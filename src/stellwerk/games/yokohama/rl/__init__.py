"""Yokohama as an environment: every move can be spelled; what an agent sees, number by number.

A card or tile is its number in one list: orders, technologies, achievements, power-5 tiles, building sites.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.components import PIECES, POWERS, STOCK, Tables
from stellwerk.games.yokohama.rules.view import AreaView, PlayerView, YokohamaView
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout
from stellwerk.rl.observation import NUMBERED, SEAT, Block, Column, around, counts, filled, sized, yes_no

SEATS = max(GAME.seats)
NEUTRAL = SEATS + 1
"""The number of the neutral player on the spaces of church and customs."""
SPACES, SLOTS, SITES, HAND, DEALT, ACHIEVEMENTS = 10, 8, 4, 4, 2, 3
ROUNDS, GOODS = 100, 60
"""More than a game lasts, and more of anything than a player has."""
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


@cache
def tables() -> Tables:
    """The tables the layout is made of; a game with others is seen through them."""
    return GAME.setup(SEATS).tables


@cache
def cards() -> Mapping[str, int]:
    """Every card and tile with its number, from 1."""
    t = tables()
    every = (*t.orders, *t.technologies, *t.achievements, *t.tiles, *t.sites)
    return {id_: n for n, id_ in enumerate(every, 1)}


def players_of(view: YokohamaView) -> list[PlayerView]:
    """From the viewer on."""
    n, me = len(view.players), view.seat or 0
    return [view.players[(me + k) % n] for k in range(n)]


def places_of(view: YokohamaView) -> dict[int, int]:
    """Seat → its number for the viewer: 1 is the viewer himself."""
    return {player.seat: k for k, player in enumerate(players_of(view), 1)}


def card(name: str, source: str, low: int = 0) -> Column:
    return Column(name, low, len(cards()), NUMBERED, source)


def seats(names: Iterable[str], source: str, most: int = SEATS) -> tuple[Column, ...]:
    return counts(names, most, source, SEAT)


def numbered(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name}_{n}" for n in range(1, count + 1))


# --- the boards -------------------------------------------------------------------------------------------------------

TABLE = (
    Column("players", 2, SEATS, "count", "players"),
    Column("round", 0, ROUNDS, "round", "round"),
    Column("last_round", 0, ROUNDS, "round", "last_round; 0 until the end is near"),
    *counts(("order_deck", "unseen_orders"), 36, "order_deck, unseen_orders"),
)


def read_table(view: YokohamaView) -> list[int]:
    return [len(view.players), view.round, view.last_round, view.order_deck, len(view.unseen_orders)]


def read_spaces(view: YokohamaView) -> Iterator[int]:
    place = places_of(view)
    for board in tables().spaces:
        taken = view.spaces.get(board, ())
        yield from sized([place.get(seat, NEUTRAL if seat >= 0 else 0) for seat in taken], SPACES)


def read_displays(view: YokohamaView) -> Iterator[int]:
    number, t = cards(), tables()
    for board in (*t.order_boards, *t.technology_boards):
        yield from sized([number.get(id_, 0) for id_ in view.displays.get(board, ())], SLOTS)


def read_achievements(view: YokohamaView) -> Iterable[int]:
    number, place = cards(), places_of(view)
    rows = ((number.get(id_, 0), *sized([place.get(s, 0) for s in on], SEATS)) for id_, on in view.achievements)
    return filled(rows, ACHIEVEMENTS, 1 + SEATS)


def board_blocks() -> Iterator[Block]:
    t = tables()
    yield Block("table", ("all",), TABLE, read_table)
    taken = seats(numbered("space", SPACES), f"spaces; {NEUTRAL} is the neutral player", NEUTRAL)
    yield Block("spaces", tuple(t.spaces), taken, read_spaces)
    slots = tuple(card(name, "displays") for name in numbered("slot", SLOTS))
    yield Block("displays", (*t.order_boards, *t.technology_boards), slots, read_displays)
    reached = (card("card", "achievements"), *seats(numbered("reached_by", SEATS), "achievements"))
    yield Block("achievements", numbered("achievement", ACHIEVEMENTS), reached, read_achievements)


# --- areas ------------------------------------------------------------------------------------------------------------


def area_columns() -> tuple[Column, ...]:
    return (
        Column("position", 0, len(tables().areas), NUMBERED, "areas.position plus 1; 0 is not in the game"),
        card("site", "areas.site"),
        card("tile", "areas.tile"),
        *seats(numbered("shop", SITES), "areas.shops"),
        *seats(("house",), "areas.house"),
        *counts((f"assistants_{row}" for row in around(SEATS)), 20, "areas.assistants"),
        *seats(numbered("president", SEATS), "areas.presidents"),
        *yes_no(("station",), "areas.station"),
    )


def read_area(area: AreaView, place: Mapping[int, int], number: Mapping[str, int]) -> list[int]:
    return [
        area.position + 1,
        number.get(area.site, 0),
        number.get(area.tile, 0),
        *sized([place.get(owner, 0) for owner in area.shops], SITES),
        place.get(area.house, 0),
        *sized([area.assistants[seat] for seat in place], SEATS),
        *sized([place[seat] for seat in area.presidents], SEATS),
        area.station,
    ]


def area_block() -> Block:
    columns = area_columns()
    rows = tuple(area.id for area in tables().areas)
    missing = [0] * len(columns)

    def read(view: YokohamaView) -> Iterator[int]:
        place, number = places_of(view), cards()
        areas = {area.id: area for area in view.areas}
        for id_ in rows:
            yield from read_area(areas[id_], place, number) if id_ in areas else missing

    return Block("areas", rows, columns, read)


# --- players ----------------------------------------------------------------------------------------------------------


def player_columns() -> tuple[Column, ...]:
    t = tables()
    return (
        *counts(STOCK, GOODS, "players"),
        *counts((f"{piece}_ready" for piece in PIECES), 20, "players.supply"),
        *counts((f"{piece}_stored" for piece in PIECES), 20, "players.warehouse"),
        Column("points", 0, 500, "points", "players.points, together"),
        *(card(name, "players.hand; -1 is hidden", -1) for name in numbered("hand", HAND)),
        *(card(name, "players.dealt; -1 is hidden", -1) for name in numbered("dealt", DEALT)),
        *counts(("fulfilled",), 36, "players.fulfilled"),
        *yes_no((f"has_{technology}" for technology in t.technologies), "players.technologies"),
        *counts((f"agents_{country}" for country in t.countries), 10, "players.agents"),
        *counts(("agents_used",), 20, "players.agents_used"),
        *counts(("tiles",), len(t.areas) * POWERS, "players.tiles"),
    )


def read_player(t: Tables, number: Mapping[str, int], p: PlayerView) -> list[int]:
    return [
        p.copper,
        p.silk,
        p.tea,
        p.fish,
        p.imports,
        p.yen,
        *p.supply,
        *p.warehouse,
        sum(p.points),
        *sized([number.get(id_, -1) for id_ in p.hand], HAND),
        *sized([number.get(id_, -1) for id_ in p.dealt], DEALT),
        len(p.fulfilled),
        *(technology in p.technologies for technology in t.technologies),
        *(p.agents.count(country) for country in t.countries),
        p.agents_used,
        len(p.tiles),
    ]


def player_block() -> Block:
    t, number, columns = tables(), cards(), player_columns()

    def read(view: YokohamaView) -> Iterable[int]:
        return filled((read_player(t, number, p) for p in players_of(view)), SEATS, len(columns))

    return Block("players", around(SEATS), columns, read)


@cache
def subject() -> Subject:
    return Subject(GAME, Layout.of(GAME.id), (*board_blocks(), area_block(), player_block()), listed_moves)


def extra_words() -> list[str]:
    return []
