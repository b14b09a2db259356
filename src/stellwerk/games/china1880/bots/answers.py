"""Answers worth a thought: of hundreds of tiles, foundings and sales the few that could be good."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from stellwerk.core import Action, Amount, Choice, Options, Seat
from stellwerk.games.china1880.bots.networks import Networks
from stellwerk.games.china1880.bots.surroundings import worth
from stellwerk.games.china1880.bots.timetable import timetable
from stellwerk.games.china1880.rules.actions import (
    PASS,
    Bid,
    BuyTrain,
    BuyTrainFrom,
    Found,
    LayTile,
    PayDebt,
    SellShares,
)
from stellwerk.games.china1880.rules.chapters.auction import Bidding, ImperialGrant
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED, Purchase, must_buy
from stellwerk.games.china1880.rules.chapters.running import Operate, best_run, service, train_names, written
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.hexes import EDGES

NODES = 2000
"""Search nodes for the run of a turn."""
LAYS = 12
ON_ONE_HEX = 4
HOMES = 4
NEARER = 0.7
THRIFT = 0.6
"""What a private company is worth, as a part of what it will pay: cash founds companies now."""


MISSED = 1.5
"""How much more a train must earn with a sister, because it misses a run."""
GRANTED = 190
"""What 20 % of a company at a par price of 100 are worth, with 500 in its treasury."""
ROCKET = 70
"""What a train is worth to an owner who holds a part of the company that gets it: a first 2, or a 4 later on."""


class Habits(NamedTuple):
    """What a bot does by rule rather than by looking ahead."""

    swaps: bool = False
    """Whether it lets sister companies pass a train to and fro, though the one that gives it away earns more by it."""
    keen: float = 1.0
    """What it bids at most, as a multiple of what a private company is worth to everybody."""


def answers(networks: Networks, s: China, choice: Choice[Any], habits: Habits) -> Sequence[Action]:
    """The few, or nothing where all may be looked at."""
    match choice:
        case Operate():
            return _runs(s, choice)
        case BuildTrack():
            return _lays(s, choice)
        case ImperialGrant():
            return [a for a in choice.options(s) if isinstance(a, Found) and s.now.letter in a.permits]
        case Bidding():
            return _bids(s, choice, habits.keen)
        case Trade():
            return _trades(networks, s, choice)
        case Purchase():
            return _purchases(networks, s, choice, habits.swaps)
    return ()


def _runs(s: China, choice: Operate) -> Sequence[Action]:
    """The best run a short search finds."""
    best = best_run(s, choice.entity, nodes=NODES)
    run = written(service(s, choice.entity), train_names(s, choice.entity), best.routes)
    return [run] if run.routes else choice.options(s).suggest(1)


# --- track -----------------------------------------------------------------------------------------------------------


def _lays(s: China, choice: BuildTrack) -> Sequence[Action]:
    """Tiles that raise stops or lead towards new ones, a few on each hex."""
    options = list(choice.options(s))
    lays = [a for a in options if isinstance(a, LayTile)]
    others = [a for a in options if not isinstance(a, LayTile)]
    if len(lays) <= LAYS:
        return [*lays, *others]
    pull = _pull(s)
    lays.sort(key=lambda a: -_appeal(s, a, pull))
    few: list[Action] = []
    on: dict[str, int] = {}
    for a in lays:
        on[a.hex] = on.get(a.hex, 0) + 1
        if on[a.hex] <= ON_ONE_HEX and len(few) < LAYS:
            few.append(a)
    return [*few, *others]


def _pull(s: China) -> dict[str, float]:
    """How much every hex draws: its stop, and those of its neighbours a little less."""
    pull = {hex: worth(s, hex) for hex in s.tables.hexes}
    for _ in range(2):
        pull = {hex: max(at, NEARER * _best_beside(s, hex, pull)) for hex, at in pull.items()}
    return pull


def _best_beside(s: China, hex: str, pull: dict[str, float]) -> float:
    atlas = s.tables.atlas
    beside = (atlas.across[hex, edge] for edge in EDGES if atlas.open[hex] >> edge & 1)
    return max((pull[other] for other in beside), default=0.0)


def _appeal(s: China, a: LayTile, pull: dict[str, float]) -> float:
    """What a tile adds to its stops, and what its new exits lead to."""
    atlas = s.tables.atlas
    old, new = atlas.face(s.board, a.hex), atlas.tiles[a.tile].at(a.rotation)
    column = s.now.column
    stops = sum(node.worth(column) for node in new.tile.nodes) - sum(node.worth(column) for node in old.tile.nodes)
    fresh = new.exits & ~old.exits
    return stops + NEARER * sum(
        pull[other] for edge in EDGES if fresh >> edge & 1 and (other := atlas.across.get((a.hex, edge)))
    )


# --- auction, shares, trains -----------------------------------------------------------------------------------------


def _bids(s: China, choice: Bidding, keen: float) -> Sequence[Action]:
    """The least bid, while the private company is worth it; else a pass."""
    # Never below face value: an auction in which everybody waits goes on for ever.
    limit = max(s.tables.privates[choice.private].price, keen * _worth(s, choice.private))
    bid = Bid(choice.private, choice.least)
    affordable = choice.least <= min(limit, s.cash[choice.seat(s)])
    return [bid] if affordable and choice.objection(s, bid) is None else [PASS]


def _worth(s: China, private: str) -> float:
    """1880 VI: what a private company brings its owner: revenue, a payment, a certificate at par, or a train."""
    if private == "P6":
        return GRANTED
    paid = min(s.tables.payments.values()) if private == "P0" else 0
    train = ROCKET if private == "P7" else 0
    return train + THRIFT * (paid + s.tables.privates[private].revenue * timetable(s).paying)


def _trades(networks: Networks, s: China, choice: Trade) -> Sequence[Action]:
    seat = choice.seat(s)
    options = choice.options(s)
    listed = list(options)
    founds = _foundings(networks, s, [a for a in listed if isinstance(a, Found)], seat)
    sales = [a for a in listed if isinstance(a, SellShares)]
    over = certificates(s, seat) > certificate_limit(s)
    debts = [a for a in listed if isinstance(a, PayDebt)][-1:]
    rest = [a for a in listed if not isinstance(a, Found | SellShares | PayDebt)]
    return [*founds, *rest, *debts, *(sales if over else _ends(sales))]


def _ends(sales: Sequence[SellShares]) -> list[SellShares]:
    """Of every company one share, or all that may be sold."""
    by: dict[str, list[SellShares]] = {}
    for a in sales:
        by.setdefault(a.company, []).append(a)
    return [a for group in by.values() for a in dict.fromkeys((group[0], group[-1]))]


def _foundings(networks: Networks, s: China, founds: Sequence[Found], seat: Seat) -> list[Found]:
    """At the best homes, as dear as one can pay until the company floats, with permits that serve now."""
    floating = (a for a in founds if a.par * max(a.percent, s.now.float) // 10 <= s.cash[seat])
    useful = [a for a in floating if s.now.letter in a.permits]
    homes = _homes(networks, s, sorted({a.company for a in useful}), seat)
    pars: dict[tuple[str, int], int] = {}
    for a in useful:
        pars[a.company, a.percent] = max(a.par, pars.get((a.company, a.percent), 0))
    return [a for a in useful if a.company in homes and a.par == pars[a.company, a.percent]]


def _homes(networks: Networks, s: China, companies: Sequence[str], seat: Seat) -> list[str]:
    """Those with most in reach, and the nearest to an investor who still looks for his company."""
    alone = [i for i, owner in s.investors.items() if owner == seat and i not in s.reserved]
    near = [min(companies, key=lambda c: networks.to_merge(s, i, c)) for i in alone if companies]
    return [*sorted(companies, key=lambda c: -networks.reach(s, c))[:HOMES], *near]


def _purchases(networks: Networks, s: China, choice: Purchase, swaps: bool) -> Sequence[Action]:
    """From the bank, or from a sister for little or for much."""
    offered = [a for offer in choice.offers(s) for a in offer.suggest(_few(offer))]
    forced = must_buy(s, choice.company)
    if not swaps and not forced:
        offered = [a for a in offered if not isinstance(a, BuyTrainFrom) or _serves(networks, s, choice.company, a)]
    # Before the first purchase no circle ends without one: if everybody waited, the game would go on for ever.
    waiting = not s.marker and any(isinstance(a, BuyTrain) for a in offered)
    return offered if waiting or forced else [PASS, *offered]


def _serves(networks: Networks, s: China, company: str, a: BuyTrainFrom) -> bool:
    """Whether a sister's train earns its director clearly more here: trains are bought after the run, so it misses one
    on its way. A restored one is no reason to give away more than it costs."""
    if a.train == RESTORED and a.price > s.tables.trains[RESTORED].price:
        return False
    own, theirs = s.trains[company], list(s.trains[a.company])
    theirs.remove(a.train)
    gain = networks.income(s, company, (*own, a.train)) - networks.income(s, company, own)
    loss = networks.income(s, a.company, s.trains[a.company]) - networks.income(s, a.company, tuple(theirs))
    seat = s.director[company]
    return gain * s.shares[company][seat] > MISSED * loss * s.shares[a.company][seat]


def _few(offer: Options) -> int:
    """Both ends of a range of prices, all of a list."""
    return 2 if isinstance(offer, Amount) else len(offer)
