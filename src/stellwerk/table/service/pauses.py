"""Time that does not run: a pause that everybody agrees to, and days off that somebody takes."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from stellwerk.core import Seat, Text
from stellwerk.table.model import Motion, Person, Refused
from stellwerk.table.moves import acting, clocks
from stellwerk.table.service.arrangements import Arrangements, ordered
from stellwerk.table.storage.store import UnitOfWork

MOST_TIME_OFF = 30
"""Days at a time."""


class Pauses:
    def __init__(self, arrangements: Arrangements) -> None:
        self.arrangements = arrangements
        self.tables = arrangements.tables
        self.store = arrangements.store

    def pause(self, who: Person, table_id: str, seat: Seat | None = None) -> Motion:
        """Stop the clock, or let it go on, if everybody agrees."""
        by = self.arrangements.player(who, table_id, seat)
        if self.tables.table(who, table_id).clock is None:
            raise Refused("clock", Text("this table has no clock"), 409)
        return self.arrangements.propose(table_id, by, "pause", {}, self.arrangements.people(table_id))

    def take_time_off(self, who: Person, days: int) -> None:
        """For some days no clock runs against somebody, at any table he plays at now; 0 ends it."""
        until = self.store.now() + min(days, MOST_TIME_OFF) * clocks.DAY if days else 0
        for info in self.tables.mine(who):
            if info.status == "running" and info.mine:
                self.store.do(partial(_leave_alone, table_id=info.id, seats_=info.mine, until=until))


def _leave_alone(work: UnitOfWork, table_id: str, seats_: tuple[Seat, ...], until: int) -> None:
    """The seats of somebody who takes time off; a clock that runs against one of them goes on afterwards."""
    table = work.table(table_id)
    for seat in seats_:
        since = max(work.now, clocks.away_until(table, seat))
        others = tuple(order for order in table.place(seat).orders if order[0] != clocks.AWAY)
        table = ordered(work, table, seat, (*others, (clocks.AWAY, str(until))) if until else others)
        if table.to_move == seat and table.clock is not None and table.deadline is not None:
            left = clocks.left_of(table, since)
            table = work.save(replace(table, deadline=clocks.rings(table.clock, max(work.now, until), left)))
            acting.warn_before(work, table)
