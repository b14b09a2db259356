"""Chance at tables has one source, so that a test meets the same game every time."""

from __future__ import annotations

from pathlib import Path

import stellwerk
from stellwerk.table.model import SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.people import guest
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.settings import Settings

ROOT = Path(stellwerk.__file__).parent
SEATS = [SeatSpec("me", name=name) for name in ("Ann", "Bob", "Cem", "Dag")]


def opened(file: Path) -> tuple[list[str], list[str]]:
    """Who sits where, and what was dealt, at the first table of a new store."""
    runtime = Runtime(Settings(database=f"sqlite:///{file}", bots=1))
    try:
        who = runtime.store.do(lambda work: guest(work, "Ann", None))
        plan = TableSpec("russian-railroads", SEATS, hotseat=True, seating="random")
        table_id = runtime.tables.create(who, plan).table
        table = runtime.store.table(table_id)
        assert table is not None
        return [place.name for place in table.places], [line.action for line in runtime.tables.history(who, table_id)]
    finally:
        runtime.close()


def test_what_is_drawn_falls_by_the_name_of_the_test(tmp_path: Path) -> None:
    once, again = (opened(tmp_path / f"{n}.sqlite") for n in range(2))
    assert once == again
    assert once[1]


def test_nobody_else_brings_dice_of_his_own() -> None:
    files = [file for room in ("table", "web") for file in (ROOT / room).rglob("*.py")]
    assert [file for file in files if "SystemRandom" in file.read_text()] == [ROOT / "table" / "dice.py"]
