"""Fairness between visitors: only so many requests of one address are worked on at once, the next ones wait in line.

Without it whoever sends most gets most, and an honest table waits behind a stranger's thousand pages. An address with a
long line is worked on one by one, and lets the others go first.
"""

from __future__ import annotations

from asyncio import Event, Semaphore, timeout
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from starlette.types import Message, Receive, Send

AT_ONCE = 3
"""Requests of one address that are worked on at once."""
CROWD = 9
"""Requests of one address, from which on it is served one by one: more than a browser sends at once."""
IN_LINE = 100
"""Requests of one address that wait; the next one is refused."""
COURTESY = 0.1
"""Seconds for which a crowd lets others go first; then its next request is begun beside theirs."""


class Crowded(Exception):
    """The line of an address is full."""


class Lane:
    """The requests of one address."""

    def __init__(self) -> None:
        self.free, self.single = Semaphore(AT_ONCE), Semaphore(1)
        self.inside = 0

    @property
    def is_crowd(self) -> bool:
        return self.inside >= CROWD


class Floor:
    """What is worked on for addresses that are no crowd."""

    def __init__(self) -> None:
        self._working, self._calm = 0, Event()
        self._calm.set()

    def enter(self) -> None:
        self._working += 1
        self._calm.clear()

    def leave(self) -> None:
        self._working -= 1
        if not self._working:
            self._calm.set()

    async def calm(self) -> None:
        with suppress(TimeoutError):
            async with timeout(COURTESY):
                await self._calm.wait()


class Turn:
    """One request. It is worked on from the last byte that arrives to the first that is sent: lines are slow, and
    nobody shall wait because a neighbour's is."""

    def __init__(self, lane: Lane, floor: Floor, receive: Receive, send: Send) -> None:
        self._lane, self._floor, self._receive, self._send = lane, floor, receive, send
        self._leave: list[Callable[[], None]] = []
        self._complete = False

    async def take(self) -> None:
        if self._lane.is_crowd:
            await self._pass(self._lane.single)
            await self._floor.calm()
        await self._pass(self._lane.free)
        if not self._lane.is_crowd:
            self._floor.enter()
            self._leave.append(self._floor.leave)

    async def _pass(self, gate: Semaphore) -> None:
        await gate.acquire()
        self._leave.append(gate.release)

    def give(self) -> None:
        while self._leave:
            self._leave.pop()()

    async def receive(self) -> Message:
        if self._complete:
            return await self._receive()
        self.give()
        message = await self._receive()
        self._complete = not message.get("more_body", False)
        await self.take()
        return message

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.give()
        await self._send(message)


class Turnstile:
    """Lives on the event loop; each web process has its own."""

    def __init__(self) -> None:
        self._lanes: dict[str, Lane] = {}
        self._floor = Floor()

    @asynccontextmanager
    async def turn(self, address: str, receive: Receive, send: Send) -> AsyncIterator[Turn]:
        """Raises `Crowded` where too many wait already."""
        lane = self._lanes.setdefault(address, Lane())
        if lane.inside >= AT_ONCE + IN_LINE:
            raise Crowded
        lane.inside += 1
        turn = Turn(lane, self._floor, receive, send)
        try:
            await turn.take()
            yield turn
        finally:
            turn.give()
            lane.inside -= 1
            if not lane.inside:
                del self._lanes[address]
