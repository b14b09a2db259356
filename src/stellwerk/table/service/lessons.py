"""Taking lessons: every chapter somebody has begun is a table of his own, which keeps how far he came."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from sqlalchemy import insert, select, update

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import beginning
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.learn.practice import lesson, practice
from stellwerk.table.model import Person, Place, Refused, SeatSpec
from stellwerk.table.moves.acting import MoveDraft
from stellwerk.table.moves.lessons import ORIGIN, moves_so_far
from stellwerk.table.seating.seats import TableSpec, header_of, new_table
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork


@dataclass(frozen=True, slots=True)
class Progress:
    """A chapter and how far somebody has come in it."""

    lesson: Lesson
    table: str | None
    made: int

    @property
    def is_done(self) -> bool:
        return self.table is not None and self.made >= len(self.lesson.moves)


class Lessons:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def progress(self, who: Person | None, game: str) -> Sequence[Progress]:
        """The chapters of a game and its practice positions, with what somebody has done of them."""
        begun = {} if who is None else self._begun(who, game)
        return [_progress(found, begun.get(found.id)) for found in (*lessons(game), *practice(game))]

    def _begun(self, who: Person, game: str) -> dict[str, LoadedTable]:
        t = schema.tables.c
        own = select(t.id).where(t.host == who.id, t.game == game, t.origin == ORIGIN)
        own = own.order_by(t.archived.desc(), t.created)  # the last one counts
        with self.tables.store.reading() as conn:
            ids = list(conn.execute(own).scalars())
        found = (self.tables.store.table(table_id) for table_id in ids)
        return {table.source or "": table for table in found if table is not None}

    def take(self, who: Person, game: str, chapter: str, anew: bool = False) -> str:
        """The table of a chapter: the one begun, or a new one."""
        found = lesson(game, chapter)
        if found is None:
            raise Refused("lesson", Text("there is no such chapter"), 404)
        begun = self._begun(who, game).get(chapter)
        if begun is not None and not anew:
            return begun.id
        self.tables.limits.count("tables", who)
        return self.tables.store.do(lambda work: open_lesson(work, who, found, begun))

    def bring(self, guest: Person | None, account: Person) -> None:
        """What somebody has learnt as a guest goes into his account; of a chapter begun twice the further counts."""
        if guest is None or not guest.guest:
            return
        for game in games.ids():
            known = self._begun(account, game)
            for chapter, table in self._begun(guest, game).items():
                other = known.get(chapter)
                if other is None or other.version < table.version:
                    self.tables.store.do(partial(hand_over, table=table, other=other, guest=guest, account=account))


def hand_over(work: UnitOfWork, table: LoadedTable, other: LoadedTable | None, guest: Person, account: Person) -> None:
    """The lesson of a guest becomes that of an account, in place of another one."""
    table = work.table(table.id)
    places = tuple(
        replace(place, people=(account.id,)) if guest.id in place.people else place for place in table.places
    )
    work.save(replace(table, host=account.id, places=places))
    for kept in (schema.grants, schema.sitters):
        mine = (kept.c.table_id == table.id, kept.c.person == guest.id)
        work.conn.execute(update(kept).where(*mine).values(person=account.id))
    if other is not None:
        work.save(replace(work.table(other.id), archived=True))


def _progress(found: Lesson, table: LoadedTable | None) -> Progress:
    if table is None:
        return Progress(found, None, 0)
    return Progress(found, table.id, moves_so_far(table, found))


def open_lesson(work: UnitOfWork, who: Person, found: Lesson, old: LoadedTable | None) -> str:
    """A table for one chapter, in the position it begins with; an earlier one of the same person is put away."""
    if old is not None:
        work.save(replace(work.table(old.id), archived=True))
    table = _lesson_table(work, who, found)
    work.open(table)
    work.conn.execute(insert(schema.grants), {"table_id": table.id, "seat": found.pupil, "person": who.id})
    draft = MoveDraft(work, replace(table, state=beginning(table.rules, table.header), asked_at=work.now))
    draft.play(found.start)
    return draft.finish().id


def _lesson_table(work: UnitOfWork, who: Person, found: Lesson) -> LoadedTable:
    """Nobody holds the other seats: the script speaks for them."""
    seats = [SeatSpec("open", name=name) for name in found.names]
    plan = TableSpec(found.game, seats, found.variants, spectators=False)
    header = replace(header_of(plan), names=found.names)
    places = tuple(
        Place(number, "human", name, people=(who.id,) if number == found.pupil else ())
        for number, name in enumerate(found.names)
    )
    return replace(new_table(who, plan, header, work.now), places=places, origin=ORIGIN, source=found.id)
