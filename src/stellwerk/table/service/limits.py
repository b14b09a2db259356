"""How often somebody may do what costs the server something. The service asks, so pages and API share the limits."""

from __future__ import annotations

from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused

PER_PERSON = {
    "tables": "100 per hour",
    "what-if": "300 per hour",
    "chat": "60 per minute",
    "notices": "5 per minute",
    "library": "600 per minute",
}
"""Deeds by the name of their bucket."""
LOGINS_OF_AN_ADDRESS = "20 per minute"
LOGINS_OF_A_NAME = "10 per minute"


class Limits:
    """Named buckets per address or person; a rate of 0 switches them off."""

    def __init__(self, rate: float = 1.0) -> None:
        self.rate = rate
        self._windows = FixedWindowRateLimiter(MemoryStorage())
        self._items: dict[str, RateLimitItem] = {}

    def allows(self, limit: str, *who: str) -> bool:
        """`limit` as in "20 per minute"."""
        if not self.rate:
            return True
        item = self._items.get(limit)
        if item is None:
            parsed = parse(limit)
            item = type(parsed)(max(1, int(parsed.amount * self.rate)), parsed.multiples)
            self._items[limit] = item
        return self._windows.hit(item, limit, *who)

    def count(self, deed: str, who: Person) -> None:
        """Raises once a person has done something as often as allowed."""
        if not self.allows(PER_PERSON[deed], deed, who.id):
            raise Refused("too-many", Text("too many requests; wait a moment"), 429)

    def count_login(self, address: str, login: str) -> None:
        """Passwords can be guessed only slowly: so many attempts per address, and per name."""
        if not self.allows(LOGINS_OF_AN_ADDRESS, "login", address) or not self.allows(LOGINS_OF_A_NAME, "login", login):
            raise Refused("too-many", Text("too many attempts; wait a minute"), 429)
