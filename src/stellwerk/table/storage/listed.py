"""Many tables as lists show them: from memory, or their columns in a handful of statements. No log is read, no state
is made."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, select

from stellwerk.core import Seat
from stellwerk.table.model import Motion, Place
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable, motion_of, place_of, table_of


def listed(conn: Connection, wanted: Select[Any], remembered: Callable[[str], LoadedTable | None]) -> list[LoadedTable]:
    """The tables whose ids are selected, in that order; those nobody remembers without what only their logs tell."""
    ids = list(conn.execute(wanted).scalars())
    known = {id_: remembered(id_) for id_ in ids}
    found = _read(conn, [id_ for id_, table in known.items() if table is None])
    tables = (known[id_] or found.get(id_) for id_ in ids)
    return [table for table in tables if table is not None]


def _read(conn: Connection, ids: Sequence[str]) -> dict[str, LoadedTable]:
    if not ids:
        return {}
    rows = conn.execute(select(schema.tables).where(schema.tables.c.id.in_(ids))).all()
    places, motions = _places(conn, ids), _motions(conn, ids)
    return {row.id: table_of(row, tuple(places[row.id]), tuple(motions[row.id])) for row in rows}


def _places(conn: Connection, ids: Sequence[str]) -> dict[str, list[Place]]:
    s, g, o = schema.seats.c, schema.grants.c, schema.orders.c
    people: dict[tuple[str, Seat], list[str]] = defaultdict(list)
    for row in conn.execute(
        select(g.table_id, g.seat, g.person).where(g.table_id.in_(ids)).order_by(g.since, g.person)
    ):
        people[row.table_id, row.seat].append(row.person)
    orders: dict[tuple[str, Seat], list[tuple[str, str]]] = defaultdict(list)
    for row in conn.execute(select(schema.orders).where(o.table_id.in_(ids)).order_by(o.program)):
        orders[row.table_id, row.seat].append((row.program, row.argument))
    found: dict[str, list[Place]] = defaultdict(list)
    for row in conn.execute(select(schema.seats).where(s.table_id.in_(ids)).order_by(s.number)):
        seat = row.table_id, row.number
        found[row.table_id].append(place_of(row, people[seat], orders[seat]))
    return found


def _motions(conn: Connection, ids: Iterable[str]) -> dict[str, list[Motion]]:
    c = schema.motions.c
    found: dict[str, list[Motion]] = defaultdict(list)
    row: Row[Any]
    for row in conn.execute(select(schema.motions).where(c.table_id.in_(ids), c.status == "open").order_by(c.created)):
        found[row.table_id].append(motion_of(row))
    return found
