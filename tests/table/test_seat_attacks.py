"""A seat that has been played keeps its secrets: every way somebody once got at another's hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlalchemy import insert, select

from stellwerk.core.dump import plain
from stellwerk.table import Clock, Motion, Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage import schema
from tests.table.conftest import person

DAY = 86_400_000
HOUR = Clock(3600)


def table_of(runtime: Runtime, host: Person, *others: Person, clock: Clock | None = None, listed: bool = False) -> str:
    """The host sits at seat 0, the others follow."""
    seats = [SeatSpec("me"), *(SeatSpec("open") for _ in others)]
    made = runtime.tables.create(host, TableSpec("sample", seats, clock=clock, listed=listed))
    for seat, who in enumerate(others, 1):
        runtime.tables.claim(who, made.links[seat], who.name)
    return made.table


def later(runtime: Runtime, milliseconds: int) -> None:
    """Time passes and nobody calls."""
    was = runtime.store.now
    runtime.store.now = lambda: was() + milliseconds


def come_by(runtime: Runtime, *who: Person) -> None:
    """They are seen again."""
    runtime.store.do(lambda work: [people.saw(work, each.id) for each in who])


def kind(runtime: Runtime, table: str, seat: int) -> str:
    found = runtime.store.table(table)
    assert found is not None
    return found.place(seat).kind


@pytest.fixture
def cid(runtime: Runtime) -> Person:
    return person(runtime, "Cid")


@pytest.fixture
def dee(runtime: Runtime) -> Person:
    return person(runtime, "Dee")


# --- against a player's will -----------------------------------------------------------------------------------------


def test_a_sock_puppet_votes_nobody_out(runtime: Runtime, ann: Person, bob: Person, cid: Person) -> None:
    """Ann is host and Bob her second browser: what they agree on costs Cid nothing while he is there."""
    table = table_of(runtime, ann, bob, cid)
    motion = runtime.arrangements.replace(ann, table, 2)
    motion = runtime.tables.vote(bob, table, motion.id, True)
    assert (motion.status, motion.missing) == ("open", (2,))
    assert kind(runtime, table, 2) == "human"
    runtime.tables.vote(cid, table, motion.id, False)
    assert runtime.tables.info(cid, table).mine == (2,)


@pytest.mark.parametrize("bot", [None, "random"])
def test_of_two_players_neither_replaces_the_other_at_will(
    runtime: Runtime, ann: Person, bob: Person, bot: str | None
) -> None:
    table = table_of(runtime, ann, bob, clock=HOUR)
    motion = runtime.arrangements.replace(ann, table, 1, bot)
    assert (motion.status, motion.missing) == ("open", (1,))
    assert kind(runtime, table, 1) == "human"


def test_whose_clock_has_run_out_may_be_replaced_by_all_others(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob, clock=HOUR)
    runtime.tables.act(ann, table, "keep", 2, "r")
    later(runtime, 3_600_001)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "passed"
    assert kind(runtime, table, 1) == "bot"


def test_the_clock_of_another_is_no_reason(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob, clock=HOUR)
    later(runtime, 3_600_001)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "open"


def test_without_a_clock_days_without_a_sign_of_life_are_needed(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob)
    later(runtime, 7 * DAY - 60_000)
    come_by(runtime, ann)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "open"
    later(runtime, 120_000)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "passed"


def test_who_was_seen_is_not_away(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob)
    later(runtime, 8 * DAY)
    come_by(runtime, bob)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "open"


def test_the_others_go_on_without_a_host_who_left(
    runtime: Runtime, ann: Person, bob: Person, cid: Person, dee: Person
) -> None:
    """Whoever proposed it gives the seat on: the host is not there to do it."""
    table = table_of(runtime, ann, bob, cid)
    later(runtime, 8 * DAY)
    come_by(runtime, bob, cid)
    motion = runtime.arrangements.replace(bob, table, 0)
    assert (motion.status, motion.missing) == ("open", (2,))
    assert runtime.tables.vote(cid, table, motion.id, True).status == "passed"
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.new_link(cid, table, 0)
    link = runtime.arrangements.new_link(bob, table, 0)
    for who in (bob, cid):
        with pytest.raises(Refused):
            runtime.tables.claim(who, link)
    assert runtime.tables.claim(dee, link) == (table, 0)


def test_a_host_who_is_there_is_asked(runtime: Runtime, ann: Person, bob: Person, cid: Person) -> None:
    table = table_of(runtime, ann, bob, cid)
    motion = runtime.arrangements.replace(bob, table, 0, "random")
    motion = runtime.tables.vote(cid, table, motion.id, True)
    assert (motion.status, motion.missing) == ("open", (0,))
    assert kind(runtime, table, 0) == "human"


def test_who_comes_back_before_all_have_voted_keeps_the_seat(
    runtime: Runtime, ann: Person, bob: Person, cid: Person
) -> None:
    table = table_of(runtime, ann, bob, cid)
    later(runtime, 8 * DAY)
    motion = runtime.arrangements.replace(ann, table, 2)
    assert motion.missing == (1,)
    come_by(runtime, cid)
    assert runtime.tables.vote(bob, table, motion.id, True).status == "lapsed"
    assert runtime.tables.info(cid, table).mine == (2,)


def test_a_motion_of_an_older_version_passes_by_the_same_rule(
    runtime: Runtime, ann: Person, bob: Person, cid: Person
) -> None:
    """0.1 did not ask the player of the seat; such a motion may still be open."""
    table = table_of(runtime, ann, bob, cid)
    old = Motion("old", "handover", {"seat": 2, "bot": None}, 0, 2, (1,), {}, "open")
    row = {**plain(old), "table_id": table, "created": runtime.tables.now()}
    runtime.store.do(lambda work: work.conn.execute(insert(schema.motions), row))
    runtime.store.cache.drop(table)
    assert runtime.tables.vote(bob, table, "old", True).status == "lapsed"
    assert kind(runtime, table, 2) == "human"


def test_with_the_players_consent_a_seat_changes_hands_at_once(
    runtime: Runtime, ann: Person, bob: Person, cid: Person, dee: Person
) -> None:
    table = table_of(runtime, ann, bob, cid)
    motion = runtime.arrangements.replace(ann, table, 2)
    for who in (bob, cid):
        motion = runtime.tables.vote(who, table, motion.id, True)
    assert motion.status == "passed"
    link = runtime.arrangements.new_link(ann, table, 2)
    assert runtime.tables.claim(dee, link) == (table, 2)


# --- a seat that was handed over -------------------------------------------------------------------------------------


def test_the_host_cannot_grab_a_seat_that_was_handed_to_a_friend(
    runtime: Runtime, ann: Person, bob: Person, dee: Person
) -> None:
    table = table_of(runtime, ann, bob)
    link = runtime.arrangements.hand_over(bob, table, 1)
    assert link is not None
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.new_link(ann, table, 1)
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.seat_bot(ann, table, 1, "random")
    with pytest.raises(Refused, match="have a seat"):
        runtime.tables.claim(ann, link)
    assert runtime.tables.claim(dee, link) == (table, 1)


def test_a_host_without_a_seat_cannot_take_one_that_was_played(
    runtime: Runtime, ann: Person, bob: Person, cid: Person
) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("open")] * 2))
    for seat, who in enumerate((bob, cid)):
        runtime.tables.claim(who, made.links[seat])
    with pytest.raises(Refused, match="host"):
        runtime.tables.claim(ann, made.links[0])
    link = runtime.arrangements.hand_over(cid, made.table, 1)
    assert link is not None
    with pytest.raises(Refused, match="host"):
        runtime.tables.claim(ann, link)


def test_who_sat_elsewhere_at_the_table_never_takes_a_played_seat(
    runtime: Runtime, ann: Person, bob: Person, cid: Person
) -> None:
    """Bob knows his own hand; after giving it away he must not learn Cid's."""
    table = table_of(runtime, ann, bob, cid)
    runtime.arrangements.hand_over(bob, table, 1, "random")
    link = runtime.arrangements.hand_over(cid, table, 2)
    assert link is not None
    with pytest.raises(Refused, match="another seat"):
        runtime.tables.claim(bob, link)


def test_who_gave_a_seat_away_may_change_his_mind(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob)
    runtime.arrangements.hand_over(bob, table, 1)
    link = runtime.arrangements.new_link(bob, table, 1)
    assert runtime.tables.claim(bob, link) == (table, 1)
    runtime.arrangements.hand_over(bob, table, 1)
    runtime.arrangements.seat_bot(bob, table, 1, "random")
    assert kind(runtime, table, 1) == "bot"


def test_a_friend_who_never_comes_is_replaced_after_days(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = table_of(runtime, ann, bob)
    runtime.arrangements.hand_over(bob, table, 1)
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.replace(ann, table, 1, "random")
    later(runtime, 8 * DAY)
    come_by(runtime, ann)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "passed"
    assert kind(runtime, table, 1) == "bot"


def test_an_opponent_cannot_join_a_vacated_seat(runtime: Runtime, ann: Person, bob: Person, dee: Person) -> None:
    table = table_of(runtime, ann, bob, listed=True)
    runtime.arrangements.hand_over(bob, table, 1)
    for who in (ann, dee):
        with pytest.raises(Refused, match="seat"):
            runtime.tables.join(who, table, 1)


# --- one person, one seat --------------------------------------------------------------------------------------------


def test_nobody_takes_several_listed_seats(runtime: Runtime, ann: Person, bob: Person) -> None:
    plan = TableSpec("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")], listed=True)
    made = runtime.tables.create(ann, plan)
    runtime.tables.join(bob, made.table, 1)
    with pytest.raises(Refused, match="have a seat"):
        runtime.tables.join(bob, made.table, 2)
    with pytest.raises(Refused, match="have a seat"):
        runtime.tables.claim(bob, made.links[2])
    runtime.tables.leave(bob, made.table, 1)
    runtime.tables.join(bob, made.table, 2)


def test_nobody_opens_a_table_for_others_with_two_seats_for_himself(runtime: Runtime, ann: Person) -> None:
    with pytest.raises(Refused, match="one seat"):
        runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("me"), SeatSpec("open")]))
    runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("me")]))


def test_a_hot_seat_is_shared(runtime: Runtime, ann: Person, bob: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me")] * 3, hotseat=True))
    for seat in (1, 2):
        link = runtime.arrangements.hand_over(ann, made.table, seat)
        assert link is not None
        assert runtime.tables.claim(bob, link) == (made.table, seat)


# --- a second claim of a link ----------------------------------------------------------------------------------------


def test_the_first_holder_is_told_of_a_second_claim(runtime: Runtime, ann: Person, bob: Person, dee: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    runtime.tables.claim(bob, made.links[1], "Bob")
    assert runtime.tables.info(bob, made.table).shared == {}
    runtime.tables.claim(dee, made.links[1])
    assert runtime.tables.info(bob, made.table).shared == {1: 2}
    assert runtime.tables.info(ann, made.table).shared == {}
    o = schema.outbox.c
    with runtime.store.reading() as conn:
        told = conn.execute(select(o.kind, o.seat).where(o.table_id == made.table, o.kind == "claim")).all()
    assert [tuple(row) for row in told] == [("claim", 1)]
    runtime.arrangements.new_link(bob, made.table, 1)
    assert runtime.tables.info(bob, made.table).shared == {}
    assert runtime.tables.info(dee, made.table).mine == ()


def test_who_came_second_throws_nobody_out(runtime: Runtime, ann: Person, bob: Person, dee: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    for who in (bob, dee):
        runtime.tables.claim(who, made.links[1])
    with pytest.raises(Refused, match="first"):
        runtime.arrangements.hand_over(dee, made.table, 1)
    runtime.arrangements.new_link(dee, made.table, 1)
    assert runtime.tables.info(bob, made.table).mine == (1,)
    later(runtime, 8 * DAY)
    come_by(runtime, dee)
    runtime.arrangements.hand_over(dee, made.table, 1, "random")


def test_who_came_second_does_not_consent_for_the_first(
    runtime: Runtime, ann: Person, bob: Person, dee: Person
) -> None:
    """The host knows the links of a new table: a second browser of hers must not agree in Bob's name."""
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    for who in (bob, dee):
        runtime.tables.claim(who, made.links[1])
    motion = runtime.arrangements.replace(ann, made.table, 1, "random")
    with pytest.raises(Refused, match="first"):
        runtime.tables.vote(dee, made.table, motion.id, True)
    assert runtime.tables.vote(bob, made.table, motion.id, True).status == "passed"


def test_a_rematch_keeps_the_order_of_holders(runtime: Runtime, ann: Person, bob: Person, dee: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    for who in (bob, dee):
        runtime.tables.claim(who, made.links[1])
    runtime.tables.act(ann, made.table, "keep", 2, "r")
    runtime.tables.act(bob, made.table, "keep", 3, "r")
    again = runtime.arrangements.rematch(ann, made.table).table
    runtime.store.cache.drop(again)
    loaded = runtime.store.table(again)
    assert loaded is not None
    assert loaded.place(1).people == (bob.id, dee.id)


def test_what_is_in_memory_is_what_is_stored(runtime: Runtime, ann: Person, bob: Person, dee: Person) -> None:
    table = table_of(runtime, ann, bob)
    runtime.arrangements.hand_over(bob, table, 1)
    known = runtime.store.table(table)
    assert known is not None
    runtime.store.cache.drop(table)
    loaded = runtime.store.table(table)
    assert loaded is not None
    assert loaded.places == known.places
    assert loaded == replace(known, state=loaded.state)
