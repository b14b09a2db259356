"""Notices: to whom, by which channels, at most one a turn, and what became of them.

A turn becomes messages, each under a key that exists once. A message is taken, sent, and written down as sent. Whoever
dies between the last two leaves it unknown whether it has arrived; it is then sent again, under the same key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Row, and_, delete, insert, select, update

from stellwerk import games
from stellwerk.core import Text
from stellwerk.locale import best_language, translator
from stellwerk.table.background import channels, letters, push
from stellwerk.table.background.channels import Message, NotDelivered, checked, deliver
from stellwerk.table.background.hours import Hours, hours_of, next_digest, not_before
from stellwerk.table.model import Person, Refused
from stellwerk.table.moves import clocks
from stellwerk.table.moves.acting import WARNING
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import UnitOfWork

LEASE = 30_000
"""Milliseconds a message is left to whoever has taken it; longer than any channel takes."""
TRIES = 5
MOST = 5
Wish: TypeAlias = dict[str, str]
"""A channel with its fields."""


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a message; `error` says why it has not arrived (yet)."""

    channel: str
    table: str
    version: int
    status: str
    error: str | None


def wishes(conn: Connection, person: str) -> list[Wish]:
    """How a person wants to be notified: channels with their fields."""
    found = conn.execute(select(schema.people.c.settings).where(schema.people.c.id == person)).scalar()
    return list((found or {}).get("notices", []))


def set_wishes(work: UnitOfWork, who: Person, wanted: Sequence[Mapping[str, Any]]) -> list[Wish]:
    if len(wanted) > MOST:
        raise Refused("channel", Text("at most {most} notification channels can be set up", most=MOST), 422)
    kept = [_kept(work.conn, who, wish) for wish in wanted]
    if len({wish["channel"] for wish in kept}) < len(kept):
        raise Refused("channel", Text("each notification channel can be set up once"), 422)
    c = schema.people.c
    settings = work.conn.execute(select(c.settings).where(c.id == who.id)).scalar_one()
    work.conn.execute(update(schema.people).where(c.id == who.id), {"settings": {**settings, "notices": kept}})
    return kept


def _kept(conn: Connection, who: Person, wish: Mapping[str, Any]) -> Wish:
    """A wish as it is stored. Letters go to an address that was confirmed, and nowhere else."""
    channel = wish.get("channel", "")
    if channel == MAIL:
        wish = {"to": letters.confirmed(conn, who.id), **{k: v for k, v in wish.items() if v}}
        require_confirmed(conn, who.id, wish)
    return {"channel": channel, **checked(channel, wish)}


def require_confirmed(conn: Connection, person: str, wish: Mapping[str, Any]) -> None:
    address = letters.confirmed(conn, person)
    if address is None or wish["to"] != address:
        raise Refused("mail", UNCONFIRMED, 422)


def reports(conn: Connection, person: str) -> list[Report]:
    c = schema.outbox.c
    rows = conn.execute(select(schema.outbox).where(c.person == person).order_by(c.id.desc()).limit(50))
    return [Report(row.kind, row.table_id, row.version, row.status, row.error) for row in rows]


def fan_out(work: UnitOfWork, row: Row[Any], operator: bool = False) -> None:
    """A turn that still waits becomes one message for each way its players, and the operator, want to be told."""
    if not work.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row.id)).rowcount:
        return  # another clerk was quicker
    table = work.table(row.table_id)
    if row.kind != CLAIM and not waits(table, row):
        return
    if row.kind == WARNING and (clocks.warns_at(table, work.now) or 0) > work.now:
        return  # the clock was stopped meanwhile; there is another warning for its new end
    for person in _addressees(table, row):
        hours = hours_of(work.conn, person)
        for way in ways(work.conn, person):
            _post(work, row, way, person, hours)
    if operator and row.kind != CLAIM:
        _post(work, row, OPERATOR, None, Hours())


def ways(conn: Connection, person: str) -> list[str]:
    """By which channels somebody is told; of push each device is one."""
    devices = [f"{push.PUSH}:{device.id}" for device in push.devices(conn, person)]
    return [*dict.fromkeys(wish["channel"] for wish in wishes(conn, person)), *devices]


def _addressees(table: LoadedTable, row: Row[Any]) -> tuple[str, ...]:
    """The players of the seat; of a second claim of its link those who were there before."""
    people = table.place(row.seat).people
    return people[:-1] if row.kind == CLAIM else people


def is_current(conn: Connection, table: LoadedTable, row: Row[Any]) -> bool:
    """Whether a message still says something new."""
    if is_digest(row):
        return bool(waiting_for(conn, row.person))
    return is_claim(row) or waits(table, row)


def is_claim(row: Row[Any]) -> bool:
    return (row.key or "").startswith(f"{CLAIM}.")


def is_warning(row: Row[Any]) -> bool:
    return row.kind == WARNING or (row.key or "").startswith(f"{WARNING}.")


def is_digest(row: Row[Any]) -> bool:
    return (row.key or "").startswith(f"{DIGEST}.")


def waits(table: LoadedTable, row: Row[Any]) -> bool:
    """Whether the table still asks what a notice is about, and a clock it warns of still runs."""
    is_asked = table.status == "running" and (table.to_move, table.version) == (row.seat, row.version)
    return is_asked and (not is_warning(row) or clocks.warns(table))


def waiting_for(conn: Connection, person: str) -> list[Row[Any]]:
    """The tables that wait for somebody's move, the longest waiting first."""
    t, g = schema.tables.c, schema.grants.c
    mine = and_(g.table_id == t.id, g.seat == t.to_move)
    asked = select(t.id, t.game, t.name).join_from(schema.grants, schema.tables, mine)
    asked = asked.where(g.person == person, t.status == "running", t.archived.is_(False))
    return list(conn.execute(asked.order_by(t.asked_at).limit(LISTED)))


def _post(work: UnitOfWork, row: Row[Any], way: str, person: str | None, hours: Hours) -> None:
    """A message for one way. A digest is one message for all turns until its hour; a warning does not wait for it."""
    if hours.digest is not None and row.kind in TURNS:
        due = next_digest(hours, work.now)
        key = f"{DIGEST}.{person}.{due}.0.{way}"
    else:
        due = not_before(hours, work.now)
        key = f"{row.kind}.{row.table_id}.{row.version}.{row.seat}.{way}.{person or ''}"
    if work.conn.execute(select(schema.outbox.c.id).where(schema.outbox.c.key == key)).first():
        return
    kind = way.partition(":")[0]
    values = {"table_id": row.table_id, "kind": kind, "seat": row.seat, "version": row.version, "key": key}
    work.conn.execute(insert(schema.outbox), {**values, "person": person, "due": due})


def lease(work: UnitOfWork, row: Row[Any]) -> bool:
    """Reserve a message for a while. If the process dies, another one may take it; two never hold it at once."""
    c = schema.outbox.c
    mine = (c.id == row.id, c.status == "open", c.due == row.due)
    later = {"due": work.now + LEASE * 2**row.tries, "tries": row.tries + 1, "error": None}
    return bool(work.conn.execute(update(schema.outbox).where(*mine), later).rowcount)


def take_back(work: UnitOfWork) -> None:
    """Where nobody else can be sending, what was taken and not reported on was left by a process that died."""
    c = schema.outbox.c
    left = (c.status == "open", c.key.is_not(None), c.tries > 0, c.error.is_(None))
    work.conn.execute(update(schema.outbox).where(*left), {"due": work.now})


def send(conn: Connection, settings: Settings, table: LoadedTable, row: Row[Any]) -> None:
    if row.kind == OPERATOR:
        told = message(settings, table, row, None)
        for address in settings.notify.split():
            channels.apprise(address, told)
        return
    lang = conn.execute(select(schema.people.c.lang).where(schema.people.c.id == row.person)).scalar()
    told = digest(conn, settings, row, lang) if is_digest(row) else message(settings, table, row, lang)
    if row.kind == push.PUSH:
        push.send(conn, settings, row.person, device_of(row), told)
        return
    wish = next((wish for wish in wishes(conn, row.person) if wish["channel"] == row.kind), None)
    if wish is None:
        raise NotDelivered(Text("no longer wanted"))
    if row.kind == MAIL and letters.confirmed(conn, row.person) != wish["to"]:
        raise NotDelivered(UNCONFIRMED)
    deliver(settings, row.kind, wish, told)


def device_of(row: Row[Any]) -> str:
    """The device a message by push is for."""
    return str(row.key).split(".")[4].partition(":")[2]


def message(settings: Settings, table: LoadedTable, row: Row[Any], lang: str | None) -> Message:
    words = translator(best_language(lang or ""))
    title = table.title.render(words)
    url = f"{settings.base_url.rstrip('/')}/table/{table.id}"
    about = CLAIMED if is_claim(row) else LATE if is_warning(row) else TURN
    subject = Text(about.message, game=title).render(words)
    name = table.name or ", ".join(place.name for place in table.places)
    facts = {"table": table.id, "game": table.game, "seat": row.seat, "version": row.version, "url": url}
    turn = ".".join((row.key or "").split(".")[:4])
    body = f"{subject}\n{url}" if row.kind == MAIL else f"{subject}\n{name}\n{url}"  # letters: no words of strangers
    return Message(subject, body, facts, turn)


def _title(game: str) -> Text:
    return games.game(game).title if game in games.PACKAGES else Text(game)


def digest(conn: Connection, settings: Settings, row: Row[Any], lang: str | None) -> Message:
    """Everything that waits for somebody, in one message."""
    words = translator(best_language(lang or ""))
    waiting, site = waiting_for(conn, row.person), settings.base_url.rstrip("/")
    subject = Text(WAITING.message, n=len(waiting)).render(words)
    lines = [f"{_title(each.game).render(words)} {'' if row.kind == MAIL else each.name}".strip() for each in waiting]
    body = "\n".join(
        part for line, each in zip(lines, waiting, strict=True) for part in (line, f"{site}/table/{each.id}")
    )
    facts = {"tables": [each.id for each in waiting], "url": f"{site}/"}
    return Message(subject, f"{subject}\n{body}", facts, ".".join(row.key.split(".")[:4]))


def record_result(work: UnitOfWork, row: Row[Any], status: str, error: Text | None = None) -> None:
    """Arrived, to be tried again, given up, or too late; the addressee can read which."""
    given_up = error is not None and row.tries + 1 >= TRIES
    values = {"status": "failed" if given_up else status, "error": None if error is None else error.render()[:300]}
    work.conn.execute(update(schema.outbox).where(schema.outbox.c.id == row.id), values)


CLAIM = "claim"
"""A second person has used the link of a seat."""
TURN = Text("{game}: it is your turn")
LATE = Text("{game}: the time of your turn runs out soon")
CLAIMED = Text("{game}: somebody else has used the link of your seat")
WAITING = Text("Tables that wait for you: {n}")
DIGEST = "digest"
TURNS = ("turn", "reminder")
"""Messages that a digest gathers."""
LISTED = 20
"""Tables a digest names."""
MAIL = "mail"
UNCONFIRMED = Text("confirm this address for mail in your settings first")
OPERATOR = "operator"
CHANNELS = (*channels.FIELDS, push.PUSH, OPERATOR)
