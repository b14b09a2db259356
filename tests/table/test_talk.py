"""Chat: the latest lines are shown, players talk, and those who are muted or blocked do not."""

from __future__ import annotations

import pytest
from sqlalchemy import insert

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage import schema
from tests.table.conftest import person
from tests.table.test_affairs import pair


def test_after_a_thousand_lines_the_new_ones_are_shown(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    rows = [{"table_id": table, "seat": 0, "name": "Ann", "text": f"line {n}", "at": n} for n in range(1100)]
    runtime.store.do(lambda work: work.conn.execute(insert(schema.chat), rows))
    said = runtime.tables.say(bob, table, "here I am")
    latest = runtime.tables.chat(ann, table)
    assert (len(latest), latest[-1]) == (1000, said)
    assert [remark.text for remark in latest[:2]] == ["line 101", "line 102"]
    earlier = runtime.tables.chat(ann, table, before=latest[0].id, limit=200)
    assert [remark.text for remark in earlier] == [f"line {n}" for n in range(101)]
    assert runtime.tables.chat(ann, table, since=latest[-2].id) == [said]
    assert [r.text for r in runtime.tables.chat(ann, table, since=earlier[0].id, limit=2)] == ["line 1", "line 2"]


def test_only_players_talk_unless_the_table_says_otherwise(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    stranger = person(runtime, "Cid")
    with pytest.raises(Refused, match="only players talk"):
        runtime.tables.say(stranger, table, "let me in")
    assert runtime.tables.chat(ann, table) == []
    seats = [SeatSpec("me"), SeatSpec("bot", "random")]
    loud = runtime.tables.create(ann, TableSpec("sample", seats, talk="everybody")).table
    assert runtime.tables.say(stranger, loud, "hello").seat is None
    runtime.store.cache.drop(loud)
    assert runtime.tables.info(ann, loud).talk == "everybody"


def test_a_host_who_has_left_the_table_does_not_talk(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.hand_over(ann, table, 0, "random")
    with pytest.raises(Refused, match="only players talk"):
        runtime.tables.say(ann, table, "still here")
