"""How often somebody may do what costs the server something. The service asks, so pages and API share the limits.

They go by person and by address: a person is new each time a cookie is thrown away, an address is not. On PostgreSQL
all web processes count together.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Lock
from typing import Protocol

from limits import RateLimitItem, parse
from sqlalchemy import text

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.storage.store import Store

PER_PERSON = {
    "tables": "100 per hour",
    "what-if": "300 per hour",
    "chat": "60 per minute",
    "notices": "5 per minute",
    "library": "600 per minute",
    "uploads": "120 per hour",
    "judgement": "60 per hour",
    "notes": "120 per minute",
    "sets": "600 per minute",
    "everything": "10 per hour",
    "report": "10 per hour",
    "delete": "10 per hour",
    "mail": "10 per hour",
}
"""Deeds by the name of their bucket."""
PER_ADDRESS = {
    "tables": "400 per hour",
    "what-if": "1200 per hour",
    "chat": "300 per minute",
    "notices": "20 per minute",
    "library": "1800 per minute",
    "uploads": "400 per hour",
    "judgement": "200 per hour",
    "notes": "600 per minute",
    "sets": "1800 per minute",
    "guests": "300 per hour",
    "everything": "40 per hour",
    "report": "40 per hour",
    "delete": "40 per hour",
    "mail": "40 per hour",
}
"""Several people may play behind one address; a school has hardly more than these."""
LOGINS_OF_AN_ADDRESS = "20 per minute"
LOGINS_OF_A_NAME = "10 per minute"
"""From one address: whoever guesses shuts himself out, not the owner."""
LOGINS_OF_A_NAME_ANYWHERE = "100 per minute"
_address: ContextVar[str | None] = ContextVar("address", default=None)


@contextmanager
def asked_from(address: str) -> Iterator[None]:
    """Whatever is counted in here is counted for this address too."""
    before = _address.set(network_of(address))
    try:
        yield
    finally:
        _address.reset(before)


def asking() -> str | None:
    """The network of whoever asks just now; None outside of a request."""
    return _address.get()


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """What one visitor can hardly change: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class Windows(Protocol):
    def hit(self, item: RateLimitItem, *identifiers: str) -> bool: ...


class OwnWindows:
    """Counters of this process, by the clock that nobody sets."""

    SWEPT = 10_000
    """Counters, from which on those that have ended are looked for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._lock = clock, Lock()
        self._counts: dict[str, tuple[float, int]] = {}
        self._room = self.SWEPT

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        key, now = item.key_for(*identifiers), self._clock()
        with self._lock:
            ends, count = self._counts.get(key, (now, 0))
            if ends <= now:
                ends, count = now + item.get_expiry(), 0
            self._counts[key] = (ends, count + 1)
            if len(self._counts) > self._room:
                self._sweep(now)
        return count < item.amount

    def _sweep(self, now: float) -> None:
        self._counts = {key: each for key, each in self._counts.items() if each[0] > now}
        self._room = max(self.SWEPT, 2 * len(self._counts))


class SharedWindows:
    """Counters in the database: every web process sees what the others have counted."""

    COUNT = text(
        "INSERT INTO limits (key, count, ends) VALUES (:key, 1, :ends) "
        "ON CONFLICT (key) DO UPDATE SET count = limits.count + 1 RETURNING count"
    )

    def __init__(self, store: Store) -> None:
        self.store = store

    def hit(self, item: RateLimitItem, *identifiers: str) -> bool:
        length = item.get_expiry() * 1000
        window = self.store.now() // length
        key = hashlib.sha256(item.key_for(*identifiers, str(window)).encode()).hexdigest()
        values = {"key": key, "ends": (window + 1) * length}
        count = self.store.do(lambda work: work.conn.execute(self.COUNT, values).scalar_one())
        return bool(count <= item.amount)


class Limits:
    """Named buckets per address and person; a rate of 0 switches them off."""

    def __init__(self, rate: float = 1.0, store: Store | None = None) -> None:
        self.rate = rate
        self._own: Windows = OwnWindows()
        self._shared: Windows = SharedWindows(store) if store is not None and not store.sole else self._own
        self._items: dict[str, RateLimitItem] = {}

    def allows(self, limit: str, *who: str) -> bool:
        """`limit` as in "20 per minute". Counted in this process: for what comes too often to ask the database."""
        return not self.rate or self._own.hit(self._item(limit), limit, *who)

    def _allows(self, limit: str, *who: str) -> bool:
        return not self.rate or self._shared.hit(self._item(limit), limit, *who)

    def _item(self, limit: str) -> RateLimitItem:
        item = self._items.get(limit)
        if item is None:
            parsed = parse(limit)
            item = type(parsed)(max(1, int(parsed.amount * self.rate)), parsed.multiples)
            self._items[limit] = item
        return item

    def count(self, deed: str, who: Person | None) -> None:
        """Raises once a person, or an address, has done something as often as allowed."""
        here = asking()
        by_address = here is None or self._allows(PER_ADDRESS[deed], deed, "at", here)
        if not by_address or (who is not None and not self._allows(PER_PERSON[deed], deed, who.id)):
            raise Refused("too-many", Text("too many requests; wait a moment"), 429)

    def count_login(self, address: str, login: str) -> None:
        """Passwords can be guessed only slowly: so many attempts per address, and per name there and anywhere."""
        here = network_of(address)
        is_allowed = (
            self._allows(LOGINS_OF_AN_ADDRESS, "login", here)
            and self._allows(LOGINS_OF_A_NAME, "login", here, login)
            and self._allows(LOGINS_OF_A_NAME_ANYWHERE, "login", login)
        )
        if not is_allowed:
            raise Refused("too-many", Text("too many attempts; wait a minute"), 429)
