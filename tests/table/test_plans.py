"""No statement walks a whole table that grows with the site: the database explains every one that a tour sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, select
from sqlalchemy.dialects import sqlite

from stellwerk.table import SeatSpec
from stellwerk.table.background import tidying, worker
from stellwerk.table.model import Person
from stellwerk.table.moves import idempotency
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service import talking
from stellwerk.table.settings import Settings
from stellwerk.table.storage import logs, schema, store
from stellwerk.table.storage.statements import PreparedSelect
from tests.table.conftest import person

GROWING = ("tables", "requests", "outbox", "sessions", "seats", "grants", "log", "snapshots", "people", "chat")
ONCE_IN_A_WHILE = ("FROM chat GROUP BY", "FROM people WHERE people.login IS NULL")
"""Tidying counts lines of chat and looks for guests who left, beside the writer."""

Statement = tuple[str, Any]


@contextmanager
def sent() -> Iterator[list[Statement]]:
    """Every statement that is sent to any database."""
    found: list[Statement] = []

    def note(conn: Any, cursor: Any, statement: str, parameters: Any, context: Any, executemany: bool) -> None:
        if not executemany and statement.split()[0] in ("SELECT", "UPDATE", "DELETE", "WITH"):
            found.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def tour(runtime: Runtime) -> None:
    """What people and the background do, each once."""
    ann, bob = person(runtime, "Ann"), person(runtime, "Bob")
    spec = TableSpec("russian-railroads", [SeatSpec("me"), SeatSpec("open")], listed=True)
    made = runtime.tables.create(ann, spec)
    runtime.tables.lobby(bob)
    runtime.tables.join(bob, made.table, 1)
    for who in (ann, bob, ann):
        offer = runtime.tables.options(who, made.table)
        if offer.options:
            runtime.tables.act(who, made.table, offer.options[0].action, offer.version, f"r{offer.version}", None)
    runtime.tables.say(ann, made.table, "hello")
    runtime.tables.set_note(ann, made.table, "note")
    look_around(runtime, ann, made.table)
    runtime.arrangements.end(ann, made.table)
    motion = runtime.tables.info(bob, made.table).motions[0].id
    runtime.tables.vote(bob, made.table, motion, True)
    runtime.arrangements.rematch(ann, made.table)
    tidying.forget(runtime.store, runtime.settings)


def look_around(runtime: Runtime, who: Person, table: str) -> None:
    runtime.store.cache.clear()  # as after a restart: nothing is asked about a table in memory
    runtime.tables.mine(who)
    runtime.tables.mine(who, archived=True)
    runtime.tables.history(who, table)
    runtime.tables.chat(who, table)
    runtime.tables.note(who, table)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def plans(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[tuple[str, list[str]]]]:
    """Statement and plan, of each that a tour sends."""
    is_sqlite = request.param == "sqlite"
    file = f"sqlite:///{tmp_path_factory.mktemp('plans')}/store.sqlite"
    runtime = Runtime(Settings(database=file if is_sqlite else request.getfixturevalue("postgres")(), bots=0))
    try:
        with sent() as statements:
            tour(runtime)
        yield explained(runtime, dict(statements), "EXPLAIN QUERY PLAN" if is_sqlite else "EXPLAIN")
    finally:
        runtime.close()


def explained(runtime: Runtime, statements: dict[str, Any], command: str) -> list[tuple[str, list[str]]]:
    with runtime.store.reading() as conn:
        if command == "EXPLAIN":  # PostgreSQL would walk through a small table although it has an index
            conn.exec_driver_sql("SET enable_seqscan = off")
        return [
            (statement, [str(row[-1]) for row in conn.exec_driver_sql(f"{command} {statement}", values)])
            for statement, values in statements.items()
        ]


WALKED = re.compile(rf"(?:SCAN|Seq Scan on) ({'|'.join(GROWING)})\b")


def test_nothing_that_grows_is_walked_through(plans: list[tuple[str, list[str]]]) -> None:
    assert len(plans) > 30
    walked = [
        f"{statement}\n    {step}"
        for statement, plan in plans
        for step in plan
        if WALKED.search(step) and not any(rare in " ".join(statement.split()) for rare in ONCE_IN_A_WHILE)
    ]
    assert not walked, "\n".join(walked)


def test_every_statement_of_a_tour_is_explained(plans: list[tuple[str, list[str]]]) -> None:
    """By an index of what it asks for, as far as it asks one of the tables that grow."""
    steps = " ".join(step for _, plan in plans for step in plan)
    for name in ("tables", "seats", "grants", "log", "requests"):
        assert re.search(rf"(?:SEARCH {name}\b|Scan (?:using \w+ )?on {name}\b)", steps), name


PREPARED = {
    "talking.LATEST": talking.LATEST,
    "logs.LOOSE": logs.LOOSE,
    "worker.MESSAGES_DUE": worker.MESSAGES_DUE,
    "worker.ANY_TURN_DUE": worker.ANY_TURN_DUE,
    "worker.RINGING": worker.RINGING,
    "idempotency.ANSWERED": idempotency.ANSWERED,
    "store.LATEST": store.LATEST,
}
"""They go to the driver ready-made, so nobody notices them being sent."""


@pytest.mark.parametrize("name", PREPARED)
def test_nor_by_what_is_asked_ready_made(name: str, tmp_path: Path) -> None:
    compiled = PREPARED[name].statement.compile(dialect=sqlite.dialect())
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=0))
    try:
        with runtime.store.reading() as conn:
            rows = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", (1,) * len(compiled.positiontup or ())).all()
    finally:
        runtime.close()
    steps = [str(row[-1]) for row in rows]
    assert steps
    assert not [step for step in steps if step.startswith("SCAN")], steps


def test_what_is_asked_ready_made_answers_rows_with_the_names_of_the_columns(tmp_path: Path) -> None:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=0))
    try:
        ann = person(runtime, "Ann")
        table = runtime.tables.create(ann, TableSpec("russian-railroads", [SeatSpec("me")] * 2, hotseat=True)).table
        wanted = select(schema.log).where(schema.log.c.table_id == table, schema.log.c.version > 1)
        prepared = PreparedSelect(wanted.order_by(schema.log.c.version).limit(2))  # its values are fixed
        with runtime.store.reading() as conn:
            plain = conn.execute(wanted.order_by(schema.log.c.version).limit(2)).all()
            found = prepared(conn, {})
    finally:
        runtime.close()
    assert len(found) == 2
    assert [row._asdict() for row in found] == [row._asdict() for row in plain]
