"""What an operator may do to keep a server in order. Every deed is written down with its reason."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused, forbidden
from stellwerk.table.seating import people, privacy
from stellwerk.table.seating.names import fold
from stellwerk.table.storage import schema
from stellwerk.table.storage.statements import PreparedSelect
from stellwerk.table.storage.store import UnitOfWork


def require_operator(who: Person | None) -> Person:
    if who is None or not who.admin:
        raise forbidden(Text("only the operator may do this"))
    return who


def note_deed(work: UnitOfWork, operator: Person, what: str, about: str, why: str) -> None:
    values = {"at": work.now, "operator": operator.id, "what": what, "about": about, "why": why.strip()[:300]}
    work.conn.execute(insert(schema.deeds), values)


def _require_person(work: UnitOfWork, operator: Person, person: str) -> None:
    c = schema.people.c
    row = work.conn.execute(select(c.id, c.admin).where(c.id == person, c.gone.is_(None))).one_or_none()
    if row is None:
        raise Refused("person", Text("there is no such person"), 404)
    if row.admin and person != operator.id:
        raise forbidden(Text("operators do not judge each other"))


def mute(work: UnitOfWork, operator: Person, person: str, days: int, why: str) -> None:
    """Somebody may not write to others for some days; 0 ends it."""
    _require_person(work, operator, person)
    until = work.now + days * people.DAY if days else None
    work.conn.execute(update(schema.people).where(schema.people.c.id == person), {"muted": until})
    note_deed(work, operator, f"mute {days}" if days else "unmute", person, why)


def ban(work: UnitOfWork, operator: Person, person: str, banned: bool, why: str) -> None:
    """Close an account, or open it again."""
    _require_person(work, operator, person)
    since = work.now if banned else None
    work.conn.execute(update(schema.people).where(schema.people.c.id == person), {"banned": since})
    people.sign_out_everywhere(work, person)
    note_deed(work, operator, "ban" if banned else "unban", person, why)


def remove_person(work: UnitOfWork, operator: Person, person: str, why: str) -> None:
    _require_person(work, operator, person)
    privacy.delete_person(work, person)
    note_deed(work, operator, "delete person", person, why)


def remove_table(work: UnitOfWork, operator: Person, table_id: str, why: str) -> None:
    privacy.delete_table(work, work.table(table_id))
    note_deed(work, operator, "delete table", table_id, why)


def close_table(work: UnitOfWork, operator: Person, table_id: str, why: str) -> None:
    """End a game as it stands; it stays readable."""
    table = work.table(table_id)
    if table.finished:
        raise Refused("over", Text("this game is not being played"), 409)
    work.save(replace(table, status="ended", to_move=None, deadline=None))
    note_deed(work, operator, "close table", table_id, why)


def close_report(work: UnitOfWork, operator: Person, report: int) -> None:
    c = schema.reports.c
    if not work.conn.execute(update(schema.reports).where(c.id == report).values({"closed": work.now})).rowcount:
        raise Refused("report", Text("there is no such report"), 404)
    note_deed(work, operator, "close report", str(report), "")


MESSAGE = "message"
"""The deed whose reason all visitors read, until there is a newer one; an empty one takes it away."""
NEWEST_DEED = PreparedSelect(
    select(schema.deeds.c.why)
    .where(schema.deeds.c.what == bindparam("what"))
    .order_by(schema.deeds.c.id.desc())
    .limit(1)
)


def post_message(work: UnitOfWork, operator: Person, message: str) -> None:
    note_deed(work, operator, MESSAGE, "", message)


def message_of_the_day(conn: Connection) -> str:
    newest = NEWEST_DEED(conn, {"what": MESSAGE})
    return newest[0].why or "" if newest else ""


# --- what an operator sees -------------------------------------------------------------------------------------------


def find_people(conn: Connection, wanted: str, limit: int = 50) -> list[dict[str, Any]]:
    """By number, or by what a name begins with; the latest seen first."""
    c = schema.people.c
    columns = (c.id, c.name, c.login, c.admin, c.created, c.seen, c.muted, c.banned)
    alike = c.folded.startswith(fold(wanted), autoescape=True) if wanted else c.login.is_not(None)
    found = select(*columns).where(c.gone.is_(None), alike | (c.id == wanted)).order_by(c.seen.desc()).limit(limit)
    return [row._asdict() for row in conn.execute(found)]


def open_reports(conn: Connection, limit: int = 100) -> list[dict[str, Any]]:
    c, p = schema.reports.c, schema.people.c
    found = select(schema.reports, p.name).join(schema.people, p.id == c.about).where(c.closed.is_(None))
    return [row._asdict() for row in conn.execute(found.order_by(c.id).limit(limit))]


def deeds(conn: Connection, limit: int = 100, after: tuple[int, str] | None = None) -> list[dict[str, Any]]:
    c = schema.deeds.c
    wanted = select(schema.deeds).order_by(c.id.desc()).limit(limit)
    if after is not None:
        wanted = wanted.where(c.id < after[0])
    return [row._asdict() for row in conn.execute(wanted)]


def is_muted(conn: Connection, who: Person, now: int) -> bool:
    c = schema.people.c
    found = select(func.count()).where(c.id == who.id, c.muted > now)
    return bool(conn.execute(found).scalar_one())
