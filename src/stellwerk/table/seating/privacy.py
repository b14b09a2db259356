"""What is stored about a person: exported as one file, and deleted. Results of games stay, without a name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, delete, select, update

from stellwerk.bots.levels import SEATED
from stellwerk.core import Seat, Text
from stellwerk.core.log import Header
from stellwerk.table.model import Person, Refused, forbidden
from stellwerk.table.seating import people, seats
from stellwerk.table.storage import logs, schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import Change, UnitOfWork

NOBODY = "—"
"""What a seat is called whose player is gone."""
LEFT_OUT = {"hash", "password", "folded", "data", "auth"}
"""Hashes are of no use to anybody; files one brought along one has."""
OF_A_TABLE = (
    *(schema.log, schema.packed, schema.requests, schema.snapshots, schema.chat, schema.notes, schema.orders),
    schema.put_away,
    *(schema.motions, schema.outbox, schema.links, schema.grants, schema.sitters, schema.seats),
)
"""Everything that hangs on a table, in an order in which it can go."""
OF_A_PERSON = (
    *(schema.chat, schema.notes, schema.tokens, schema.codes, schema.blocks, schema.reports, schema.outbox),
    *(schema.uploads, schema.component_sets, schema.devices, schema.put_away),
)
"""Words and secrets that go with whoever they belong to."""


# --- all of it as one file -------------------------------------------------------------------------------------------


def everything_about(conn: Connection, who: Person) -> dict[str, Any]:
    """All that is stored about somebody, except hashes of secrets."""
    tables = seats_played(conn, who.id)
    return {
        "person": _rows(conn, schema.people, schema.people.c.id == who.id)[0],
        "sessions": _rows(conn, schema.sessions, schema.sessions.c.person == who.id),
        "tokens": _rows(conn, schema.tokens, schema.tokens.c.person == who.id),
        "codes": _rows(conn, schema.codes, schema.codes.c.person == who.id),
        "hosted": _rows(conn, schema.tables, schema.tables.c.host == who.id),
        "seats": [{"table": table, "seat": seat} for table, seat in sorted(tables)],
        "moves": [*_rows(conn, schema.log, schema.log.c.person == who.id), *_packed_moves(conn, who.id, tables)],
        "chat": _rows(conn, schema.chat, schema.chat.c.person == who.id),
        "uploads": _rows(conn, schema.uploads, schema.uploads.c.person == who.id),
        "component_sets": _rows(conn, schema.component_sets, schema.component_sets.c.person == who.id),
        "devices": _rows(conn, schema.devices, schema.devices.c.person == who.id),
        "notes": _rows(conn, schema.notes, schema.notes.c.person == who.id),
        "put_away": _rows(conn, schema.put_away, schema.put_away.c.person == who.id),
        "messages": _rows(conn, schema.outbox, schema.outbox.c.person == who.id),
        "blocks": _rows(conn, schema.blocks, schema.blocks.c.person == who.id),
        "reports": _rows(conn, schema.reports, schema.reports.c.person == who.id),
    }


def _packed_moves(conn: Connection, person: str, seats: set[tuple[str, Seat]]) -> list[dict[str, Any]]:
    p = schema.packed.c
    found = conn.execute(select(p.table_id, p.data).where(p.table_id.in_({table for table, _ in seats})))
    entries = ({"table_id": row.table_id, **entry} for row in found for entry in logs.read(row.data))
    return [entry for entry in entries if entry["person"] == person]


def _rows(conn: Connection, table: Any, wanted: Any) -> list[dict[str, Any]]:
    rows = (row._asdict() for row in conn.execute(select(table).where(wanted)))
    return [{name: value for name, value in row.items() if name not in LEFT_OUT} for row in rows]


def seats_played(conn: Connection, person: str) -> set[tuple[str, Seat]]:
    """Every seat somebody holds or has held."""
    found: set[tuple[str, Seat]] = set()
    for table in (schema.sitters, schema.grants):
        rows = conn.execute(select(table.c.table_id, table.c.seat).where(table.c.person == person))
        found |= {(row.table_id, row.seat) for row in rows}
    return found


# --- gone ------------------------------------------------------------------------------------------------------------


def delete_person(work: UnitOfWork, person: str) -> None:
    """Name, words and secrets go. What others played with somebody stays theirs, without the name."""
    for table_id in sorted(_tables_of(work.conn, person)):
        table = work.table(table_id)
        if _is_alone(work.conn, table, person):
            delete_table(work, table)
        else:
            _leave_nameless(work, table, person)
    _forget_words(work.conn, person)
    empty: dict[str, Any] = {
        "name": NOBODY,
        "login": None,
        "folded": None,
        "password": None,
        "mail": None,
        "settings": {},
    }
    more = {"admin": False, "lang": None, "gone": work.now}
    work.conn.execute(update(schema.people).where(schema.people.c.id == person), {**empty, **more})
    people.sign_out_everywhere(work, person)


def _tables_of(conn: Connection, person: str) -> set[str]:
    t = schema.tables.c
    hosted = set(conn.execute(select(t.id).where(t.host == person)).scalars())
    return hosted | {table for table, _ in seats_played(conn, person)}


def _is_alone(conn: Connection, table: LoadedTable, person: str) -> bool:
    """Whether nobody else has ever played at a table, or holds a seat."""
    c = schema.sitters.c
    sat = set(conn.execute(select(c.person).where(c.table_id == table.id)).scalars())
    return not ({*sat, *(who for place in table.places for who in place.people)} - {person})


def _leave_nameless(work: UnitOfWork, table: LoadedTable, person: str) -> None:
    """Take the name off the seats a person played; seats still held go to a bot."""
    for seat in table.seats_of(person):
        _get_up(work, work.table(table.id), seat, person)
    table = work.table(table.id)
    alone = {seat for table_id, seat in seats_played(work.conn, person) if table_id == table.id}
    if not alone:
        return
    places = tuple(replace(p, name=NOBODY) if p.number in alone else p for p in table.places)
    work.save(replace(table, places=places, header=_without_names(table.header, alone)))


def _get_up(work: UnitOfWork, table: LoadedTable, seat: Seat, person: str) -> None:
    others = tuple(each for each in table.place(seat).people if each != person)
    if others or table.finished:
        g = schema.grants.c
        mine = (g.table_id == table.id, g.seat == seat, g.person == person)
        work.conn.execute(delete(schema.grants).where(*mine))
        work.save(table.with_place(replace(table.place(seat), people=others)))
    elif table.status == "waiting":
        seats.vacate(work, table, seat, None)
    else:
        seats.vacate(work, table, seat, SEATED[0])


def _without_names(header: Header, gone: set[Seat]) -> Header:
    return replace(header, names=tuple(NOBODY if n in gone else name for n, name in enumerate(header.names)))


def _forget_words(conn: Connection, person: str) -> None:
    for table in OF_A_PERSON:
        conn.execute(delete(table).where(table.c.person == person))
    conn.execute(delete(schema.blocks).where(schema.blocks.c.blocked == person))


def delete_table(work: UnitOfWork, table: LoadedTable) -> None:
    """A table and everything that hangs on it."""
    for each in OF_A_TABLE:
        work.conn.execute(delete(each).where(each.c.table_id == table.id))
    work.conn.execute(delete(schema.tables).where(schema.tables.c.id == table.id))
    work.tables.pop(table.id, None)
    work.afterwards.append(lambda: work.store.cache.drop(table.id))
    work.told.append(Change(table.id, "table", table.version))


def delete_own_table(work: UnitOfWork, who: Person, table: LoadedTable) -> None:
    """The host's, as long as it has not begun or is nobody else's game too."""
    if table.host != who.id:
        raise forbidden(Text("only the host may do this"))
    if table.status != "waiting" and not _is_alone(work.conn, table, who.id):
        raise Refused("shared", Text("others have played at this table: their game stays"), 409)
    delete_table(work, table)
