"""Push to a device: a message encrypted for one browser, handed to the service that keeps a line to it.

The address of that service comes from the browser, so it is a stranger's: it is vetted like that of a web hook. The
site proves who it is by a key of its own, made once and kept in the database, so that all its processes have it.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row, delete, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from stellwerk.core import Text
from stellwerk.table.background import channels
from stellwerk.table.background.channels import Message, NotDelivered
from stellwerk.table.model import Person, Refused
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import UnitOfWork

PUSH = "push"
MISSING = Text("push to devices needs more on this server: pip install 'stellwerk[notices]'")
MOST = 10
"""Devices of one person; the oldest makes room."""
KEY = "push"
HOURS = 12
"""For which a signature of the site holds."""
KEPT = 86_400
"""Seconds the service keeps a message for a device that is switched off."""
ENDPOINT = r"https://[^\s\"'<>\\@]{3,500}"
SECRETS = {"p256dh": 65, "auth": 16}
"""Bytes of what the browser gives away: its public key and a secret shared with it."""


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    agent: str
    created: int


class Gone(NotDelivered):
    """The browser no longer wants to be told."""


def is_offered() -> bool:
    return find_spec("pywebpush") is not None


# --- the site's key ---------------------------------------------------------------------------------------------------


def make_key(work: UnitOfWork) -> None:
    """The key of this site, unless there is one. Of two processes that start together one is first."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    into = insert_postgres if work.conn.dialect.name == "postgresql" else insert_sqlite
    made = into(schema.keys).values(name=KEY, value=_text(number.to_bytes(32, "big")))
    work.conn.execute(made.on_conflict_do_nothing())


def _signer(conn: Connection) -> Any:
    from py_vapid import Vapid02

    kept = conn.execute(select(schema.keys.c.value).where(schema.keys.c.name == KEY)).scalar_one()
    return Vapid02.from_raw(kept.encode())


def public_key(conn: Connection) -> str:
    """What browsers are told, so that nobody else can reach them by what they answer."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return _text(_signer(conn).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


# --- devices ----------------------------------------------------------------------------------------------------------


def devices(conn: Connection, person: str) -> list[Device]:
    c = schema.devices.c
    wanted = select(c.id, c.agent, c.created).where(c.person == person).order_by(c.created, c.id)
    return [Device(*row) for row in conn.execute(wanted)]


def add_device(work: UnitOfWork, who: Person, id_: str, given: Mapping[str, str], agent: str) -> str:
    """A browser wants to be told. Whoever used it before is not told there any more."""
    checked = _checked(given)
    c = schema.devices.c
    work.conn.execute(delete(schema.devices).where(c.endpoint == checked["endpoint"]))
    older = devices(work.conn, who.id)
    for device in older[: max(0, len(older) + 1 - MOST)]:
        drop_device(work, who.id, device.id)
    row = {"id": id_, "person": who.id, **checked, "agent": agent, "created": work.now}
    work.conn.execute(insert(schema.devices), row)
    return id_


def drop_device(work: UnitOfWork, person: str, id_: str) -> None:
    c = schema.devices.c
    work.conn.execute(delete(schema.devices).where(c.person == person, c.id == id_))


def _checked(given: Mapping[str, str]) -> dict[str, str]:
    endpoint = given["endpoint"]
    if not re.fullmatch(ENDPOINT, endpoint) or channels.port_of(endpoint) not in channels.PORTS:
        raise _wrong("endpoint")
    for name, size in SECRETS.items():
        if len(_bytes(given[name])) != size:
            raise _wrong(name)
    _require_point(_bytes(given["p256dh"]))
    return {name: given[name] for name in ("endpoint", *SECRETS)}


def _require_point(key: bytes) -> None:
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError as error:
        raise _wrong("p256dh") from error


def _bytes(given: str) -> bytes:
    try:
        return base64.b64decode(given + "=" * (-len(given) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


def _wrong(field: str) -> Refused:
    return Refused("field", Text("{channel}: {field} is missing or wrong", channel=PUSH, field=field), 422)


# --- sending ----------------------------------------------------------------------------------------------------------


def send(conn: Connection, settings: Settings, person: str, device: str, message: Message) -> None:
    """Hand a message to the service of a device, or raise `NotDelivered`; `Gone` if the device is to be forgotten."""
    if not is_offered():
        raise NotDelivered(MISSING)
    c = schema.devices.c
    row = conn.execute(select(schema.devices).where(c.person == person, c.id == device)).one_or_none()
    if row is None:
        raise NotDelivered(Text("no longer wanted"))
    headers = {**_signed(conn, settings, row.endpoint), **_manner(message)}
    try:
        channels.post(row.endpoint, encrypted(row, message), headers)
    except channels.Answered as answer:
        if answer.status in (404, 410):
            raise Gone(answer.text) from answer
        raise


def encrypted(row: Row[Any], message: Message) -> bytes:
    from pywebpush import WebPusher

    keys = {name: getattr(row, name) for name in SECRETS}
    told = json.dumps(_told(message), ensure_ascii=False).encode()
    body: bytes = WebPusher({"endpoint": row.endpoint, "keys": keys}).encode(told)["body"]
    return body


def _told(message: Message) -> dict[str, str]:
    """What the worker in the browser shows, and where a click on it leads."""
    lines = message.body.splitlines()[1:]
    text = "\n".join(line for line in lines if not line.startswith(("http://", "https://")))
    path = urlsplit(str(message.facts.get("url", ""))).path or "/"
    return {"title": message.subject, "text": text[:1000], "path": path, "tag": _topic(message)}


def _topic(message: Message) -> str:
    """News about a table take the place of what was said about it before."""
    return str(message.facts.get("table", "stellwerk"))


def _manner(message: Message) -> dict[str, str]:
    return {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT),
        "Urgency": "high",
        "Topic": _topic(message),
    }


def _signed(conn: Connection, settings: Settings, endpoint: str) -> dict[str, str]:
    target = urlsplit(endpoint)
    host = urlsplit(settings.base_url).hostname or "localhost"
    claims = {
        "aud": f"{target.scheme}://{target.netloc}",
        "exp": int(time.time()) + HOURS * 3600,
        "sub": settings.base_url if settings.secure else f"mailto:stellwerk@{host}",
    }
    signed: dict[str, str] = _signer(conn).sign(claims)
    return signed
