"""Who may follow on a seat that has been played.

Such a seat has secrets. It goes to a bot, or to somebody who knows no other seat of the table and does not host it: by
the link of its last player, or because all others agree. Against its player's will it changes hands only once the
player's clock has run out, or after days without a sign of life.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select

from stellwerk.core import Seat, Text
from stellwerk.table.model import Person, Refused, forbidden
from stellwerk.table.moves import clocks
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

ABSENT_DAYS = 7
ABSENT = ABSENT_DAYS * 86_400_000
"""Milliseconds without a sign of life after which the others may go on without somebody."""


def remember_sitters(work: UnitOfWork, table: LoadedTable) -> None:
    """Everybody who holds a seat of a game that has begun; they are remembered when they get up."""
    if table.status == "waiting":
        return
    c = schema.sitters.c
    rows = work.conn.execute(select(c.seat, c.person).where(c.table_id == table.id))
    known = {(row.seat, row.person) for row in rows}
    held = {(place.number, person) for place in table.places for person in place.people}
    news = [{"table_id": table.id, "seat": seat, "person": person} for seat, person in sorted(held - known)]
    if news:
        work.conn.execute(insert(schema.sitters), news)


def require_stranger(conn: Connection, table: LoadedTable, seat: Seat, who: Person) -> None:
    """One person has one seat, and a seat that has been played shows its secrets to nobody who knows others."""
    if table.hotseat:
        return
    if table.seats_of(who.id):
        raise Refused("seat", Text("you have a seat at this table already"), 409)
    if table.status == "waiting":
        return
    c = schema.sitters.c
    sat = set(conn.execute(select(c.seat).where(c.table_id == table.id, c.person == who.id)).scalars())
    if sat - {seat}:
        raise forbidden(Text("you have played another seat of this table"))
    if who.id == table.host and not sat:
        raise forbidden(Text("the host does not take a seat that has been played"))


def is_absent(conn: Connection, table: LoadedTable, seat: Seat, now: int) -> bool:
    """Whether nobody who holds the seat has been seen for days; for an open seat: whether nobody came for days."""
    place = table.place(seat)
    if place.kind == "open":
        links = schema.links.c
        offered = conn.execute(select(func.max(links.created)).where(links.table_id == table.id, links.seat == seat))
        return (offered.scalar() or 0) + ABSENT < now
    return all(last_seen(conn, table, person) + ABSENT < now for person in place.people)


def last_seen(conn: Connection, table: LoadedTable, person: str) -> int:
    """The latest sign of life of somebody: a visit, or a move at this table."""
    p, moves = schema.people.c, schema.log.c
    visit = conn.execute(select(p.seen).where(p.id == person)).scalar() or 0
    move = conn.execute(select(func.max(moves.at)).where(moves.table_id == table.id, moves.person == person)).scalar()
    return max(visit, move or 0)


def may_be_replaced(conn: Connection, table: LoadedTable, seat: Seat, now: int) -> bool:
    """Whether the others may decide about a seat without its player."""
    return clocks.has_run_out(table, seat, now) or is_absent(conn, table, seat, now)


def require_first_holder(conn: Connection, table: LoadedTable, seat: Seat, who: Person, now: int) -> None:
    """Others who came by the same link may play, but give nothing away while the first holder is there."""
    people = table.place(seat).people
    earlier = people[: people.index(who.id)]
    if any(last_seen(conn, table, person) + ABSENT >= now for person in earlier):
        raise forbidden(Text("only the first holder of this seat may give it away"))
