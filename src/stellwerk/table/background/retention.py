"""What is forgotten by itself, and when: the settings say how long it is kept."""

from __future__ import annotations

from sqlalchemy import delete, exists, select

from stellwerk.table.seating import privacy
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import Store, UnitOfWork

DAY = 86_400_000
AT_ONCE = 200
"""Guests who are forgotten in one go, so that nobody waits for long."""


def forget(work: UnitOfWork, settings: Settings) -> None:
    """What has expired of accounts, and what the settings say shall not be kept for ever."""
    old = work.now - settings.keep_messages_days * DAY
    work.conn.execute(delete(schema.tokens).where(schema.tokens.c.expires < work.now))
    work.conn.execute(delete(schema.codes).where(schema.codes.c.expires < work.now))
    work.conn.execute(delete(schema.letters).where(schema.letters.c.at < work.now - 2 * DAY))
    work.conn.execute(delete(schema.reports).where(schema.reports.c.closed < old))
    if settings.keep_chat_days:
        work.conn.execute(delete(schema.chat).where(schema.chat.c.at < work.now - settings.keep_chat_days * DAY))


def forget_guests(store: Store, settings: Settings) -> None:
    """Guests who have not been seen for long, unless a game of theirs goes on."""
    if not settings.keep_guests_days:
        return
    p, g, t = schema.people.c, schema.grants.c, schema.tables.c
    old = store.now() - settings.keep_guests_days * DAY
    playing = exists().where(g.person == p.id, t.id == g.table_id, t.status == "running", t.touched > old)
    wanted = select(p.id).where(p.login.is_(None), p.gone.is_(None), p.seen < old, ~playing).limit(AT_ONCE)
    with store.reading() as conn:
        gone = list(conn.execute(wanted).scalars())
    for person in gone:
        store.do(lambda work, person=person: privacy.delete_person(work, person))  # type: ignore[misc]
