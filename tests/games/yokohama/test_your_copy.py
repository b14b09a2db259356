"""What a printed copy may have and ours has not: it can be typed, and it is played by."""

from __future__ import annotations

import pytest

from stellwerk.bots.selfplay import Job, play_one
from stellwerk.core.component_sets import ComponentSet, Correction, applied, set_faults
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.actions import Fulfil
from stellwerk.games.yokohama.rules.chapters.orders import fulfil
from stellwerk.games.yokohama.rules.chapters.own_turn import may_deliver

MINE = ComponentSet("yokohama", "Mine")
OTHER = (
    MINE.with_row("order", "order-05", Correction({"goods": {"silk": 1, "imports": 2}}))
    .with_row("order_board", "port", Correction({"ranges": [1, 1, 2, 2]}))
    .with_row("order_board", "dock", Correction({"ranges": [3, 2, 1]}))
    .with_row("church", "#3", Correction({"neutral": True}))
    .with_row("church", "#4", Correction({"neutral": True}))
    .with_row("technology", "ball-us", Correction({"country": "us", "cost": 4, "copies": 1}, like="ball"))
)


def test_an_order_may_ask_for_imports() -> None:
    """A.c: an order is paid with all it asks for."""
    s = GAME.setup(2, components=applied(GAME, OTHER))
    s.active = 0
    s.hand[0] = ("order-05",)
    s.stock[0][:] = [0, 1, 0, 0, 1, 0]
    assert not may_deliver(s, "order-05")
    s.stock[0][4] = 2
    assert may_deliver(s, "order-05")
    fulfil(s, Fulfil("order-05"))
    assert s.stock[0][1] == 0
    assert s.stock[0][4] == 0 + s.tables.orders["order-05"].reward.imports


@pytest.mark.parametrize("ranges", [[2, 4], [1, 1, 1, 1, 2], [6, 0, 0]])
def test_an_order_board_may_have_other_ranges(ranges: list[int]) -> None:
    """As many as the area reaches at least: with two ranges the area must reach no third."""
    of = MINE.with_row("order_board", "port", Correction({"ranges": ranges}))
    if len(ranges) < 3:
        assert [fault.field for fault in set_faults(GAME, of)] == ["ranges"]
        of = of.with_row("area", "port", Correction({"by_power": [0, 1, 1, 2, 2]}))
    assert set_faults(GAME, of) == []


def test_such_a_copy_is_played_to_its_end() -> None:
    job = Job("yokohama", 2, 3, ("greedy", "random"), check=True, components=applied(GAME, OTHER))
    assert len(play_one(job).scores) == 2
