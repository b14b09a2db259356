"""The log of a game that is long over is one row, and nobody can tell."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from stellwerk.table import Person
from stellwerk.table.background import tidying
from stellwerk.table.model import Refused
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import privacy
from stellwerk.table.storage import logs, schema
from stellwerk.table.storage.backup import backup, restore
from stellwerk.table.storage.loaded import entries, load
from tests.table.test_affairs import pair

HOUR = 3_600_000


def over(runtime: Runtime, ann: Person, bob: Person) -> str:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(bob, table, "keep", 3, "r")
    assert runtime.tables.info(ann, table).status == "over"
    return table


@pytest.fixture
def packed(runtime: Runtime, ann: Person, bob: Person) -> str:
    """A game that was packed, and that nobody remembers."""
    table = over(runtime, ann, bob)
    tidying.pack_finished(runtime.store, runtime.store.now() + HOUR)
    runtime.store.cache.drop(table)
    assert loose(runtime, table) == 0
    return table


def loose(runtime: Runtime, table: str) -> int:
    with runtime.store.reading() as conn:
        return conn.execute(select(func.count()).where(schema.log.c.table_id == table)).scalar_one()


def test_every_column_of_every_entry_comes_back(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = over(runtime, ann, bob)
    extra = {
        "readers": [0],
        "undo": None,
        "question": "q",
        "thought": {"why": "Öl", "turn": {"plan": []}},
        "note": "late",
    }
    row = {"table_id": table, "version": 99, "seat": 1, "text": "ż", "reveals": True, "person": None, "at": 5, **extra}
    runtime.store.do(lambda work: work.conn.execute(insert(schema.log), row))
    with runtime.store.reading() as conn:
        before = [each._asdict() for each in logs.rows(conn, table)]
    runtime.store.do(lambda work: logs.pack(work.conn, table))
    with runtime.store.reading() as conn:
        assert [vars(each) for each in logs.rows(conn, table)] == before
        assert [each.version for each in logs.rows(conn, table, 2, 4)] == [3, 4]
        assert logs.rows(conn, table, 99) == ()
        assert conn.execute(select(func.count()).select_from(schema.packed)).scalar_one() == 1
    assert loose(runtime, table) == 0
    runtime.store.do(lambda work: logs.unpack(work.conn, table))
    with runtime.store.reading() as conn:
        assert [each._asdict() for each in logs.rows(conn, table)] == before
        assert not conn.execute(select(schema.packed)).all()


def test_only_what_is_long_over_is_packed(runtime: Runtime, ann: Person, bob: Person) -> None:
    running, done = pair(runtime, ann, bob), over(runtime, ann, bob)
    tidying.forget(runtime.store, runtime.settings)
    assert loose(runtime, done) > 0
    now = runtime.store.now() + HOUR + 1
    runtime.store.now = lambda: now
    tidying.forget(runtime.store, runtime.settings)
    assert (loose(runtime, running) > 0, loose(runtime, done)) == (True, 0)


def test_a_packed_game_reads_as_before(runtime: Runtime, ann: Person, bob: Person, packed: str) -> None:
    with runtime.store.reading() as conn:
        found = load(conn, packed)
        written = entries(conn, packed)
    assert found is not None
    assert (found.unknown, found.status, found.version, len(written)) == (None, "over", 4, 4)
    assert [score.total for score in found.rules.scores(found.state)]
    assert len(runtime.tables.history(bob, packed)) == 4
    assert runtime.tables.view(ann, packed, version=2) is not None
    copy = runtime.arrangements.what_if(bob, packed, 2)
    assert len(runtime.tables.history(bob, copy)) == 2
    runtime.tables.act(bob, copy, "keep", 2, "r")


def test_another_process_that_knew_it_earlier_reads_on(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    early = runtime.store.table(table)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(bob, table, "keep", 3, "r")
    runtime.store.do(lambda work: logs.pack(work.conn, table))
    with runtime.store.reading() as conn:
        found, fresh = load(conn, table, early), load(conn, table)
    assert found is not None
    assert fresh is not None
    assert (found.state, found.version) == (fresh.state, 4)


def test_the_end_is_taken_back_as_ever(runtime: Runtime, ann: Person, bob: Person, packed: str) -> None:
    done = runtime.tables.undo(bob, packed, 4, "u")
    if done.motion is not None:
        runtime.tables.vote(ann, packed, done.motion, True)
    info = runtime.tables.info(bob, packed)
    assert (info.status, info.to_move) == ("running", 1)
    assert loose(runtime, packed) == 5
    runtime.tables.act(bob, packed, "keep", 5, "again")
    runtime.store.cache.drop(packed)
    assert runtime.tables.info(bob, packed).status == "over"
    tidying.pack_finished(runtime.store, runtime.store.now() + HOUR)
    assert loose(runtime, packed) == 0
    assert len(runtime.tables.history(bob, packed)) == 6


def test_it_is_told_with_everything_and_goes_with_its_table(runtime: Runtime, bob: Person, packed: str) -> None:
    with runtime.store.reading() as conn:
        told = privacy.everything_about(conn, bob)
    assert [(move["table_id"], move["text"]) for move in told["moves"]] == [(packed, "keep")]
    runtime.store.do(lambda work: privacy.delete_table(work, work.table(packed)))
    with runtime.store.reading() as conn:
        assert not conn.execute(select(schema.packed)).all()


def test_a_copy_has_it_too(runtime: Runtime, packed: str, tmp_path: Path) -> None:
    backup(runtime.settings.database, tmp_path / "copy.sqlite")
    restore(tmp_path / "copy.sqlite", f"sqlite:///{tmp_path}/second.sqlite")
    second = Runtime(replace(runtime.settings, database=f"sqlite:///{tmp_path}/second.sqlite"))
    found = second.store.table(packed)
    second.close()
    assert found is not None
    assert (found.unknown, found.version) == (None, 4)


def test_a_damaged_pack_breaks_that_table_alone(runtime: Runtime, ann: Person, bob: Person, packed: str) -> None:
    other = over(runtime, ann, bob)
    cut = schema.packed.update().where(schema.packed.c.table_id == packed).values(data=b"nonsense")
    runtime.store.do(lambda work: work.conn.execute(cut))
    with runtime.store.reading() as conn:
        found = load(conn, packed)
    assert found is not None
    assert found.unknown is not None
    assert runtime.tables.info(ann, other).status == "over"
    with pytest.raises(Refused):
        runtime.tables.undo(bob, packed, 4, "u")
