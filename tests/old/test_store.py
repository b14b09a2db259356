"""The store 0.1 left behind: opened, read and played on."""

from __future__ import annotations

import random
from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import delete, select

from stellwerk.core import digest, options
from stellwerk.core.log import fold
from stellwerk.games.yokohama.rules import GAME as YOKOHAMA
from stellwerk.table import Person, Refused, people, schema, turns
from stellwerk.table.desk import Desk, entries
from stellwerk.table.house import House
from stellwerk.table.settings import Settings
from tests.old import EXPECTED, scored
from tests.old.test_logs import rescaled
from tests.table.conftest import working

TABLES: dict[str, dict[str, Any]] = EXPECTED["tables"]
RUNNING = [table for table, row in TABLES.items() if row["status"] == "running"]


def person(house: House, id_: str) -> Person:
    with house.store.reading() as conn:
        row = conn.execute(select(schema.people).where(schema.people.c.id == id_)).one()
    return people.person_of(row)


def desk_of(house: House, table: str) -> Desk:
    desk = house.store.desk(table)
    assert desk is not None
    return desk


def step(house: House, table: str, rng: random.Random) -> bool:
    """One legal answer by whoever is asked, person or bot; False where nobody sits."""
    desk = desk_of(house, table)
    if desk.to_move is None or desk.places[desk.to_move].kind == "open":
        return False
    action, place = str(options(desk.state).sample(rng)), desk.places[desk.to_move]
    if place.kind == "bot":
        thought: Future[turns.Thought] = Future()
        thought.set_result(turns.Thought(action))
        house.store.do(lambda tx: turns.answered(tx, desk, thought, house.tables.dealer, house.tables.now()))
    else:
        who = person(house, place.people[0])
        house.tables.act(who, table, action, desk.version, f"again {desk.version}", desk.to_move)
    return True


def as_left(house: House, table: str) -> None:
    row, desk = TABLES[table], desk_of(house, table)
    assert (desk.game, desk.status, desk.version, desk.to_move) == (
        row["game"],
        row["status"],
        row["version"],
        row["to_move"],
    )
    assert sorted(motion.kind for motion in desk.motions) == row["motions"]
    orders = {str(place.number): [list(order) for order in place.orders] for place in desk.places if place.orders}
    assert orders == row["orders"]
    assert len(house.tables.chat(person(house, desk.host), table)) == row["chat"]
    if "digest" in row:
        assert digest(desk.state, desk.header.rules_version) == row["digest"]
        assert scored(desk.rules, desk.state) == row["scores"]


def test_every_table_is_as_it_was_left(house: House) -> None:
    """From snapshots and from the whole log alike."""
    for table in TABLES:
        as_left(house, table)
    house.store.do(lambda tx: tx.conn.execute(delete(schema.snapshots)))
    house.store.shelf.clear()
    for table in TABLES:
        as_left(house, table)


def test_people_links_and_notes_are_still_there(house: House) -> None:
    with house.store.reading() as conn:
        ann = people.by_session(conn, EXPECTED["session"], house.tables.now())
        bob = people.by_token(conn, EXPECTED["token"])
        people.verify(conn, "ann", "password of Ann")
    assert ann is not None
    assert bob is not None
    assert (ann.id, bob.id) == (EXPECTED["people"]["Ann"], EXPECTED["people"]["Bob"])
    (noted, *_) = [table for table, row in TABLES.items() if row["kind"] == "running people"]
    assert house.tables.note(ann, noted).startswith("Nicht vergessen")
    for table, (seat, token) in EXPECTED["links"].items():
        assert house.tables.claim(ann, token, "Ann") == (table, seat)


def test_every_running_table_is_played_on(house: House) -> None:
    rng = random.Random(2)
    for table in RUNNING:
        before = desk_of(house, table).version
        moves = sum(step(house, table, rng) for _ in range(12))
        desk = desk_of(house, table)
        assert desk.version >= before + moves
        assert moves >= 1 or desk.places[desk.to_move or 0].kind == "open"
        with house.store.reading() as conn:
            assert digest(fold(desk.rules, desk.header, entries(conn, table), check=True)) == digest(desk.state)
        assert house.tables.history(person(house, desk.host), table, since=before)


def test_votes_go_on(house: House) -> None:
    voted = [table for table, row in TABLES.items() if "undo" in row["motions"]]
    for table in voted:
        desk = desk_of(house, table)
        (motion,) = [motion for motion in desk.motions if motion.kind == "undo"]
        for seat in motion.missing:
            motion = house.tables.vote(person(house, desk.places[seat].people[0]), table, motion.id, True, seat)
        assert motion.status == "passed"
        assert desk_of(house, table).version > TABLES[table]["version"]
    assert len(voted) == 6


def test_bots_that_were_asked_when_the_server_stopped_move(house: House) -> None:
    asked = {
        table
        for table in RUNNING
        if (desk := desk_of(house, table)).to_move is not None and desk.places[desk.to_move].kind == "bot"
    }
    assert len(asked) >= 3
    waiting, moved = set(asked), Event()

    def heard(told: Any) -> None:
        if told.kind == "log" and told.version > TABLES.get(told.table, {"version": 10**9})["version"]:
            waiting.discard(told.table)
        if not waiting:
            moved.set()

    house.store.listeners.append(heard)
    with working(house):
        assert moved.wait(120), waiting


def test_old_tables_keep_their_rules_when_the_tables_change(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version with other order cards: what was begun goes on, what is opened then is new."""
    monkeypatch.setitem(YOKOHAMA.__dict__, "components", rescaled().components)
    house.store.do(lambda tx: tx.conn.execute(delete(schema.snapshots)))
    rng = random.Random(3)
    for table in (table for table, row in TABLES.items() if row["game"] == "yokohama"):
        as_left(house, table)
        info = house.tables.info(person(house, desk_of(house, table).host), table)
        assert (info.edition, info.problem) == ("0.1", None)
        if TABLES[table]["status"] == "running":
            step(house, table, rng)
            assert desk_of(house, table).edition == "0.1"
    (over,) = [table for table, row in TABLES.items() if (row["game"], row["kind"]) == ("yokohama", "finished bots")]
    ann = person(house, desk_of(house, over).host)
    again = desk_of(house, house.affairs.rematch(ann, over).table)
    assert again.edition is None
    assert again.header.digest == YOKOHAMA.components.digest


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that has lost the tables of 0.1."""
    monkeypatch.setitem(YOKOHAMA.__dict__, "components", rescaled().components)
    monkeypatch.setitem(YOKOHAMA.__dict__, "editions", tuple)


@pytest.mark.usefixtures("forgotten")
def test_a_table_of_unknown_rules_can_be_read_and_closed_and_disturbs_nobody(house: House) -> None:
    for table, row in TABLES.items():
        desk = desk_of(house, table)
        who = person(house, desk.host)
        info = house.tables.info(who, table)
        if row["game"] != "yokohama":
            assert info.problem is None
            continue
        assert "tables this program does not have" in str(info.problem)
        lines = house.tables.history(who, table)
        assert len(lines) == row["version"]
        with pytest.raises(Refused, match="tables this program does not have"):
            house.tables.view(who, table)
        if row["kind"] == "waiting":
            for seat in range(1, len(desk.places) - 1):
                house.tables.join(who, table, seat)
            with pytest.raises(Refused, match="tables this program does not have"):
                house.tables.join(who, table, len(desk.places) - 1)
        if row["kind"] == "finished hot seat":
            assert all(line.action != "?" for line in lines)
        if row["kind"] == "running people":
            assert any(line.action == "?" for line in lines)
            with pytest.raises(Refused, match="tables this program does not have"):
                house.tables.act(who, table, "done", desk.version, "x")
            (motion,) = [motion for motion in desk.motions if motion.kind == "end"]
            for seat in motion.missing:
                house.tables.vote(person(house, desk.places[seat].people[0]), table, motion.id, True, seat)
            assert desk_of(house, table).status == "ended"
    assert {info.game for info in house.tables.mine(person(house, EXPECTED["people"]["Ann"]))} >= {"yokohama", "1880"}


@pytest.mark.usefixtures("forgotten")
def test_a_bot_at_a_table_of_unknown_rules_waits(left: Path) -> None:
    """Its turn stays in the outbox: a version that has the rules takes it up."""
    house = House(Settings(database=f"sqlite:///{left}", bots=1))
    (table,) = [table for table, row in TABLES.items() if (row["game"], row["kind"]) == ("yokohama", "running bots")]
    due = select(schema.outbox).where(schema.outbox.c.table_id == table, schema.outbox.c.kind == "bot")
    house.store.do(lambda tx: tx.conn.execute(delete(schema.outbox).where(schema.outbox.c.table_id != table)))
    house.clerk.take()
    house.store.do(lambda tx: None)
    with house.store.reading() as conn:
        rows = conn.execute(due).all()
    assert [(row.version, row.tries) for row in rows if row.version == TABLES[table]["version"]] == [
        (TABLES[table]["version"], 1)
    ]
    house.close()
