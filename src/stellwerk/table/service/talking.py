"""Chat: who may write, and reading it from the latest line backwards."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from stellwerk.core import Text
from stellwerk.table.model import Person, Remark, forbidden
from stellwerk.table.seating import operation, relations
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

MOST = 1000
"""Lines that are read at once."""


def say(work: UnitOfWork, who: Person, table: LoadedTable, text: str) -> Remark:
    if operation.is_muted(work.conn, who, work.now):
        raise forbidden(Text("the operator has asked you not to write for a while"))
    relations.require_welcome(work.conn, who, relations.company(table))
    mine = table.seats_of(who.id)
    seat = mine[0] if mine else None
    name = table.place(seat).name if seat is not None else who.name
    work.save(table, "chat")
    values = {"table_id": table.id, "seat": seat, "name": name, "text": text, "at": work.now, "person": who.id}
    number = work.conn.execute(insert(schema.chat).returning(schema.chat.c.id), values).scalar_one()
    return Remark(number, seat, name, text, work.now)


def lines(conn: Connection, table_id: str, since: int, before: int | None, limit: int) -> list[Remark]:
    """The lines after a known one; else the latest, or the latest before a given line."""
    c = schema.chat.c
    wanted = select(schema.chat).where(c.table_id == table_id).limit(limit)
    if since:
        rows = list(conn.execute(wanted.where(c.id > since).order_by(c.id)))
    else:
        older = wanted if before is None else wanted.where(c.id < before)
        rows = list(conn.execute(older.order_by(c.id.desc())))[::-1]
    return [Remark(r.id, r.seat, r.name, r.text, r.at) for r in rows]
