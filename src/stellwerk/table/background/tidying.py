"""What is forgotten by itself, so that nothing a visitor can make grow grows for ever. Logs and results stay.

What is old is looked for beside the writer and deleted a few hundred rows at a time, so that nobody waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, Table, delete, exists, func, select, tuple_

from stellwerk.table.seating import privacy
from stellwerk.table.settings import Settings
from stellwerk.table.storage import logs, schema
from stellwerk.table.storage.store import Store, UnitOfWork

HOUR = 3_600_000
DAY = 24 * HOUR
PACK_AFTER = HOUR
"""Milliseconds after which nobody is expected to take back the end of a game."""
AT_ONCE = 500
"""Rows deleted in one unit of work."""


def forget(store: Store, settings: Settings) -> None:
    """Delete what has expired, what can no longer be reached, and what the settings limit in time."""
    for table, is_old in _old(store.now(), settings):
        while _delete_some(store, table, is_old):
            pass
    _thin_chat(store, settings.chat_lines)
    pack_finished(store, store.now() - PACK_AFTER)
    _forget_idle_guests(store, store.now() - settings.guest_days * DAY)
    if settings.keep_guests_days:
        _forget_gone_guests(store, store.now() - settings.keep_guests_days * DAY)


def _old(now: int, settings: Settings) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    old = now - settings.keep_messages_days * DAY
    yield schema.requests, schema.requests.c.expires <= now
    yield schema.sessions, schema.sessions.c.expires < now
    yield schema.uploads, schema.uploads.c.expires <= now
    yield schema.limits, schema.limits.c.ends <= now
    yield schema.outbox, (schema.outbox.c.due < old) & (schema.outbox.c.status != "open")
    yield schema.motions, (schema.motions.c.created < old) & (schema.motions.c.status != "open")
    yield schema.tokens, schema.tokens.c.expires < now
    yield schema.codes, schema.codes.c.expires < now
    yield schema.letters, schema.letters.c.at < now - 2 * DAY
    yield schema.reports, schema.reports.c.closed < old
    yield schema.jobs, schema.jobs.c.wanted < now - HOUR
    yield schema.workshops, schema.workshops.c.seen < now - HOUR
    if settings.keep_chat_days:
        yield schema.chat, schema.chat.c.at < now - settings.keep_chat_days * DAY


def _delete_some(store: Store, table: Table, is_old: ColumnElement[bool]) -> bool:
    """Some rows by their keys; says whether there may be more."""
    key = list(table.primary_key)
    with store.reading() as conn:
        rows = [tuple(row) for row in conn.execute(select(*key).where(is_old).limit(AT_ONCE))]
    if rows:
        store.do(lambda work: work.conn.execute(delete(table).where(tuple_(*key).in_(rows), is_old)).rowcount)
    return len(rows) == AT_ONCE


def _thin_chat(store: Store, most: int) -> None:
    """The newest lines of each table stay."""
    c = schema.chat.c
    with store.reading() as conn:
        long = select(c.table_id).group_by(c.table_id).having(func.count() > most).limit(AT_ONCE)
        tables = list(conn.execute(long).scalars())
    for table in tables:
        store.do(lambda work, table=table: _keep_newest(work, table, most))  # type: ignore[misc]


def _keep_newest(work: UnitOfWork, table: str, most: int) -> None:
    c = schema.chat.c
    newest = select(c.id).where(c.table_id == table).order_by(c.id.desc()).limit(1).offset(most - 1)
    last = work.conn.execute(newest).scalar()
    if last is not None:
        work.conn.execute(delete(schema.chat).where(c.table_id == table, c.id < last))


def pack_finished(store: Store, before: int) -> None:
    """The logs of games that are long over become one row each, some at a time.

    Looked through once are the games there were before a process began; after that only those that were touched since.
    """
    t = schema.tables.c
    loose = exists().where(schema.log.c.table_id == t.id)
    since = (t.touched >= store.packed_until) & (t.touched < before)
    wanted = select(t.id, t.touched).where(t.status.in_(logs.FINISHED), since, loose).order_by(t.touched)
    with store.reading() as conn:
        found = conn.execute(wanted.limit(AT_ONCE)).all()
    for table, _ in found:
        store.do(lambda work, table=table: _pack(work, table, before))  # type: ignore[misc]
    looked_at = found[-1].touched if len(found) == AT_ONCE else before
    store.packed_until = min(looked_at, store.now() - PACK_AFTER)  # later ones may still be taken up again


def _pack(work: UnitOfWork, table_id: str, before: int) -> None:
    """Unless somebody has touched the table since."""
    table = work.table(table_id)
    if table.finished and table.touched < before:
        logs.pack(work.conn, table_id)


# --- guests -----------------------------------------------------------------------------------------------------------


def _forget_idle_guests(store: Store, before: int) -> None:
    """Guests who left nothing behind but a cookie: no seat, no table, no note, no file. They come back as new ones."""
    p = schema.people.c
    left = [~exists().where(column == p.id) for column in _naming_people()]
    idle = (p.login.is_(None), p.created < before, p.seen < before, *left)
    with store.reading() as conn:
        gone = list(conn.execute(select(p.id).where(*idle).limit(AT_ONCE)).scalars())

    def forget_them(work: UnitOfWork) -> None:
        """Unless one of them has come back since."""
        still = list(work.conn.execute(select(p.id).where(p.id.in_(gone), *idle)).scalars())
        work.conn.execute(delete(schema.sessions).where(schema.sessions.c.person.in_(still)))
        work.conn.execute(delete(schema.people).where(p.id.in_(still)))

    if gone:
        store.do(forget_them)


def _naming_people() -> list[Column[Any]]:
    """Every column that may name somebody, but sessions."""
    columns = [column for table in schema.metadata.sorted_tables for column in table.c]
    person = schema.people.c.id
    naming = [c for c in columns if c.name == "person" or any(key.column is person for key in c.foreign_keys)]
    return [column for column in naming if column.table is not schema.sessions]


def _forget_gone_guests(store: Store, before: int) -> None:
    """Guests who have not been seen for long, unless a game of theirs goes on."""
    p, g, t = schema.people.c, schema.grants.c, schema.tables.c
    playing = exists().where(g.person == p.id, t.id == g.table_id, t.status == "running", t.touched > before)
    wanted = select(p.id).where(p.login.is_(None), p.gone.is_(None), p.seen < before, ~playing).limit(AT_ONCE)
    with store.reading() as conn:
        gone = list(conn.execute(wanted).scalars())
    for person in gone:
        store.do(lambda work, person=person: privacy.delete_person(work, person))  # type: ignore[misc]
