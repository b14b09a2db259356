"""1880: what is listed or known without asking the law is what the law would have said."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from stellwerk.core import Choice, advance, pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import BuyShare, Found, PlaceMarker
from stellwerk.games.china1880.rules.chapters.founding import Foundings, founding_objection
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
from stellwerk.rail18.layout import Layout
from stellwerk.rail18.network import network
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


def test_foundings_are_those_that_the_law_allows() -> None:
    seen = 0
    for s, choice in positions(4, 21):
        if isinstance(choice, Trade):
            options = Foundings(s, choice.of)
            listed = list(options)
            assert len(listed) == len(options) == len(dict.fromkeys(listed))
            assert listed == [a for a in _every_founding(s) if founding_objection(s, choice.of, a) is None]
            seen += bool(listed)
    assert seen > 5


def _every_founding(s: Any) -> Iterator[Found]:
    for company in s.tables.companies:
        for certificate in s.tables.certificates.values():
            for par in s.tables.pars:
                for row in range(s.tables.pars[par].rows):
                    for permits in certificate.permits:
                        yield Found(company, certificate.percent, par, row, permits)


def test_every_founding_is_as_likely_as_the_next() -> None:
    """Chi-square: its mean is the number of options less one, its spread the root of twice that."""
    trades = ((s, choice.of) for s, choice in positions(4, 21) if isinstance(choice, Trade))
    options = next(found for s, seat in trades if len(found := Foundings(s, seat)) > 20)
    rng, each = random.Random(8), 50
    drawn = Counter(options.sample(rng) for _ in range(each * len(options)))
    assert set(drawn) == set(options)
    chi_square = sum((count - each) ** 2 / each for count in drawn.values())
    free = len(options) - 1
    assert abs(chi_square - free) < 4 * (2 * free) ** 0.5


def test_a_network_that_was_kept_is_the_one_that_would_be_found() -> None:
    kept = 0
    for n, (s, _) in enumerate(positions(5, 12)):
        if n % 7 == 0:
            atlas, board = s.tables.atlas, s.board
            layout = atlas.layout(board)
            for (homes, blocked), found in layout.networks.items():
                fresh = network(Layout(layout.ground, layout.faces), homes, blocked)
                assert (list(found.places), found.borders) == (list(fresh.places), fresh.borders)
                kept += 1
    assert kept > 100
