"""When somebody wants to be told: not at night, or once a day about everything that waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from stellwerk.table.model import Clock, Person
from stellwerk.table.moves import clocks
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import UnitOfWork

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@dataclass(frozen=True, slots=True)
class Hours:
    """Hours of the day of whoever is told."""

    quiet: tuple[int, int] | None = None
    """From this hour to that nothing is sent."""
    digest: int | None = None
    """At this hour one message about all turns; None: one for each turn."""
    zone: int = 0
    """Minutes east of Greenwich."""


def hours_of(conn: Connection, person: str) -> Hours:
    settings = conn.execute(select(schema.people.c.settings).where(schema.people.c.id == person)).scalar()
    return _read((settings or {}).get("hours", {}))


def _read(kept: Mapping[str, Any]) -> Hours:
    quiet = kept.get("quiet")
    return Hours(tuple(quiet) if quiet else None, kept.get("digest"), kept.get("zone", 0))


def set_hours(work: UnitOfWork, who: Person, hours: Hours) -> None:
    c = schema.people.c
    settings = work.conn.execute(select(c.settings).where(c.id == who.id)).scalar_one()
    work.conn.execute(update(schema.people).where(c.id == who.id), {"settings": {**settings, "hours": asdict(hours)}})


def not_before(hours: Hours, now: int) -> int:
    """Now, or when the quiet hours are over."""
    return clocks.rings(Clock(0, quiet=hours.quiet, zone=hours.zone), now, 0)


def next_digest(hours: Hours, now: int) -> int:
    """The next time it is the hour of the digest where its reader lives; quiet hours do not hold it back."""
    assert hours.digest is not None
    local = now + hours.zone * MINUTE
    today = local // DAY * DAY + hours.digest * HOUR
    return (today if today > local else today + DAY) - hours.zone * MINUTE
