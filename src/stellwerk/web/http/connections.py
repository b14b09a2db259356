"""Connections: as many as the system has room for, some per address, and none that sends its request by drips.

Neither parser of uvicorn has a time limit for what a client sends; this stands around either of them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from stellwerk.table.service.limits import network_of
from stellwerk.table.settings import listed

HEADERS = 20.0
"""Seconds for the head of a request."""
BODY = 120.0
"""Seconds for the rest of it."""
PER_ADDRESS = 200
RESERVED = 200
"""Files and lines the server needs for itself."""
WANTED = 16_384


def room() -> int:
    """How many connections fit beside everything else that is open; as much as the system lets us have."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return max(100, wanted - RESERVED)
    return 1000


def watched(most: int, proxies: str = "", per_address: int = PER_ADDRESS) -> type[asyncio.Protocol]:
    """A protocol for one server. Proxies speak for many and are not counted by address."""
    trusted = [ip_network(each) for each in listed(proxies) if each != "*"]
    counted: Counter[str] = Counter()

    class Watched(AutoHTTPProtocol):  # type: ignore[misc,valid-type]
        _timer: asyncio.TimerHandle | None = None
        _limit: float = 0.0
        _address: str | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            client = self.client[0] if self.client else "::"
            if "*" not in proxies and not any(ip_address(client) in network for network in trusted):
                self._address = client = network_of(client)
                counted[client] += 1
            if len(self.connections) > most or (self._address and counted[client] > per_address):
                transport.abort()
            else:
                self._watch(HEADERS)

        def connection_lost(self, exc: Exception | None) -> None:
            self._unwatch()
            if self._address is not None:
                counted[self._address] -= 1
                if not counted[self._address]:
                    del counted[self._address]
                self._address = None
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is None or self.cycle.response_complete:
                self._watch(HEADERS)
            elif self.cycle.more_body:
                self._watch(BODY)
            else:
                self._unwatch()

        def _watch(self, limit: float) -> None:
            """The time runs from the first piece; more pieces do not prolong it."""
            if self._timer is None or self._limit != limit:
                self._unwatch()
                self._limit = limit
                self._timer = self.loop.call_later(limit, self.transport.abort)

        def _unwatch(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Watched
