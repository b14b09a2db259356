"""1880: what is listed or known without asking the law is what the law would have said."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from stellwerk.core import Choice, advance, pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import BuyShare, PlaceMarker
from stellwerk.games.china1880.rules.chapters.running import Operate, Routes, known, service
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.stations import marker_objection, markers
from stellwerk.games.china1880.rules.chapters.trading import (
    holdings,
    purchase_objection,
    purchases,
    sale_objection,
    sales,
)
from stellwerk.rail18.routes import read


def positions(seats: int, seed: int) -> Iterator[tuple[Any, Choice[Any]]]:
    """Every question of a game played at random."""
    rng = random.Random(seed)
    s = GAME.setup(seats)
    while (choice := pending(s)) is not None:
        yield s, choice
        advance(s, choice.options(s).sample(rng))


def test_a_route_that_was_written_is_the_one_that_is_read() -> None:
    """It is known by its text without being read: income and law must find the same."""
    rng, written = random.Random(3), 0
    for s, choice in positions(3, 9):
        if isinstance(choice, Operate):
            layout = service(s, choice.entity).layout
            for text in Routes(s, choice.entity).sample(rng).routes:  # type: ignore[attr-defined]
                path = text.partition(":")[2]
                assert known(layout, path) == read(layout, path)
                written += 1
    assert written > 20


def test_shares_are_offered_as_the_law_has_it() -> None:
    """1880 XII.4, XII.10: the lists know no reasons, so they are made without the law."""
    traded = 0
    for s, choice in positions(4, 8):
        if isinstance(choice, Trade):
            seat = choice.of
            wanted = [a for a in map(BuyShare, s.par) if purchase_objection(s, seat, a) is None]
            assert purchases(s, seat) == wanted
            assert sales(s, seat) == [a for a in holdings(s, seat) if sale_objection(s, seat, a) is None]
            traded += 1
    assert traded > 20


def test_markers_are_offered_as_the_law_has_it() -> None:
    offered = 0
    for s, _ in positions(3, 10):
        for company in s.floated:
            places = [PlaceMarker(*place) for place in s.tables.atlas.network(s.board, company).places]
            found = list(markers(s, company))
            assert found == [a for a in places if marker_objection(s, company, a) is None]
            offered += len(found)
    assert offered > 20
