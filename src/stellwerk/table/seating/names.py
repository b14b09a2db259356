"""Names people show: checked, and distinct to the eye. Two names that look alike are one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlalchemy import Connection, or_, select

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.storage import schema

LONGEST = 40
LOOKALIKES = str.maketrans("аеорсухіјѕԁһӏκοραινυl1|0", "aeopcyxijsdhikopaivuiiio")
"""Cyrillic and Greek letters that pass for Latin ones; and of those I, l, 1 and | are one stroke, O and 0 one ring."""
BLANKS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters by their category that nobody sees; with them one name could be shown by two people."""


def login_of(name: str) -> str:
    """Names that differ in case or width are one login."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def fold(name: str) -> str:
    """A name as it looks: without case, width, accents of its own, double spaces and foreign lookalikes."""
    plain = "".join(ch for ch in unicodedata.normalize("NFKD", login_of(name)) if not _is_mark(ch) and _is_seen(ch))
    return " ".join(plain.translate(LOOKALIKES).split())


def checked(name: str) -> str:
    """A name as it may be shown; invisible letters and those that turn the line around are refused."""
    name = name.strip()
    if not 1 <= len(name) <= LONGEST or not fold(name) or not all(map(_is_seen, name)):
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
    return "".join(filter(_is_seen, name)).strip()[:LONGEST]


def _is_seen(ch: str) -> bool:
    """Control characters, fillers and the selectors of variants are not."""
    is_selector = unicodedata.category(ch) == "Mn" and "VARIATION SELECTOR" in unicodedata.name(ch, "")
    return unicodedata.category(ch)[0] != "C" and ch not in BLANKS and not is_selector


def _is_mark(ch: str) -> bool:
    return unicodedata.combining(ch) != 0
