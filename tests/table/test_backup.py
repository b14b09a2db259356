"""Backup and restore: a copy is looked at before it counts, a restore that fails changes nothing."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import inspect

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import migrate
from stellwerk.table.storage.backup import backup, backup_every, restore
from tests.table.conftest import person
from tests.table.test_commands import run


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.sqlite"


@pytest.fixture
def table(url: str) -> str:
    """A store with a table somebody has talked at for long, closed again."""
    runtime = Runtime(Settings(database=url, bots=1))
    ann = person(runtime, "Ann")
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)).table
    for n in range(40):
        runtime.tables.say(ann, made, f"{n} " + "so much to say " * 60)
    runtime.close()
    return made


def damage(file: Path) -> None:
    """Pages in the middle are overwritten, as a bad disk would; the head still reads."""
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(file.read_bytes())
    middle = len(data) // 2 // 4096 * 4096
    data[middle : middle + 8192] = b"\x5a" * 8192
    file.write_bytes(data)


def names(url: str) -> list[str]:
    runtime = Runtime(Settings(database=url, bots=1))
    found = [info["id"] for info in runtime.tables.census(Person("", "", admin=True), 10)]
    runtime.close()
    return found


def around(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir() if not file.name.endswith((".lock", "-wal", "-shm"))}


def test_a_backup_of_a_damaged_database_is_refused_and_leaves_no_file(url: str, table: str, tmp_path: Path) -> None:
    damage(tmp_path / "store.sqlite")
    code, said = run("backup", str(tmp_path / "copy"), "--database", url)
    assert (code, "Traceback" in said) == (1, False)
    assert "damaged" in said
    assert around(tmp_path) == {"store.sqlite"}


def test_a_fault_that_only_a_whole_look_finds_is_found(url: str, table: str, tmp_path: Path) -> None:
    """Every page can be copied; an index does not agree with its table."""
    with closing(sqlite3.connect(tmp_path / "store.sqlite")) as conn:
        for line in ("CREATE TABLE spoilt (a, b)", "INSERT INTO spoilt VALUES (1, 2)", "CREATE INDEX i ON spoilt (a)"):
            conn.execute(line)
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX i ON spoilt (b)' WHERE name = 'i'")
        conn.commit()
    code, said = run("backup", str(tmp_path / "copy"), "--database", url)
    assert (code, "damaged" in said) == (1, True)
    assert around(tmp_path) == {"store.sqlite"}


@pytest.mark.parametrize(
    "spoil", [damage, lambda file: file.write_bytes(b"no database" * 999)], ids=["damaged", "nonsense"]
)
def test_a_bad_backup_is_not_restored_and_the_database_stays(
    spoil: Callable[[Path], Any], url: str, table: str, tmp_path: Path
) -> None:
    assert run("backup", str(tmp_path / "copy"), "--database", url)[0] == 0
    spoil(tmp_path / "copy")
    code, said = run("restore", str(tmp_path / "copy"), "--database", url)
    assert (code, "Traceback" in said, "copy" in said) == (1, False, True)
    assert names(url) == [table]
    assert around(tmp_path) == {"store.sqlite", "copy"}


def test_a_restore_that_breaks_off_leaves_the_database_as_it_was(
    url: str, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(url, tmp_path / "copy")

    def full(*given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("stellwerk.table.storage.backup._copy", full)
    code, said = run("restore", str(tmp_path / "copy"), "--database", url)
    assert (code, "No space left" in said) == (1, True)
    assert names(url) == [table]
    assert around(tmp_path) == {"store.sqlite", "copy"}


def test_a_restore_into_postgresql_that_breaks_off_leaves_it_empty(
    url: str, table: str, tmp_path: Path, postgres: Callable[[bool], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    backup(url, tmp_path / "copy")
    target = postgres(False)
    with monkeypatch.context() as patch:
        patch.setattr("stellwerk.table.storage.backup._reset_counters", lambda conn: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            restore(tmp_path / "copy", target)
    engine = migrate.engine_of(target)
    with engine.connect() as conn:
        assert inspect(conn).get_table_names() == []
    engine.dispose()
    restore(tmp_path / "copy", target)
    assert names(target) == [table]


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as conn:
        conn.execute("UPDATE alembic_version SET version_num = '0099'")
        conn.commit()


@pytest.mark.parametrize(
    "command", [("tables",), ("serve", "--port", "1"), ("upgrade-check",), ("user", "reset", "ann")], ids=" ".join
)
def test_a_database_of_a_newer_version_is_a_sentence(
    command: tuple[str, ...], url: str, table: str, tmp_path: Path
) -> None:
    newer(tmp_path / "store.sqlite")
    code, said = run(*command, "--database", url)
    assert code == 1
    assert "newer version" in said
    assert "0099" in said


def test_a_backup_of_a_newer_version_is_not_restored(url: str, table: str, tmp_path: Path) -> None:
    backup(url, tmp_path / "copy")
    newer(tmp_path / "copy")
    code, said = run("restore", str(tmp_path / "copy"), "--database", url)
    assert (code, "newer version" in said) == (1, True)
    assert names(url) == [table]


@pytest.mark.parametrize("command", [("tables",), ("user", "reset", "ann"), ("backup", "copy")], ids=" ".join)
def test_a_database_that_is_not_there_is_not_made_by_looking(command: tuple[str, ...], tmp_path: Path) -> None:
    code, said = run(*command, "--database", f"sqlite:///{tmp_path}/none.sqlite")
    assert (code, "there is no database" in said) == (1, True)
    assert around(tmp_path) == set()


@pytest.mark.parametrize("command", [("tables",), ("serve", "--port", "1"), ("upgrade-check",)], ids=" ".join)
def test_a_file_that_is_no_database_is_a_sentence(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "store.sqlite").write_bytes(b"holiday pictures" * 1000)
    code, said = run(*command, "--database", f"sqlite:///{tmp_path}/store.sqlite")
    assert (code, "not a database" in said) == (1, True)


def test_a_folder_that_does_not_exist_is_a_sentence(url: str, table: str, tmp_path: Path) -> None:
    code, said = run("backup", str(tmp_path / "none" / "copy"), "--database", url)
    assert (code, "Traceback" in said) == (1, False)


def test_files_are_their_owners_alone(url: str, table: str, tmp_path: Path) -> None:
    """They hold password hashes and the addresses people are told at. An older file is closed at the next start."""
    (tmp_path / "store.sqlite").chmod(0o644)
    Runtime(Settings(database=url, bots=1)).close()
    backup(url, tmp_path / "copy")
    restore(tmp_path / "copy", f"sqlite:///{tmp_path}/other.sqlite")
    for name in ("store.sqlite", "copy", "other.sqlite"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, name


def test_backups_at_intervals_keep_the_newest(url: str, table: str, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "mine.txt").write_text("not a backup of ours")
    pauses: list[float] = []

    class Enough(Exception):
        pass

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 5:
            raise Enough

    with pytest.raises(Enough):
        backup_every(url, folder, hours=2, keep=3, pause=pause)
    assert pauses == [7200.0] * 5
    kept = sorted(file.name for file in folder.glob("stellwerk-*.sqlite"))
    assert len(kept) == 3
    assert (folder / "mine.txt").exists()
    restore(folder / kept[-1], f"sqlite:///{tmp_path}/other.sqlite")
    assert names(f"sqlite:///{tmp_path}/other.sqlite") == [table]


def test_a_backup_that_fails_now_is_tried_again_at_the_next_interval(
    url: str, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "copies"
    folder.mkdir()
    failures: list[Refused] = []
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        (tmp_path / "away").rename(tmp_path / "store.sqlite")

    (tmp_path / "store.sqlite").rename(tmp_path / "away")
    with pytest.raises(FileNotFoundError):
        backup_every(url, folder, hours=1, keep=3, pause=pause, failed=failures.append)
    assert [failure.code for failure in failures] == ["file"]
    assert len(list(folder.iterdir())) == 1


@pytest.mark.parametrize(
    "spoil", [damage, lambda file: file.write_bytes(b"no database" * 999)], ids=["damaged", "nonsense"]
)
def test_a_damaged_database_is_what_one_restores_over(
    spoil: Callable[[Path], Any], url: str, table: str, tmp_path: Path
) -> None:
    backup(url, tmp_path / "copy")
    spoil(tmp_path / "store.sqlite")
    before = (tmp_path / "store.sqlite").read_bytes()
    assert run("restore", str(tmp_path / "copy"), "--database", url)[0] == 0
    assert names(url) == [table]
    assert (tmp_path / "store.sqlite.old").read_bytes() == before
