"""The one cache: what it keeps weighs no more than it may, also when it grows."""

from __future__ import annotations

import pytest

from stellwerk.table import SeatSpec
from stellwerk.table.cache import Cache
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service import history
from stellwerk.table.service.history import Histories
from tests.table.conftest import person


def test_the_longest_unused_goes_first() -> None:
    cache: Cache[str, list[int]] = Cache(5, len)
    cache.put("a", [1, 2])
    cache.put("b", [1, 2])
    cache.get("a")
    cache.put("c", [1, 2])
    assert [key for key in "abc" if cache.get(key)] == ["a", "c"]


def test_what_has_grown_is_weighed_again_when_it_is_put_in_again() -> None:
    cache: Cache[str, list[int]] = Cache(5, len)
    grows = [1]
    cache.put("a", [1, 2])
    cache.put("b", grows)
    grows += [2, 3]
    cache.put("b", grows)
    assert len(cache) == 2
    grows += [4]
    cache.put("b", grows)
    assert cache.get("a") is None
    cache.drop("b")
    for n in range(5):
        cache.put(str(n), [n])
    assert len(cache) == 5  # nothing of what was dropped is still counted


def test_long_stories_leave_room_for_fewer_others(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "BYTES_OF_AN_ENTRY", history.KEPT // 6)
    who, histories = person(runtime, "Ann"), Histories()
    made = [runtime.tables.create(who, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)) for _ in range(2)]
    tables = [runtime.tables.table(who, each.table) for each in made]
    with runtime.store.reading() as conn:
        for table in tables:
            assert table.version == 2
            histories.story(conn, table)
        assert [histories.known(table) is not None for table in tables] == [True, True]
        offer = runtime.tables.options(who, tables[1].id)
        runtime.tables.act(who, tables[1].id, offer.options[0].action, offer.version, "r", None)
        histories.story(conn, runtime.tables.table(who, tables[1].id))
    assert histories.known(tables[0]) is None
