"""Bots move by themselves; whatever they do wrong, the table plays on."""

from __future__ import annotations

import time

from stellwerk.table import Person, SeatSpec
from stellwerk.table.house import House
from stellwerk.table.service import Plan
from tests.table.conftest import working


def wait_for(house: House, table: str, status: str, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        desk = house.store.desk(table)
        if desk is not None and desk.status == status:
            return
        time.sleep(0.02)
    raise AssertionError(f"{table} is not {status}")


def test_bots_play_a_game_among_themselves(house: House, ann: Person) -> None:
    with working(house):
        table = house.tables.create(ann, Plan("sample", [SeatSpec("bot", "random")] * 4)).table
        wait_for(house, table, "over")
        assert {line.note for line in house.tables.history(ann, table)} == {None}
