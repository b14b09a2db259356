"""Everything a visitor can make grow has a bound."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from stellwerk.core import Illegal
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background import tidying
from stellwerk.table.moves.idempotency import REFUSED_KEPT
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from tests.table.conftest import person

DAY = 86_400_000


@pytest.fixture
def table(runtime: Runtime, ann: Person) -> str:
    return runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)).table


def rows(runtime: Runtime, table: object) -> int:
    with runtime.store.reading() as conn:
        return int(conn.execute(select(func.count()).select_from(table)).scalar_one())  # type: ignore[arg-type]


def tidied(runtime: Runtime, days: float = 0) -> None:
    then = runtime.store.now() + int(days * DAY)
    runtime.store.now = lambda: then
    runtime.worker.take()


def test_a_refusal_keeps_little_and_not_for_long(runtime: Runtime, ann: Person, table: str) -> None:
    """23 kB for 30 days each was some 100 GB a day for one guest."""
    for n in range(20):
        with pytest.raises((Refused, Illegal)):
            runtime.tables.act(ann, table, "é" * 4000, 2, f"r{n}")
    with runtime.store.reading() as conn:
        stored = [json.dumps(answer) for answer in conn.execute(select(schema.requests.c.answer)).scalars()]
    assert len(stored) == 20
    assert max(map(len, stored)) < 1000
    tidied(runtime, REFUSED_KEPT / DAY)
    assert rows(runtime, schema.requests) == 0


def test_a_refusal_is_the_same_when_it_is_asked_for_again(runtime: Runtime, ann: Person, table: str) -> None:
    said = []
    for _ in range(2):
        with pytest.raises(Refused) as refusal:
            runtime.tables.act(ann, table, "é" * 4000, 2, "r")
        said.append((refusal.value.code, refusal.value.status, str(refusal.value.text)))
    assert said[0] == said[1]


def test_a_granted_request_keeps_its_answer_for_weeks(runtime: Runtime, ann: Person, table: str) -> None:
    done = runtime.tables.act(ann, table, "keep", 2, "r")
    tidied(runtime, 29)
    assert runtime.tables.act(ann, table, "keep", 2, "r") == done
    tidied(runtime, 2)
    assert rows(runtime, schema.requests) == 0


def test_chat_keeps_the_newest_lines(runtime: Runtime, ann: Person, table: str) -> None:
    settings = replace(runtime.settings, chat_lines=10)
    for n in range(25):
        runtime.tables.say(ann, table, f"line {n}")
    tidying.forget(runtime.store, settings)
    assert [remark.text for remark in runtime.tables.chat(ann, table)] == [f"line {n}" for n in range(15, 25)]


def test_guests_who_left_nothing_are_forgotten(runtime: Runtime, ann: Person, table: str) -> None:
    guests = [person(runtime, f"guest {n}") for n in range(5)]
    new = people.hash_password("a long password")
    member = runtime.store.do(lambda work: people.register(work, "Member", new, None))
    for each in (*guests, ann):
        runtime.accounts.open_session(each)
    runtime.uploads.keep(guests[0], b"a log")
    tidied(runtime, 29)
    assert rows(runtime, schema.people) == 7
    tidied(runtime, 2)
    with runtime.store.reading() as conn:
        left = set(conn.execute(select(schema.people.c.id)).scalars())
    assert {ann.id, member.id} <= left
    assert not left & {guest.id for guest in guests[1:]}
    assert rows(runtime, schema.sessions) == 1


def test_settled_motions_go_after_a_month(runtime: Runtime, ann: Person, table: str) -> None:
    values = {"table_id": table, "kind": "undo", "details": {}, "seat": 0, "version": 1, "needs": [], "votes": {}}
    more = [{**values, "id": f"m{n}", "status": "refused", "created": runtime.store.now()} for n in range(3)]
    runtime.store.do(lambda work: work.conn.execute(insert(schema.motions), more))
    tidied(runtime, 31)
    assert rows(runtime, schema.motions) == 0


def test_standing_orders_are_counted(runtime: Runtime, ann: Person) -> None:
    """One that takes no argument is one order, whatever is sent along."""
    table = runtime.tables.create(ann, TableSpec("yokohama", [SeatSpec("me")] * 3, hotseat=True)).table
    game = runtime.tables.table(ann, table).rules
    plain = next((program.id for program in game.programs if not program.argument), None)
    assert plain is not None
    for n in range(5):
        runtime.arrangements.order(ann, table, plain, f"x{n}", seat=0)
    assert rows(runtime, schema.orders) <= 1


def test_a_bound_on_open_motions(runtime: Runtime, ann: Person) -> None:
    """A host cannot put the same seat to the vote again and again."""
    from stellwerk.table.moves import votes

    spec = TableSpec("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")])
    made = runtime.tables.create(ann, spec)
    for seat, token in made.links.items():
        runtime.tables.claim(person(runtime, f"p{seat}"), token)

    def put(n: int) -> None:
        details = {"seat": 1, "n": n}
        runtime.store.do(lambda work: votes.propose(work, work.table(made.table), 0, "handover", details, (1, 2)))

    for n in range(votes.MOST_OPEN):
        put(n)
    with pytest.raises(Refused, match="motion"):
        put(-1)


def test_a_full_database_takes_nothing_new_but_plays_on(runtime: Runtime, ann: Person, table: str) -> None:
    runtime.store.most_bytes = 1
    with pytest.raises(Refused, match="full"):
        runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True))
    with pytest.raises(Refused, match="full"):
        runtime.uploads.keep(ann, b"a log")
    with pytest.raises(Refused, match="full"):
        runtime.arrangements.what_if(ann, table)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.store.most_bytes = 10**12
    runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True))


def test_an_operator_sees_what_is_stored_and_the_bounds(runtime: Runtime, ann: Person, table: str) -> None:
    from tests.table.test_commands import run

    code, said = run("usage", "--database", runtime.settings.database)
    assert code == 0
    for word in ("megabytes", "uploads", "STELLWERK_DATABASE_MB", "STELLWERK_UPLOADS_TOTAL_MB"):
        assert word in said


def test_tables_of_one_person_are_counted(runtime: Runtime, ann: Person, bob: Person, table: str) -> None:
    runtime.store.tables_each = 3
    plan = TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)
    runtime.tables.create(ann, plan)
    runtime.arrangements.what_if(ann, table)
    for another in (lambda: runtime.tables.create(ann, plan), lambda: runtime.arrangements.what_if(ann, table)):
        with pytest.raises(Refused, match="tables"):
            another()
    runtime.tables.create(bob, plan)
    runtime.members.delete_table(ann, table)
    runtime.tables.create(ann, plan)


def test_notes_of_one_person_are_counted(runtime: Runtime, ann: Person, bob: Person) -> None:
    runtime.store.notes_each = 2
    plan = TableSpec("sample", [SeatSpec("me")] * 2, hotseat=True)
    first, second, third = (runtime.tables.create(bob, plan).table for _ in range(3))
    for each in (first, second, second):
        runtime.tables.set_note(ann, each, "a note")
    with pytest.raises(Refused, match="notes"):
        runtime.tables.set_note(ann, third, "a note")
    runtime.tables.set_note(bob, third, "another's")
    runtime.tables.set_note(ann, first, "")
    runtime.tables.set_note(ann, third, "a note")
    assert [runtime.tables.note(ann, each) for each in (first, second, third)] == ["", "a note", "a note"]


def test_tokens_of_one_person_are_counted(runtime: Runtime, ann: Person, bob: Person) -> None:
    for n in range(sessions.MOST_TOKENS):
        runtime.accounts.new_token(ann, f"bot {n}")
    with pytest.raises(Refused, match="token"):
        runtime.accounts.new_token(ann, "one more")
    runtime.accounts.new_token(bob, "his first")


def test_the_bounds_are_those_of_the_settings(tmp_path: Path) -> None:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, tables_each=7, notes_each=8))
    assert (runtime.store.tables_each, runtime.store.notes_each) == (7, 8)
    runtime.close()
