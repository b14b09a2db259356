"""A table as it stands, in memory. Frozen: a change makes a new one, which counts once it is committed."""

from __future__ import annotations

import json
import logging
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.exc import SQLAlchemyError

from stellwerk import games
from stellwerk.core import Game, Seat, State, Text, advance, pending
from stellwerk.core.dump import BadPosition, Loader, plain
from stellwerk.core.editions import opening, played_by
from stellwerk.core.log import Entry, Header, UnknownRules, beginning, live
from stellwerk.table.cache import Cache
from stellwerk.table.model import Clock, Motion, Place, Refused, Status, Talk
from stellwerk.table.storage import logs, schema

LOG = logging.getLogger("stellwerk.store")
SNAPSHOT_EVERY = 32
KEPT = 2000
UNFOLLOWED = Text(
    "the log of this game can no longer be followed by this program: "
    "the game can be read, saved as a file and ended, but not played on"
)


@dataclass(frozen=True, slots=True)
class LoadedTable:
    id: str
    game: str
    name: str
    status: Status
    version: int
    revision: int
    header: Header
    host: str
    hotseat: bool
    seating: str
    spectators: bool
    listed: bool
    imagined: bool
    source: str | None
    origin: str | None
    clock: Clock | None
    to_move: Seat | None
    asked_at: int | None
    deadline: int | None
    rewound: bool
    archived: bool
    created: int
    touched: int
    talk: Talk = "seated"
    places: tuple[Place, ...] = ()
    motions: tuple[Motion, ...] = ()
    """Open ones only."""
    state: Any = None
    """None until everybody sits, and where the log cannot be folded here."""
    unknown: Text | None = None
    """Why it cannot: tables or rules this program does not have, or rules that no longer follow the log."""

    @property
    def title(self) -> Text:
        """As the game calls itself; where it is not installed, its id."""
        return self.rules.title if self.game in games.PACKAGES else Text(self.game)

    @property
    def rules(self) -> Game[Any]:
        if self.game not in games.PACKAGES:
            raise Refused("rules", Text("the game {game} is not installed here", game=self.game))
        return games.game(self.game)

    @property
    def edition(self) -> str | None:
        """The release whose rules it is played by, where they are not today's."""
        return None if self.unknown is not None else played_by(self.rules, self.header)

    @property
    def finished(self) -> bool:
        return self.status in ("over", "ended")

    @property
    def age(self) -> int:
        """Grows with every change, whatever it was."""
        return self.version + self.revision

    def place(self, seat: Seat) -> Place:
        """The place of a seat. Chance and the referee have negative numbers, which would index from the other end."""
        if not 0 <= seat < len(self.places):
            raise Refused("seat", Text("there is no such seat"), 422)
        return self.places[seat]

    def seats_of(self, person: str) -> tuple[Seat, ...]:
        return tuple(place.number for place in self.places if person in place.people)

    def with_place(self, place: Place) -> LoadedTable:
        places = (*self.places[: place.number], place, *self.places[place.number + 1 :])
        return replace(self, places=places)


COLUMNS = tuple(f.name for f in fields(LoadedTable) if f.name in schema.tables.c)


def column(table: LoadedTable, name: str) -> Any:
    value = getattr(table, name)
    return plain(value) if name in ("header", "clock") and value is not None else value


def row_of(table: LoadedTable) -> dict[str, Any]:
    return {name: column(table, name) for name in COLUMNS}


def table_of(row: Row[Any], places: tuple[Place, ...], motions: tuple[Motion, ...]) -> LoadedTable:
    """As its columns tell; its log is not followed."""
    values = {name: getattr(row, name) for name in COLUMNS}
    values["header"] = Loader((), {}).load(Header, {**plain(Header("", 0)), **row.header}, "header")
    values["clock"] = _clock(row.clock) if row.clock else None
    return LoadedTable(**values, places=places, motions=motions)


def _clock(kept: Mapping[str, Any]) -> Clock:
    quiet = kept.get("quiet")
    return Clock(**{**kept, "quiet": tuple(quiet) if quiet else None})


def load(conn: Connection, table_id: str, known: LoadedTable | None = None) -> LoadedTable | None:
    """The table as the database has it. What is `known` of it saves replaying the log."""
    row = conn.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one_or_none()
    if row is None:
        return None
    table = table_of(row, _places(conn, table_id), _motions(conn, table_id))
    if known is not None and known.version == table.version and known.status == table.status:
        return replace(table, state=known.state, unknown=known.unknown)
    try:
        with following(table):
            return _folded(conn, table, known)
    except Refused as refused:
        return replace(table, unknown=refused.text)


def _folded(conn: Connection, table: LoadedTable, known: LoadedTable | None) -> LoadedTable:
    opening(table.rules, table.header)
    if table.status == "waiting":
        return table
    state = state_at(conn, table, table.version, known)
    choice = pending(state)
    asked = None if choice is None else choice.seat(state)
    if asked != table.to_move and table.status != "ended":
        raise ValueError(f"{asked} is asked, {table.to_move} was asked when it was written")
    return replace(table, state=state)


@contextmanager
def following(table: LoadedTable) -> Iterator[None]:
    """Rules that cannot follow a log break that table and no other: whatever they raise is one refusal."""
    try:
        yield
    except (Refused, SQLAlchemyError, MemoryError):
        raise
    except UnknownRules as unknown:
        raise Refused("rules", unknown.text) from unknown
    except Exception as error:
        LOG.exception("table %s: its log is not followed", table.id)
        raise Refused("rules", UNFOLLOWED) from error


def _places(conn: Connection, table_id: str) -> tuple[Place, ...]:
    c, g, o = schema.seats.c, schema.grants.c, schema.orders.c
    people: dict[Seat, list[str]] = {}
    for seat, person in conn.execute(
        select(g.seat, g.person).where(g.table_id == table_id).order_by(g.since, g.person)
    ):
        people.setdefault(seat, []).append(person)
    standing: dict[Seat, list[tuple[str, str]]] = {}
    for row in conn.execute(select(o.seat, o.program, o.argument).where(o.table_id == table_id).order_by(o.program)):
        standing.setdefault(row.seat, []).append((row.program, row.argument))
    rows = conn.execute(select(schema.seats).where(c.table_id == table_id).order_by(c.number))
    return tuple(place_of(row, people.get(row.number, ()), standing.get(row.number, ())) for row in rows)


def place_of(row: Any, people: Iterable[str], orders: Iterable[tuple[str, str]]) -> Place:
    return Place(
        number=row.number,
        kind=row.kind,
        name=row.name,
        bot=row.bot,
        spent=row.spent,
        people=tuple(people),
        orders=tuple(orders),
        keeper=row.keeper,
    )


def _motions(conn: Connection, table_id: str) -> tuple[Motion, ...]:
    c = schema.motions.c
    rows = conn.execute(select(schema.motions).where(c.table_id == table_id, c.status == "open").order_by(c.created))
    return tuple(motion_of(row) for row in rows)


def motion_of(row: Row[Any]) -> Motion:
    return Motion(row.id, row.kind, row.details, row.seat, row.version, tuple(row.needs), row.votes, row.status)


# --- the log ---------------------------------------------------------------------------------------------------------


def entry_of(row: Any) -> Entry:
    return Entry(row.seat, row.text, None if row.readers is None else tuple(row.readers), row.undo)


def entries(conn: Connection, table_id: str, upto: int | None = None) -> list[Entry]:
    return [entry_of(row) for row in logs.rows(conn, table_id, upto=upto)]


def state_at(conn: Connection, table: LoadedTable, version: int, known: LoadedTable | None = None) -> State:
    """The state at a version: from what is known or the nearest snapshot on the way to it, else from the beginning."""
    if known is not None and known.state is not None and known.version <= version:
        fresh = _following(conn, table, known, version)
        if fresh is not None:
            return fresh
    way = live(entries(conn, table.id, version), version)
    snapshot, base = _nearest(conn, table, way, rules_of(table))
    s = base if base is not None else beginning(table.rules, table.header)
    for number, entry in way:
        if number > snapshot:
            advance(s, table.rules.parse(entry.text))
    return s


def last_snapshot(conn: Connection, table: LoadedTable) -> tuple[int, State] | None:
    """The latest position that was stored and can still be read, by whatever rules it was reached."""
    version, state = _nearest(conn, table, live(entries(conn, table.id, table.version)), None)
    return None if state is None else (version, state)


def _following(conn: Connection, table: LoadedTable, known: LoadedTable, version: int) -> State | None:
    """What a few new entries lead to, unless one of them is an undo."""
    rows = logs.rows(conn, table.id, known.version, version)
    if any(row.undo is not None for row in rows):
        return None
    s: State = known.state.copy()
    for row in rows:
        advance(s, table.rules.parse(row.text))
    return s


def rules_of(table: LoadedTable) -> str:
    return f"{table.rules.rules_version}:{table.header.digest}"


def _nearest(
    conn: Connection, table: LoadedTable, way: Sequence[tuple[int, Entry]], rules: str | None
) -> tuple[int, State | None]:
    """The latest usable snapshot among the versions on the way. One that does not load is passed over."""
    c = schema.snapshots.c
    wanted = select(c.version, c.state).where(c.table_id == table.id, c.version <= (way[-1][0] if way else 0))
    if rules is not None:
        wanted = wanted.where(c.rules == rules)
    passed = {number for number, _ in way}
    for row in conn.execute(wanted.order_by(c.version.desc())):
        if row.version in passed:
            try:
                return row.version, thaw(table, row.state)
            except (BadPosition, ValueError, zlib.error):
                continue
    return 0, None


def freeze(table: LoadedTable) -> bytes:
    return zlib.compress(json.dumps(table.rules.dump(table.state), separators=(",", ":")).encode(), 1)


def thaw(table: LoadedTable, data: bytes) -> State:
    game, header = table.rules, table.header
    state: State = game.load(json.loads(zlib.decompress(data)), opening(game, header), header.rules_version)
    return state


class TableCache(Cache[str, LoadedTable]):
    """The tables in memory, as last committed."""

    def __init__(self) -> None:
        super().__init__(KEPT)

    def keep(self, table: LoadedTable, since: int | None = None) -> None:
        """An older table never replaces a newer one, not even one that was forgotten `since` the older was read."""
        with self.lock:
            known = self.get(table.id)
            if known is None and since not in (None, self.forgotten):
                return
            if known is None or known.age <= table.age:
                self.put(table.id, table)
