"""1880: China as an environment: what a move can be, and what an agent sees.

Not expressible: runs other than the one that a fixed number of search nodes finds (mostly the best), bids other than a
few raises, prices between sister companies other than 1, the list price and the whole treasury, debts paid other than
half or all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from stellwerk.core import Action, Choice
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import Bid, BuyTrainFrom, LayTile, PayDebt, Run
from stellwerk.games.china1880.rules.chapters.auction import Bidding
from stellwerk.games.china1880.rules.chapters.powers import powers
from stellwerk.games.china1880.rules.chapters.purchase import Purchase, list_price
from stellwerk.games.china1880.rules.chapters.running import Operate, best_run, service, train_names, written
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import ChinaView
from stellwerk.rail18.hexes import parse
from stellwerk.rl.environment import Subject
from stellwerk.rl.layout import Layout, Spelled, spelled
from stellwerk.rl.observation import BITS, NUMBERED, SEAT, Block, Column, around, counts, filled, sized, yes_no

NODES = 2000
RAISES = (0, 5, 10, 20, 50, 100)
SEATS = max(GAME.seats)
MONEY = 30_000
"""More than anybody has had."""
PERMITS = "ABCD"
OWN_WORDS: tuple[str, ...] = ("run", "bid", "buy-train-from", "pay-debt", "ruling")
"""Verbs whose moves are spelled in words of their own."""


def moves(s: China, choice: Choice[Any]) -> Iterator[Spelled]:
    if isinstance(choice, Operate):
        best = best_run(s, choice.entity, nodes=NODES)
        run = written(service(s, choice.entity), train_names(s, choice.entity), best.routes)
        yield ("do run", "run best"), run if run.routes else choice.options(s).suggest(1)[0]
    if isinstance(choice, Bidding):
        cash = s.cash[choice.seat(s)]
        bids = ((more, Bid(choice.private, choice.least + more)) for more in RAISES)
        yield from ((("do bid", f"raise {more}"), bid) for more, bid in bids if bid.price <= cash)
    if isinstance(choice, Purchase):
        yield from _trades(s, choice)
    # Routes are not listed: there the best run stands for all of them.
    listed = powers(s, choice.seat(s)) if isinstance(choice, Operate) else choice.options(s).suggest(4000)
    for action in listed:
        if isinstance(action, PayDebt):
            continue
        if not isinstance(action, Run | Bid | BuyTrainFrom):
            yield spelled(action), action
    yield from _payments(s, choice)


def offered_for(s: China, action: Action) -> Action:
    """A tile is offered once, by the lowest of the rotations that look alike."""
    if not isinstance(action, LayTile):
        return action
    return replace(action, rotation=s.tables.atlas.tiles[action.tile].lowest[action.rotation])


def _trades(s: China, choice: Purchase) -> Iterator[Spelled]:
    """Trains of sister companies for 1, the list price or everything."""
    director, funds = choice.seat(s), s.treasury[choice.company]
    for company in s.floated:
        if s.director[company] == director and company != choice.company:
            for train in dict.fromkeys(s.trains[company]):
                for name, amount in (("1", 1), ("list", list_price(s, train)), ("all", funds)):
                    action = BuyTrainFrom(company, train, amount)
                    if choice.objection(s, action) is None:
                        yield (f"do {action.verb}", f"company {company}", f"train {train}", f"price {name}"), action


def _payments(s: China, choice: Choice[Any]) -> Iterator[Spelled]:
    if PayDebt not in choice.kinds:
        return
    seat = choice.seat(s)
    most = min(s.debt[seat], s.cash[seat])
    for name, amount in (("all", most), ("half", most // 2)):
        if amount and choice.objection(s, PayDebt(amount)) is None:
            yield ("do pay-debt", f"debt {name}"), PayDebt(amount)


def extra_words() -> list[str]:
    """Words of this layout that no action spells by itself."""
    words = ["do run", "run best", "do bid", *(f"raise {more}" for more in RAISES), "do buy-train-from"]
    return [*words, *(f"price {name}" for name in ("1", "list", "all")), "do pay-debt", "debt all", "debt half"]


# --- what an agent sees -----------------------------------------------------------------------------------------------


@cache
def tables() -> Tables:
    """The tables the layout is made of; a game with others is seen through them."""
    return GAME.setup(SEATS).tables


@cache
def owners() -> tuple[str, ...]:
    """Who may have a station: bit 1 is the first of them."""
    return *tables().companies, *tables().investors


def around_the_table(view: ChinaView) -> list[int]:
    """Seats from the viewer on."""
    me, n = view.seat or 0, view.position.seats
    return [(me + k) % n for k in range(n)]


def places_of(view: ChinaView) -> dict[int, int]:
    """Seat → its number for the viewer: 1 is the viewer himself."""
    return {seat: n for n, seat in enumerate(around_the_table(view), 1)}


TABLE = (
    Column("players", 3, SEATS, "count", "seats"),
    Column("phase", 0, 20, "number from 0", "phase: its place in the table of phases"),
    Column("priority", 0, SEATS, SEAT, "priority"),
    Column("turns_left", -1, 40, "turns", "turns_left: of the marker company; -1 before the last 8-train is gone"),
    Column("bonus", 0, 100, "¥", "bonus: on the price of the active company, this turn"),
    Column("income", 0, MONEY, "¥", "income: of the active company's trains, this turn"),
)


def read_table(view: ChinaView) -> list[int]:
    s = view.position
    phases = list(s.tables.phases)
    return [s.seats, phases.index(s.phase), places_of(view).get(s.priority, 0), s.turns_left, s.bonus, s.income]


PLAYER = (
    *counts(("cash", "debt"), MONEY, "cash, debt", "¥"),
    Column("order", 0, SEATS - 1, "place from 0", "order: where the player sits in the order of play"),
)


def read_players(view: ChinaView) -> Iterable[int]:
    s = view.position
    rows = ((s.cash[seat], s.debt[seat], s.order.index(seat)) for seat in around_the_table(view))
    return filled(rows, SEATS, len(PLAYER))


def company_columns() -> tuple[Column, ...]:
    return (
        *yes_no(("founded", "floated"), "par, floated"),
        *counts(("par", "price"), 1000, "par; the price on the market", "¥"),
        *counts(("treasury",), MONEY, "treasury", "¥"),
        *counts(("director",), SEATS, "director", SEAT),
        *yes_no(("full",), "full: has the second half of its capital"),
        *yes_no(("active",), "active"),
        *counts((f"shares_{row}" for row in around(SEATS)), 100, "shares", "percent"),
        *counts((f"trains_{name}" for name in tables().trains), 10, "trains"),
        *yes_no((f"permit_{letter}" for letter in PERMITS), "permits"),
    )


def read_companies(view: ChinaView) -> Iterator[int]:
    s, place, seats = view.position, places_of(view), around_the_table(view)
    names = tuple(tables().trains)
    for company in tables().companies:
        founded = company in s.par
        trains, permits = s.trains.get(company, ()), s.permits.get(company, "")
        yield from (founded, company in s.floated, s.par.get(company, 0))
        yield from (price(s, company) if founded else 0, s.treasury.get(company, 0))
        yield from (place.get(s.director[company], 0) if founded else 0, company in s.full, company == s.active)
        yield from sized([s.shares[company][seat] for seat in seats] if founded else [], SEATS)
        yield from (trains.count(name) for name in names)
        yield from (letter in permits for letter in PERMITS)


INVESTOR = (*counts(("owner",), SEATS, "investors", SEAT), *counts(("treasury",), MONEY, "treasury", "¥"))


def read_investors(view: ChinaView) -> Iterator[int]:
    s, place = view.position, places_of(view)
    for investor in tables().investors:
        yield from (place.get(s.investors.get(investor, -1), 0), s.treasury.get(investor, 0))


def read_privates(view: ChinaView) -> Iterator[int]:
    owned, place = view.position.privates, places_of(view)
    return (place.get(owned.get(private, -1), 0) for private in privates())


@cache
def privates() -> tuple[str, ...]:
    return tuple(GAME.setup(SEATS).privates)


# --- the map ----------------------------------------------------------------------------------------------------------


def map_columns() -> tuple[Column, ...]:
    who = ", ".join(owners())
    return (
        Column("tile", 0, len(tables().atlas.tiles), NUMBERED, "board.lays; the tile's place in the atlas"),
        Column("rotation", 0, 5, "sixths clockwise", "board.lays"),
        Column("stations", 0, (2 << len(owners())) - 2, BITS, f"board.stations; from bit 1: {who}"),
    )


@cache
def tile_numbers() -> dict[str, int]:
    return {number: n for n, number in enumerate(tables().atlas.tiles, 1)}


@cache
def owner_bits() -> dict[str, int]:
    return {owner: 1 << n for n, owner in enumerate(owners(), 1)}


def read_map(view: ChinaView) -> list[int]:
    board, tiles, bits = view.position.board, tile_numbers(), owner_bits()
    laid = {lay.hex: lay for lay in board.lays}
    stations: dict[str, int] = {}
    for station in board.stations:
        stations[station.hex] = stations.get(station.hex, 0) | bits.get(station.owner, 0)
    values: list[int] = []
    for hex in tables().atlas.lands:
        lay = laid.get(hex)
        values += (tiles.get(lay.tile, 0), lay.rotation) if lay else (0, 0)
        values.append(stations.get(hex, 0))
    return values


def map_block() -> Block:
    """Hexes in the order of the atlas. As planes a row of hexes is a row, and two columns of the map are one across."""
    hexes = tuple(tables().atlas.lands)
    spots = [parse(hex) for hex in hexes]
    top, left = min(row for row, _ in spots), min(column for _, column in spots)
    places = tuple((row - top, (column - left) // 2) for row, column in spots)
    return Block("map", hexes, map_columns(), read_map, places)


def blocks() -> Iterator[Block]:
    t = tables()
    trains = tuple(t.trains)
    yield Block("table", ("all",), TABLE, read_table)
    yield Block("players", around(SEATS), PLAYER, read_players)
    yield Block("companies", tuple(t.companies), company_columns(), read_companies)
    yield Block("investors", tuple(t.investors), INVESTOR, read_investors)
    yield Block("privates", privates(), counts(("owner",), SEATS, "privates", SEAT), read_privates)
    left = counts(("left",), 20, "depot")
    yield Block("depot", trains, left, lambda view: (view.position.depot.get(name, 0) for name in trains))
    yield map_block()


@cache
def subject() -> Subject:
    return Subject(GAME, Layout.of(GAME.id), tuple(blocks()), moves, offered_for)
