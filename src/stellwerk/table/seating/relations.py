"""Between people: blocking somebody, and reporting somebody to the operator.

Nobody learns who holds a seat: people are pointed at by a seat of a table or by a line of its chat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from stellwerk.core import Seat, Text
from stellwerk.table.model import Person, Refused, forbidden
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

MOST_BLOCKS = 500
MOST_REPORTS = 20
"""Open reports of one person."""


@dataclass(frozen=True, slots=True)
class Block:
    person: str
    name: str
    at: int


def pointed_at(conn: Connection, table: LoadedTable, seat: Seat | None, line: int | None) -> dict[str, str]:
    """The people meant by a seat or by a line of chat, and what they are called there."""
    if seat is not None:
        return dict.fromkeys(table.place(seat).people, table.place(seat).name)
    c = schema.chat.c
    row = conn.execute(select(c.person, c.name).where(c.table_id == table.id, c.id == line)).one_or_none()
    return {row.person: row.name} if row is not None and row.person else {}


def _others(who: Person, people: dict[str, str]) -> dict[str, str]:
    others = {person: name for person, name in people.items() if person != who.id}
    if not others:
        raise Refused("person", Text("nobody else is there"), 404)
    return others


def block(work: UnitOfWork, who: Person, people: dict[str, str]) -> None:
    others = _others(who, people)
    known = {each.person for each in blocks(work.conn, who)}
    if len(known) + len(others) > MOST_BLOCKS:
        raise Refused("too-many", Text("you have blocked too many people"), 409)
    rows = [{"person": who.id, "blocked": p, "name": n, "at": work.now} for p, n in others.items() if p not in known]
    if rows:
        work.conn.execute(insert(schema.blocks), rows)


def unblock(work: UnitOfWork, who: Person, blocked: str) -> None:
    c = schema.blocks.c
    if not work.conn.execute(delete(schema.blocks).where(c.person == who.id, c.blocked == blocked)).rowcount:
        raise Refused("person", Text("this person is not blocked"), 404)


def blocks(conn: Connection, who: Person) -> list[Block]:
    c = schema.blocks.c
    rows = conn.execute(select(schema.blocks).where(c.person == who.id).order_by(c.at))
    return [Block(row.blocked, row.name, row.at) for row in rows]


def require_welcome(conn: Connection, who: Person, others: Iterable[str]) -> None:
    """Refuse a person blocked by one of the others: no joining, writing or inviting."""
    c = schema.blocks.c
    found = select(c.person).where(c.blocked == who.id, c.person.in_(set(others) - {who.id})).limit(1)
    if conn.execute(found).first():
        raise forbidden(Text("somebody here does not want to play with you"))


def company(table: LoadedTable) -> set[str]:
    """The host, and everybody who holds a seat."""
    return {table.host, *(person for place in table.places for person in place.people)}


def report(work: UnitOfWork, who: Person, table: LoadedTable, people: dict[str, str], text: str) -> None:
    """Tell the operator; the words are the reporter's own."""
    c = schema.reports.c
    unread = work.conn.execute(select(c.id).where(c.person == who.id, c.closed.is_(None))).all()
    if len(unread) >= MOST_REPORTS:
        raise Refused("too-many", Text("the operator has not yet read your other reports"), 429)
    about = {"person": who.id, "table_id": table.id, "text": text.strip()[:1000], "at": work.now}
    work.conn.execute(insert(schema.reports), [{**about, "about": person} for person in _others(who, people)])
