"""The clock of a turn: when it rings, what does not count, who is away, and pauses that everybody agreed to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from stellwerk.core import Seat
from stellwerk.table.model import Clock
from stellwerk.table.storage.loaded import LoadedTable

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
THURSDAY = 3
"""The first of January 1970."""
SATURDAY = 5
AWAY = "away"
"""The standing order of whoever takes time off; its argument says until when, in milliseconds."""
LONG = 3600
"""Seconds from which on a clock warns before it rings."""


def rings(clock: Clock, start: int, left: int) -> int:
    """When so much time has run, counted from a moment; hours of rest do not count."""
    now = start
    while True:
        ends = (now // HOUR + 1) * HOUR if _rests_by_hour(clock) else now + left
        if not _rests(clock, now):
            if now + left <= ends:
                return now + left
            left -= ends - now
        now = ends


def counted(clock: Clock, start: int, end: int) -> int:
    """How much of the time between two moments counts."""
    hours = range((start // HOUR + 1) * HOUR, end, HOUR) if _rests_by_hour(clock) else ()
    moments = (start, *hours, end)
    return sum(ends - now for now, ends in pairwise(moments) if now < ends and not _rests(clock, now))


def _rests_by_hour(clock: Clock) -> bool:
    return clock.quiet is not None or not clock.weekends


def _rests(clock: Clock, at: int) -> bool:
    local = at + clock.zone * MINUTE
    hour, day = local // HOUR % 24, (local // DAY + THURSDAY) % 7
    if not clock.weekends and day >= SATURDAY:
        return True
    if clock.quiet is None:
        return False
    first, last = clock.quiet
    return first <= hour < last if first < last else hour >= first or hour < last


def away_until(table: LoadedTable, seat: Seat) -> int:
    """Until when whoever plays a seat has taken time off; 0 if he has not."""
    return max((int(until) for name, until in table.place(seat).orders if name == AWAY), default=0)


def started(table: LoadedTable, seat: Seat, now: int) -> int | None:
    """When the clock of a turn that begins now rings; None without a clock, or while it is paused."""
    clock = table.clock
    if clock is None or clock.left is not None:
        return None
    return rings(clock, max(now, away_until(table, seat)), clock.seconds * 1000)


def after_move(old: LoadedTable, state: Any, asked: Seat | None, now: int) -> dict[str, Any]:
    """Deadline and clock after a move: as before while the turn goes on."""
    clock = old.clock
    if clock is None or asked is None:
        return {"deadline": None}
    if asked != old.to_move or old.rules.turn(old.state) != old.rules.turn(state):
        fresh = clock if clock.left is None else replace(clock, left=clock.seconds * 1000)
        return {"deadline": started(old, asked, now), "clock": fresh}
    is_late = old.deadline is None and clock.left is None and old.asked_at is not None
    return {"deadline": now if is_late and clock.consequence == "bot" else old.deadline}


def left_of(table: LoadedTable, since: int) -> int:
    """How much of its time a turn has left at a moment; nothing without a clock that runs."""
    return counted(table.clock, since, table.deadline) if table.clock and table.deadline is not None else 0


def paused(table: LoadedTable, now: int) -> LoadedTable:
    """The clock stops, or goes on with what was left."""
    clock = table.clock
    if clock is None:
        return table
    if clock.left is None:
        left = clock.seconds * 1000 if table.deadline is None else left_of(table, now)
        return replace(table, deadline=None, clock=replace(clock, left=left))
    running = replace(clock, left=None)
    return replace(table, deadline=rings(running, now, clock.left), clock=running)


def has_run_out(table: LoadedTable, seat: Seat, now: int) -> bool:
    """Whether the clock of a seat's turn has run out."""
    if table.clock is None or table.clock.left is not None or table.to_move != seat or table.asked_at is None:
        return False
    return table.deadline is None or now >= table.deadline


def warns(table: LoadedTable) -> bool:
    """Whether a clock runs that is long enough to remind of its end."""
    return table.clock is not None and table.deadline is not None and table.clock.seconds >= LONG


def warns_at(table: LoadedTable, now: int) -> int | None:
    """When to remind before a long clock rings: a quarter of its time before, or at once if less is left."""
    if table.clock is None or not warns(table):
        return None
    until = left_of(table, now) - table.clock.seconds * 250
    return rings(table.clock, now, until) if until > 0 else now
