"""Russian Railroads as an environment: every move can be spelled; what an agent sees, number by number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.view import PlayerView, View
from stellwerk.rl.environment import Subject, listed_moves
from stellwerk.rl.layout import Layout
from stellwerk.rl.observation import NUMBERED, SEAT, Block, Column, around, counts, filled, sized, yes_no

SEATS = max(GAME.seats)
DISPLAY = 8
MARKERS = 2
POINTS = 1000
"""More than a scoring or a game brings."""
OWN_WORDS: tuple[str, ...] = ()
"""Verbs whose moves are spelled in words of their own."""


def players_of(view: View) -> list[PlayerView]:
    """From the viewer on."""
    n, me = len(view.players), view.seat or 0
    return [view.players[(me + k) % n] for k in range(n)]


def places_of(view: View) -> dict[int, int]:
    """Seat → its number for the viewer: 1 is the viewer himself."""
    return {player.seat: k for k, player in enumerate(players_of(view), 1)}


@cache
def box() -> Box:
    """The tables the layout is made of; a game with others is seen through them."""
    return GAME.setup(SEATS).box


# --- the table --------------------------------------------------------------------------------------------------------


def read_table(view: View) -> list[int]:
    worker = places_of(view).get(view.black_worker, 0)
    return [len(view.players), view.round, view.rounds, view.doublers, view.temporary, worker, view.stack]


TABLE = (
    Column("players", 2, SEATS, "count", "players"),
    Column("round", 0, 7, "round", "round; 0 before the first"),
    Column("rounds", 6, 7, "round", "rounds"),
    Column("doublers", 0, 20, "count", "doublers left in the supply"),
    Column("temporary_workers", 0, 2, "count", "temporary workers left"),
    Column("black_worker", 0, SEATS, SEAT, "black_worker"),
    Column("end_cards", 0, 12, "count", "stack"),
)


def table_blocks() -> Iterator[Block]:
    b = box()
    spaces = (*b.spaces, *(engineer.id for engineer in b.engineers.values()))
    numbers = tuple(str(n) for n in range(len(GAME.setup(SEATS).stacks)))
    engineers = max(b.engineers)

    def stands(view: View) -> Iterator[int]:
        place = places_of(view)
        taken = {space: place[seat] for space, seat, _ in view.stands}
        return (taken.get(space, 0) for space in spaces)

    yield Block("table", ("all",), TABLE, read_table)
    yield Block("spaces", spaces, (Column("taken_by", 0, SEATS, SEAT, "stands"),), stands)
    yield Block("stacks", numbers, counts(("locomotives",), 4, "stacks"), lambda view: view.stacks)
    yield Block("returned", numbers, counts(("factories",), 4, "returned"), lambda view: view.returned)
    offered = tuple(f"slot_{n}" for n in range(1, DISPLAY + 1))
    engineer = (Column("engineer", 0, engineers, NUMBERED, "display; 0 is empty"),)
    yield Block("display", offered, engineer, lambda view: sized(view.display, DISPLAY))
    open_cards, bonuses = tuple(b.cards), tuple(b.bonuses)
    yield Block("cards", open_cards, yes_no(("open",), "cards"), lambda view: (c in view.cards for c in open_cards))
    yield Block("bonuses", bonuses, yes_no(("open",), "bonuses"), lambda view: (c in view.bonuses for c in bonuses))


# --- players ----------------------------------------------------------------------------------------------------------


def player_columns(b: Box) -> tuple[Column, ...]:
    tracks = ((line, colour) for line in b.lines for colour in b.colours)
    slots = (f"{line.id}_locomotive_{n}" for line in b.lines for n in range(1, line.slots + 1))
    forecast = (*(line.id for line in b.lines), "industry")
    most = len(b.locomotives) + 1
    return (
        Column("points", 0, POINTS, "points", "players.points"),
        Column("place", 0, SEATS, "place", "players.place in the turn order; 0 before it is dealt"),
        *yes_no(("passed",), "players.passed"),
        *(Column(f"{ln.id}_{c.id}", 0, ln.length, "space", "players.tracks; 0 is not built") for ln, c in tracks),
        *counts(slots, most, "players.locomotives; 0 is an empty slot", "locomotive number"),
        *counts(("doublers",), 8, "players.doublers"),
        *counts((f"factory_{n}" for n in range(1, 6)), most, "players.factories; 0 is an empty gap", "factory number"),
        *counts((f"marker_{n}" for n in range(1, MARKERS + 1)), 30, "players.markers", "entry of the lane"),
        *yes_no((engineer.id for engineer in b.engineers.values()), "players.engineers"),
        *yes_no((f"tile_{tile}" for tile in b.tiles), "players.tiles"),
        *counts(("workers", "crew"), 12, "players: ready and in all"),
        *counts(("temporary", "black"), 2, "players"),
        *counts(("coins",), 30, "players.coins"),
        *counts((f"end_{card}" for card in b.end_cards), 2, "players.end_cards; hidden ones are not told apart"),
        *counts(("end_cards",), 12, "players.end_cards, hidden ones too"),
        *counts((f"forecast_{part}" for part in forecast), POINTS, "players.forecast: a scoring now", "points"),
    )


def read_player(b: Box, p: PlayerView) -> list[int]:
    tiles = {tile for _, tile in p.tiles}
    return [
        p.points,
        p.place,
        p.passed,
        *(space for line in p.tracks for space in line),
        *(number for line in p.locomotives for number in line),
        p.doublers,
        *p.factories,
        *sized(p.markers, MARKERS),
        *(number in p.engineers for number in b.engineers),
        *(tile in tiles for tile in b.tiles),
        p.workers,
        p.crew,
        p.temporary,
        p.black,
        p.coins,
        *(p.end_cards.count(card) for card in b.end_cards),
        len(p.end_cards),
        *p.forecast,
    ]


def player_block() -> Block:
    b = box()
    columns = player_columns(b)

    def read(view: View) -> Iterable[int]:
        return filled((read_player(b, p) for p in players_of(view)), SEATS, len(columns))

    return Block("players", around(SEATS), columns, read)


@cache
def subject() -> Subject:
    return Subject(GAME, Layout.of(GAME.id), (*table_blocks(), player_block()), listed_moves)


def extra_words() -> list[str]:
    return []
