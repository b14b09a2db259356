"""Talking at tables: the chat, and everybody's private notes."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused, Remark, forbidden
from stellwerk.table.service import talking
from stellwerk.table.service.looking import Looking
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork


class Talking(Looking):
    def may_talk(self, who: Person | None, table: LoadedTable) -> bool:
        """Players talk; others only where the table says so."""
        return who is not None and (table.talk == "everybody" or bool(table.seats_of(who.id)))

    def say(self, who: Person, table_id: str, text: str) -> Remark:
        table = self.table(who, table_id)
        if not self.may_talk(who, table):
            raise forbidden(Text("only players talk at this table"))
        self.limits.count("chat", who)
        said = text.strip()[:1000]
        if not said:
            raise Refused("chat", Text("nothing to say"), 422)
        return self.store.do(lambda work: talking.say(work, who, work.table(table_id), said))

    def chat(
        self, who: Person | None, table_id: str, since: int = 0, before: int | None = None, limit: int = talking.MOST
    ) -> list[Remark]:
        """The latest lines, those after one, or the last ones before one; the oldest of them first."""
        self.table(who, table_id)
        with self.store.reading() as conn:
            return talking.lines(conn, table_id, since, before, limit)

    def note(self, who: Person, table_id: str) -> str:
        """One's private notes at a table."""
        self.table(who, table_id)
        c = schema.notes.c
        with self.store.reading() as conn:
            found = conn.execute(select(c.text).where(c.table_id == table_id, c.person == who.id)).scalar()
        return found or ""

    def set_note(self, who: Person, table_id: str, text: str) -> None:
        self.table(who, table_id)
        self.limits.count("notes", who)
        c = schema.notes.c

        def write(work: UnitOfWork) -> None:
            work.conn.execute(delete(schema.notes).where(c.table_id == table_id, c.person == who.id))
            if text:
                self._require_room_for_notes(work, who)
                work.conn.execute(insert(schema.notes), {"table_id": table_id, "person": who.id, "text": text[:20_000]})

        self.store.do(write)

    def _require_room_for_notes(self, work: UnitOfWork, who: Person) -> None:
        kept = select(func.count()).where(schema.notes.c.person == who.id)
        most = self.store.notes_each
        if most and work.conn.execute(kept).scalar_one() >= most:
            raise Refused("notes", Text("notes are kept for at most {most} tables: empty one first", most=most), 409)
