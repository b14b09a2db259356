"""A table whose log the installed rules no longer follow: it alone is broken, and it can still be read and closed."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import select, update
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.cli import app
from stellwerk.core import Action, then
from stellwerk.core.log import Entry, read, written
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage import migrate, schema
from tests.sample.rules import Sample, Turn


def asks_once_more(patch: pytest.MonkeyPatch) -> None:
    """A rules fix: everybody is asked twice. Nothing raises; the wrong seat is asked in the end."""
    resolve = Turn.resolve

    def twice(self: Turn, s: Sample, a: Action) -> None:
        first = (s.thrown[self.of], len(s.agenda)) == (0, 0)
        if first:
            s.thrown[self.of] = -1
            then(s, Turn(self.of))
        else:
            resolve(self, s, a)

    patch.setattr(Turn, "resolve", twice)


def raises(patch: pytest.MonkeyPatch) -> None:
    def fail(self: Turn, s: Sample, a: Action) -> None:
        raise KeyError("a field that is no more")

    patch.setattr(Turn, "resolve", fail)


def is_gone(patch: pytest.MonkeyPatch) -> None:
    """The package of the game is no longer installed."""
    patch.delitem(games.PACKAGES, "sample")
    games.game.cache_clear()


CHANGES = [asks_once_more, raises, is_gone]


def hotseat(runtime: Runtime, who: Person, game: str = "sample") -> str:
    return runtime.tables.create(who, TableSpec(game, [SeatSpec("me")] * 3, hotseat=True)).table


def play(runtime: Runtime, who: Person, table: str, action: str = "keep") -> None:
    version = runtime.tables.info(who, table).version
    runtime.tables.act(who, table, action, version, f"{action} {version}")


def forget(runtime: Runtime) -> None:
    runtime.store.cache.clear()


@pytest.fixture(params=CHANGES, ids=lambda change: change.__name__)
def broken(
    request: pytest.FixtureRequest, runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, str]:
    """(a table that no longer folds, a healthy one), Ann at both."""
    healthy = hotseat(runtime, ann, "yokohama")
    table = hotseat(runtime, ann)
    play(runtime, ann, table)
    request.param(monkeypatch)
    forget(runtime)
    return table, healthy


def test_it_disturbs_no_list_and_no_other_table(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, healthy = broken
    infos = {info.id: info for info in runtime.tables.mine(ann)}
    assert infos.keys() == {table, healthy}
    assert infos[table].problem is not None
    assert infos[healthy].problem is None
    assert runtime.tables.view(ann, healthy) is not None
    assert runtime.tables.lobby(ann) == []


def test_it_can_be_read_and_exported(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, _ = broken
    lines = runtime.tables.history(ann, table)
    assert [line.action for line in lines if line.seat >= 0] == ["keep"]
    loaded = runtime.tables.table(ann, table)
    text = written(loaded.header, [Entry(line.seat, line.action, None, line.undo) for line in lines])
    assert len(read(text).entries) == 4


def test_it_refuses_to_be_played_with_a_sentence(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, _ = broken
    for attempt in (
        lambda: play(runtime, ann, table),
        lambda: runtime.tables.view(ann, table),
        lambda: runtime.tables.options(ann, table),
        lambda: runtime.tables.scores(ann, table),
        lambda: runtime.tables.undo(ann, table, 4, "back"),
        lambda: runtime.arrangements.what_if(ann, table),
        lambda: runtime.arrangements.rule(ann, table, "keep"),
        lambda: runtime.arrangements.order(ann, table, "any"),
    ):
        with pytest.raises(Refused) as refusal:
            attempt()
        assert refusal.value.status == 409


def test_it_can_be_ended_and_put_away(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, _ = broken
    assert runtime.arrangements.end(ann, table).status == "passed"
    runtime.arrangements.archive(ann, table)
    assert [info.status for info in runtime.tables.mine(ann, archived=True)] == ["ended"]


def test_a_rematch_of_it_is_another_game(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, _ = broken
    runtime.arrangements.end(ann, table)
    if "sample" not in games.PACKAGES:
        with pytest.raises(Refused, match="not installed"):
            runtime.arrangements.rematch(ann, table)
        return
    again = runtime.arrangements.rematch(ann, table).table
    assert runtime.tables.info(ann, again).problem is None


def test_its_clock_and_its_bots_stop_nobody(runtime: Runtime, ann: Person, broken: tuple[str, str]) -> None:
    table, healthy = broken
    clocks = update(schema.tables).values(deadline=1, clock={"seconds": 60, "consequence": "nothing"})
    runtime.store.do(lambda work: work.conn.execute(clocks))
    forget(runtime)
    runtime.worker.take()
    for each in (table, healthy):
        assert runtime.tables.info(ann, each).deadline is None


def test_a_game_that_goes_on_from_a_snapshot_is_played_on_although_its_beginning_is_not_followed(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """History, earlier versions and undo need the beginning: they say so, the table itself plays on."""
    table = hotseat(runtime, ann)
    play(runtime, ann, table)
    loaded = runtime.tables.table(ann, table)
    _snapshot(runtime, loaded)
    monkeypatch.setattr("stellwerk.table.storage.loaded.beginning", _fails)
    monkeypatch.setattr("stellwerk.core.timeline.beginning", _fails)
    forget(runtime)
    assert runtime.tables.info(ann, table).problem is None
    assert [line.action for line in runtime.tables.history(ann, table) if line.seat >= 0] == ["keep"]
    with pytest.raises(Refused, match="followed"):
        runtime.tables.view(ann, table, version=1)
    with pytest.raises(Refused, match="followed"):
        runtime.tables.undo(ann, table, 4, "back", seat=0)
    play(runtime, ann, table, "swap 1")


def test_the_last_position_that_can_be_read_is_shown(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hotseat(runtime, ann)
    play(runtime, ann, table)
    _snapshot(runtime, runtime.tables.table(ann, table))
    play(runtime, ann, table)
    before = runtime.tables.view(ann, table, 1, version=4)
    raises(monkeypatch)
    forget(runtime)
    found = runtime.tables.last_view(ann, table, 1)
    assert found is not None
    assert (found.version, found.view) == (4, before)


def _fails(*given: Any) -> Any:
    raise KeyError("not as it was")


def _snapshot(runtime: Runtime, loaded: Any) -> None:
    from stellwerk.table.storage.loaded import freeze, rules_of

    values = {"table_id": loaded.id, "version": loaded.version, "rules": rules_of(loaded), "state": freeze(loaded)}
    runtime.store.do(lambda work: work.conn.execute(schema.snapshots.insert(), values))


# --- before a deployment ---------------------------------------------------------------------------------------------


def checked(database: str, *more: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, ["upgrade-check", "--database", database, *more])
    return done.exit_code, re.sub(r"\s+", " ", done.output)


def test_upgrade_check_says_which_tables_would_break_and_changes_nothing(
    runtime: Runtime, database: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = hotseat(runtime, ann), hotseat(runtime, ann, "yokohama")
    play(runtime, ann, table)
    code, said = checked(database)
    assert (code, said.endswith("2 tables go on as they are ")) == (0, True)
    raises(monkeypatch)
    code, said = checked(database)
    assert code == 1
    assert table in said
    assert other not in said
    forget(runtime)
    with runtime.store.reading() as conn:
        assert conn.execute(select(schema.log.c.version).where(schema.log.c.table_id == table)).all()


def test_upgrade_check_notices_a_move_that_would_be_refused_now(
    runtime: Runtime, database: str, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The trusting fold takes it; a checked one does not: the reading has changed."""
    from stellwerk.core import Illegal, Text

    table = hotseat(runtime, ann)
    play(runtime, ann, table)
    monkeypatch.setattr(Turn, "objection", lambda self, s, a: Illegal(Text("never again"), self.rule))
    code, said = checked(database)
    assert (code, table in said, "never again" in said) == (1, True, True)


def test_upgrade_check_of_an_old_database_upgrades_a_copy(tmp_path: Path) -> None:
    from stellwerk.table.storage import migrate

    url = f"sqlite:///{tmp_path}/store.sqlite"
    migrate.upgrade(url, "0001")
    assert checked(url)[0] == 0
    assert migrate.behind(url) == "0001"


def test_upgrade_check_looks_at_schema_room_and_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path}/old.sqlite"
    migrate.upgrade(url, "0008")
    monkeypatch.setenv("STELLWERK_DATABSE", "x")
    done = CliRunner().invoke(app, ["upgrade-check", "--database", url])
    said = " ".join(done.output.split())
    assert done.exit_code == 0, said
    assert f"makes a copy and upgrades the schema: 0008 → {migrate.head()}" in said
    assert "these variables are no settings: STELLWERK_DATABSE" in said
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1))
    done = CliRunner().invoke(app, ["upgrade-check", "--database", url])
    assert done.exit_code == 1
    assert "MB are free" in " ".join(done.output.split())


def test_upgrade_check_of_nothing_is_a_sentence(tmp_path: Path) -> None:
    code, said = checked(f"sqlite:///{tmp_path}/none.sqlite")
    assert (code, "there is no database" in said) == (1, True)


def test_a_changed_fold_of_todays_rules_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `tests/old` records of each game raises the alarm when a step does something else."""
    from stellwerk.core.step import Choice
    from tests.old.readings import alarm, read_today, recorded

    id_ = "russian-railroads"
    assert alarm(recorded()[id_], read_today(id_)) is None
    (kind, *_) = [kind for kind in games.game(id_).steps if issubclass(kind, Choice)]
    monkeypatch.setattr(kind, "resolve", lambda self, s, a: None)
    assert "raise rules_version" in str(alarm(recorded()[id_], read_today(id_)))
