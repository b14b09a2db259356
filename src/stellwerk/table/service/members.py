"""What people may ask about their own: sessions, everything stored about them, its end; whom they block or report."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Seat
from stellwerk.table.model import Person
from stellwerk.table.seating import people, privacy, relations, sessions
from stellwerk.table.seating.relations import Block
from stellwerk.table.seating.sessions import SessionInfo
from stellwerk.table.service.limits import Limits
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage.store import UnitOfWork


class Members:
    def __init__(self, tables: Tables, limits: Limits) -> None:
        self.tables, self.store, self.limits = tables, tables.store, limits

    # --- sessions ----------------------------------------------------------------------------------------------------

    def sessions(self, who: Person) -> list[SessionInfo]:
        with self.store.reading() as conn:
            return sessions.sessions(conn, who, self.tables.now())

    def end_session(self, who: Person, id_: str) -> None:
        self.store.do(lambda work: sessions.end_one(work, who, id_))

    def sign_out_everywhere(self, who: Person) -> None:
        self.store.do(lambda work: people.sign_out_everywhere(work, who.id))

    # --- what is stored ----------------------------------------------------------------------------------------------

    def everything(self, who: Person) -> dict[str, Any]:
        """All that is stored about somebody, as one value."""
        self.limits.count("everything", who)
        with self.store.reading() as conn:
            return privacy.everything_about(conn, who)

    def delete(self, who: Person, password: str) -> None:
        """The account goes; a guest has no password to prove it with."""
        self.limits.count("delete", who)
        if not who.guest:
            with self.store.reading() as conn:
                people.verify_again(conn, who, password)
        self.store.do(lambda work: privacy.delete_person(work, who.id))

    def delete_table(self, who: Person, table_id: str) -> None:
        self.tables.table(who, table_id)
        self.store.do(lambda work: privacy.delete_own_table(work, who, work.table(table_id)))

    # --- other people ------------------------------------------------------------------------------------------------

    def blocks(self, who: Person) -> list[Block]:
        with self.store.reading() as conn:
            return relations.blocks(conn, who)

    def block(self, who: Person, table_id: str, seat: Seat | None, line: int | None) -> None:
        """Block the person who holds a seat or wrote a line: no joining, writing to or inviting the caller."""
        table = self.tables.table(who, table_id)
        self.store.do(lambda work: relations.block(work, who, relations.pointed_at(work.conn, table, seat, line)))

    def unblock(self, who: Person, blocked: str) -> None:
        self.store.do(lambda work: relations.unblock(work, who, blocked))

    def report(self, who: Person, table_id: str, seat: Seat | None, line: int | None, text: str) -> None:
        """Report the person who holds a seat or wrote a line to the operator."""
        self.limits.count("report", who)
        table = self.tables.table(who, table_id)

        def tell(work: UnitOfWork) -> None:
            relations.report(work, who, table, relations.pointed_at(work.conn, table, seat, line), text)

        self.store.do(tell)
