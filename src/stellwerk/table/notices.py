"""Turn notices: to whom, by which channels, at most one a turn, and what became of them.

A turn becomes messages, each under a key that exists once. A message is taken, sent, and written down as sent. Whoever
dies between the last two leaves it unknown whether it has arrived; it is then sent again, under the same key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from stellwerk.core import Text
from stellwerk.locale import best_language, translator
from stellwerk.table import channels, schema
from stellwerk.table.channels import Message, NotDelivered, checked, deliver
from stellwerk.table.desk import Desk
from stellwerk.table.model import Person, Refused
from stellwerk.table.settings import Settings
from stellwerk.table.store import Tx

LEASE = 30_000
"""Milliseconds a message is left to whoever has taken it; longer than any channel takes."""
TRIES = 5
MOST = 5


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a message; `error` says why it has not arrived (yet)."""

    channel: str
    table: str
    version: int
    status: str
    error: str | None


def wishes(conn: Connection, person: str) -> list[dict[str, str]]:
    """How somebody wants to be told: channels with their fields."""
    found = conn.execute(select(schema.people.c.settings).where(schema.people.c.id == person)).scalar()
    return list((found or {}).get("notices", []))


def set_wishes(tx: Tx, who: Person, wanted: Sequence[Mapping[str, Any]]) -> list[dict[str, str]]:
    if len(wanted) > MOST:
        raise Refused("channel", Text("{most} ways to tell you are enough", most=MOST), 422)
    kept = [{"channel": wish.get("channel", ""), **checked(wish.get("channel", ""), wish)} for wish in wanted]
    if len({wish["channel"] for wish in kept}) < len(kept):
        raise Refused("channel", Text("each way to tell you is chosen once"), 422)
    c = schema.people.c
    settings = tx.conn.execute(select(c.settings).where(c.id == who.id)).scalar_one()
    tx.conn.execute(update(schema.people).where(c.id == who.id), {"settings": {**settings, "notices": kept}})
    return kept


def reports(conn: Connection, person: str) -> list[Report]:
    c = schema.outbox.c
    rows = conn.execute(select(schema.outbox).where(c.person == person).order_by(c.id.desc()).limit(50))
    return [Report(row.kind, row.table_id, row.version, row.status, row.error) for row in rows]


def spread(tx: Tx, row: Row[Any], now: int, operator: bool = False) -> None:
    """A turn that still waits becomes one message for each way its players, and the operator, want to be told."""
    if not tx.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row.id)).rowcount:
        return  # another clerk was quicker
    desk = tx.desk(row.table_id)
    if not waits(desk, row):
        return
    for person in desk.place(row.seat).people:
        for channel in dict.fromkeys(wish["channel"] for wish in wishes(tx.conn, person)):
            _post(tx, row, channel, person, now)
    if operator:
        _post(tx, row, OPERATOR, None, now)


def waits(desk: Desk, row: Row[Any]) -> bool:
    """Whether the table still asks what a notice is about."""
    return desk.status == "running" and (desk.to_move, desk.version) == (row.seat, row.version)


def _post(tx: Tx, row: Row[Any], channel: str, person: str | None, now: int) -> None:
    key = f"{row.kind}.{row.table_id}.{row.version}.{row.seat}.{channel}.{person or ''}"
    if tx.conn.execute(select(schema.outbox.c.id).where(schema.outbox.c.key == key)).first():
        return
    values = {"table_id": row.table_id, "kind": channel, "seat": row.seat, "version": row.version, "key": key}
    tx.conn.execute(insert(schema.outbox), {**values, "person": person, "due": now})


def lease(tx: Tx, row: Row[Any], now: int) -> bool:
    """Take a message for a while. Whoever dies with it leaves it to others; two never take it at once."""
    c = schema.outbox.c
    mine = (c.id == row.id, c.status == "open", c.due == row.due)
    later = {"due": now + LEASE * 2**row.tries, "tries": row.tries + 1, "error": None}
    return bool(tx.conn.execute(update(schema.outbox).where(*mine), later).rowcount)


def take_back(tx: Tx, now: int) -> None:
    """Where nobody else can be sending, what was taken and not reported on was left by a process that died."""
    c = schema.outbox.c
    left = (c.status == "open", c.key.is_not(None), c.tries > 0, c.error.is_(None))
    tx.conn.execute(update(schema.outbox).where(*left), {"due": now})


def send(conn: Connection, settings: Settings, desk: Desk, row: Row[Any]) -> None:
    if row.kind == OPERATOR:
        told = message(settings, desk, row, None)
        for address in settings.notify.split():
            channels.apprise(address, told)
        return
    wish = next((wish for wish in wishes(conn, row.person) if wish["channel"] == row.kind), None)
    if wish is None:
        raise NotDelivered(Text("no longer wanted"))
    lang = conn.execute(select(schema.people.c.lang).where(schema.people.c.id == row.person)).scalar()
    deliver(settings, row.kind, wish, message(settings, desk, row, lang))


def message(settings: Settings, desk: Desk, row: Row[Any], lang: str | None) -> Message:
    words = translator(best_language(lang or ""))
    title = desk.rules.title.render(words)
    url = f"{settings.base_url.rstrip('/')}/table/{desk.id}"
    subject = Text("{game}: it is your turn", game=title).render(words)
    name = desk.name or ", ".join(place.name for place in desk.places)
    facts = {"table": desk.id, "game": desk.game, "seat": row.seat, "version": row.version, "url": url}
    turn = ".".join((row.key or "").split(".")[:4])
    return Message(subject, f"{subject}\n{name}\n{url}", facts, turn)


def written_down(tx: Tx, row: Row[Any], status: str, error: Text | None = None) -> None:
    """Arrived, to be tried again, given up, or too late; the addressee can read which."""
    given_up = error is not None and row.tries + 1 >= TRIES
    values = {"status": "failed" if given_up else status, "error": None if error is None else error.render()[:300]}
    tx.conn.execute(update(schema.outbox).where(schema.outbox.c.id == row.id), values)


OPERATOR = "operator"
CHANNELS = (*channels.FIELDS, OPERATOR)
