"""1880: China as an environment: what a move can be, and what an agent sees.

Not expressible: runs other than the one that a fixed number of search nodes finds (mostly the best), bids other than a
few raises, prices between sister companies other than 1, the list price and the whole treasury, debts paid other than
half or all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from stellwerk.core import Choice
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import Bid, BuyTrainFrom, PayDebt, Run
from stellwerk.games.china1880.rules.chapters.auction import Bidding
from stellwerk.games.china1880.rules.chapters.powers import powers
from stellwerk.games.china1880.rules.chapters.purchase import Purchase, list_price
from stellwerk.games.china1880.rules.chapters.running import Operate, best_run, service, train_names, written
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import ChinaView
from stellwerk.rl.environment import Subject
from stellwerk.rl.layout import Layout, Spelled, spelled

NODES = 2000
RAISES = (0, 5, 10, 20, 50, 100)
SEATS = 7
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


def encode(view: ChinaView) -> Sequence[int]:
    """Players from the viewer on, companies, investors, privates, trains, then the map hex by hex."""
    s, me = view.position, view.seat or 0
    t = s.tables
    seats = [(me + n) % s.seats for n in range(s.seats)]
    place = {seat: n + 1 for n, seat in enumerate(seats)}
    phase = list(t.phases).index(s.phase)
    values: list[int] = [s.seats, phase, place.get(s.priority, 0), s.turns_left, s.bonus, s.income]
    for n in range(SEATS):
        values += [s.cash[seats[n]], s.debt[seats[n]], s.order.index(seats[n])] if n < s.seats else [0, 0, 0]
    names = list(t.trains)
    for company in t.companies:
        founded = company in s.par
        held = [s.shares[company][seat] for seat in seats] if founded else []
        values += [
            int(founded),
            int(company in s.floated),
            s.par.get(company, 0),
            price(s, company) if founded else 0,
            s.treasury.get(company, 0),
            place.get(s.director[company], 0) if founded else 0,
            int(company in s.full),
            int(company == s.active),
            *held,
            *[0] * (SEATS - len(held)),
            *(s.trains.get(company, ()).count(name) for name in names),
            *(int(letter in s.permits.get(company, "")) for letter in "ABCD"),
        ]
    for investor in t.investors:
        values += [place.get(s.investors.get(investor, -1), 0), s.treasury.get(investor, 0)]
    values += [place.get(owner, 0) for owner in s.privates.values()]
    values += [s.depot.get(name, 0) for name in names]
    return [*values, *_map(s)]


def _map(s: China) -> Iterator[int]:
    """For each hex: the tile (its place in the list, from 1), its rotation, and who has a station there."""
    tiles = {number: n + 1 for n, number in enumerate(s.tables.atlas.tiles)}
    laid = {lay.hex: lay for lay in s.board.lays}
    owners = {owner: n + 1 for n, owner in enumerate((*s.tables.companies, *s.tables.investors))}
    stations: dict[str, int] = {}
    for station in s.board.stations:
        stations[station.hex] = stations.get(station.hex, 0) | 1 << owners[station.owner]
    for hex in s.tables.atlas.lands:
        lay = laid.get(hex)
        yield from (tiles.get(lay.tile, 0), lay.rotation) if lay else (0, 0)
        yield stations.get(hex, 0)


@cache
def subject() -> Subject:
    start = GAME.setup(max(GAME.seats))
    size = len(encode(ChinaView(0, start)))
    return Subject(GAME, Layout.of(GAME.id), size, encode, moves)
