"""1880 IV: what everybody starts with."""

from __future__ import annotations

from stellwerk.core import Setup, then
from stellwerk.games.china1880.rules.chapters.auction import Auction, DealNumber
from stellwerk.games.china1880.rules.chapters.operating_round import Circle
from stellwerk.games.china1880.rules.chapters.privates import Revenue
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.components import Tables, tables
from stellwerk.games.china1880.rules.state import NOBODY, China
from stellwerk.rail18.board import Board


def start(setup: Setup) -> China:
    """1880 IV.1, IV.2: capital for everybody, then numbers, auction, the first share round, the operating round."""
    t = tables(setup.components, setup.variants.prices)
    capital = t.players[setup.seats].cash
    s = China(
        tables=t,
        variants=setup.variants,
        seats=setup.seats,
        order=tuple(range(setup.seats)),
        priority=0,
        cash=[capital] * setup.seats,
        debt=[0] * setup.seats,
        privates=dict.fromkeys(t.privates, NOBODY),
        investors={},
        reserved={},
        freed={},
        granted="",
        treasury={},
        par={},
        row={},
        certificate={},
        permits={},
        director={},
        shares={},
        cell={},
        trains={},
        stations={},
        floated=(),
        full=(),
        phase=next(iter(t.phases)),
        depot={train.name: train.count or 1 for train in t.trains.values()},
        marker="",
        board=homes_of_investors(t),
        stock={tile.number: tile.count for tile in t.tiles.values()},
        rounds=0,
        sold=(),
        trader=NOBODY,
        active="",
        bonus=0,
        income=0,
        ran=False,
        bought=False,
        turns_left=-1,
        bank=-capital * setup.seats,
    )
    first = t.privates["P0"]
    then(s, DealNumber(), Auction(first.id, 0, first.price), ShareRound(), Revenue(), Circle())
    return s


def homes_of_investors(t: Tables) -> Board:
    """1880 VII.1: their markers stand from the start."""
    board = Board()
    for investor in t.investors.values():
        board = board.with_station(investor.home, 0, investor.id)
    return board
