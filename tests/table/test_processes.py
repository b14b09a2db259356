"""Several processes on one PostgreSQL: each hears what the others commit, and sees it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing

import pytest
from sqlalchemy import text

from stellwerk.table import SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage.postgres import News
from stellwerk.table.storage.store import Change
from stellwerk.web.http.auth import Doorkeeper
from tests import patience
from tests.table.conftest import person

Processes = Callable[[], Runtime]


@pytest.fixture
def process(postgres: Callable[[bool], str]) -> Iterator[Processes]:
    """One more process on the same database; all are closed afterwards, also when something failed."""
    url = postgres(True)
    with ExitStack() as opened:
        yield lambda: opened.enter_context(closing(Runtime(Settings(database=url, bots=1))))


def heard(told: list[Change], kind: str, version: int = 0) -> Change:
    """The first news of a kind from a version on."""
    until = time.monotonic() + patience.SECONDS
    while time.monotonic() < until:
        for each in told:
            if each.kind == kind and each.version >= version:
                return each
        time.sleep(0.01)
    raise AssertionError(f"nobody was told of {kind}")


def test_every_process_hears_and_sees_what_another_commits(process: Processes) -> None:
    one, two = process(), process()
    told: list[Change] = []
    two.store.listeners.append(told.append)
    two.store.listen()
    heard(told, "people")
    ann = person(one, "Ann")
    table = one.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)).table
    assert two.tables.info(ann, table).version == heard(told, "log").version == 2
    told.clear()
    one.tables.act(ann, table, "swap 1", 2, "r")
    assert heard(told, "log") == Change(table, "log", 4)
    assert two.tables.view(ann, table, 0) == one.tables.view(ann, table, 0)
    assert two.tables.act(ann, table, "swap 1", 2, "r", 0) == one.tables.act(ann, table, "swap 1", 2, "r", 0)
    one.tables.say(ann, table, "hello")
    assert heard(told, "chat").table == table
    two.tables.act(ann, table, "keep", 4, "r2")
    assert one.tables.info(ann, table).status == "over"


def test_a_password_replaced_by_another_process_ends_what_this_one_remembers(process: Processes) -> None:
    one, two = process(), process()
    keeper = Doorkeeper(two)
    told: list[Change] = []
    two.store.listeners.append(told.append)
    two.store.listen()
    heard(told, "people")
    first, second = people.hash_password("long enough"), people.hash_password("longer still")
    ann = one.store.do(lambda work: people.register(work, "Ann", first, None))
    token = one.store.do(lambda work: sessions.new_session(work, ann))
    assert keeper.look_up(token, False) == keeper.remembered(token) == ann
    told.clear()
    one.store.do(lambda work: people.set_password(work, "Ann", second))
    heard(told, "people")
    assert keeper.remembered(token) is keeper.look_up(token, False) is None


def test_a_lost_connection_to_the_database_is_made_up_for(process: Processes) -> None:
    runtime = process()
    told: list[Change] = []
    runtime.store.listeners.append(told.append)
    runtime.store.listen()
    heard(told, "people")
    ann = person(runtime, "Ann")
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)).table
    heard(told, "log")
    with runtime.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        conn.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    told.clear()
    runtime.tables.act(ann, table, "keep", runtime.tables.info(ann, table).version, "r")
    assert heard(told, "log").table == table


def test_a_process_at_which_nobody_listens_looks_at_nothing(process: Processes) -> None:
    """Else every process would read every move of all the others."""
    one, two = process(), process()
    asked: list[tuple[str, Sequence[str] | None]] = []
    wanted: set[str] = set()

    def concerned(table: str, people: Sequence[str] | None) -> bool:
        asked.append((table, people))
        return table in wanted

    told: list[Change] = []
    two.store.listeners.append(told.append)
    two.store.concerned = concerned
    two.store.listen()
    heard(told, "people")
    ann = person(one, "Ann")
    here, there = (one.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)).table for _ in "12")
    wanted.add(here)
    for table in (there, here):
        one.tables.act(ann, table, "keep", 2, "r")
    assert heard(told, "log", 3) == Change(here, "log", 3)  # not of its opening, which may be heard late
    assert asked[-1] == (here, (ann.id,))
    assert {change.table for change in told} == {"", here}
    assert two.store.cache.get(there) is None
    assert two.store.cache.get(here) is not None
    one.tables.act(ann, here, "keep", 3, "r2")
    assert heard(told, "log", 4).people == (ann.id,)
    assert two.store.cache.get(here).version == 3  # type: ignore[union-attr]  # told without being read
    assert two.tables.info(ann, here).version == 4


def test_word_of_a_change_is_read_as_it_was_written() -> None:
    for news in (News("t", "log", 3, 1, 9, ("a", "b")), News("t", "chat", 3, 0, 9, ()), News("t", "table", 2)):
        assert News.read(str(news)) == news
    assert News.read("t log 3") == News("t", "log", 3)  # of an earlier version
