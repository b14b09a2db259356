"""Bots move by themselves; whatever they do wrong, the table plays on."""

from __future__ import annotations

import logging
import os
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import guests
from stellwerk.bots.levels import SEATED
from stellwerk.consoles import Lines
from stellwerk.core import Dealer, options
from stellwerk.core.log import Record
from stellwerk.table import Person, SeatSpec
from stellwerk.table.background import bot_jobs_postgres, bot_turns, worker
from stellwerk.table.background.bot_jobs_postgres import Worker
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage.postgres import PostgresStore
from tests import patience
from tests.table.conftest import working


def wait_for(runtime: Runtime, table: str, status: str) -> None:
    until = time.monotonic() + patience.SECONDS
    while time.monotonic() < until:
        loaded = runtime.store.table(table)
        if loaded is not None and loaded.status == status:
            return
        time.sleep(0.02)
    raise AssertionError(f"{table} is not {status}")


def test_bots_play_a_game_among_themselves(runtime: Runtime, ann: Person) -> None:
    with working(runtime):
        table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 4)).table
        wait_for(runtime, table, "over")
        assert {line.note for line in runtime.tables.history(ann, table)} == {None}


def test_a_turn_seen_before_memory_has_caught_up_is_not_lost(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On SQLite a move is in the file a moment before it is in memory; the clerk may look just then."""
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("bot", "random")])).table
    known = runtime.store.table(table)
    assert known is not None
    runtime.tables.act(ann, table, "keep", known.version, "keep-the-card")
    with monkeypatch.context() as lagging:
        lagging.setattr(runtime.store, "table", lambda table_id: known)
        runtime.worker.take()
    with working(runtime):
        wait_for(runtime, table, "over")


def failing(error: BaseException | None, line: str = "") -> Future[bot_turns.Thought]:
    future: Future[bot_turns.Thought] = Future()
    if error is None:
        future.set_result(bot_turns.Thought(line))
    else:
        future.set_exception(error)
    return future


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        (failing(Late()), "late"),
        (failing(ZeroDivisionError()), "crashed"),
        (failing(None, "swap 7"), "illegal"),
        (failing(None, "no such thing"), "illegal"),
        (failing(None, "keep"), None),
    ],
)
def test_whatever_a_bot_does_the_table_plays_on_and_says_so(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, answer: Future[bot_turns.Thought], note: str | None
) -> None:
    monkeypatch.setattr(bot_turns.BotPool, "ask", lambda self, loaded, bot, turn: answer)
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2)).table
    with working(runtime):
        wait_for(runtime, table, "over")
    assert {line.note for line in runtime.tables.history(ann, table) if line.seat >= 0} == {note}


@pytest.mark.parametrize(
    ("answer", "failure", "says"),
    [
        (failing(Late()), "late", "TimeoutError"),
        (failing(ZeroDivisionError("no model")), "crashed", "ZeroDivisionError: no model"),
        (failing(None, "swap 7"), "illegal", "swap 7"),
    ],
)
def test_what_a_bot_did_wrong_is_told_to_the_operator_once(
    runtime: Runtime,
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: Future[bot_turns.Thought],
    failure: str,
    says: str,
) -> None:
    monkeypatch.setattr(bot_turns, "FAULTS", bot_turns.Faults())
    monkeypatch.setattr(bot_turns.BotPool, "ask", lambda self, loaded, bot, turn: answer)
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2)).table
    with working(runtime):
        wait_for(runtime, table, "over")
    (told,) = [record for record in caplog.records if record.name == "stellwerk.bots"]
    assert told.getMessage().startswith(f"bot random {failure}: sample, table {table}, version ")
    assert says in Lines().format(told)


class Crashing:
    blind = True

    def answer(self, *asked: Any) -> Any:
        raise KeyError("engine")


def test_the_traceback_of_a_bot_leads_to_its_own_line(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(bot_turns, "FAULTS", bot_turns.Faults())
    monkeypatch.setenv(guests.INVITED, "tests.table.test_bots:Crashing")
    monkeypatch.setattr(runtime.pool, "grace", patience.SECONDS)  # a process may need long to start
    seats = [SeatSpec("bot", "tests.table.test_bots:Crashing")] * 2
    table = runtime.tables.create(ann, TableSpec("sample", seats)).table
    with working(runtime):
        wait_for(runtime, table, "over")
    (told,) = [record for record in caplog.records if record.name == "stellwerk.bots"]
    assert 'raise KeyError(\\"engine\\")' in Lines().format(told)


def test_a_traceback_is_cut_to_its_end() -> None:
    error = ValueError("x" * 1_000_000 + "the end")
    record = logging.LogRecord("bots", logging.WARNING, "", 0, "bad", None, (ValueError, error, None))
    assert len(Lines().format(record)) < 30_000
    assert Lines().format(record).endswith('the end"}')


@pytest.mark.parametrize(("failures", "note"), [(1, None), (10_000, "crashed")])
def test_without_a_process_for_its_bots_the_table_plays_on(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, failures: int, note: str | None
) -> None:
    """A broken pool is replaced; where no process can be had, moves are made for the bots."""
    left = iter(range(failures))
    schedule = bot_turns.ProcessPool.schedule

    def broken(self: Any, *args: Any, **more: Any) -> Any:
        if next(left, None) is not None:
            raise OSError("no process to be had")
        return schedule(self, *args, **more)

    monkeypatch.setattr(bot_turns.ProcessPool, "schedule", broken)
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2)).table
    with working(runtime):
        wait_for(runtime, table, "over")
    assert {line.note for line in runtime.tables.history(ann, table) if line.seat >= 0} == {note}


def test_a_turn_that_cannot_be_written_for_long_is_taken_up_again(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Longer than any number of tries: a lock, a disk that is full, a database that is restored."""
    monkeypatch.setattr(worker, "AGAIN", 10)
    monkeypatch.setattr(bot_jobs_postgres, "SWEEP", 0.1)
    left = iter(range(20))
    play = bot_turns.play_bot_move

    def blocked(*args: Any) -> Any:
        if next(left, None) is not None:
            raise OSError("no room to write")
        return play(*args)

    monkeypatch.setattr(bot_turns, "play_bot_move", blocked)
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random")] * 2)).table
    with working(runtime):
        wait_for(runtime, table, "over")
    assert next(left, None) is None


def test_one_version_gets_one_answer(runtime: Runtime, ann: Person) -> None:
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random"), SeatSpec("me")])).table
    loaded = runtime.store.table(table)
    assert loaded is not None

    def move() -> Any:
        return runtime.store.do(lambda work: bot_turns.play_bot_move(work, loaded, bot_turns.Thought("keep")))

    assert move() == move()
    assert runtime.tables.info(ann, table).version == 3


def test_a_bot_thinks_outside_of_any_unit_of_work(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a bot thinks its worker holds no connection that others could use."""
    held: list[int] = []
    thought = failing(None, "keep")

    def think(timeout: float | None = None) -> bot_turns.Thought:
        held.append(runtime.store.engine.pool.checkedout())  # type: ignore[attr-defined]
        return bot_turns.Thought("keep")

    monkeypatch.setattr(thought, "result", think)
    monkeypatch.setattr(bot_turns.BotPool, "ask", lambda self, loaded, bot, turn: thought)
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random"), SeatSpec("me")])).table
    loaded = runtime.store.table(table)
    assert loaded is not None
    if isinstance(runtime.store, PostgresStore):
        Worker(runtime.store, runtime.pool).turn(table, loaded.version, None)
    else:
        runtime.worker.take()
    assert held == [0]


def test_a_bot_sees_the_view_of_its_seat_and_nothing_else(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "random"), SeatSpec("me")])).table
    loaded = runtime.store.table(table)
    assert loaded is not None
    sent: list[Any] = []
    monkeypatch.setattr(runtime.pool._pool, "schedule", lambda work, args, timeout: sent.append(args))
    runtime.pool.ask(loaded, "random", bot_turns.Kept())
    package, view, bot, *_ = sent[0]
    assert (package, view, bot) == ("tests.sample", loaded.rules.view(loaded.state, 0), "random")


def test_a_late_worker_is_killed_and_the_next_one_works() -> None:
    pool = bot_turns.BotPool(1, seconds=0.1, grace=0.4)
    try:
        late = pool._pool.schedule(time.sleep, args=(60,), timeout=pool.seconds + pool.grace)
        with pytest.raises(Late):
            late.result()
        assert pool._pool.schedule(os.getpid).result() != os.getpid()
    finally:
        pool.close()


@pytest.mark.parametrize("bot", SEATED)
def test_every_bot_answers_in_a_worker(bot: str) -> None:
    game = games.game("yokohama")
    record = Record.new(game, 2)
    record.deal(Dealer(Random(1)))
    thought = bot_turns.think("stellwerk.games.yokohama", game.view(record.state, 0), bot, 0.1, bot_turns.Kept())
    assert game.parse(thought.line) in options(record.state)
