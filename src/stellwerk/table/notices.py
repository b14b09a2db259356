"""Turn notices: to whom, by which channels, at most one a turn, and what became of them."""

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

LEASE = 60_000
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
    c = schema.people.c
    settings = tx.conn.execute(select(c.settings).where(c.id == who.id)).scalar_one()
    tx.conn.execute(update(schema.people).where(c.id == who.id), {"settings": {**settings, "notices": kept}})
    return kept


def reports(conn: Connection, person: str) -> list[Report]:
    c = schema.outbox.c
    rows = conn.execute(select(schema.outbox).where(c.person == person).order_by(c.id.desc()).limit(50))
    return [Report(row.kind, row.table_id, row.version, row.status, row.error) for row in rows]


def spread(tx: Tx, row: Row[Any], now: int) -> None:
    """A turn that still waits becomes one message for each way its players want to be told."""
    tx.conn.execute(delete(schema.outbox).where(schema.outbox.c.id == row.id))
    desk = tx.desk(row.table_id)
    if desk.status != "running" or (desk.to_move, desk.version) != (row.seat, row.version):
        return
    for person in desk.places[row.seat].people:
        for wish in wishes(tx.conn, person):
            values = {"table_id": desk.id, "kind": wish["channel"], "seat": row.seat, "version": row.version}
            tx.conn.execute(insert(schema.outbox), {**values, "person": person, "due": now})


def lease(tx: Tx, row: Row[Any], now: int) -> bool:
    """Take a message for a while. Whoever dies with it leaves it to others; two never take it at once."""
    c = schema.outbox.c
    mine = (c.id == row.id, c.status == "open", c.due == row.due)
    later = {"due": now + LEASE * 2**row.tries, "tries": row.tries + 1}
    return bool(tx.conn.execute(update(schema.outbox).where(*mine), later).rowcount)


def send(conn: Connection, settings: Settings, desk: Desk, row: Row[Any]) -> None:
    wish = next((wish for wish in wishes(conn, row.person) if wish["channel"] == row.kind), None)
    if wish is None:
        raise NotDelivered(Text("no longer wanted"))
    lang = conn.execute(select(schema.people.c.lang).where(schema.people.c.id == row.person)).scalar()
    deliver(settings, row.kind, wish, message(settings, desk, row.seat, row.version, lang))


def message(settings: Settings, desk: Desk, seat: int, version: int, lang: str | None) -> Message:
    words = translator(best_language(lang or ""))
    title = desk.rules.title.render(words)
    url = f"{settings.base_url.rstrip('/')}/table/{desk.id}"
    subject = Text("{game}: it is your turn", game=title).render(words)
    name = desk.name or ", ".join(place.name for place in desk.places)
    facts = {"table": desk.id, "game": desk.game, "seat": seat, "version": version, "url": url}
    return Message(subject, f"{subject}\n{name}\n{url}", facts)


def written_down(tx: Tx, row: Row[Any], error: Text | None) -> None:
    """Arrived, to be tried again, or given up; the addressee can read which."""
    c = schema.outbox.c
    given_up = error is not None and row.tries + 1 >= TRIES
    status = "sent" if error is None else "failed" if given_up else "open"
    said = None if error is None else error.render()[:300]
    tx.conn.execute(update(schema.outbox).where(c.id == row.id), {"status": status, "error": said})


CHANNELS = tuple(channels.FIELDS)
