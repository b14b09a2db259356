"""Undo: free where only own open moves lie between, else by consent; what was undone stays in the log."""

from __future__ import annotations

import pytest

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec


def pair(runtime: Runtime, ann: Person, bob: Person) -> str:
    made = runtime.tables.create(
        ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("bot", "random")])
    )
    runtime.tables.claim(bob, made.links[1])
    return made.table


def test_own_open_moves_are_taken_back_freely(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 3, "r1")
    done = runtime.tables.undo(ann, table, 4, "u1")
    assert (done.version, done.motion) == (5, None)
    info = runtime.tables.info(ann, table)
    assert (info.version, info.to_move) == (5, 0)
    assert [line.undone for line in runtime.tables.history(ann, table)] == [False, False, False, True, False]


def test_a_move_of_another_seat_needs_its_consent(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 3, "r1")
    runtime.tables.act(bob, table, "keep", 4, "r1")
    done = runtime.tables.undo(ann, table, 5, "u1")
    assert done.motion is not None
    (motion,) = runtime.tables.info(ann, table).motions
    assert (motion.kind, motion.needs, motion.missing) == ("undo", (1,), (1,))
    assert runtime.tables.vote(bob, table, motion.id, True).status == "passed"
    info = runtime.tables.info(ann, table)
    assert (info.version, info.to_move, info.motions) == (6, 0, ())


def test_what_chance_showed_needs_everybodys_consent_and_is_dealt_again(
    runtime: Runtime, ann: Person, bob: Person
) -> None:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "swap 1", 3, "r1")
    card = runtime.tables.view(ann, table).hand[0]
    runtime.tables.undo(ann, table, 5, "u1")
    (motion,) = runtime.tables.info(ann, table).motions
    assert motion.missing == (1,)
    runtime.tables.vote(bob, table, motion.id, True)
    assert runtime.tables.view(ann, table).hand[0] != card
    runtime.tables.act(ann, table, "swap 1", 6, "r2")
    assert runtime.tables.view(ann, table).hand[0] == card


def test_refusing_and_moving_on_end_a_motion(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "swap 1", 3, "r1")
    first = runtime.tables.undo(ann, table, 5, "u1").motion
    assert first is not None
    assert runtime.tables.vote(bob, table, first, False).status == "refused"
    second = runtime.tables.undo(ann, table, 5, "u2").motion
    runtime.tables.act(bob, table, "keep", 5, "r1")
    assert runtime.tables.info(ann, table).motions == ()
    assert second is not None
    with pytest.raises(Refused, match="motion"):
        runtime.tables.vote(bob, table, second, True)


def test_going_to_an_undone_version_is_a_redo(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 3, "r1")
    runtime.tables.undo(ann, table, 4, "u1")
    done = runtime.tables.undo(ann, table, 5, "u2", to=4)
    assert (done.version, done.motion, runtime.tables.info(ann, table).to_move) == (6, None, 1)
    runtime.store.cache.drop(table)
    assert runtime.tables.info(ann, table).to_move == 1
