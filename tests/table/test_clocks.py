"""The clock is a turn's clock: what does not count, who is away, what everybody agrees to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from stellwerk import games
from stellwerk.core import pending
from stellwerk.table import SeatSpec
from stellwerk.table.background.hours import Hours, set_hours
from stellwerk.table.model import Clock, Person, Refused
from stellwerk.table.moves import clocks
from stellwerk.table.moves.clocks import DAY, HOUR, MINUTE, rings
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.seats import TableSpec
from tests.table.test_notices import Hands, hands, pair, wish, work  # noqa: F401


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("clock", "start", "time", "rung"),
    [
        (Clock(0), "2026-11-13 21:30", 3 * HOUR, "2026-11-14 00:30"),
        (Clock(0, quiet=(22, 7)), "2026-11-11 21:30", HOUR, "2026-11-12 07:30"),
        (Clock(0, quiet=(22, 7)), "2026-11-11 23:30", HOUR, "2026-11-12 08:00"),
        (Clock(0, quiet=(22, 7), zone=60), "2026-11-11 21:30", HOUR, "2026-11-12 07:00"),
        (Clock(0, quiet=(12, 14)), "2026-11-11 11:59", 2 * MINUTE, "2026-11-11 14:01"),
        (Clock(0, weekends=False), "2026-11-13 23:00", 2 * HOUR, "2026-11-16 01:00"),
        (Clock(0, weekends=False), "2026-11-14 09:00", DAY, "2026-11-17 00:00"),
        (Clock(0, quiet=(22, 7), weekends=False), "2026-11-13 21:00", 2 * HOUR, "2026-11-16 08:00"),
    ],
)
def test_hours_of_rest_do_not_count(clock: Clock, start: str, time: int, rung: str) -> None:
    assert rings(clock, at(start), time) == at(rung)


def test_a_turn_has_one_clock_whatever_it_asks(runtime: Runtime, ann: Person, hands: Hands) -> None:  # noqa: F811
    """Russian Railroads asks several things in a turn: they share its time, the next turn has its own."""
    spec = TableSpec("russian-railroads", [SeatSpec("me"), SeatSpec("me")], clock=Clock(600), hotseat=True)
    table = runtime.tables.create(ann, spec).table
    asked, deadline, same = None, None, 0
    for n in range(30):
        loaded = runtime.tables.table(ann, table)
        if asked == loaded.to_move:
            same += 1
            assert loaded.deadline == deadline
        else:
            assert loaded.deadline == hands.now + 600_000
        asked, deadline = loaded.to_move, loaded.deadline
        s = runtime.tables.state(loaded)
        choice = pending(s)
        assert choice is not None
        hands.now += 1000
        runtime.tables.act(ann, table, str(next(iter(choice.options(s)))), loaded.version, f"r{n}", choice.seat(s))
    assert same


def test_turns_of_one_seat_in_a_row_have_a_clock_each() -> None:
    """1880: whoever directs two companies has two turns."""
    game = games.game("1880")
    s = game.setup(3)
    first = game.turn(s)
    s.active = "BCR"
    assert game.turn(s) != first


def test_a_long_clock_warns_before_it_rings(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:  # noqa: F811
    wish(runtime, ann, {"channel": "ntfy", "topic": "anns-trains"})
    pair(runtime, ann, bob, Clock(4 * 3600))
    hands.now += MINUTE
    work(runtime, hands)
    hands.now += 3 * HOUR
    work(runtime, hands)
    subjects = [message.subject for _, _, message in hands.sent]
    assert len(subjects) == 2
    assert "runs out soon" in subjects[1]


@dataclass
class Warned:
    """Ann is to move, and counts how often she was warned of her clock."""

    runtime: Runtime
    hands: Hands
    table: str

    def after(self, time: int) -> int:
        self.hands.now += time
        work(self.runtime, self.hands)
        return sum("runs out soon" in message.subject for _, _, message in self.hands.sent)


@pytest.fixture
def warned(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> Warned:  # noqa: F811
    wish(runtime, ann, {"channel": "ntfy", "topic": "anns-trains"})
    return Warned(runtime, hands, pair(runtime, ann, bob, Clock(4 * 3600, "nothing")))


def test_a_clock_that_was_stopped_warns_before_its_new_end(
    runtime: Runtime, ann: Person, bob: Person, warned: Warned
) -> None:
    """Nobody is told that his time runs out while it does not run."""
    runtime.tables.vote(bob, warned.table, runtime.pauses.pause(ann, warned.table).id, True)
    assert warned.after(3 * HOUR + MINUTE) == 0
    runtime.tables.vote(bob, warned.table, runtime.pauses.pause(ann, warned.table).id, True)
    assert warned.after(3 * HOUR - MINUTE) == 0
    assert warned.after(2 * MINUTE) == 1


def test_time_off_moves_the_warning_with_the_clock(runtime: Runtime, ann: Person, warned: Warned) -> None:
    runtime.pauses.take_time_off(ann, 2)
    assert warned.after(3 * HOUR + MINUTE) == 0
    assert warned.after(2 * DAY) == 1


def test_a_warning_held_back_by_the_night_is_not_sent_after_the_end(
    runtime: Runtime, ann: Person, warned: Warned
) -> None:
    hour = warned.hands.now // HOUR % 24
    runtime.store.do(lambda work: set_hours(work, ann, Hours(quiet=(hour, (hour + 6) % 24))))
    assert warned.after(3 * HOUR) == 0
    assert warned.after(4 * HOUR) == 0


def test_a_pause_needs_everybody_and_keeps_what_was_left(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,  # noqa: F811
) -> None:
    table = pair(runtime, ann, bob, Clock(600))
    hands.now += 4 * MINUTE
    motion = runtime.pauses.pause(ann, table)
    assert runtime.tables.info(ann, table).deadline is not None
    runtime.tables.vote(bob, table, motion.id, True)
    assert runtime.tables.info(ann, table).deadline is None
    hands.now += DAY
    assert not clocks.has_run_out(runtime.tables.table(ann, table), 0, hands.now)
    motion = runtime.pauses.pause(bob, table)
    runtime.tables.vote(ann, table, motion.id, True)
    assert runtime.tables.info(ann, table).deadline == hands.now + 6 * MINUTE


def test_a_table_without_a_clock_cannot_pause(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    with pytest.raises(Refused, match="no clock"):
        runtime.pauses.pause(ann, table)


def test_time_off_stops_the_clock_of_one_person(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:  # noqa: F811
    table = pair(runtime, ann, bob, Clock(600))
    hands.now += MINUTE
    runtime.pauses.take_time_off(ann, 3)
    assert runtime.tables.info(ann, table).deadline == hands.now + 3 * DAY + 9 * MINUTE
    runtime.pauses.take_time_off(ann, 0)
    assert runtime.tables.info(ann, table).deadline == hands.now + 9 * MINUTE, "nobody gains time by going away"
    runtime.pauses.take_time_off(bob, 2)
    runtime.tables.act(ann, table, "keep", 2, "r")
    assert runtime.tables.info(ann, table).deadline == hands.now + 2 * DAY + 10 * MINUTE


def test_nobody_gains_time_by_a_pause_where_nights_and_weekends_do_not_count(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,  # noqa: F811
) -> None:
    table = pair(runtime, ann, bob, Clock(2 * 24 * 3600, quiet=(22, 7), weekends=False))
    end = runtime.tables.info(ann, table).deadline
    for who, other in ((ann, bob), (bob, ann)):
        runtime.tables.vote(other, table, runtime.pauses.pause(who, table).id, True)
    assert runtime.tables.info(ann, table).deadline == end
    runtime.pauses.take_time_off(ann, 7)
    runtime.pauses.take_time_off(ann, 0)
    assert runtime.tables.info(ann, table).deadline == end


def test_what_counts_between_two_moments_is_what_rings_counts() -> None:
    clock = Clock(3600, quiet=(22, 7), weekends=False, zone=90)
    for start in range(0, 9 * DAY, 5 * HOUR + 7 * MINUTE):
        for left in (MINUTE, 3 * HOUR, 40 * HOUR):
            assert clocks.counted(clock, start, clocks.rings(clock, start, left)) == left


def test_a_warning_comes_a_quarter_before_the_end_of_what_counts(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,  # noqa: F811
) -> None:
    clock = Clock(2 * 24 * 3600, quiet=(22, 7), weekends=False)
    table = runtime.tables.table(ann, pair(runtime, ann, bob, clock))
    warned_at = clocks.warns_at(table, hands.now)
    assert warned_at is not None
    assert table.deadline is not None
    assert clocks.counted(clock, warned_at, table.deadline) == 12 * HOUR
