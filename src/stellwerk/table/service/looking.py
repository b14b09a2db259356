"""Looking at tables: what a visitor may see, now and at every earlier version. Every call says who asks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, exists, not_, or_, select, union

from stellwerk.core import CHANCE, Illegal, Score, Seat, Text, objection, pending
from stellwerk.table.dice import fresh_dice
from stellwerk.table.model import Line, Offer, Option, Person, Refused, forbidden, not_found
from stellwerk.table.moves import acting
from stellwerk.table.moves.lessons import ORIGIN as LESSON
from stellwerk.table.seating.people import person_of
from stellwerk.table.service.component_sets import ComponentSets
from stellwerk.table.service.history import Histories, Story
from stellwerk.table.service.limits import Limits
from stellwerk.table.service.table_info import TableInfo
from stellwerk.table.storage import schema
from stellwerk.table.storage.listed import listed
from stellwerk.table.storage.loaded import LoadedTable, following, last_snapshot
from stellwerk.table.storage.store import Store

MOST_OPTIONS = 2000


@dataclass(frozen=True, slots=True)
class LastView:
    """A stored position as somebody may see it, and its version."""

    version: int
    view: Any


class Looking:
    def __init__(self, store: Store, limits: Limits | None = None) -> None:
        self.store = store
        self.limits = limits or Limits(0)
        self.rng = fresh_dice()
        """For what is imagined: who looks changes nothing about what is dealt."""
        self.histories = Histories()
        self.sets = ComponentSets(store, self.limits)

    def now(self) -> int:
        return self.store.now()

    def table(self, who: Person | None, table_id: str) -> LoadedTable:
        """The table, if whoever asks may see it."""
        table = self.store.table(table_id)
        if table is None or not self.may_watch(who, table):
            raise not_found()
        return table

    def may_watch(self, who: Person | None, table: LoadedTable) -> bool:
        if table.spectators:
            return True
        return who is not None and (who.id == table.host or bool(table.seats_of(who.id)))

    def info(self, who: Person | None, table_id: str) -> TableInfo:
        table = self.table(who, table_id)
        return TableInfo(table, who, is_put_away=who is not None and self._is_put_away(who, table_id))

    def _is_put_away(self, who: Person, table_id: str) -> bool:
        with self.store.reading() as conn:
            found = conn.execute(select(schema.tables.c.id).where(schema.tables.c.id == table_id, _put_away_by(who)))
            return found.first() is not None

    def mine(self, who: Person, archived: bool = False) -> list[TableInfo]:
        """The tables somebody sits at or hosts: those that wait for him first, then the latest."""
        t, g = schema.tables.c, schema.grants.c
        his = union(select(t.id).where(t.host == who.id), select(g.table_id).where(g.person == who.id))
        games_only = t.origin.is_distinct_from(LESSON)
        out = or_(t.archived, _put_away_by(who))
        wanted = select(t.id).where(t.id.in_(his), out if archived else not_(out), games_only)
        found = self._listed(who, wanted.order_by(t.touched.desc()).limit(500), archived)
        return sorted(found, key=lambda info: (not info.my_turn, info.status in ("over", "ended")))

    def lobby(self, who: Person | None) -> list[TableInfo]:
        """Tables with seats open to everybody."""
        t = schema.tables.c
        wanted = select(t.id).where(t.listed == True, t.status == "waiting", t.archived.is_(False))  # noqa: E712
        return self._listed(who, wanted.order_by(t.touched.desc()).limit(100))

    def played_last(self, limit: int) -> list[LoadedTable]:
        """The games that go on, the latest first. For the server itself: it says nothing of who may see them."""
        t = schema.tables.c
        wanted = select(t.id).where(t.status == "running").order_by(t.touched.desc()).limit(limit)
        with self.store.reading() as conn:
            ids = conn.execute(wanted).scalars().all()
        return [table for table in map(self.store.table, ids) if table is not None]

    def asked_at(self, table: LoadedTable) -> list[Person]:
        """Whoever holds the seat that is asked."""
        ids = table.place(table.to_move).people if table.to_move is not None else ()
        with self.store.reading() as conn:
            return [person_of(row) for row in conn.execute(select(schema.people).where(schema.people.c.id.in_(ids)))]

    def census(self, who: Person | None, limit: int, after: tuple[int, str] | None = None) -> list[dict[str, Any]]:
        """All tables by their outside, the latest first, from a place in that order on; for the operator only."""
        if who is None or not who.admin:
            raise forbidden(Text("only the operator may do this"))
        t = schema.tables.c
        columns = (t.id, t.game, t.name, t.status, t.version, t.to_move, t.archived, t.created, t.touched)
        wanted = select(*columns).order_by(t.touched.desc(), t.id)
        if after is not None:
            touched, id_ = after
            wanted = wanted.where(or_(t.touched < touched, and_(t.touched == touched, t.id > id_)))
        with self.store.reading() as conn:
            return [row._asdict() for row in conn.execute(wanted.limit(limit))]

    def _listed(self, who: Person | None, wanted: Select[Any], archived: bool = False) -> list[TableInfo]:
        with self.store.reading() as conn:
            found = listed(conn, wanted, self.store.remembered)
        return [TableInfo(table, who, partial(self.store.table, table.id), archived) for table in found]

    def reader(self, who: Person | None, table: LoadedTable, seat: Seat | None) -> Seat | None:
        """The seat to look from: the one asked for if held, else the one to move, else the first, else none."""
        mine = table.seats_of(who.id) if who else ()
        if seat is None:
            return table.to_move if table.to_move in mine else (mine[0] if mine else None)
        if seat not in mine:
            raise forbidden(Text("this is not your seat"))
        return seat

    def state(self, table: LoadedTable, version: int | None = None) -> Any:
        """The true state, for the server's own use: never hand it out."""
        acting.playable(table)
        if version is None or version == table.version:
            return table.state
        if not 0 <= version <= table.version:
            raise Refused("version", Text("there is no version {version}", version=version), 404)
        return self.story(table).state_at(version)

    def story(self, table: LoadedTable) -> Story:
        """Everything that happened at a table; for the server's own use like the state."""
        if (known := self.histories.known(table)) is not None:
            return known
        with self.store.reading() as conn:
            return self.histories.story(conn, table)

    def view(self, who: Person | None, table_id: str, seat: Seat | None = None, version: int | None = None) -> Any:
        """What one may see: the game's own view, of now or of an earlier version."""
        table = self.table(who, table_id)
        return table.rules.view(self.state(table, version), self.reader(who, table, seat))

    def last_view(self, who: Person | None, table_id: str, seat: Seat | None = None) -> LastView | None:
        """Of a game that is no longer followed: the latest position that can still be read."""
        table = self.table(who, table_id)
        reader = self.reader(who, table, seat)
        try:
            with self.store.reading() as conn, following(table):
                found = last_snapshot(conn, table)
                return None if found is None else LastView(found[0], table.rules.view(found[1], reader))
        except Refused:
            return None

    def scores(self, who: Person | None, table_id: str) -> list[Score]:
        """Points so far. What a game keeps secret until the end stays so: they are read off the asker's own view."""
        table = self.table(who, table_id)
        if table.finished:
            return table.rules.scores(self.state(table))
        seen = table.rules.view(self.state(table), self.reader(who, table, None))
        return table.rules.scores(table.rules.imagine(seen, self.rng))

    def options(self, who: Person | None, table_id: str, seat: Seat | None = None) -> Offer:
        """The open question, and to the seat that is asked also what it may answer."""
        table = self.table(who, table_id)
        s, reader = self.state(table), self.reader(who, table, seat)
        choice = pending(s) if table.status == "running" else None
        if choice is None:
            return Offer(table.version, None, None, None)
        asked, kinds = choice.seat(s), tuple(kind.verb for kind in choice.kinds)
        offer = Offer(table.version, asked, choice.question(s), choice.rule, kinds)
        if reader is None or reader != asked:
            return offer
        offered = choice.options(s)
        complete = offered.finite and len(offered) <= MOST_OPTIONS
        actions = list(offered) if complete else offered.suggest(MOST_OPTIONS)
        listed = tuple(Option(str(action), table.rules.describe(s, action)) for action in actions)
        return replace(offer, options=listed, complete=complete)

    def why(self, who: Person | None, table_id: str, action: str, seat: Seat | None = None) -> Illegal | None:
        """Why a seat may not take an action now, or None."""
        table = self.table(who, table_id)
        reader = self.reader(who, table, seat)
        s = self.state(table)
        return objection(s, CHANCE - 9 if reader is None else reader, acting.parse_action(table, action))

    def history(
        self, who: Person | None, table_id: str, seat: Seat | None = None, since: int = 0, upto: int | None = None
    ) -> list[Line]:
        """The log after version `since`, as one may read it."""
        table = self.table(who, table_id)
        reader = self.reader(who, table, seat)
        last = table.version if upto is None else min(upto, table.version)
        return self.story(table).lines(reader, table.finished, since, last)


def _put_away_by(who: Person) -> ColumnElement[bool]:
    """Whether somebody has put a table away, and nobody has moved since."""
    a, t = schema.put_away.c, schema.tables.c
    return exists().where(a.table_id == t.id, a.person == who.id, a.version >= t.version)
