"""What an operator does beside serving."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk.cli import app
from stellwerk.table import Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from tests.table.conftest import person


def run(*args: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(args))
    return done.exit_code, re.sub(r"\s+", " ", done.output)


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/store.sqlite"


def test_backup_restore_and_the_list_of_tables(url: str, tmp_path: Path) -> None:
    runtime = Runtime(Settings(database=url, bots=1))
    plan = TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True, name="[/]")
    table = runtime.tables.create(person(runtime, "Ann"), plan).table
    copy = str(tmp_path / "copy")
    assert run("backup", copy, "--database", url)[0] == 0
    assert run("backup", copy, "--database", url)[0] == 1
    runtime.close()
    assert run("restore", copy, "--database", f"sqlite:///{tmp_path}/other.sqlite")[0] == 0
    code, listed = run("tables", "--database", f"sqlite:///{tmp_path}/other.sqlite")
    assert code == 0
    assert table in listed
    assert "[/]" in listed


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("/var/lib/stellwerk.sqlite", "is not the address of a database: write sqlite:////var/lib/stellwerk.sqlite"),
        ("mysql://x/y", "mysql is neither SQLite nor PostgreSQL"),
    ],
)
@pytest.mark.parametrize("command", [("usage",), ("serve",), ("upgrade-check",), ("backup", "x.sqlite")])
def test_an_address_that_is_none_is_a_sentence(command: tuple[str, ...], database: str, said: str) -> None:
    code, found = run(*command, "--database", database)
    assert code == 1
    assert said in found
    assert "Traceback" not in found


def test_other_mistakes_in_settings_are_sentences_too(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_BOTS", "many")
    assert run("usage", "--database", url) == (1, "STELLWERK_BOTS is a number; many is none ")
    monkeypatch.delenv("STELLWERK_BOTS")
    code, said = run("serve", "--database", url, "--base-url", "games.example.org")
    assert (code, "it begins with https://" in said) == (1, True)
    monkeypatch.setattr("stellwerk.table.settings.find_spec", lambda name: None)
    code, said = run("usage", "--database", "postgresql://db/x")
    assert (code, "pip install 'stellwerk[postgres]'" in said) == (1, True)


def test_usage_counts_libraries_too(url: str, tmp_path: Path) -> None:
    Runtime(Settings(database=url, bots=1)).close()
    (tmp_path / "libraries").mkdir()
    (tmp_path / "libraries" / "0123.sqlite").write_bytes(bytes(2_500_000))
    code, said = run("usage", "--database", url)
    assert code == 0
    assert re.search(r"megabytes of libraries\W+2.5\b", said), said


def test_a_forgotten_password_is_replaced(url: str) -> None:
    runtime = Runtime(Settings(database=url, bots=1))
    new = people.hash_password("long enough")
    runtime.store.do(lambda work: people.register(work, "Ann", new, None))
    runtime.close()
    _, said = run("user", "reset", "ann", "--database", url)
    password = said.split()[-1]
    again = Runtime(Settings(database=url, bots=1))
    with again.store.reading() as conn:
        assert people.verify(conn, "Ann", password).name == "Ann"
        with pytest.raises(Refused, match="login"):
            people.verify(conn, "Ann", "long enough")
    again.close()
    assert run("user", "reset", "Nobody", "--database", url)[0] == 1


def test_several_processes_on_sqlite_are_refused_with_the_reason(url: str) -> None:
    code, said = run("serve", "--workers", "2", "--database", url)
    assert code == 1
    assert "one writer" in said


def test_a_worker_is_for_postgresql(url: str) -> None:
    assert run("worker", "--database", url)[0] == 2


def test_wrong_components_are_named(url: str, tmp_path: Path) -> None:
    (tmp_path / "own" / "yokohama").mkdir(parents=True)
    (tmp_path / "own" / "yokohama" / "nothing.toml").write_text("")
    code, said = run("serve", "--database", url, "--components", str(tmp_path / "own"))
    assert (code, "nothing.toml" in said) == (1, True)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_BOTS", "3")
    monkeypatch.setenv("STELLWERK_SMTP_STARTTLS", "no")
    found = Settings.from_environment(base_url="https://games.example.org", database=None)
    assert (found.bots, found.smtp_starttls, found.secure) == (3, False, True)
    assert found.database.startswith("sqlite:///")
