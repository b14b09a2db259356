"""What takes long is done by workers on PostgreSQL: they come, go and die, and whoever waits gets an answer."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import psutil
import psycopg
import pytest
from sqlalchemy import text

from stellwerk import games
from stellwerk.core.log import BadLog
from stellwerk.core.text import Text, Texts
from stellwerk.study.analysis.walk import Eyes
from stellwerk.study.judgement import steps
from stellwerk.study.watched import NotWanted, TookTooMuch
from stellwerk.table.background import tidying
from stellwerk.table.service.limits import asked_from
from stellwerk.table.service.state import workers_of
from stellwerk.table.settings import Settings
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.web.view import hands, shared_workshop
from stellwerk.web.view.hands import Hand, at_work, work_on
from stellwerk.web.view.judgements import Case, make_portion
from stellwerk.web.view.opinions import Order, make_opinion
from stellwerk.web.view.parcels import BadParcel, NotSent, packed, unpacked
from stellwerk.web.view.shared_workshop import STUDIES, SharedWorkshop, Unattended, answered
from stellwerk.web.view.studies import make_study
from stellwerk.web.view.workshop import Workshop
from tests import patience
from tests.bots.test_positions import document
from tests.table.conftest import START

NAME = "russian-railroads"
QUEUES = 2
AT = 176


def ignored(done: int, whole: int) -> None:
    """Progress nobody asks for."""


def opinion_order(count: int = 4) -> Order:
    log = document(NAME)
    return Order(NAME, log.header, tuple(log.entries), AT, log.entries[AT].seat, count)


ENDLESS = 10**9
"""Playouts: never done while a test lasts."""


# --- parcels ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.ids())
def test_a_study_arrives_as_it_was_sent(game: str) -> None:
    log = document(game)
    order = (game, log.header, tuple(log.entries), Eyes())
    assert unpacked(packed(order)) == order
    made = make_study(order, ignored)
    assert unpacked(packed(made)) == made
    assert answered(work_on(packed(("make_study", order)), ignored)) == made


@pytest.mark.parametrize("game", games.ids())
def test_judgements_and_opinions_arrive_as_they_were_sent(game: str) -> None:
    log = document(game)
    told = next(step for step in steps(games.game(game), log.header, log.entries, 1) if step.opinion is not None)
    assert answered(packed(("done", ((told,), 0.5)))) == ((told,), 0.5)
    order = (Case(game, log.header, tuple(log.entries), "digest", 1), told.number - 1)
    found, _ = answered(work_on(packed(("make_portion", order)), ignored))
    assert found[0] == told


def test_values_keep_their_kinds() -> None:
    value = (1, 0.5, None, True, [1, (2,)], {"a": [{}]}, Text("{a} {b}", a=Text("x"), b=("y", 2)), Texts("1", "n", 3))
    assert unpacked(packed(value)) == value


@pytest.mark.parametrize(
    "parcel",
    [
        pickle.dumps(os.getcwd),
        zlib.compress(pickle.dumps(os.getcwd)),
        zlib.compress(b'{"getcwd": {}}'),
        zlib.compress(b'{"Eyes": {"nonsense": 1}}'),
        zlib.compress(b'{"Eyes": {}, "tuple": []}'),
        zlib.compress(b'{"Text": ["{a.__init__.__globals__}", {"a": {"Text": ["x", {}]}}]}'),
        zlib.compress(b'{"Texts": ["{a}", "{a[0]}", 2, {}]}'),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b" " * 64_000_001 + b"1"),
        b"",
    ],
    ids=["pickle", "packed pickle", "kind", "field", "two", "attribute", "item", "deep", "bomb", "nothing"],
)
def test_whoever_can_write_the_database_runs_nothing_on_a_worker(parcel: bytes) -> None:
    with pytest.raises(BadParcel):
        unpacked(parcel)
    with pytest.raises(Unattended):
        answered(work_on(parcel, ignored))
    with pytest.raises(Unattended):
        answered(parcel)


def test_only_listed_works_are_done_and_only_listed_kinds_sent() -> None:
    with pytest.raises(Unattended):
        answered(work_on(packed(("system", "true")), ignored))
    with pytest.raises(NotSent):
        packed(object())


def test_a_log_that_cannot_be_followed_is_told_as_it_is() -> None:
    log = document(NAME)
    case = Case(NAME, replace(log.header, rules_version=99), tuple(log.entries), "digest", 1)
    with pytest.raises(BadLog) as here:
        make_portion((case, 0), ignored)
    with pytest.raises(BadLog) as there:
        answered(work_on(packed(("make_portion", (case, 0))), ignored))
    assert there.value.text == here.value.text


# --- workers ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def store(postgres: Callable[[bool], str]) -> Iterator[PostgresStore]:
    made = PostgresStore(postgres(True))
    yield made
    made.close()


@pytest.fixture
def workshop(store: PostgresStore) -> Iterator[SharedWorkshop]:
    made = SharedWorkshop(store, STUDIES)
    yield made
    made.close()


def ask(store: PostgresStore, question: str, **values: Any) -> Any:
    with store.engine.begin() as conn:
        found = conn.execute(text(question), values)
        return [tuple(row) for row in found] if found.returns_rows else None


def until(store: PostgresStore, question: str) -> Any:
    """Rows of a question as soon as there are any."""
    end = time.monotonic() + patience.SECONDS
    while not (rows := ask(store, question)):
        assert time.monotonic() < end, question
        time.sleep(0.02)
    return rows


SIGNS = f"SELECT id FROM workshops WHERE queue = '{STUDIES}' AND seen > 0"
ANOTHER = f"INSERT INTO workshops VALUES ('another', '{STUDIES}', 9e15)"
"""A worker that is at work elsewhere, and stays there."""
TAKEN = "SELECT workshop FROM jobs WHERE workshop IS NOT NULL"


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Workshop, "do", lambda *_, **__: pytest.fail("done by the web process"))


@contextmanager
def attended(store: PostgresStore) -> Iterator[None]:
    with at_work(store.conninfo):
        until(store, SIGNS)
        yield


class Asking(threading.Thread):
    """Somebody who waits for something."""

    def __init__(self, workshop: Workshop, work: Any, order: Any) -> None:
        super().__init__(daemon=True)
        self.workshop, self.work, self.order = workshop, work, order
        self.wanted, self.made, self.error = True, None, None
        self.start()

    def run(self) -> None:
        try:
            self.made = self.workshop.do(self.work, self.order, is_wanted=lambda: self.wanted)
        except Exception as error:
            self.error = error

    def done(self) -> Any:
        self.join(patience.SECONDS)
        assert not self.is_alive(), "still waiting"
        return self.made


@pytest.mark.usefixtures("nothing_here")
def test_a_worker_does_it_tells_how_far_it_is_and_leaves_nothing_behind(
    store: PostgresStore, workshop: SharedWorkshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "BEAT", 0.0)
    log, told = document("1880"), []
    order = ("1880", log.header, tuple(log.entries), Eyes())
    with attended(store):
        made = workshop.do(make_study, order, lambda done, whole: told.append((done, whole)))
    assert made == make_study(order, ignored)
    assert told == sorted(told)
    assert {whole for _, whole in told} == {told[0][1]}
    assert ask(store, "SELECT * FROM jobs") == []
    assert ask(store, "SELECT * FROM workshops") == []


def test_the_operator_sees_what_waits_and_who_works(store: PostgresStore, workshop: SharedWorkshop) -> None:
    def figures() -> tuple[int | None, int | None]:
        with store.reading() as conn:
            return workers_of(conn)

    assert figures() == (0, 0)
    with attended(store), ExitStack() as second:
        until(store, f"SELECT 1 FROM workshops HAVING count(*) = {QUEUES}")
        assert figures() == (0, 1)
        second.enter_context(at_work(store.conninfo))
        until(store, f"SELECT 1 FROM workshops HAVING count(*) = {2 * QUEUES}")
        assert figures() == (0, 2)
    ask(store, "INSERT INTO workshops VALUES ('dead', :queue, 1)", queue=STUDIES)
    workshop._put(b"order")
    assert figures() == (1, 0)
    ask(store, "UPDATE jobs SET wanted = 1")
    assert figures() == (0, 0)


def test_without_a_worker_it_is_done_here(store: PostgresStore, workshop: SharedWorkshop) -> None:
    assert workshop.do(make_opinion, opinion_order()).played is not None
    assert ask(store, "SELECT last_value, is_called FROM jobs_id_seq") == [(1, False)]


def test_what_a_worker_of_another_version_cannot_read_is_done_here(
    store: PostgresStore, workshop: SharedWorkshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_workshop, "packed", lambda order: packed(("make_something_new", None)))
    with attended(store):
        assert workshop.do(make_opinion, opinion_order()).played is not None


def test_when_the_last_worker_is_gone_it_is_done_here(store: PostgresStore, workshop: SharedWorkshop) -> None:
    ask(store, "INSERT INTO workshops VALUES ('gone', :queue, 9e15)", queue=STUDIES)
    asking = Asking(workshop, make_opinion, opinion_order())
    until(store, "SELECT id FROM jobs")
    ask(store, "UPDATE workshops SET seen = 0")
    assert asking.done().played is not None
    assert ask(store, "SELECT * FROM jobs") == []


def test_a_database_that_is_away_stops_no_study(
    store: PostgresStore, workshop: SharedWorkshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(store, "DROP TABLE workshops")
    assert workshop.do(make_opinion, opinion_order()).played is not None


@contextmanager
def worker(store: PostgresStore) -> Iterator[subprocess.Popen[bytes]]:
    """`stellwerk worker` as a process of its own."""
    address = store.engine.url.render_as_string(False)
    command = [sys.executable, "-c", START, "worker", "--processes", "1", "--database", address]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        if process.poll() is None:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """As the system kills: without a word."""
    children = psutil.Process(process.pid).children(recursive=True)
    process.kill()
    process.wait()
    for child in children:  # they follow by themselves, a moment later
        psutil.wait_procs([child], patience.SECONDS)


@pytest.mark.usefixtures("nothing_here")
def test_the_job_of_a_killed_worker_is_done_by_another(store: PostgresStore, workshop: SharedWorkshop) -> None:
    case = Case(NAME, document(NAME).header, tuple(document(NAME).entries), "digest", 20)
    with ExitStack() as stack:
        first = stack.enter_context(worker(store))
        until(store, SIGNS)
        asking = Asking(workshop, make_portion, (case, 0))
        ((dead,),) = until(store, TAKEN)
        ask(store, ANOTHER)
        kill(first)
        stack.enter_context(worker(store))
        until(store, f"{SIGNS} AND id NOT IN ('{dead}', 'another')")
        ask(store, "UPDATE jobs SET seen = 0")  # as if its last sign of life were long past
        found, _ = asking.done()
        assert found
        assert (asking.error, ask(store, "SELECT * FROM jobs")) == (None, [])


@pytest.mark.usefixtures("nothing_here")
def test_a_worker_that_is_told_to_stop_gives_its_job_back_at_once(
    store: PostgresStore, workshop: SharedWorkshop
) -> None:
    with worker(store) as first:
        until(store, SIGNS)
        asking = Asking(workshop, make_opinion, opinion_order(ENDLESS))
        until(store, TAKEN)
        ask(store, ANOTHER)
        first.send_signal(signal.SIGTERM)
        assert first.wait(patience.SECONDS) == 0
    assert ask(store, "SELECT workshop, tries FROM jobs") == [(None, 0)]
    assert ask(store, "SELECT id FROM workshops") == [("another",)]
    asking.wanted = False
    asking.done()
    assert isinstance(asking.error, NotWanted)


@pytest.mark.usefixtures("nothing_here")
def test_what_nobody_wants_any_more_is_given_up(store: PostgresStore, workshop: SharedWorkshop) -> None:
    with attended(store):
        left = Asking(workshop, make_opinion, opinion_order(ENDLESS))
        until(store, TAKEN)
        left.wanted = False
        left.done()
        assert isinstance(left.error, NotWanted)
        assert workshop.do(make_opinion, opinion_order()).played is not None


def test_what_a_killed_server_wanted_is_not_wanted(store: PostgresStore, workshop: SharedWorkshop) -> None:
    with attended(store):
        left = Asking(workshop, make_opinion, opinion_order(ENDLESS))
        until(store, TAKEN)
        ask(store, "UPDATE jobs SET wanted = 0")  # as if nothing had been heard of it for long
        until(store, "SELECT 1 FROM jobs WHERE workshop IS NULL")
        left.wanted = False
        left.done()


def test_a_job_that_workers_die_of_goes_round_no_longer(store: PostgresStore, workshop: SharedWorkshop) -> None:
    ask(store, ANOTHER)
    asking = Asking(workshop, make_opinion, opinion_order())
    until(store, "SELECT id FROM jobs")
    ask(store, "UPDATE jobs SET tries = 3")
    with psycopg.connect(store.conninfo) as line:
        assert Hand(store.conninfo, STUDIES)._ask(line, hands.TAKE) is None
    asking.done()
    assert isinstance(asking.error, TookTooMuch)


def test_everybodys_first_comes_before_anybodys_second(store: PostgresStore, workshop: SharedWorkshop) -> None:
    put = []
    for address in ("10.0.0.1", "10.0.0.1", "10.0.0.1", "10.9.0.2", "10.9.0.2", "10.7.0.3"):
        with asked_from(address):
            put.append(workshop._put(b"order"))
    with psycopg.connect(store.conninfo, autocommit=True) as line:
        hand = Hand(store.conninfo, STUDIES)
        taken = [hand._ask(line, hands.TAKE)[0] for _ in put]
        assert hand._ask(line, hands.TAKE) is None
        assert Hand(store.conninfo, shared_workshop.ADVICE)._ask(line, hands.TAKE) is None
    assert [put.index(id_) for id_ in taken] == [0, 3, 5, 1, 4, 2]


def test_a_hand_whose_job_was_given_to_others_changes_nothing(store: PostgresStore, workshop: SharedWorkshop) -> None:
    workshop._put(b"order")
    late, quick = Hand(store.conninfo, STUDIES), Hand(store.conninfo, STUDIES)
    with psycopg.connect(store.conninfo, autocommit=True) as line:
        job, _ = late._ask(line, hands.TAKE)
        line.execute("UPDATE jobs SET seen = 0")
        assert quick._ask(line, hands.TAKE)[0] == job
        assert late._ask(line, hands.BEAT_AT, job=job, done=1, whole=2) is None
        late._ask(line, hands.ANSWER, job=job, answer=b"late")
        late._ask(line, hands.GIVE_BACK, job=job)
        quick._ask(line, hands.ANSWER, job=job, answer=b"quick")
    assert ask(store, "SELECT workshop, answer FROM jobs") == [(quick.id, b"quick")]


def test_a_study_that_takes_too_much_is_told_so(
    store: PostgresStore, workshop: SharedWorkshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hands, "SECONDS", 0.5)
    with attended(store), pytest.raises(TookTooMuch):
        workshop.do(make_opinion, opinion_order(ENDLESS))


def test_what_is_left_in_the_database_is_forgotten(store: PostgresStore, workshop: SharedWorkshop) -> None:
    workshop._put(b"order")
    ask(store, "INSERT INTO workshops VALUES ('old', 'studies', 1)")
    tidying.forget(store, Settings())
    assert ask(store, "SELECT count(*) FROM jobs") == [(1,)]
    assert ask(store, "SELECT * FROM workshops") == []
    ask(store, "UPDATE jobs SET wanted = 1")
    tidying.forget(store, Settings())
    assert ask(store, "SELECT * FROM jobs") == []
