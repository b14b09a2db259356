"""Who sits where: opening a table, links that give a seat, handing a seat over, starting once everybody sits."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlalchemy import delete, insert, select

from stellwerk import games
from stellwerk.bots.levels import seated, short_name
from stellwerk.core import Game, Seat, Text
from stellwerk.core.chance import shuffled
from stellwerk.core.components import Components
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import Header, Record, beginning
from stellwerk.table.model import Clock, Created, Person, Place, Refused, SeatSpec, Talk, forbidden
from stellwerk.table.moves import acting
from stellwerk.table.moves.forced import ADVICE, SINGLE
from stellwerk.table.seating import names, relations, successors
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def hashed(token: str) -> str:
    """Tokens are long and random: one round of hashing is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A table to be opened."""

    game: str
    seats: Sequence[SeatSpec]
    variants: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    hotseat: bool = False
    seating: Literal["chosen", "random"] = "chosen"
    spectators: bool = True
    listed: bool = False
    clock: Clock | None = None
    automatic: bool = False
    """Whether the table answers for people what has only one answer; each may stop it for himself."""
    talk: Talk = "seated"
    advice: bool = False
    """Whether whoever sits down agrees that bots advise everybody; each may stop it, which stops it for all."""
    components: str = ""
    """The component set to play with; none: what the site plays with."""


def counted(name: str, seats: int) -> Game[Any]:
    """The game, if so many can play it."""
    try:
        game: Game[Any] = games.game(name)
        game.count(seats)
    except games.UnknownGame as error:
        raise Refused("game", Text("no game is called {game}", game=name), 422) from error
    except BadPosition as error:
        raise Refused("setup", error.text, 422) from error
    return game


def header_of(plan: TableSpec, components: Components | None = None) -> Header:
    """Refuses what the game does not know."""
    game = counted(plan.game, len(plan.seats))
    for spec in plan.seats:
        if spec.kind == "bot":
            check_bot(spec.bot or "")
    kinds = [spec.kind for spec in plan.seats]
    if not plan.hotseat and kinds.count("me") > 1 and "open" in kinds:
        raise Refused("seat", Text("one person has one seat, unless all play on one screen"), 422)
    try:
        variants = game.variants_from(plan.variants)
        return Record.new(game, len(plan.seats), variants, components).header
    except BadPosition as error:
        raise Refused("setup", error.text, 422) from error


def check_bot(name: str) -> None:
    """Refuses a bot that may not sit at tables here."""
    if name in seated():
        return
    text = Text("no bot is called {bot}", bot=name)
    if ":" in name:
        text = Text("{bot} is not invited here: the server must be started with `serve --bots {bot}`", bot=name)
    raise Refused("bot", text, 422)


def open_table(work: UnitOfWork, who: Person, plan: TableSpec, components: Components | None = None) -> Created:
    table = new_table(who, plan, header_of(plan, components), work.now)
    for place in () if plan.hotseat else table.places:
        if place.kind == "human":
            table = table.with_place(replace(place, name=_name(work, table, place.number, who, place.name)))
    return write_new_table(work, table)


def new_table(who: Person, plan: TableSpec, header: Header, now: int) -> LoadedTable:
    return LoadedTable(
        id=new_id(),
        game=plan.game,
        name=plan.name,
        status="waiting",
        version=0,
        revision=0,
        header=header,
        host=who.id,
        hotseat=plan.hotseat,
        seating=plan.seating,
        spectators=plan.spectators,
        listed=plan.listed,
        imagined=False,
        source=None,
        origin=None,
        clock=plan.clock,
        to_move=None,
        asked_at=None,
        deadline=None,
        rewound=False,
        archived=False,
        created=now,
        touched=now,
        talk=plan.talk,
        places=tuple(_place(n, spec, who, plan) for n, spec in enumerate(plan.seats)),
    )


def _place(number: Seat, spec: SeatSpec, who: Person, plan: TableSpec) -> Place:
    if spec.kind == "bot":
        return Place(number, "bot", spec.name or f"{short_name(spec.bot or '')} {number + 1}", spec.bot)
    given = {SINGLE: plan.automatic, ADVICE: plan.advice}
    orders = tuple((name, "") for name, is_given in given.items() if is_given)
    if spec.kind == "me" or plan.hotseat:
        return Place(number, "human", spec.name or who.name, people=(who.id,), orders=orders)
    return Place(number, "open", spec.name, orders=orders)


def write_new_table(work: UnitOfWork, table: LoadedTable) -> Created:
    work.open(table)
    for place in table.places:
        for number, person in enumerate(place.people):
            _grant(work, table, place.number, person, None, number)
        for program, argument in place.orders:
            standing = {"table_id": table.id, "seat": place.number, "program": program, "argument": argument}
            work.conn.execute(insert(schema.orders), standing)
    links = {place.number: new_link(work, table.id, place.number) for place in table.places if place.kind == "open"}
    start(work, work.table(table.id))
    return Created(table.id, links)


def new_link(work: UnitOfWork, table_id: str, seat: Seat) -> str:
    token = secrets.token_urlsafe(24)
    values = {"hash": hashed(token), "id": secrets.token_hex(6), "table_id": table_id, "seat": seat}
    work.conn.execute(insert(schema.links), {**values, "created": work.now})
    return token


def _grant(work: UnitOfWork, table: LoadedTable, seat: Seat, person: str, link: str | None, after: int) -> None:
    """Let a person act for a seat; `after` is how many others already may."""
    values = {"table_id": table.id, "seat": seat, "person": person, "link": link}
    work.conn.execute(insert(schema.grants), {**values, "since": work.now + after})


def revoke_links(work: UnitOfWork, table: LoadedTable, seat: Seat, keep: str = "") -> LoadedTable:
    """Revoke the links of a seat, and the rights they gave to anybody who came after the person to keep."""
    c, g = schema.links.c, schema.grants.c
    work.conn.execute(delete(schema.links).where(c.table_id == table.id, c.seat == seat))
    people = table.place(seat).people
    later = people[people.index(keep) + 1 :] if keep in people else people
    by_link = (g.table_id == table.id, g.seat == seat, g.link.is_not(None), g.person.in_(later))
    gone = set(work.conn.execute(select(g.person).where(*by_link)).scalars())
    work.conn.execute(delete(schema.grants).where(*by_link))
    place = table.place(seat)
    return work.save(table.with_place(replace(place, people=tuple(p for p in place.people if p not in gone))))


def link_seat(conn: Any, token: str) -> tuple[str, str, Seat]:
    """(link, table, seat) of a link token."""
    row = conn.execute(select(schema.links).where(schema.links.c.hash == hashed(token))).one_or_none()
    if row is None:
        raise Refused("link", Text("this link is invalid or has expired"), 404)
    return row.id, row.table_id, row.seat


def claim(work: UnitOfWork, who: Person, token: str, name: str) -> tuple[str, Seat]:
    """Sit down by a link. The same link lets a second device of the same player in."""
    link, table_id, seat = link_seat(work.conn, token)
    table = work.table(table_id)
    if not table.place(seat).held_by(who):
        table = _sit(work, table, seat, who, name, link)
        start(work, table)
    return table_id, seat


def join(work: UnitOfWork, who: Person, table_id: str, seat: Seat, name: str) -> None:
    """Take an open seat of a listed table."""
    table = work.table(table_id)
    if not table.listed or table.status != "waiting" or table.place(seat).kind != "open":
        raise Refused("seat", Text("this seat is not open to everybody"), 409)
    start(work, _sit(work, table, seat, who, name, None))


def _sit(work: UnitOfWork, table: LoadedTable, seat: Seat, who: Person, name: str, link: str | None) -> LoadedTable:
    place = table.place(seat)
    if place.kind == "bot":
        raise Refused("seat", Text("a bot sits there now"), 409)
    successors.require_stranger(work.conn, table, seat, who)
    relations.require_welcome(work.conn, who, relations.company(table))
    if place.people:
        acting.call(work, table, "claim", seat)
    _grant(work, table, seat, who.id, link, len(place.people))
    shown = place.name if place.kind == "human" and place.name else _name(work, table, seat, who, name)
    place = replace(place, kind="human", name=shown, people=(*place.people, who.id), keeper=None)
    table = work.save(table.with_place(place))
    successors.remember_sitters(work, table)
    return table


def _name(work: UnitOfWork, table: LoadedTable, seat: Seat, who: Person, wanted: str) -> str:
    others = [place.name for place in table.places if place.number != seat]
    return names.distinct(work.conn, wanted or table.place(seat).name or who.name, others, who.id)


def leave(work: UnitOfWork, who: Person, table_id: str, seat: Seat) -> None:
    """Get up before the game has begun."""
    table = work.table(table_id)
    if table.status != "waiting":
        raise Refused("running", Text("the game has begun: hand your seat over instead"), 409)
    if not table.place(seat).held_by(who):
        raise forbidden(Text("this is not your seat"))
    _clear(work, table.id, seat)
    work.save(table.with_place(replace(table.place(seat), kind="open", people=())))


def _clear(work: UnitOfWork, table_id: str, seat: Seat) -> None:
    g, o = schema.grants.c, schema.orders.c
    work.conn.execute(delete(schema.grants).where(g.table_id == table_id, g.seat == seat))
    work.conn.execute(delete(schema.orders).where(o.table_id == table_id, o.seat == seat))


def vacate(work: UnitOfWork, table: LoadedTable, seat: Seat, bot: str | None, keeper: str | None = None) -> str | None:
    """A seat changes hands: to a bot, or to whoever the keeper gives the new link. Old links and rights end."""
    table = revoke_links(work, table, seat)
    _clear(work, table.id, seat)
    place = replace(table.place(seat), people=(), orders=(), keeper=None if bot else keeper)
    if bot is None:
        work.save(table.with_place(replace(place, kind="open", bot=None)))
        return new_link(work, table.id, seat)
    table = work.save(table.with_place(replace(place, kind="bot", bot=bot)))
    if table.to_move == seat:
        acting.notify_next(work, table, table)
    return None


def start(work: UnitOfWork, table: LoadedTable) -> LoadedTable:
    """Once every seat is taken: seat people by chance if so wished, deal, ask the first question."""
    if table.status != "waiting" or any(place.kind == "open" for place in table.places):
        return table
    if table.unknown is not None:
        raise Refused("rules", table.unknown, 409)
    if table.seating == "random":
        table = _reseat(work, table)
    header = replace(table.header, names=tuple(place.name for place in table.places))
    game: Game[Any] = games.game(table.game)
    table = replace(table, header=header, state=beginning(game, header), asked_at=work.now)
    draft = acting.MoveDraft(work, table)
    draft.settle()
    table = draft.finish()
    successors.remember_sitters(work, table)
    return table


def _reseat(work: UnitOfWork, loaded: LoadedTable) -> LoadedTable:
    mixed = shuffled(work.dealer.rng, loaded.places)
    moved = {place.number: number for number, place in enumerate(mixed)}
    for table in (schema.grants, schema.links, schema.orders):
        _move_rows(work, table, loaded.id, moved)
    return replace(loaded, places=tuple(replace(place, number=number) for number, place in enumerate(mixed)))


def _move_rows(work: UnitOfWork, table: Any, table_id: str, moved: Mapping[Seat, Seat]) -> None:
    rows = [row._asdict() for row in work.conn.execute(select(table).where(table.c.table_id == table_id))]
    work.conn.execute(delete(table).where(table.c.table_id == table_id))
    if rows:
        work.conn.execute(insert(table), [{**row, "seat": moved[row["seat"]]} for row in rows])
