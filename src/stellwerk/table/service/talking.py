"""Chat: who may write, and reading it from the latest line backwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, insert, select

from stellwerk.core import Text
from stellwerk.table.model import Person, Remark, forbidden
from stellwerk.table.seating import operation, relations
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.statements import PreparedSelect
from stellwerk.table.storage.store import UnitOfWork

MOST = 1000
"""Lines that are read at once."""
_c = schema.chat.c
_of_table = select(schema.chat).where(_c.table_id == bindparam("table"))
LATEST = PreparedSelect(_of_table.order_by(_c.id.desc()).limit(bindparam("most", type_=Integer)))
"""Asked for by every page of a table."""


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
    asked = {"table": table_id}
    rows: Sequence[Any]
    if since:
        rows = conn.execute(_of_table.where(_c.id > since).order_by(_c.id).limit(limit), asked).all()
    elif before is not None:
        rows = conn.execute(_of_table.where(_c.id < before).order_by(_c.id.desc()).limit(limit), asked).all()[::-1]
    else:
        rows = LATEST(conn, {**asked, "most": limit})[::-1]
    return [Remark(r.id, r.seat, r.name, r.text, r.at) for r in rows]
