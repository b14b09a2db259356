"""Undo: free where only own open moves lie between, else by consent; what was undone stays in the log."""

from __future__ import annotations

import pytest

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.house import House
from stellwerk.table.service import Plan


def pair(house: House, ann: Person, bob: Person) -> str:
    made = house.tables.create(ann, Plan("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("bot", "random")]))
    house.tables.claim(bob, made.links[1])
    return made.table


def test_own_open_moves_are_taken_back_freely(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.tables.act(ann, table, "keep", 3, "r1")
    done = house.tables.undo(ann, table, 4, "u1")
    assert (done.version, done.motion) == (5, None)
    info = house.tables.info(ann, table)
    assert (info.version, info.to_move) == (5, 0)
    assert [line.undone for line in house.tables.history(ann, table)] == [False, False, False, True, False]


def test_a_move_of_another_seat_needs_its_consent(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.tables.act(ann, table, "keep", 3, "r1")
    house.tables.act(bob, table, "keep", 4, "r1")
    done = house.tables.undo(ann, table, 5, "u1")
    assert done.motion is not None
    (motion,) = house.tables.info(ann, table).motions
    assert (motion.kind, motion.needs, motion.missing) == ("undo", (1,), (1,))
    assert house.tables.vote(bob, table, motion.id, True).status == "passed"
    info = house.tables.info(ann, table)
    assert (info.version, info.to_move, info.motions) == (6, 0, ())


def test_what_chance_showed_needs_everybodys_consent_and_is_dealt_again(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.tables.act(ann, table, "swap 1", 3, "r1")
    card = house.tables.view(ann, table).hand[0]
    house.tables.undo(ann, table, 5, "u1")
    (motion,) = house.tables.info(ann, table).motions
    assert motion.missing == (1,)
    house.tables.vote(bob, table, motion.id, True)
    assert house.tables.view(ann, table).hand[0] != card
    house.tables.act(ann, table, "swap 1", 6, "r2")
    assert house.tables.view(ann, table).hand[0] == card


def test_refusing_and_moving_on_end_a_motion(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.tables.act(ann, table, "swap 1", 3, "r1")
    first = house.tables.undo(ann, table, 5, "u1").motion
    assert first is not None
    assert house.tables.vote(bob, table, first, False).status == "refused"
    second = house.tables.undo(ann, table, 5, "u2").motion
    house.tables.act(bob, table, "keep", 5, "r1")
    assert house.tables.info(ann, table).motions == ()
    assert second is not None
    with pytest.raises(Refused, match="motion"):
        house.tables.vote(bob, table, second, True)


def test_going_to_an_undone_version_is_a_redo(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.tables.act(ann, table, "keep", 3, "r1")
    house.tables.undo(ann, table, 4, "u1")
    done = house.tables.undo(ann, table, 5, "u2", to=4)
    assert (done.version, done.motion, house.tables.info(ann, table).to_move) == (6, None, 1)
    house.store.shelf.drop(table)
    assert house.tables.info(ann, table).to_move == 1
