"""Undo: which moves may be taken back, who has to agree, and going back. What was undone stays in the log."""

from __future__ import annotations

from stellwerk.core import Seat, State, Text
from stellwerk.core.log import live
from stellwerk.table.model import Refused
from stellwerk.table.moves.acting import MoveDraft
from stellwerk.table.moves.lessons import require_no_lesson
from stellwerk.table.storage import logs
from stellwerk.table.storage.loaded import LoadedTable, entries, following, state_at
from stellwerk.table.storage.store import UnitOfWork


def rewind(work: UnitOfWork, table: LoadedTable, seat: Seat, to: int, person: str | None = None) -> LoadedTable:
    """Go back to the state of an earlier version; the version number still goes up by one."""
    require_no_lesson(table)
    draft = MoveDraft(work, table, person)
    draft.state = position_at(work, table, to)
    draft.rewound = True
    draft.note(seat, f"undo {to}", undo=to, person=person)
    draft.deal()
    return draft.finish()


def position_at(work: UnitOfWork, table: LoadedTable, version: int) -> State:
    """The state to go back to. Refused where the rules no longer follow the log so far."""
    with following(table):
        return state_at(work.conn, table, version)


def last_own(work: UnitOfWork, table: LoadedTable, seat: Seat) -> int:
    """The version before the latest move of a seat that still counts."""
    for number, entry in reversed(live(entries(work.conn, table.id, table.version))):
        if entry.seat == seat:
            return number - 1
    raise Refused("nothing", Text("there is no move of yours to take back"), 409)


def consent(work: UnitOfWork, table: LoadedTable, seat: Seat, to: int) -> tuple[Seat, ...]:
    """The seats that have to agree to go to another version.

    Nobody where only own moves lie between that showed nothing new; those who moved in between; everybody once chance
    or a secret lies between. Moves that come back by going to an undone version count like those that go.
    """
    known = entries(work.conn, table.id, table.version)
    here, there = (dict(live(known, version)) for version in (table.version, to))
    between = here.keys() ^ there.keys()
    moves = [row for row in logs.rows(work.conn, table.id) if row.version in between]
    if any(row.seat < 0 or row.reveals for row in moves):
        return tuple(place.number for place in table.places if place.number != seat)
    return tuple(sorted({row.seat for row in moves} - {seat}))
