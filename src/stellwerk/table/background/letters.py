"""Letters: mail goes to confirmed addresses of accounts, so many a day to each, in words of our own only."""

from __future__ import annotations

import re
from typing import Literal

from sqlalchemy import Connection, func, insert, select

from stellwerk.core import Text
from stellwerk.table.background.channels import FIELDS
from stellwerk.table.model import Refused
from stellwerk.table.seating.seats import hashed
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import UnitOfWork

LetterKind = Literal["turn", "test", "code"]
DAY = 86_400_000
A_DAY: dict[str, int] = {"turn": 50, "test": 5, "code": 5}
"""The most letters of a kind that one address gets in a day, whoever asks for them."""


def may_go(work: UnitOfWork, address: str, kind: LetterKind) -> bool:
    """Counts a letter, unless the address has had enough of them today."""
    c, recipient = schema.letters.c, hashed(address.casefold())
    today = (c.recipient == recipient, c.kind == kind, c.at > work.now - DAY)
    if work.conn.execute(select(func.count()).where(*today)).scalar_one() >= A_DAY[kind]:
        return False
    work.conn.execute(insert(schema.letters), {"recipient": recipient, "kind": kind, "at": work.now})
    return True


def checked(address: str) -> str:
    address = address.strip()
    if not re.fullmatch(FIELDS["mail"]["to"], address):
        raise Refused("mail", Text("this is not an address for mail"), 422)
    return address


def confirmed(conn: Connection, person: str) -> str | None:
    """The address somebody has proved to own."""
    c = schema.people.c
    found: str | None = conn.execute(select(c.mail).where(c.id == person, c.login.is_not(None))).scalar()
    return found
