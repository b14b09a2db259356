"""An action costs the same however long the log is: as many statements, each by an index, and no move played again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.long_tables import Twins, act
from stellwerk.core import Dealer, engine, options, timeline
from stellwerk.table.moves import acting
from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from stellwerk.table.storage import loaded as tables
from stellwerk.table.storage.sqlite import SqliteStore

ENTRIES = 200


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[Twins]:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1))
    yield Twins.grown(runtime, ENTRIES, random.Random(3))
    runtime.close()


@contextmanager
def watched(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[list[str], list[str]]]:
    """The statements of the writer, and the moves that are played."""
    said: list[str] = []
    played: list[str] = []

    def advance(state: object, action: object) -> None:
        played.append(str(action))
        engine.advance(state, action)  # type: ignore[arg-type]

    assert isinstance(runtime.store, SqliteStore)
    for module in (acting, tables, timeline):
        monkeypatch.setattr(module, "advance", advance)
    runtime.store.do(lambda work: work.conn.connection.driver_connection.set_trace_callback(said.append))  # type: ignore[union-attr]
    yield said, played
    runtime.store.do(lambda work: work.conn.connection.driver_connection.set_trace_callback(None))  # type: ignore[union-attr]


def kinds(statements: list[str]) -> list[str]:
    """Without values, and without the snapshot that is due every so many entries."""
    verbs = [re.match(r"(\w+ (?:INTO |IMMEDIATE )?\w*)", each.strip()) for each in statements]
    return sorted(each[1] for each in verbs if each and each[1] != "INSERT INTO snapshots")


def test_an_action_asks_the_store_for_as_much_after_many_entries_as_after_few(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(5)
    costs: dict[str, list[tuple[list[str], int]]] = {twins.long: [], twins.short: []}
    plans: list[str] = []
    for _ in range(6):
        loaded = twins.runtime.store.table(twins.long)
        assert loaded is not None
        action = str(options(loaded.state).sample(rng))
        seed = rng.random()
        for table, found in costs.items():
            twins.runtime.store.dealer = Dealer(random.Random(seed))
            with watched(twins.runtime, monkeypatch) as (said, played):
                act(twins.runtime, twins.who, table, action)
            found.append((kinds(said), len(played)))
            plans += [each for each in said if each.startswith(("SELECT", "UPDATE"))]
    assert costs[twins.long] == costs[twins.short]
    with twins.runtime.store.reading() as conn:
        for statement in plans:
            steps = [row[-1] for row in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}")]
            assert steps
            assert all(step.startswith("SEARCH") for step in steps), (statement, steps)


def test_a_draw_after_an_undo_does_not_read_the_log(twins: Twins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does it once something was taken back at this table."""
    runtime, who = twins.runtime, twins.who
    version = runtime.tables.info(who, twins.long).version
    runtime.tables.undo(who, twins.long, version, "u", version - 1)
    table = runtime.store.table(twins.long)
    assert table is not None
    assert table.rewound
    with watched(runtime, monkeypatch) as (said, _):
        act(runtime, who, twins.long, str(options(table.state).sample(random.Random(1))))
    assert not [each for each in said if each.startswith("SELECT log") and "version <=" in each]
