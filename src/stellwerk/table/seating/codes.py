"""Codes that prove something once: that an address is one's own, that a password was lost, who the operator is."""

from __future__ import annotations

import secrets
from typing import Any, Literal

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating.seats import hashed
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import SESSIONS_ENDED, UnitOfWork

CodeKind = Literal["mail", "password", "operator"]
HOUR = 3_600_000
LASTS = {"mail": 24 * HOUR, "password": HOUR, "operator": 30 * 24 * HOUR}


def new_code(work: UnitOfWork, kind: CodeKind, person: str | None = None, value: str = "") -> str:
    """A new code; an earlier one for the same purpose becomes invalid."""
    c = schema.codes.c
    same = c.person == person if person is not None else c.person.is_(None)
    work.conn.execute(delete(schema.codes).where(c.kind == kind, same))
    code = secrets.token_urlsafe(24)
    about = {"hash": hashed(code), "kind": kind, "person": person, "value": value}
    work.conn.execute(insert(schema.codes), {**about, "expires": work.now + LASTS[kind]})
    return code


def use_code(work: UnitOfWork, kind: CodeKind, code: str) -> tuple[str | None, str]:
    """(person, value) of a code, which can be used only once."""
    row = find(work.conn, kind, code, work.now)
    work.conn.execute(delete(schema.codes).where(schema.codes.c.hash == row.hash))
    return row.person, row.value


def find(conn: Connection, kind: CodeKind, code: str, now: int) -> Row[Any]:
    """The code as it is stored, if it is valid."""
    c = schema.codes.c
    good = (c.hash == hashed(code), c.kind == kind, c.expires > now)
    row = conn.execute(select(schema.codes).where(*good)).one_or_none()
    if row is None:
        raise Refused("code", Text("this code is invalid or has expired"), 404)
    return row


def operator_code(work: UnitOfWork) -> str | None:
    """A code for the first operator, while there is none."""
    c = schema.people.c
    there_is_one = work.conn.execute(select(func.count()).where(c.admin)).scalar_one()
    return None if there_is_one else new_code(work, "operator")


def become_operator(work: UnitOfWork, who: Person, code: str) -> None:
    """Make an account the operator's, given the code that was printed when the server started."""
    if who.guest:
        raise Refused("who", Text("an operator needs an account"), 403)
    use_code(work, "operator", code)
    work.conn.execute(update(schema.people).where(schema.people.c.id == who.id), {"admin": True})
    work.told.append(SESSIONS_ENDED)
