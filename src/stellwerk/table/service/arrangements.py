"""What happens around a game: handing seats over, ending early, rulings, standing orders, rematch, what-if, archive."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import delete, insert, select

from stellwerk.core import REFEREE, Seat, Text, objection, pending
from stellwerk.core.chance import shuffled
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import Header, Record
from stellwerk.table.model import Created, Motion, Person, Place, Refused, forbidden
from stellwerk.table.moves import acting, orders, votes
from stellwerk.table.moves.forced import SINGLE, programs_of
from stellwerk.table.seating import relations, seats, successors
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service.tables import Tables
from stellwerk.table.storage import logs, schema
from stellwerk.table.storage.loaded import LoadedTable, following
from stellwerk.table.storage.store import UnitOfWork

MOST_ORDERS = 40
Order = Literal["same", "rotated", "random"]


class Arrangements:
    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store

    # --- seats -------------------------------------------------------------------------------------------------------

    def hand_over(self, who: Person, table_id: str, seat: Seat, bot: str | None = None) -> str | None:
        """Give one's seat to a bot, or to the person who gets the link that is returned."""
        self._own(who, table_id, seat)
        _known(bot)

        def give(work: UnitOfWork) -> str | None:
            table = work.table(table_id)
            successors.require_first_holder(work.conn, table, seat, who, work.now)
            return seats.vacate(work, table, seat, bot, keeper=who.id)

        return self.store.do(give)

    def replace(self, who: Person, table_id: str, seat: Seat, bot: str | None = None) -> Motion:
        """Ask the others to give somebody's seat away, and its player too unless that one is long gone."""
        table = self._concerned(who, table_id)
        _known(bot)
        if table.place(seat).kind == "bot":
            raise Refused("seat", Text("nobody sits there"), 409)
        with self.store.reading() as conn:
            is_gone = successors.may_be_replaced(conn, table, seat, self.tables.now())
        if table.place(seat).kind == "open" and not is_gone:
            raise forbidden(Text("this seat is kept for somebody"))
        humans = [place for place in table.places if place.kind == "human" and not place.held_by(who)]
        needs = tuple(place.number for place in humans if place.number != seat or not is_gone)
        if not needs and bot is None:
            raise forbidden(Text("nobody is left to agree: only a bot may take this seat"))
        mine = table.seats_of(who.id)
        return self.propose(table_id, mine[0] if mine else REFEREE, "handover", {"seat": seat, "bot": bot}, needs)

    def new_link(self, who: Person, table_id: str, seat: Seat) -> str:
        """A new link to one's seat, or to an open seat one may give away; earlier links stop working."""
        table = self.tables.table(who, table_id)
        if not (table.place(seat).held_by(who) or _gives(table, seat, who)):
            raise forbidden(Text("this is not your seat"))

        def renew(work: UnitOfWork) -> str:
            renewed = seats.revoke_links(work, work.table(table_id), seat, keep=who.id)
            return seats.new_link(work, renewed.id, seat)

        return self.store.do(renew)

    def seat_bot(self, who: Person, table_id: str, seat: Seat, bot: str | None = None) -> None:
        """Let a bot sit on an open seat that is one's to give; one that plays at random if none is named."""
        table = self.tables.table(who, table_id)
        bot = bot or "random"
        if table.place(seat).kind != "open":
            raise Refused("seat", Text("this seat is taken"), 409)
        if not _gives(table, seat, who):
            raise forbidden(Text("this seat is kept for somebody"))
        _known(bot)

        def sit(work: UnitOfWork) -> None:
            table = work.table(table_id)
            if table.place(seat).kind != "open":
                raise Refused("seat", Text("this seat is taken"), 409)
            seats.vacate(work, table, seat, bot)
            seats.start(work, work.table(table_id))

        self.store.do(sit)

    # --- agreements --------------------------------------------------------------------------------------------------

    def end(self, who: Person, table_id: str, seat: Seat | None = None) -> Motion:
        """End the game early, with the scores so far."""
        by = self.player(who, table_id, seat)
        return self.propose(table_id, by, "end", {}, self.people(table_id))

    def rule(self, who: Person, table_id: str, action: str, seat: Seat | None = None) -> Motion:
        """A correction outside the rules, if everybody agrees."""
        by = self.player(who, table_id, seat)
        table = self.tables.table(who, table_id)
        refusal = objection(self.tables.state(table), REFEREE, acting.parse_action(table, action))
        if refusal is not None:
            raise refusal
        return self.propose(table_id, by, "ruling", {"action": action}, self.people(table_id))

    def propose(
        self,
        table_id: str,
        seat: Seat,
        kind: votes.MotionKind,
        details: Mapping[str, Any],
        needs: tuple[Seat, ...],
    ) -> Motion:
        def put(work: UnitOfWork) -> Motion:
            table = work.table(table_id)
            if table.status != "running":
                raise Refused("over", Text("this game is not being played"), 409)
            return votes.propose(work, table, seat, kind, details, needs)

        return self.store.do(put)

    def people(self, table_id: str) -> tuple[Seat, ...]:
        table = self.store.table(table_id)
        return tuple(place.number for place in table.places if place.kind == "human") if table else ()

    # --- standing orders ---------------------------------------------------------------------------------------------

    def order(self, who: Person, table_id: str, program: str, argument: str = "", seat: Seat | None = None) -> None:
        """Let a program of the game answer for the seat from now on, at once if it is asked just now."""
        by = self.player(who, table_id, seat)

        def give(work: UnitOfWork) -> None:
            table = work.table(table_id)
            acting.playable(table)
            known = {each.id: each for each in programs_of(table)}
            if program not in known:
                raise Refused("program", Text("this game has no such standing order"), 422)
            if not known[program].accepts(self.tables.state(table), by, argument):
                raise Refused("argument", Text("{argument} cannot be chosen here", argument=argument), 422)
            standing = orders.with_order(table.place(by), known[program], argument)
            if len(standing) > MOST_ORDERS:
                raise Refused("orders", Text("a seat has at most {most} standing orders", most=MOST_ORDERS), 409)
            table = ordered(work, table, by, standing)
            draft = acting.MoveDraft(work, table, who.id)
            draft.settle()
            if draft.rows:
                draft.finish()

        self.store.do(give)

    def cancel(
        self, who: Person, table_id: str, program: str, seat: Seat | None = None, argument: str | None = None
    ) -> None:
        """End a standing order; without an argument all of its kind."""
        by = self.player(who, table_id, seat)

        def take(work: UnitOfWork) -> None:
            table = work.table(table_id)
            gone = {(p, a) for p, a in table.place(by).orders if p == program and argument in (None, a)}
            ordered(work, table, by, tuple(order for order in table.place(by).orders if order not in gone))

        self.store.do(take)

    # --- other tables ------------------------------------------------------------------------------------------------

    def rematch(self, who: Person, table_id: str, order: Order = "same") -> Created:
        """The same people once more. The first request creates the table; later ones lead to it."""
        self.player(who, table_id, None)

        def again(work: UnitOfWork) -> Created:
            old = work.table(table_id)
            if not old.finished:
                raise Refused("running", Text("the game is not over yet"), 409)
            t = schema.tables.c
            made = work.conn.execute(select(t.id).where(t.source == old.id, t.origin == "rematch")).scalar()
            if made is not None:
                return Created(made)
            relations.require_welcome(work.conn, who, relations.company(old))
            with following(old):
                fresh = _rematch(old, order, self.tables)
            return seats.write_new_table(work, fresh)

        return self.store.do(again)

    def what_if(self, who: Person, table_id: str, version: int | None = None, seat: Seat | None = None) -> str:
        """A private copy to try things on, all seats held by who asks.

        Of a running game it is imagined from his own view, and says so; the true state only after the end.
        """
        table = self.tables.table(who, table_id)
        self.tables.limits.count("what-if", who)
        at = table.version if version is None else version
        state = self.tables.state(table, at)
        reader = self.tables.reader(who, table, seat)
        if not table.finished:
            state = table.rules.imagine(table.rules.view(state, reader), self.tables.rng)
        copy = _copy(table, who, state, at, self.tables.now())
        return self.store.do(lambda work: self._open_copy(work, copy, table, at))

    def _open_copy(self, work: UnitOfWork, copy: LoadedTable, original: LoadedTable, at: int) -> str:
        work.open(copy)
        rows = [{"table_id": copy.id, "seat": p.number, "person": p.people[0]} for p in copy.places]
        work.conn.execute(insert(schema.grants), rows)
        if not copy.imagined and at:
            logs.copy(work.conn, original.id, copy.id, at)
        draft = acting.MoveDraft(work, copy)
        draft.deal()
        draft.finish()
        return copy.id

    def play_on(self, who: Person, header: Header, plan: TableSpec) -> Created:
        """A table that starts from the position a header names: of a log somebody brought along."""
        self.tables.limits.count("what-if", who)
        table = replace(seats.new_table(who, plan, header, self.tables.now()), origin="what-if")
        return self.store.do(lambda work: seats.write_new_table(work, table))

    def archive(self, who: Person, table_id: str, archived: bool = True) -> None:
        """Out of one's own list, or back into it. Nothing is deleted, and any move brings a table back by itself."""
        self._concerned(who, table_id)

        def put(work: UnitOfWork) -> None:
            table, c = work.table(table_id), schema.put_away.c
            work.conn.execute(delete(schema.put_away).where(c.table_id == table.id, c.person == who.id))
            if archived:
                row = {"table_id": table.id, "person": who.id, "version": table.version}
                work.conn.execute(insert(schema.put_away), row)
            elif table.archived:  # nobody had touched it for long
                work.save(replace(table, archived=False))

        self.store.do(put)

    # --- who may -----------------------------------------------------------------------------------------------------

    def player(self, who: Person, table_id: str, seat: Seat | None) -> Seat:
        return self.tables.seat_of(who, table_id, seat)

    def _own(self, who: Person, table_id: str, seat: Seat) -> None:
        if not self.tables.table(who, table_id).place(seat).held_by(who):
            raise forbidden(Text("this is not your seat"))

    def _concerned(self, who: Person, table_id: str) -> LoadedTable:
        """A table one plays at or hosts: it may be the host who does not come any more."""
        table = self.tables.table(who, table_id)
        if table.host != who.id and not table.seats_of(who.id):
            raise forbidden(Text("you have no seat at this table"))
        return table


def _gives(table: LoadedTable, seat: Seat, who: Person) -> bool:
    """Whether an open seat is somebody's to give: the host's before the game, afterwards its keeper's."""
    place = table.place(seat)
    giver = table.host if table.status == "waiting" else place.keeper
    return place.kind == "open" and who.id == giver


def _known(bot: str | None) -> None:
    if bot is not None:
        seats.check_bot(bot)


def ordered(work: UnitOfWork, table: LoadedTable, seat: Seat, standing: tuple[tuple[str, str], ...]) -> LoadedTable:
    place = replace(table.place(seat), orders=standing)
    orders.write(work.conn, table.id, place)
    return work.save(table.with_place(place))


def _fresh(table: LoadedTable, now: int, **changes: Any) -> LoadedTable:
    """Another table like this one, nothing played."""
    values: dict[str, Any] = {
        "id": seats.new_id(),
        "revision": 0,
        "source": table.id,
        "motions": (),
        "asked_at": now,
        "deadline": None,
        "archived": False,
        "created": now,
        "touched": now,
    }
    return replace(table, **{**values, **changes})


def _rematch(old: LoadedTable, order: Order, tables: Tables) -> LoadedTable:
    places = list(old.places)
    if order == "rotated":
        places = [*places[1:], places[0]]
    elif order == "random":
        places = shuffled(tables.store.dealer.rng, places)
    fresh = tuple(replace(p, number=n, spent=0, orders=_kept(p), keeper=None) for n, p in enumerate(places))
    header = old.header if old.header.position is not None else _renewed(old)
    return _fresh(
        old,
        tables.now(),
        status="waiting",
        version=0,
        rewound=False,
        origin="rematch",
        seating="chosen",
        header=header,
        unknown=None,
        to_move=None,
        state=None,
        places=fresh,
    )


def _kept(place: Place) -> tuple[tuple[str, str], ...]:
    """Standing orders that are about no game in particular."""
    return tuple(order for order in place.orders if order[0] == SINGLE)


def _renewed(old: LoadedTable) -> Header:
    """The same switches and the same tables of the owner's own, but the rules of today: it is another game."""
    header = old.header
    try:
        components = old.rules.components.replacing(header.components, header.component_set)
        return Record.new(old.rules, header.seats, old.rules.variants_from(header.variants), components).header
    except (BadComponent, BadPosition) as error:
        raise Refused("setup", error.text, 422) from error


def _copy(table: LoadedTable, who: Person, state: Any, at: int, now: int) -> LoadedTable:
    choice = pending(state)
    header = table.header if table.finished else replace(table.header, position=table.rules.dump(state))
    places = tuple(Place(p.number, "human", p.name, people=(who.id,)) for p in table.places)
    return _fresh(
        table,
        now,
        status="running" if choice else "over",
        version=at if table.finished else 0,
        header=header,
        host=who.id,
        hotseat=True,
        spectators=False,
        listed=False,
        imagined=not table.finished,
        origin="what-if",
        clock=None,
        to_move=None,
        state=state,
        places=places,
    )
