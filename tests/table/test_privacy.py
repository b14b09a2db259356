"""Privacy and order: what is stored can be had and deleted, people can be blocked, operators act in the open."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import select

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage import schema
from tests.table.conftest import person
from tests.table.test_affairs import pair
from tests.table.test_people import GOOD, account, refused


@pytest.fixture
def operator(runtime: Runtime) -> Person:
    boss = account(runtime, "Boss")
    code = runtime.operators.first_code()
    assert code is not None
    runtime.operators.become(boss, code)
    with runtime.store.reading() as conn:
        return people.verify(conn, "Boss", GOOD)


def dump(runtime: Runtime) -> str:
    """Everything in the store that is a text."""
    with runtime.store.reading() as conn:
        rows = [list(row) for table in schema.metadata.sorted_tables for row in conn.execute(select(table))]
    return json.dumps(rows, default=str, ensure_ascii=False)


def full_life(runtime: Runtime, zoe: Person, ann: Person) -> tuple[str, str, str]:
    """A finished and a running table with Ann, and one against a bot; words and notes everywhere."""
    over, running = pair(runtime, ann, zoe), pair(runtime, ann, zoe)
    runtime.tables.act(ann, over, "keep", 2, "r")
    runtime.tables.act(zoe, over, "keep", 3, "r")
    alone = runtime.tables.create(zoe, TableSpec("sample", [SeatSpec("me"), SeatSpec("bot", "random")])).table
    for table in (over, running, alone):
        runtime.tables.say(zoe, table, "words of Zoe at a table")
        runtime.tables.set_note(zoe, table, "notes of Zoe")
    return over, running, alone


def test_everything_about_somebody_is_one_file(runtime: Runtime, ann: Person) -> None:
    zoe = account(runtime, "Zoe-Marie")
    over, _, alone = full_life(runtime, zoe, ann)
    runtime.accounts.open_session(zoe)
    runtime.accounts.new_token(zoe, "my bot")
    found = runtime.members.everything(zoe)
    text = json.dumps(found, default=str)
    assert found["person"]["name"] == "Zoe-Marie"
    assert {each["table"] for each in found["seats"]} >= {over, alone}
    assert [line["text"] for line in found["chat"]] == ["words of Zoe at a table"] * 3
    assert [note["text"] for note in found["notes"]] == ["notes of Zoe"] * 3
    assert (len(found["sessions"]), found["tokens"][0]["name"]) == (1, "my bot")
    assert "argon2" not in text
    assert "hash" not in text


def test_a_deleted_account_leaves_results_without_a_name(runtime: Runtime, ann: Person) -> None:
    zoe = account(runtime, "Zoe-Marie")
    over, running, alone = full_life(runtime, zoe, ann)
    scores = runtime.tables.scores(ann, over)
    assert refused(lambda: runtime.members.delete(zoe, "wrong password")) == "login"
    runtime.members.delete(zoe, GOOD)
    assert refused(lambda: runtime.tables.info(zoe, alone)) == "not-found"
    assert runtime.tables.scores(ann, over) == scores
    assert [place.name for place in runtime.tables.info(ann, over).places] == ["Ann", "—"]
    assert runtime.tables.info(ann, running).places[1].kind == "bot"
    assert runtime.tables.chat(ann, over) == []
    left = dump(runtime)
    for word in ("Zoe-Marie", "zoe-marie", "words of Zoe", "notes of Zoe"):
        assert word not in left
    with runtime.store.reading() as conn, pytest.raises(Refused, match="login"):
        people.verify(conn, "Zoe-Marie", GOOD)
    account(runtime, "Zoe-Marie")


def test_a_table_that_was_somebodys_alone_can_be_deleted(runtime: Runtime, ann: Person, bob: Person) -> None:
    alone = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("bot", "random")])).table
    assert refused(lambda: runtime.members.delete_table(bob, alone)) == "forbidden"
    runtime.members.delete_table(ann, alone)
    assert refused(lambda: runtime.tables.info(ann, alone)) == "not-found"
    shared = pair(runtime, ann, bob)
    assert refused(lambda: runtime.members.delete_table(ann, shared)) == "shared"


# --- blocking and reporting ------------------------------------------------------------------------------------------


def test_a_blocked_person_cannot_join_write_or_invite(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.members.block(ann, table, 1, None)
    assert refused(lambda: runtime.tables.say(bob, table, "hey")) == "forbidden"
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")], listed=True))
    assert refused(lambda: runtime.tables.join(bob, made.table, 1)) == "forbidden"
    assert refused(lambda: runtime.tables.claim(bob, made.links[1])) == "forbidden"
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(bob, table, "keep", 3, "r")
    assert refused(lambda: runtime.arrangements.rematch(bob, table)) == "forbidden"
    (blocked,) = runtime.members.blocks(ann)
    assert (blocked.person, blocked.name) == (bob.id, "Bob")
    runtime.members.unblock(ann, bob.id)
    runtime.tables.join(bob, made.table, 1)


def test_who_blocks_may_still_write(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    line = runtime.tables.say(bob, table, "rude words")
    runtime.members.block(ann, table, None, line.id)
    runtime.tables.say(ann, table, "fine")
    assert refused(lambda: runtime.members.block(ann, table, 0, None)) == "person"
    assert refused(lambda: runtime.members.block(ann, table, None, 12345)) == "person"


def test_a_report_reaches_the_operator(runtime: Runtime, ann: Person, bob: Person, operator: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.members.report(ann, table, 1, None, "he insults everybody")
    (report,) = runtime.operators.reports(operator)
    assert (report["about"], report["text"], report["table_id"]) == (bob.id, "he insults everybody", table)
    runtime.operators.close_report(operator, report["id"])
    assert runtime.operators.reports(operator) == []


# --- operators -------------------------------------------------------------------------------------------------------


def test_operators_mute_ban_delete_and_close_and_each_deed_is_logged(
    runtime: Runtime, ann: Person, operator: Person
) -> None:
    eve = account(runtime, "Eve")
    table, other = pair(runtime, ann, eve), pair(runtime, ann, eve)
    session = runtime.accounts.open_session(eve)
    runtime.operators.mute(operator, eve.id, 3, "spam")
    assert refused(lambda: runtime.tables.say(eve, table, "buy this")) == "forbidden"
    runtime.operators.mute(operator, eve.id, 0, "")
    runtime.tables.say(eve, table, "sorry")
    runtime.operators.close_table(operator, table, "test")
    assert runtime.tables.info(ann, table).status == "ended"
    runtime.operators.delete_table(operator, other, "spam")
    assert refused(lambda: runtime.tables.info(ann, other)) == "not-found"
    runtime.operators.ban(operator, eve.id, True, "again")
    with runtime.store.reading() as conn:
        assert sessions.by_session(conn, session, runtime.tables.now()) is None
        with pytest.raises(Refused, match="banned"):
            people.verify(conn, "Eve", GOOD)
    runtime.operators.ban(operator, eve.id, False, "a mistake")
    runtime.operators.delete_person(operator, eve.id, "wish")
    what = [deed["what"] for deed in runtime.operators.deeds(operator)][::-1]
    wanted = ["mute 3", "unmute", "close table", "delete table", "ban", "unban", "delete person"]
    assert what == wanted
    assert {deed["operator"] for deed in runtime.operators.deeds(operator)} == {operator.id}


def test_nobody_else_does_any_of_it(runtime: Runtime, ann: Person, bob: Person, operator: Person) -> None:
    table = pair(runtime, ann, bob)
    for who in (ann, None):
        for deed in (
            lambda who=who: runtime.operators.mute(who, bob.id, 1, ""),
            lambda who=who: runtime.operators.ban(who, bob.id, True, ""),
            lambda who=who: runtime.operators.delete_person(who, bob.id, ""),
            lambda who=who: runtime.operators.delete_table(who, table, ""),
            lambda who=who: runtime.operators.close_table(who, table, ""),
            lambda who=who: runtime.operators.reports(who),
            lambda who=who: runtime.operators.people(who),
            lambda who=who: runtime.operators.deeds(who),
        ):
            assert refused(deed) == "forbidden"
    assert refused(lambda: runtime.operators.ban(operator, "nobody", True, "")) == "person"
    assert person(runtime, "x").admin is False
