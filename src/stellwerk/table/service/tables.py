"""The service: everything people, pages, programs and bots may ask of tables. Every call says who asks.

Methods block until what they did is committed; `acting` gives a future for callers that wait otherwise.
"""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from stellwerk.core import Seat, Text
from stellwerk.table.model import Created, Done, Motion, Person, SeatSpec, forbidden
from stellwerk.table.moves import acting, votes
from stellwerk.table.moves.idempotency import Answer, Request, fingerprint, granted, granted_to, once
from stellwerk.table.seating import seats
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service.table_info import TableInfo
from stellwerk.table.service.table_talk import Talking
from stellwerk.table.storage.loaded import LoadedTable


class Tables(Talking):
    """Looking and talking, and what changes a game."""

    # --- sitting down ------------------------------------------------------------------------------------------------

    def create(self, who: Person, plan: TableSpec) -> Created:
        self.limits.count("tables", who)
        own = self.sets.for_table(who, seats.counted(plan.game, len(plan.seats)), plan.components)
        return self.store.do(lambda work: seats.open_table(work, who, plan, own))

    def claim(self, who: Person, token: str, name: str = "") -> tuple[str, Seat]:
        """Sit down by a link: (table, seat)."""
        return self.store.do(lambda work: seats.claim(work, who, token, name))

    def link(self, token: str) -> tuple[LoadedTable, Seat]:
        """What a link is for; looking changes nothing."""
        with self.store.reading() as conn:
            _, table_id, seat = seats.link_seat(conn, token)
        table = self.store.table(table_id)
        assert table is not None
        return table, seat

    def join(self, who: Person, table_id: str, seat: Seat, name: str = "") -> None:
        self.table(who, table_id)
        self.store.do(lambda work: seats.join(work, who, table_id, seat, name))

    def leave(self, who: Person, table_id: str, seat: Seat) -> None:
        self.store.do(lambda work: seats.leave(work, who, table_id, seat))

    # --- playing -----------------------------------------------------------------------------------------------------

    def seat_of(self, who: Person, table_id: str, seat: Seat | None) -> Seat:
        """The seat somebody acts for: his, and the one to move where he holds several."""
        return self.seat_at(who, self.table(who, table_id), seat)

    def seat_at(self, who: Person, table: LoadedTable, seat: Seat | None) -> Seat:
        found = self.reader(who, table, seat)
        if found is None:
            raise forbidden(Text("you have no seat at this table"))
        return found

    def acting(
        self, who: Person, table_id: str, action: str, at: int, request_id: str, seat: Seat | None = None
    ) -> Future[Answer]:
        """The answer to come; `granted` raises it if it is a refusal."""
        request = self._request(who, table_id, seat, request_id, ("act", action, at))
        return self.store.run(
            lambda work: once(work, table_id, request, lambda table: acting.act(work, table, request, action, at))
        )

    def act(self, who: Person, table_id: str, action: str, at: int, request_id: str, seat: Seat | None = None) -> Done:
        """Do it, once, if the table still is at version `at`. Raises `Illegal` or `Refused`."""
        return granted(self.acting(who, table_id, action, at, request_id, seat).result())

    def undo(
        self, who: Person, table_id: str, at: int, request_id: str, to: int | None = None, seat: Seat | None = None
    ) -> Done:
        """Take back the last own move, or everything since a version. `Done.motion` is set when others must agree."""
        request = self._request(who, table_id, seat, request_id, ("undo", to, at))
        return granted(
            self.store.do(
                lambda work: once(work, table_id, request, lambda table: votes.ask_undo(work, table, request, to, at))
            )
        )

    def granted_before(self, who: Person, table_id: str, request_id: str) -> bool:
        """Whether a request of one's own was granted, and only its answer was lost on the way."""
        mine = self.table(who, table_id).seats_of(who.id)
        with self.store.reading() as conn:
            return granted_to(conn, table_id, mine, request_id)

    def _request(self, who: Person, table_id: str, seat: Seat | None, id_: str, wish: tuple[Any, ...]) -> Request:
        table = self.table(who, table_id)
        by = self.seat_at(who, table, seat)
        all_ = table.seats_of(who.id) if seat is None else ()
        return Request(by, id_, fingerprint(*wish), who.id, all_)

    def vote(self, who: Person, table_id: str, motion: str, agree: bool, seat: Seat | None = None) -> Motion:
        by = self.seat_of(who, table_id, seat)
        return self.store.do(lambda work: votes.vote(work, table_id, motion, by, agree, who))


__all__ = ["SeatSpec", "TableInfo", "TableSpec", "Tables"]
