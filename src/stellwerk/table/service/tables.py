"""The service: everything people, pages, programs and bots may ask of tables. Every call says who asks.

Methods block until what they did is committed; `acting` and `undoing` give futures for callers that wait otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from random import SystemRandom
from typing import Any

from sqlalchemy import delete, insert, select

from stellwerk.core import CHANCE, Choice, Dealer, Illegal, Rule, Score, Seat, Text, objection, pending
from stellwerk.core.chance import Rng
from stellwerk.core.components import Components
from stellwerk.table.model import (
    Clock,
    Created,
    Done,
    Line,
    Motion,
    Offer,
    Option,
    Person,
    Place,
    Refused,
    Remark,
    SeatSpec,
    forbidden,
    not_found,
)
from stellwerk.table.moves import acting, votes
from stellwerk.table.moves.idempotency import Answer, Request, fingerprint, granted, granted_to, once
from stellwerk.table.moves.lessons import ORIGIN as LESSON
from stellwerk.table.seating import seats
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service import talking
from stellwerk.table.service.history import HistoryCache
from stellwerk.table.service.limits import Limits
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable, following, last_snapshot
from stellwerk.table.storage.store import Store, UnitOfWork

MOST_OPTIONS = 2000


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table from outside: who sits where, what is asked of whom. `mine` are the seats of whoever asks."""

    id: str
    game: str
    title: Text
    name: str
    status: str
    version: int
    revision: int
    variants: Mapping[str, Any]
    places: tuple[Place, ...]
    mine: tuple[Seat, ...]
    host: bool
    to_move: Seat | None
    my_turn: bool
    question: Text | None
    rule: Rule | None
    hotseat: bool
    spectators: bool
    listed: bool
    imagined: bool
    source: str | None
    origin: str | None
    clock: Clock | None
    asked_at: int | None
    deadline: int | None
    archived: bool
    created: int
    touched: int
    motions: tuple[Motion, ...]
    edition: str | None
    """The release whose rules it is played by, where they are not today's."""
    problem: Text | None
    """Why it can only be read here, if so."""
    talk: str = "seated"
    shared: Mapping[Seat, int] = field(default_factory=dict)
    """Seats of one's own that several people hold by the same link, and how many."""


@dataclass(frozen=True, slots=True)
class LastView:
    """A stored position as somebody may see it, and its version."""

    version: int
    view: Any


class Tables:
    def __init__(self, store: Store, rng: Rng | None = None, limits: Limits | None = None) -> None:
        self.store = store
        self.limits = limits or Limits(0)
        self.rng = rng or SystemRandom()
        store.dealer = Dealer(self.rng)
        self.library = HistoryCache()
        self.components: Mapping[str, Components] = {}
        """Corrected components of the operator by game; a table keeps those it was opened with."""

    def now(self) -> int:
        return self.store.now()

    # --- looking -----------------------------------------------------------------------------------------------------

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
        return self._info(who, self.table(who, table_id))

    def _info(self, who: Person | None, table: LoadedTable) -> TableInfo:
        mine = table.seats_of(who.id) if who else ()
        choice = pending(table.state) if table.status == "running" and table.unknown is None else None
        return TableInfo(
            id=table.id,
            game=table.game,
            title=table.title,
            name=table.name,
            status=table.status,
            version=table.version,
            revision=table.revision,
            variants=table.header.variants,
            places=table.places,
            mine=mine,
            host=who is not None and who.id == table.host,
            to_move=table.to_move,
            my_turn=table.to_move in mine,
            question=_question(table, choice) if choice else None,
            rule=choice.rule if choice else None,
            hotseat=table.hotseat,
            spectators=table.spectators,
            listed=table.listed,
            imagined=table.imagined,
            source=table.source,
            origin=table.origin,
            clock=table.clock,
            asked_at=table.asked_at,
            deadline=table.deadline,
            archived=table.archived,
            created=table.created,
            touched=table.touched,
            motions=table.motions,
            edition=table.edition,
            problem=table.unknown,
            talk=table.talk,
            shared={seat: len(table.place(seat).people) for seat in mine if len(table.place(seat).people) > 1},
        )

    def mine(self, who: Person, archived: bool = False) -> list[TableInfo]:
        """The tables somebody sits at or hosts: those that wait for him first, then the latest."""
        t, g = schema.tables.c, schema.grants.c
        sits = select(g.table_id).where(g.person == who.id)
        games_only = t.origin.is_distinct_from(LESSON)
        wanted = select(t.id).where((t.host == who.id) | t.id.in_(sits), t.archived == archived, games_only)
        found = [self._info(who, table) for table in self._tables(wanted.order_by(t.touched.desc()).limit(500))]
        return sorted(found, key=lambda info: (not info.my_turn, info.status in ("over", "ended")))

    def lobby(self, who: Person | None) -> list[TableInfo]:
        """Tables with seats open to everybody."""
        t = schema.tables.c
        wanted = select(t.id).where(t.listed, t.status == "waiting", t.archived.is_(False))
        return [self._info(who, table) for table in self._tables(wanted.order_by(t.touched.desc()).limit(100))]

    def census(self, who: Person | None, limit: int) -> list[dict[str, Any]]:
        """All tables by their outside, the latest first; for the operator only."""
        if who is None or not who.admin:
            raise forbidden(Text("only the operator may do this"))
        t = schema.tables.c
        columns = (t.id, t.game, t.name, t.status, t.version, t.to_move, t.archived, t.created, t.touched)
        with self.store.reading() as conn:
            return [row._asdict() for row in conn.execute(select(*columns).order_by(t.touched.desc()).limit(limit))]

    def _tables(self, wanted: Any) -> list[LoadedTable]:
        with self.store.reading() as conn:
            ids = list(conn.execute(wanted).scalars())
        return [table for table in map(self.store.table, ids) if table is not None]

    def reader(self, who: Person | None, table: LoadedTable, seat: Seat | None) -> Seat | None:
        """Through whose eyes: the seat asked for, if it is his; else the one to move, or his first; else nobody's."""
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
        with self.store.reading() as conn:
            return self.library.history(conn, table).state_at(version)

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
        """What speaks against an action of a seat now, or None."""
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
        with self.store.reading() as conn:
            story = self.library.history(conn, table)
        return story.lines(reader, table.finished, since, table.version if upto is None else min(upto, table.version))

    # --- sitting down ------------------------------------------------------------------------------------------------

    def create(self, who: Person, plan: TableSpec) -> Created:
        self.limits.count("tables", who)
        own = self.components.get(plan.game)
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

    # --- talking -----------------------------------------------------------------------------------------------------

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
            work.conn.execute(insert(schema.notes), {"table_id": table_id, "person": who.id, "text": text[:20_000]})

        self.store.do(write)


def _question(table: LoadedTable, choice: Choice[Any]) -> Text | None:
    """What is asked. A game that fails to say it must not take the list of tables away."""
    try:
        with following(table):
            return choice.question(table.state)
    except Refused:
        return None


__all__ = ["SeatSpec", "TableInfo", "TableSpec", "Tables"]
