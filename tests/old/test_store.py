"""The store 0.1 left behind: opened, read and played on."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import delete, select

from stellwerk.core import digest, options
from stellwerk.core.log import fold
from stellwerk.games.yokohama.rules import GAME as YOKOHAMA
from stellwerk.table import Person, Refused
from stellwerk.table.background import bot_turns
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable, entries
from tests.old import EXPECTED, scored
from tests.old.test_logs import rescaled
from tests.table.conftest import person as guest
from tests.table.conftest import working

TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
RUNNING = [table for table, row in TABLES.items() if row["status"] == "running"]


def person(runtime: Runtime, id_: str) -> Person:
    with runtime.store.reading() as conn:
        row = conn.execute(select(schema.people).where(schema.people.c.id == id_)).one()
    return people.person_of(row)


def desk_of(runtime: Runtime, table: str) -> LoadedTable:
    loaded = runtime.store.table(table)
    assert loaded is not None
    return loaded


def step(runtime: Runtime, table: str, rng: random.Random) -> bool:
    """One legal answer by whoever is asked, person or bot; False where nobody sits."""
    loaded = desk_of(runtime, table)
    if loaded.to_move is None or loaded.places[loaded.to_move].kind == "open":
        return False
    action, place = str(options(loaded.state).sample(rng)), loaded.places[loaded.to_move]
    if place.kind == "bot":
        runtime.store.do(lambda work: bot_turns.play_bot_move(work, loaded, bot_turns.Thought(action)))
    else:
        who = person(runtime, place.people[0])
        runtime.tables.act(who, table, action, loaded.version, f"again {loaded.version}", loaded.to_move)
    return True


def as_left(runtime: Runtime, table: str) -> None:
    row, loaded = TABLES[table], desk_of(runtime, table)
    assert (loaded.game, loaded.status, loaded.version, loaded.to_move) == (
        row["game"],
        row["status"],
        row["version"],
        row["to_move"],
    )
    assert sorted(motion.kind for motion in loaded.motions) == row["motions"]
    orders = {str(place.number): [list(order) for order in place.orders] for place in loaded.places if place.orders}
    assert orders == row["orders"]
    assert len(runtime.tables.chat(person(runtime, loaded.host), table)) == row["chat"]
    if "digest" in row:
        assert digest(loaded.state, loaded.header.rules_version) == row["digest"]
        assert scored(loaded.rules, loaded.state) == row["scores"]


def test_every_table_is_as_it_was_left(runtime: Runtime) -> None:
    """From snapshots and from the whole log alike."""
    for table in TABLES:
        as_left(runtime, table)
    runtime.store.do(lambda work: work.conn.execute(delete(schema.snapshots)))
    runtime.store.cache.clear()
    for table in TABLES:
        as_left(runtime, table)


def test_people_links_and_notes_are_still_there(runtime: Runtime) -> None:
    with runtime.store.reading() as conn:
        ann = sessions.by_session(conn, EXPECTED["session"], runtime.tables.now())
        bob = sessions.by_token(conn, EXPECTED["token"], runtime.tables.now())
        people.verify(conn, "ann", "password of Ann")
    assert ann is not None
    assert bob is not None
    assert (ann.person.id, bob.person.id) == (EXPECTED["people"]["Ann"], EXPECTED["people"]["Bob"])
    (noted, *_) = [table for table, row in TABLES.items() if row["kind"] == "running people"]
    assert runtime.tables.note(ann.person, noted).startswith("Nicht vergessen")
    for table, (seat, token) in EXPECTED["links"].items():
        assert runtime.tables.claim(ann.person, token, "Ann") == (table, seat)


def test_accounts_of_0_1_go_on_as_they_were(runtime: Runtime) -> None:
    """The operator stays one; an old token is good for all it was good for; names and chat keep their people."""
    with runtime.store.reading() as conn:
        bob = sessions.by_token(conn, EXPECTED["token"], runtime.tables.now() + 10**11)
        assert bob is not None
        assert bob.person.scope == "all"
        rows = conn.execute(select(schema.people).where(schema.people.c.login.is_not(None))).all()
        assert all(row.folded for row in rows)
        assert sum(row.admin for row in rows) == 1
        spoken = conn.execute(select(schema.chat).where(schema.chat.c.seat.is_not(None))).all()
        held = {
            (row.table_id, row.seat, row.person)
            for table in (schema.grants, schema.sitters)
            for row in conn.execute(select(table))
        }
    holders = Counter((table, seat) for table, seat, _ in held)
    assert any(row.person for row in spoken)
    assert all(row.person or holders[row.table_id, row.seat] != 1 for row in spoken)
    assert runtime.operators.first_code() is None


def test_who_played_in_0_1_is_remembered(runtime: Runtime) -> None:
    """A seat of an old game is as safe as one of today: its opponents cannot follow on it, a stranger can."""
    (table,) = [t for t, row in TABLES.items() if (row["game"], row["kind"]) == ("yokohama", "running people")]
    loaded = desk_of(runtime, table)
    seat, *others = [place.number for place in loaded.places if place.kind == "human"]
    player = person(runtime, loaded.place(seat).people[0])
    opponent = person(runtime, loaded.place(others[0]).people[0])
    runtime.arrangements.hand_over(opponent, table, others[0], "random")
    link = runtime.arrangements.hand_over(player, table, seat)
    assert link is not None
    with pytest.raises(Refused, match="another seat"):
        runtime.tables.claim(opponent, link)
    assert runtime.tables.claim(guest(runtime, "Friend"), link) == (table, seat)


def test_every_running_table_is_played_on(runtime: Runtime) -> None:
    rng = random.Random(2)
    for table in RUNNING:
        before = desk_of(runtime, table).version
        moves = sum(step(runtime, table, rng) for _ in range(12))
        loaded = desk_of(runtime, table)
        assert loaded.version >= before + moves
        assert moves >= 1 or loaded.places[loaded.to_move or 0].kind == "open"
        with runtime.store.reading() as conn:
            assert digest(fold(loaded.rules, loaded.header, entries(conn, table), check=True)) == digest(loaded.state)
        assert runtime.tables.history(person(runtime, loaded.host), table, since=before)


def test_votes_go_on(runtime: Runtime) -> None:
    voted = [table for table, row in TABLES.items() if "undo" in row["motions"]]
    for table in voted:
        loaded = desk_of(runtime, table)
        (motion,) = [motion for motion in loaded.motions if motion.kind == "undo"]
        for seat in motion.missing:
            motion = runtime.tables.vote(person(runtime, loaded.places[seat].people[0]), table, motion.id, True, seat)
        assert motion.status == "passed"
        assert desk_of(runtime, table).version > TABLES[table]["version"]
    assert len(voted) == 6


def test_bots_that_were_asked_when_the_server_stopped_move(runtime: Runtime) -> None:
    asked = {
        table
        for table in RUNNING
        if (loaded := desk_of(runtime, table)).to_move is not None and loaded.places[loaded.to_move].kind == "bot"
    }
    assert len(asked) >= 3
    waiting, moved = set(asked), Event()

    def heard(told: Any) -> None:
        if told.kind == "log" and told.version > TABLES.get(told.table, {"version": 10**9})["version"]:
            waiting.discard(told.table)
        if not waiting:
            moved.set()

    runtime.store.listeners.append(heard)
    with working(runtime):
        assert moved.wait(120), waiting


def test_old_tables_keep_their_rules_when_the_tables_change(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version with other order cards: what was begun goes on, what is opened then is new."""
    monkeypatch.setitem(YOKOHAMA.__dict__, "components", rescaled().components)
    runtime.store.do(lambda work: work.conn.execute(delete(schema.snapshots)))
    rng = random.Random(3)
    for table in (table for table, row in TABLES.items() if row["game"] == "yokohama"):
        as_left(runtime, table)
        info = runtime.tables.info(person(runtime, desk_of(runtime, table).host), table)
        assert (info.edition, info.problem) == ("0.1", None)
        if TABLES[table]["status"] == "running":
            step(runtime, table, rng)
            assert desk_of(runtime, table).edition == "0.1"
    (over,) = [table for table, row in TABLES.items() if (row["game"], row["kind"]) == ("yokohama", "finished bots")]
    ann = person(runtime, desk_of(runtime, over).host)
    again = desk_of(runtime, runtime.arrangements.rematch(ann, over).table)
    assert again.edition is None
    assert again.header.digest == YOKOHAMA.components.digest


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that has lost the tables of 0.1."""
    monkeypatch.setitem(YOKOHAMA.__dict__, "components", rescaled().components)
    monkeypatch.setitem(YOKOHAMA.__dict__, "editions", tuple)


@pytest.mark.usefixtures("forgotten")
def test_a_table_of_unknown_rules_can_be_read_and_closed_and_disturbs_nobody(runtime: Runtime) -> None:
    for table, row in TABLES.items():
        loaded = desk_of(runtime, table)
        who = person(runtime, loaded.host)
        info = runtime.tables.info(who, table)
        if row["game"] != "yokohama":
            assert info.problem is None
            continue
        assert "tables this program does not have" in str(info.problem)
        lines = runtime.tables.history(who, table)
        assert len(lines) == row["version"]
        with pytest.raises(Refused, match="tables this program does not have"):
            runtime.tables.view(who, table)
        if row["kind"] == "waiting":
            *first, last = range(1, len(loaded.places))
            for seat in first:
                runtime.tables.join(guest(runtime, f"Guest {seat}"), table, seat)
            with pytest.raises(Refused, match="tables this program does not have"):
                runtime.tables.join(guest(runtime, "Late"), table, last)
        if row["kind"] == "finished hot seat":
            assert all(line.action != "?" for line in lines)
        if row["kind"] == "running people":
            assert any(line.action == "?" for line in lines)
            with pytest.raises(Refused, match="tables this program does not have"):
                runtime.tables.act(who, table, "done", loaded.version, "x")
            (motion,) = [motion for motion in loaded.motions if motion.kind == "end"]
            for seat in motion.missing:
                runtime.tables.vote(person(runtime, loaded.places[seat].people[0]), table, motion.id, True, seat)
            assert desk_of(runtime, table).status == "ended"
    assert {info.game for info in runtime.tables.mine(person(runtime, EXPECTED["people"]["Ann"]))} >= {
        "yokohama",
        "1880",
    }


@pytest.mark.usefixtures("forgotten")
def test_a_bot_at_a_table_of_unknown_rules_waits(left: Path) -> None:
    """Its turn stays in the outbox: a version that has the rules takes it up."""
    runtime = Runtime(Settings(database=f"sqlite:///{left}", bots=1))
    (table,) = [table for table, row in TABLES.items() if (row["game"], row["kind"]) == ("yokohama", "running bots")]
    due = select(schema.outbox).where(schema.outbox.c.table_id == table, schema.outbox.c.kind == "bot")
    runtime.store.do(lambda work: work.conn.execute(delete(schema.outbox).where(schema.outbox.c.table_id != table)))
    runtime.worker.take()
    runtime.store.do(lambda work: None)
    with runtime.store.reading() as conn:
        rows = conn.execute(due).all()
    assert [(row.version, row.tries) for row in rows if row.version == TABLES[table]["version"]] == [
        (TABLES[table]["version"], 1)
    ]
    runtime.close()
