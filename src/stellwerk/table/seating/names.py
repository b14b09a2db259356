"""Names people show: checked, and distinct to the eye. Two names that look alike are one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlalchemy import Connection, or_, select

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage import schema

LONGEST = 40
LOOKALIKES = str.maketrans("аеорсухіјѕԁһӏκοραινυ", "aeopcyxijsdhlkopaivu")
"""Cyrillic and Greek letters that pass for Latin ones."""


def login_of(name: str) -> str:
    """Names that differ in case or width are one login."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def fold(name: str) -> str:
    """A name as it looks: without case, width, accents of its own, double spaces and foreign lookalikes."""
    plain = "".join(ch for ch in unicodedata.normalize("NFKD", login_of(name)) if not unicodedata.combining(ch))
    return " ".join(plain.translate(LOOKALIKES).split())


def checked(name: str) -> str:
    """A name as it may be shown; invisible letters and those that turn the line around are refused."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST or not fold(name) or any(unicodedata.category(ch)[0] == "C" for ch in name):
        raise Refused("name", Text("a name has 1 to 40 letters"), 422)
    return name


def is_taken(conn: Connection, name: str, by_other_than: str = "") -> bool:
    """Whether an account is called so, or looks as if it were."""
    c = schema.people.c
    alike = or_(c.folded == fold(name), c.login == login_of(name))
    return conn.execute(select(c.id).where(alike, c.id != by_other_than).limit(1)).first() is not None


def distinct(conn: Connection, wanted: str, others: Iterable[str], person: str) -> str:
    """A name for a seat that nobody takes for another player or for somebody else's account."""
    wanted = visible(wanted)
    if not wanted:
        return ""
    used = {fold(other) for other in others}
    name, number = wanted, 1
    while fold(name) in used or is_taken(conn, name, person):
        number += 1
        name = f"{wanted[: LONGEST - 5]} ({number})"
    return name


def visible(name: str) -> str:
    """What is left of a name without letters nobody sees."""
    return "".join(ch for ch in name if unicodedata.category(ch)[0] != "C").strip()[:LONGEST]
