"""What is thrown away by and by, so that nothing a visitor can make grow grows for ever. Logs and results stay."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, delete, exists, func, select

from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import UnitOfWork

DAY = 86_400_000
AT_ONCE = 500


def forget(work: UnitOfWork, settings: Settings) -> None:
    """What has expired, and what nobody can ask for any more."""
    now, run = work.now, work.conn.execute
    run(delete(schema.requests).where(schema.requests.c.expires <= now))
    run(delete(schema.sessions).where(schema.sessions.c.expires < now))
    run(delete(schema.uploads).where(schema.uploads.c.expires <= now))
    run(delete(schema.limits).where(schema.limits.c.ends <= now))
    old = now - settings.keep_messages_days * DAY
    run(delete(schema.outbox).where(schema.outbox.c.status != "open", schema.outbox.c.due < old))
    run(delete(schema.motions).where(schema.motions.c.status != "open", schema.motions.c.created < old))
    _thin_chat(work, settings.chat_lines)
    _forget_guests(work, now - settings.guest_days * DAY)


def _thin_chat(work: UnitOfWork, most: int) -> None:
    """The newest lines of each table stay."""
    c = schema.chat.c
    long = select(c.table_id).group_by(c.table_id).having(func.count() > most).limit(AT_ONCE)
    for table in list(work.conn.execute(long).scalars()):
        newest = select(c.id).where(c.table_id == table).order_by(c.id.desc()).limit(1).offset(most - 1)
        last = work.conn.execute(newest).scalar_one()
        work.conn.execute(delete(schema.chat).where(c.table_id == table, c.id < last))


def _forget_guests(work: UnitOfWork, before: int) -> None:
    """Guests who left nothing behind but a cookie: no seat, no table, no note, no file. They come back as new ones."""
    p = schema.people.c
    left = [~exists().where(column == p.id) for column in _naming_people()]
    idle = select(p.id).where(p.login.is_(None), p.created < before, p.seen < before, *left).limit(AT_ONCE)
    gone = list(work.conn.execute(idle).scalars())
    if gone:
        work.conn.execute(delete(schema.sessions).where(schema.sessions.c.person.in_(gone)))
        work.conn.execute(delete(schema.people).where(p.id.in_(gone)))


def _naming_people() -> list[Column[Any]]:
    """Every column that may name somebody, but sessions."""
    columns = [column for table in schema.metadata.sorted_tables for column in table.c]
    person = schema.people.c.id
    naming = [c for c in columns if c.name == "person" or any(key.column is person for key in c.foreign_keys)]
    return [column for column in naming if column.table is not schema.sessions]
