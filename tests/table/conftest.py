"""A store of its own for every test, and the sample game in the register."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.table.house import House
from stellwerk.table.model import Person
from stellwerk.table.people import guest
from stellwerk.table.settings import Settings


@pytest.fixture(autouse=True)
def sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "sample", "tests.sample")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, bot_seconds=1))
    yield found
    found.close()


def person(house: House, name: str) -> Person:
    return house.store.do(lambda tx: guest(tx, name, None, house.tables.now()))


@pytest.fixture
def ann(house: House) -> Person:
    return person(house, "Ann")


@pytest.fixture
def bob(house: House) -> Person:
    return person(house, "Bob")
