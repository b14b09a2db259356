"""What survives a database that goes away: the ear of every process, and the writer."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, Queue
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background import bot_jobs_postgres
from stellwerk.table.runtime import Runtime, prepare
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import ear, migrate
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.table.storage.store import Change, Store
from tests.table.conftest import person, postgres_server, working
from tests.table.test_play import hotseat

SOON = 60
"""Seconds after which a test gives up waiting for what should come at once."""


@pytest.fixture
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL server that may be stopped and started."""
    with postgres_server(tmp_path_factory.mktemp("run")) as server:
        yield server


@contextmanager
def listening(
    database: str, prepare: Callable[[Store], None] = lambda store: None
) -> Iterator[tuple[Runtime, Queue[Change]]]:
    runtime = Runtime(Settings(database=database, bots=1, bot_seconds=1))
    told: Queue[Change] = Queue()
    runtime.store.listeners.append(told.put)
    prepare(runtime.store)
    runtime.store.listen()
    try:
        yield runtime, told
    finally:
        runtime.close()


def hears(told: Queue[Change], table: str, version: int) -> bool:
    """Whether news of a version arrives; what comes before it is passed over."""
    with suppress(Empty):
        while True:
            news = told.get(timeout=SOON)
            if news.table == table and news.version >= version:
                return True
    return False


def test_news_go_on_after_a_restart_of_postgresql(mortal: Any) -> None:
    with listening(mortal.get_uri()) as (runtime, told):
        ann = person(runtime, "Ann")
        table = hotseat(runtime, ann)
        assert hears(told, table, 3)
        mortal.stop()
        mortal.start()
        runtime.tables.act(ann, table, "keep", 3, "r1")
        assert hears(told, table, 4)
        runtime.tables.act(ann, table, "keep", 4, "r2")
        assert hears(told, table, 5)
        assert not runtime.store.deaf


def test_news_go_on_when_looking_fails_while_they_are_heard(
    postgres: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The restart as the ear meets it: the notice comes, and the database is gone when it is asked."""
    with listening(postgres(True)) as (runtime, told):
        ann = person(runtime, "Ann")
        table = hotseat(runtime, ann)
        assert hears(told, table, 3)
        look, failures = runtime.store.table, iter([True])

        def failing(table_id: str) -> Any:
            if next(failures, False):
                raise ConnectionError("the database is away")
            return look(table_id)

        future = runtime.tables.acting(ann, table, "keep", 3, "r1")
        monkeypatch.setattr(runtime.store, "table", failing)
        future.result()
        assert hears(told, table, 4)


class Line:
    """The first line to PostgreSQL can die: what is sent on it is then swallowed, while new ones work."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.dead = Event()
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.lines: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, far = self.server.accept()[0], socket.socket(socket.AF_UNIX)
                far.connect(self.target)
                self.lines += [near, far]
                for source, sink in ((near, far), (far, near)):
                    Thread(target=self._pass, args=(source, sink, len(self.lines)), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, number: int) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not (self.dead.is_set() and number == 2):
                    sink.sendall(data)

    def close(self) -> None:
        for line in (self.server, *self.lines):
            line.close()


def test_a_line_that_swallows_everything_is_given_up(
    postgres: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ear, "CHECK", 0.2)
    monkeypatch.setattr(ear, "PATIENCE", 0.5)
    address = make_url(postgres(True))
    folder = Path(str(address.query["host"]))
    line = Line(str(next(p for p in folder.iterdir() if p.name.startswith(".s.PGSQL") and p.suffix != ".lock")))

    def over_the_line(store: Store) -> None:
        assert isinstance(store, PostgresStore)
        through = address.set(drivername="postgresql", host="127.0.0.1", port=line.port, query={"sslmode": "disable"})
        store._ear.conninfo = through.render_as_string(False)

    with listening(address.render_as_string(False), over_the_line) as (runtime, told):
        ann = person(runtime, "Ann")
        table = hotseat(runtime, ann)
        assert hears(told, table, 3)
        line.dead.set()
        runtime.tables.act(ann, table, "keep", 3, "r1")
        assert hears(told, table, 4)
        runtime.tables.act(ann, table, "keep", 4, "r2")
        assert hears(told, table, 5)
    line.close()


def test_closing_does_not_wait_for_a_database_that_is_gone(mortal: Any) -> None:
    with listening(mortal.get_uri()) as (runtime, _):
        mortal.stop()
        closing = Thread(target=runtime.store.close)
        closing.start()
        closing.join(SOON)
        assert not closing.is_alive()
        mortal.start()


# --- the writer ------------------------------------------------------------------------------------------------------


def test_a_unit_given_up_while_it_waits_does_not_end_the_writer(runtime: Runtime, ann: Person) -> None:
    begun, free = Event(), Event()

    def slow(work: Any) -> None:
        begun.set()
        free.wait()

    first = runtime.store.run(slow)
    begun.wait()
    waiting = [runtime.store.run(lambda work: None) for _ in range(20)]
    for future in waiting:
        future.cancel()
    first.cancel()
    free.set()
    assert runtime.store.run(lambda work: 7).result(SOON) == 7
    assert not runtime.store.deaf


def test_a_listener_that_fails_harms_nobody(runtime: Runtime, ann: Person) -> None:
    def failing(told: Change) -> None:
        raise ZeroDivisionError

    runtime.store.listeners.insert(0, failing)
    heard: Queue[Change] = Queue()
    runtime.store.listeners.append(heard.put)
    runtime.store.listen()
    table = hotseat(runtime, ann)
    assert hears(heard, table, 3)
    assert (
        runtime.store.run(lambda work: work.afterwards.append(lambda: failing(Change("", "log", 0)))).result(SOON)
        is None
    )
    assert runtime.store.run(lambda work: 7).result(SOON) == 7


EARS = "FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^(LISTEN|SELECT coalesce)'"


@contextmanager
def deaf(*runtimes: Runtime) -> Iterator[None]:
    """The lines of the ears are cut, and stay so for a while."""
    ears = [runtime.store._ear for runtime in runtimes if isinstance(runtime.store, PostgresStore)]
    good = ears[0].conninfo
    for each in ears:
        each.conninfo = "host=127.0.0.1 port=1 connect_timeout=1"
    with runtimes[0].store.engine.connect() as conn:
        conn.execute(text(f"SELECT pg_terminate_backend(pid) {EARS}"))
        while conn.execute(text(f"SELECT count(*) {EARS}")).scalar_one():
            conn.rollback()
    yield
    for each in ears:
        each.conninfo = good


def test_a_clock_set_back_while_the_line_is_lost_hides_nothing(
    postgres: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process goes by its own clock, too."""
    monkeypatch.setattr(ear, "CHECK", 0.2)
    database = postgres(True)
    with listening(database) as (runtime, told), listening(database) as (other, _):
        ann = person(runtime, "Ann")
        table, unchanged = hotseat(runtime, ann), hotseat(runtime, ann)
        assert hears(told, unchanged, 3)
        assert isinstance(runtime.store, PostgresStore)
        while not runtime.store._ear._since:  # until it has looked once more
            time.sleep(0.02)
        real = other.store.now
        with deaf(runtime, other):
            runtime.store.now = other.store.now = lambda: real() - 3_600_000
            other.tables.act(ann, table, "keep", 3, "r1")
        assert hears(told, table, 4)


# --- the worker ------------------------------------------------------------------------------------------------------


def bot_moves(runtime: Runtime, ann: Person, name: str) -> bool:
    """Whether a bot answers at a new table."""
    seats = [SeatSpec("bot", "random"), SeatSpec("me")]
    table = runtime.tables.create(ann, TableSpec("sample", seats, name=name)).table
    end = time.monotonic() + SOON
    while time.monotonic() < end:
        if runtime.tables.info(ann, table).version > 2:
            return True
        time.sleep(0.05)
    return False


def test_a_worker_outlives_its_database(mortal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_jobs_postgres, "PATIENCE", 1.0)
    runtime = Runtime(Settings(database=mortal.get_uri(), bots=1, bot_seconds=1))
    with working(runtime):
        ann = person(runtime, "Ann")
        assert bot_moves(runtime, ann, "before")
        mortal.stop()
        time.sleep(3)  # longer than its patience, so that it is lost
        mortal.start()
        assert bot_moves(runtime, ann, "after")
    runtime.close()


def test_a_database_that_goes_away_during_the_start_is_waited_for(mortal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that was started while the database fell over ended at once, and no bot moved any more."""
    address, behind, went = mortal.get_uri(), migrate.behind, Event()

    def looked(url: str) -> str | None:
        if not went.is_set():
            went.set()
            mortal.stop()
            Thread(target=mortal.start).start()
        return behind(url)

    monkeypatch.setattr(migrate, "AGAIN", 0.05)
    monkeypatch.setattr(migrate, "behind", looked)
    prepare(address)
    assert behind(address) is None


@pytest.mark.parametrize("what", ["database", "role"])
def test_what_postgresql_does_not_know_is_not_waited_for(postgres: Callable[[bool], str], what: str) -> None:
    address = make_url(postgres(False))
    wrong = address.set(database="nobody_made_it") if what == "database" else address.set(username="nobody")
    with pytest.raises(Refused, match=f"the database cannot be used: {what} .nobody"):
        prepare(wrong.render_as_string(hide_password=False))


def test_a_database_that_is_away_at_the_start_is_waited_for(mortal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = mortal.get_uri()
    mortal.stop()
    monkeypatch.setattr(migrate, "AGAIN", 0.05)
    monkeypatch.setattr(migrate, "PATIENCE", 0.0)
    with pytest.raises(Refused, match="the database does not answer"):
        prepare(address)
    monkeypatch.setattr(migrate, "PATIENCE", SOON)
    asked = Event()
    monkeypatch.setattr(migrate.LOG, "warning", lambda *_: asked.set())
    preparing = Thread(target=prepare, args=(address,))
    preparing.start()
    assert asked.wait(SOON)
    mortal.start()
    preparing.join(SOON)
    assert migrate.behind(address) is None
