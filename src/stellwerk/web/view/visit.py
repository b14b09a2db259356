"""A visit: one visitor at one table. Says through whose eyes the table is shown, and gives that perspective."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Seat
from stellwerk.core.editions import tables_of
from stellwerk.table import Person
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.view.hotseat import needs_passing, viewer_seat
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader


@dataclass(frozen=True)
class Visit:
    tables: Tables
    who: Person | None
    table: LoadedTable
    reader: Reader

    @property
    def mine(self) -> tuple[Seat, ...]:
        return self.table.seats_of(self.who.id) if self.who is not None else ()

    @property
    def is_hosts(self) -> bool:
        return self.who is not None and self.who.id == self.table.host

    @property
    def title(self) -> str:
        return self.table.name or self.reader.say(self.table.title)

    @property
    def is_passed_on(self) -> bool:
        """Whether the players pass this screen on and something must be hidden meanwhile."""
        return self.reader.curtain and needs_passing(self.table, self.mine)

    def again(self) -> Visit:
        """The same visitor at the table as it stands now."""
        return Visit(self.tables, self.who, self.tables.table(self.who, self.table.id), self.reader)

    def perspective(self, seat: Seat | None = None, at: int | None = None) -> Perspective:
        """Through the eyes of a seat of the visitor's, or of the one the turn asks for."""
        if seat is None:
            return self.turned(None, at)
        return self.seen(self.tables.reader(self.who, self.table, seat), at)

    def turned(self, holder: Seat | None, at: int | None = None) -> Perspective:
        """Picks the viewer from whose turn it is. On a hot-seat table, `holder` is the seat that last confirmed it has
        the device."""
        self.tables.state(self.table)
        if not self.is_passed_on:
            return self.seen(self.tables.reader(self.who, self.table, None), at)
        eyes, handed = viewer_seat(self.table, self.mine, holder)
        return self.seen(eyes, at, handed)

    def seen(self, eyes: Seat | None, at: int | None = None, handed: Seat | None = None) -> Perspective:
        table, tip = self.table, self.table.version
        version = tip if at is None else max(0, min(at, tip))
        return Perspective(
            kind="table",
            id=table.id,
            url=f"/table/{table.id}",
            title=self.title,
            game=table.rules,
            state=self.tables.state(table, version),
            version=version,
            tip=tip,
            eyes=eyes,
            mine=self.mine,
            places=table.places,
            story=lambda: self.tables.story(table),
            everything=table.finished,
            finished=table.finished,
            hotseat=table.hotseat,
            running=table.status == "running",
            components=tables_of(table.rules, table.header),
            component_set=table.header.component_set,
            handed=handed,
        )
