"""The store: whole units only, copies of a running one, older schemas, one process per file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, inspect, select, text
from sqlalchemy.exc import IntegrityError

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background import notices
from stellwerk.table.background.process import exclusive
from stellwerk.table.moves.idempotency import fingerprint
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import migrate, schema
from stellwerk.table.storage.backup import backup, restore
from stellwerk.table.storage.loaded import LoadedTable, load
from stellwerk.table.storage.sqlite import SqliteStore
from stellwerk.table.storage.store import UnitOfWork
from tests.table.conftest import person
from tests.table.test_play import hotseat


def test_a_unit_that_fails_leaves_nothing_and_its_neighbours_alone(runtime: Runtime, ann: Person, bob: Person) -> None:
    """Two people's notes: the same row twice would be refused before anything fails, if the other comes first."""

    def note(work: UnitOfWork, who: Person, text_: str) -> None:
        work.conn.execute(insert(schema.notes), {"table_id": table, "person": who.id, "text": text_})
        if text_ == "bad":
            raise ZeroDivisionError

    table = hotseat(runtime, ann)
    bad = runtime.store.run(lambda work: note(work, bob, "bad"))
    good = runtime.store.run(lambda work: note(work, ann, "good"))
    good.result()
    assert isinstance(bad.exception(), ZeroDivisionError)
    with runtime.store.reading() as conn:
        assert conn.execute(select(schema.notes.c.text)).scalars().all() == ["good"]


def test_after_a_commit_that_failed_the_next_one_is_written(runtime: Runtime, ann: Person) -> None:
    """A constraint that is checked at the end fails the whole group, whoever was in it."""
    if not isinstance(runtime.store, SqliteStore):
        return

    def orphan(work: UnitOfWork) -> None:
        work.conn.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        work.conn.execute(insert(schema.notes), {"table_id": "none", "person": ann.id, "text": "lost"})

    table = hotseat(runtime, ann)
    with pytest.raises(IntegrityError):
        runtime.store.do(orphan)
    runtime.tables.act(ann, table, "keep", 3, "r")
    with runtime.store.reading() as conn:
        assert conn.execute(select(schema.notes.c.text)).scalars().all() == []
    assert _stored(runtime, table) == 4


def test_nothing_is_told_before_it_is_committed(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    if isinstance(runtime.store, SqliteStore):
        seen = []
        runtime.store.listeners.append(lambda told: seen.append((told.version, _stored(runtime, table))))
        runtime.tables.act(ann, table, "keep", 3, "r")
        assert seen == [(4, 4)]


def _stored(runtime: Runtime, table: str) -> int:
    with runtime.store.reading() as conn:
        return conn.execute(select(schema.tables.c.version).where(schema.tables.c.id == table)).scalar_one()


def test_sqlite_keeps_what_it_has_promised(runtime: Runtime) -> None:
    if isinstance(runtime.store, SqliteStore):
        with runtime.store.reading() as conn:
            pragmas = [conn.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
        assert pragmas == ["wal", 2]


def test_what_was_read_before_all_was_forgotten_is_not_believed(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hotseat(runtime, ann)
    runtime.store.cache.clear()

    def slow(*asked: Any) -> LoadedTable | None:
        """Between reading and keeping somebody moves, and a stranger writes into the file."""
        monkeypatch.setattr("stellwerk.table.storage.store.load", load)
        found = load(*asked)
        runtime.tables.act(ann, table, "keep", 3, "r")
        runtime.store.cache.clear()
        return found

    monkeypatch.setattr("stellwerk.table.storage.store.load", slow)
    read = runtime.store.table(table)
    now = runtime.store.table(table)
    assert read is not None
    assert now is not None
    assert (read.version, now.version) == (3, 4)


def test_a_snapshot_that_does_not_load_is_rebuilt_from_the_log(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stellwerk.table.moves.acting.SNAPSHOT_EVERY", 1)
    table = hotseat(runtime, ann)
    runtime.tables.act(ann, table, "swap 1", 3, "r")
    before = runtime.store.table(table)
    runtime.store.do(lambda work: work.conn.execute(schema.snapshots.update(), {"state": b"nonsense"}))
    runtime.store.cache.drop(table)
    assert runtime.store.table(table) == before


def test_a_backup_is_a_copy_of_one_moment(runtime: Runtime, ann: Person, tmp_path: Path) -> None:
    table = hotseat(runtime, ann)
    runtime.tables.say(ann, table, "hello")
    backup(runtime.settings.database, tmp_path / "copy")
    runtime.tables.act(ann, table, "keep", 3, "r")
    restore(tmp_path / "copy", f"sqlite:///{tmp_path}/other.sqlite")
    other = Runtime(Settings(database=f"sqlite:///{tmp_path}/other.sqlite", bots=1))
    info = other.tables.info(ann, table)
    assert (info.version, info.to_move, other.tables.chat(ann, table)[0].text) == (3, 0, "hello")
    assert other.store.table(table).state == runtime.tables.state(runtime.store.table(table), 3)  # type: ignore[arg-type,union-attr]
    other.tables.act(ann, table, "keep", 3, "r")
    other.tables.say(ann, table, "again")
    other.close()


def test_a_backup_moves_to_postgresql(tmp_path: Path, postgres: Callable[[bool], str]) -> None:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1))
    ann = person(runtime, "Ann")
    table = hotseat(runtime, ann)
    runtime.tables.say(ann, table, "hello")
    backup(runtime.settings.database, tmp_path / "copy")
    runtime.close()
    target = postgres(False)
    restore(tmp_path / "copy", target)
    other = Runtime(Settings(database=target, bots=1))
    other.tables.act(ann, table, "keep", 3, "r")
    assert other.tables.say(ann, table, "again").id > 1
    other.close()
    with pytest.raises(Refused, match="database"):
        restore(tmp_path / "copy", target)


def test_restoring_sets_the_old_file_aside(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/store.sqlite"
    Runtime(Settings(database=url, bots=1)).close()
    backup(url, tmp_path / "copy")
    restore(tmp_path / "copy", url)
    assert (tmp_path / "store.sqlite.old").exists()
    with pytest.raises(Refused, match="file"):
        restore(tmp_path / "nowhere", url)


def test_one_process_serves_a_file(tmp_path: Path) -> None:
    with (
        exclusive(tmp_path / "store.sqlite"),
        pytest.raises(Refused, match="busy"),
        exclusive(tmp_path / "store.sqlite"),
    ):
        pass
    with exclusive(tmp_path / "store.sqlite"):
        pass


def earlier(url: str) -> None:
    """A store of the first schema with one table in it, written as that version wrote it."""
    migrate.upgrade(url, "0001")
    engine = migrate.engine_of(url)
    header = {"game": "sample", "seats": 2, "rules_version": 1, "names": ["Ann", "Bob"], "digest": ""}
    with engine.begin() as conn:
        conn.execute(text("INSERT INTO people VALUES ('p', 'Ann', NULL, NULL, false, NULL, '{}', 0)"))
        conn.execute(
            text(
                "INSERT INTO tables (id, game, name, status, version, revision, header, host, hotseat, seating,"
                " spectators, listed, imagined, rewound, archived, created, touched, to_move)"
                " VALUES ('old', 'sample', '', 'running', 3, 0, :header, 'p', true, 'chosen',"
                " true, false, false, false, false, 0, 0, 1)"
            ),
            {"header": json.dumps(header)},
        )
        for seat, name in enumerate(("Ann", "Bob")):
            conn.execute(text(f"INSERT INTO seats VALUES ('old', {seat}, 'human', '{name}', NULL, 0)"))
            conn.execute(text(f"INSERT INTO grants VALUES ('old', {seat}, 'p', NULL)"))
        for version, (seat, line) in enumerate(((-1, "draw 3"), (-1, "draw 9"), (0, "keep")), 1):
            conn.execute(
                text(
                    "INSERT INTO log (table_id, version, seat, text, reveals, at)"
                    f" VALUES ('old', {version}, {seat}, '{line}', false, 0)"
                )
            )
        answer = json.dumps({"version": 3, "first": 3, "motion": None, "log": ["0 keep"]})
        known = {"print": fingerprint("act", "keep", 2), "answer": answer, "now": time.time_ns() // 1_000_000}
        conn.execute(text("INSERT INTO requests VALUES ('old', 0, 'r1', :print, :answer, :now)"), known)
        conn.execute(
            text(
                "INSERT INTO outbox (table_id, kind, seat, version, due, tries, status)"
                " VALUES ('old', 'turn', 1, 3, 0, 0, 'open')"
            )
        )
    engine.dispose()


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_store_of_an_earlier_schema_is_upgraded_after_a_backup(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    url = f"sqlite:///{tmp_path}/stellwerk/store.sqlite"
    (tmp_path / "stellwerk").mkdir()
    if kind == "postgres":
        url = request.getfixturevalue("postgres")(False)
    earlier(url)
    runtime = Runtime(Settings(database=url, bots=1))
    ann = Person("p", "Ann")
    runtime.store.do(lambda work: notices.set_wishes(work, ann, [{"channel": "ntfy", "topic": "anns-trains"}]))
    runtime.worker.take()
    with runtime.store.reading() as conn:
        assert [(r.version, r.channel) for r in notices.reports(conn, "p")] == [(3, "ntfy")]
    assert runtime.tables.act(ann, "old", "keep", 2, "r1").log == ("0 keep",)
    runtime.tables.act(ann, "old", "keep", 3, "r")
    assert runtime.tables.info(ann, "old").status == "over"
    assert [score.total for score in runtime.tables.scores(ann, "old")] == [3, 9]
    runtime.close()
    (copy,) = (tmp_path / "stellwerk").glob("*before*")
    restore(copy, f"sqlite:///{tmp_path}/again.sqlite")
    again = Runtime(Settings(database=f"sqlite:///{tmp_path}/again.sqlite", bots=1))
    assert again.tables.info(ann, "old").version == 3
    again.close()


def test_the_migrations_lead_to_the_schema(runtime: Runtime) -> None:
    with runtime.store.reading() as conn:
        found = inspect(conn)
        for table in schema.metadata.sorted_tables:
            columns = {column["name"] for column in found.get_columns(table.name)}
            assert columns == {column.name for column in table.columns}
            indexes = {index["name"] for index in found.get_indexes(table.name)}
            assert {index.name for index in table.indexes} <= indexes


def test_seats_are_claimed_once_the_table_is_listed(runtime: Runtime, ann: Person, bob: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")], listed=True))
    assert [info.id for info in runtime.tables.lobby(None)] == [made.table]
    runtime.tables.join(bob, made.table, 1)
    assert runtime.tables.lobby(bob) == []
    with pytest.raises(Refused, match="seat"):
        runtime.tables.join(bob, made.table, 0)
