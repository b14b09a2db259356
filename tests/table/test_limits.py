"""Limits by person and by address, counted together by all web processes; bots that are fair between hosts."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any

import pytest

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background.bot_turns import Thought
from stellwerk.table.runtime import Runtime
from stellwerk.table.service import limits as counting
from stellwerk.table.service.limits import PER_ADDRESS, PER_PERSON, Limits, OwnWindows, asked_from, network_of
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.table.storage.store import Store
from tests.table.conftest import person


@pytest.fixture
def store(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> Store:
    """No minute and no hour ends while a test counts."""
    now = runtime.store.now()
    monkeypatch.setattr(runtime.store, "now", lambda: now)
    return runtime.store


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("?", "?"),
    ],
)
def test_an_address_is_what_a_visitor_can_hardly_change(address: str, network: str) -> None:
    assert network_of(address) == network


def allowed(limits: Limits, deed: str, people: list[Person], address: str) -> int:
    """How many of them may."""
    done = 0
    for who in people:
        with asked_from(address), suppress(Refused):
            limits.count(deed, who)
            done += 1
    return done


def test_a_cookie_thrown_away_does_not_help(store: Store) -> None:
    """150 tables in four seconds, each as somebody new."""
    limits = Limits(0.1, store)
    strangers = [Person(f"p{n}", "") for n in range(60)]
    most = int(PER_ADDRESS["tables"].split()[0]) // 10
    assert allowed(limits, "tables", strangers, "2001:db8::1") == most
    assert allowed(limits, "tables", [Person("q", "")], "2001:db8::ffff:2") == 0
    assert allowed(limits, "tables", [Person("r", "")], "192.0.2.1") == 1


def test_a_window_ends_by_the_clock_that_nobody_sets(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wall clock set back by a year would shut everybody out for a year; set ahead, it would open every window."""
    now = 0.0
    windows, twice = OwnWindows(lambda: now), counting.parse("2 per minute")
    assert [windows.hit(twice, "a") for _ in range(3)] == [True, True, False]
    assert windows.hit(twice, "b")
    monkeypatch.setattr(counting.time, "time", lambda: 1e12)
    assert not windows.hit(twice, "a")
    now = 60.0
    assert windows.hit(twice, "a")


def test_windows_that_have_ended_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OwnWindows, "SWEPT", 10)
    now = 0.0
    windows, once = OwnWindows(lambda: now), counting.parse("1 per minute")
    for n in range(25):
        assert windows.hit(once, f"first {n}")
    now = 61.0
    for n in range(25):
        assert windows.hit(once, f"second {n}")
    assert len(windows._counts) == 25
    assert not windows.hit(once, "second 0")


def test_one_person_is_limited_wherever_he_is(store: Store) -> None:
    limits, eve = Limits(0.1, store), Person("eve", "")
    most = int(PER_PERSON["tables"].split()[0]) // 10
    assert sum(allowed(limits, "tables", [eve], f"192.0.2.{n}") for n in range(most + 5)) == most


def test_web_processes_on_postgresql_count_together(store: Store) -> None:
    several = [Limits(1, store) for _ in range(4)]
    tried = 0
    for n in range(40):
        with suppress(Refused):
            several[n % 4].count_login("192.0.2.1", "alice")
            tried += 1
    assert tried == (10 if isinstance(store, PostgresStore) else 40)


def guesses(limits: Limits, addresses: Iterable[str]) -> int:
    """How many attempts at Alice's account are let through."""
    tried = 0
    for address in addresses:
        with suppress(Refused):
            limits.count_login(address, "alice")
            tried += 1
    return tried


def test_whoever_guesses_passwords_does_not_shut_out_the_owner(store: Store) -> None:
    limits = Limits(1, store)
    assert guesses(limits, ["192.0.2.1"] * 30) == 10
    limits.count_login("192.0.2.2", "alice")


def test_a_password_is_guessed_slowly_from_many_addresses_too(store: Store) -> None:
    limits = Limits(1, store)
    assert guesses(limits, [f"192.0.2.{n}" for n in range(150)]) == 100


def test_every_deed_has_both_bounds() -> None:
    assert PER_PERSON.keys() <= PER_ADDRESS.keys()


# --- bots ------------------------------------------------------------------------------------------------------------


class SlowPool:
    """Begins to think and never ends; says whose tables it was asked for."""

    workers = 1

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.futures: list[Future[Thought]] = []

    def ask(self, table: Any, *more: Any) -> Future[Thought]:
        self.asked.append(table.host)
        self.futures.append(Future())
        return self.futures[-1]

    def close(self) -> None:
        pass


def test_tables_of_one_host_do_not_starve_anothers(runtime: Runtime, ann: Person) -> None:
    """150 tables of a stranger, bots only: the bot at an honest table moved after 40 seconds or not at all."""
    if isinstance(runtime.store, PostgresStore):
        pytest.skip("there the queue of the database decides")
    eve, pool = person(runtime, "Eve"), SlowPool()
    runtime.pool.close()
    runtime.pool = runtime.worker.pool = pool  # type: ignore[assignment]
    for _ in range(20):
        runtime.tables.create(eve, TableSpec("sample", [SeatSpec("bot", "random")] * 2))
    runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2))
    runtime.worker.take()
    assert sorted(pool.asked) == sorted([eve.id, ann.id])
    runtime.worker.take()
    assert len(pool.asked) == 2


def test_turns_of_a_busy_host_come_after_the_first_ones_of_others_on_postgresql(runtime: Runtime, ann: Person) -> None:
    if not isinstance(runtime.store, PostgresStore):
        pytest.skip("SQLite has its own queue")
    from sqlalchemy import text

    eve = person(runtime, "Eve")
    for _ in range(10):
        runtime.tables.create(eve, TableSpec("sample", [SeatSpec("bot", "random")] * 2))
    honest = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2)).table
    order = text("SELECT lock FROM procrastinate_jobs WHERE status = 'todo' ORDER BY priority DESC, id")
    with runtime.store.reading() as conn:
        waiting = list(conn.execute(order).scalars())
    assert waiting.index(honest) <= 1
