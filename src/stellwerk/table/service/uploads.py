"""Files people bring along: kept per person until they expire, found by every web process under one key.

The whole interface: `keep` a file and get its key, `find` it by the key, list one's own (`mine`), `forget` one. Whoever
knows a key may read the file, as with a link; nobody can guess one. Nothing here knows what is in a file.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import Store, UnitOfWork

DAY = 86_400_000
_c = schema.uploads.c


@dataclass(frozen=True, slots=True)
class Upload:
    key: str
    person: str
    name: str
    size: int
    created: int
    expires: int | None
    data: bytes = b""
    """Left out in lists."""


class Uploads:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    def keep(self, who: Person, data: bytes, name: str = "", days: int | None = None) -> str:
        """The key of the file. The same file of the same person is kept once; the oldest of his own make room."""
        if len(data) > self.settings.uploads_bytes:
            raise Refused("too-large", Text("too much at once"), 413)
        return self.store.do(lambda work: self._keep(work, who, data, name, days or self.settings.upload_days))

    def key_of(self, who: Person, data: bytes) -> str:
        """Of this file of this person; without knowing both nobody can guess it."""
        return hashlib.sha256(who.id.encode() + b"\n" + data).hexdigest()[:32]

    def find(self, key: str) -> Upload | None:
        with self.store.reading() as conn:
            row = conn.execute(select(schema.uploads).where(_c.key == key, self._current())).one_or_none()
        return None if row is None else Upload(**row._asdict())

    def mine(self, who: Person) -> list[Upload]:
        """The latest first, without their data."""
        columns = [column for column in schema.uploads.c if column.name != "data"]
        wanted = select(*columns).where(_c.person == who.id, self._current()).order_by(_c.created.desc())
        with self.store.reading() as conn:
            return [Upload(**row._asdict()) for row in conn.execute(wanted)]

    def forget(self, who: Person, key: str) -> None:
        """Of one's own only; of others' nothing happens."""
        self.store.do(lambda work: work.conn.execute(delete(schema.uploads).where(_c.key == key, _c.person == who.id)))

    def _current(self) -> ColumnElement[bool]:
        return _c.expires.is_(None) | (_c.expires > self.store.now())

    def _keep(self, work: UnitOfWork, who: Person, data: bytes, name: str, days: int) -> str:
        now = self.store.now()
        self.store.require_room(work.conn)
        key = self.key_of(who, data)
        values: dict[str, Any] = {"name": name[:120], "created": now, "expires": now + days * DAY}
        known = work.conn.execute(update(schema.uploads).where(_c.key == key), values).rowcount
        if not known:
            row = {"key": key, "person": who.id, "data": data, "size": len(data), **values}
            work.conn.execute(insert(schema.uploads), row)
        self._make_room(work, _c.person == who.id, self.settings.uploads_bytes, self.settings.uploads_each)
        self._share_room(work)
        return key

    def _share_room(self, work: UnitOfWork) -> None:
        """All files together have a bound too: beyond it, those who keep most make room first."""
        most = self.settings.uploads_total_bytes
        while (excess := (work.conn.execute(select(func.sum(_c.size))).scalar() or 0) - most) > 0:
            total = func.sum(_c.size)
            person, bytes_ = work.conn.execute(
                select(_c.person, total).group_by(_c.person).order_by(total.desc(), _c.person).limit(1)
            ).one()
            self._make_room(work, _c.person == person, max(0, bytes_ - excess), self.settings.uploads_each)

    def _make_room(self, work: UnitOfWork, whose: ColumnElement[bool], most_bytes: int, most: int) -> None:
        """The newest that fit stay."""
        rows = work.conn.execute(select(_c.key, _c.size).where(whose).order_by(_c.created.desc(), _c.key)).all()
        kept, gone = 0, []
        for number, row in enumerate(rows):
            kept += row.size
            if kept > most_bytes or number >= most:
                gone.append(row.key)
        if gone:
            work.conn.execute(delete(schema.uploads).where(_c.key.in_(gone)))
