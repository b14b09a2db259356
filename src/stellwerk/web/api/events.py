"""One stream of events per browser. An event says which table changed and to which version, never what happened.

A client that reconnects gets an event for every table that changed in the meantime.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import randrange
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import StreamingResponse
from sqlalchemy import select

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import sessions
from stellwerk.table.service.limits import network_of
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.table.storage.store import SESSIONS_ENDED, Change
from stellwerk.web.http.auth import Visitor, proof_of, runtime_of
from stellwerk.web.http.middleware import address
from stellwerk.web.http.rooms import room

LOG = logging.getLogger("stellwerk.events")
WAITING = 1000
LATER = 2000
"""Milliseconds after which a browser tries again when its line was lost …"""
SOON = (100, 1000)
"""… and when the server has said that it goes."""
OVERLAP = 10_000
"""Milliseconds that are sent again to a client that resumes: clocks of several servers differ a little."""
STREAMS = 12
STREAMS_OF_AN_ADDRESS = 100
"""Guest accounts are free, so the streams of one address are counted whatever names it uses."""


@dataclass(eq=False)
class Listener:
    who: Person | None
    watched: frozenset[str]
    queue: asyncio.Queue[bytes | None]
    address: str = ""
    proof: str = ""
    """The hash of the session or token it was opened with; a stranger has none."""


class Hub:
    """The open streams. Lives on the event loop; `tell` may be called from any thread."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._loop: asyncio.AbstractEventLoop | None = None
        self._by_table: dict[str, set[Listener]] = {}
        self._by_person: dict[str, set[Listener]] = {}
        self._by_address: dict[str, set[Listener]] = {}
        self._ended = asyncio.Event()
        self.closed = False

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        self.runtime.store.listeners.append(self.tell)
        self.runtime.store.concerned = self.concerned

    def concerned(self, table: str, people: Sequence[str] | None) -> bool:
        """Whether a stream here is of somebody who watches or sits there; may be called from any thread."""
        return people is None or table in self._by_table or any(person in self._by_person for person in people)

    def tell(self, change: Change) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, change)

    def listen(self, who: Person | None, watched: frozenset[str], address: str = "", proof: str = "") -> Listener:
        listener = Listener(who, watched, asyncio.Queue(WAITING), address, proof)
        if self.closed:
            listener.queue.put_nowait(None)
        for shelf, key in self._keys(listener):
            shelf.setdefault(key, set()).add(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        for shelf, key in self._keys(listener):
            shelf[key].discard(listener)
            if not shelf[key]:
                del shelf[key]

    def _keys(self, listener: Listener) -> list[tuple[dict[str, set[Listener]], str]]:
        keys = [(self._by_table, table) for table in listener.watched]
        keys.append((self._by_address, listener.address))
        return keys + ([(self._by_person, listener.who.id)] if listener.who else [])

    def crowded(self, who: Person | None, address: str) -> bool:
        """Whether a person, or an address whoever is behind it, has as many streams as it may."""
        person = len(self._by_person.get(who.id, ())) if who is not None else 0
        return person >= STREAMS or len(self._by_address.get(address, ())) >= STREAMS_OF_AN_ADDRESS

    def _spread(self, change: Change) -> None:
        if change == SESSIONS_ENDED:
            self._ended.set()
            return
        table = self.runtime.store.cache.get(change.table)
        if table is None:
            return
        listeners = self._concerned(table, change.people)
        line = event(change.kind, _told(table, change)) if listeners else None
        for listener in listeners:
            self._put(listener, line)

    def _concerned(self, table: LoadedTable, people: Sequence[str] | None) -> set[Listener]:
        """Those who sit at a table, and those who watch it and may."""
        if people is None:
            people = [person for place in table.places for person in place.people]
        watching = self._by_table.get(table.id, ())
        seated = (self._by_person.get(person, ()) for person in people)
        return {each for each in watching if self.runtime.tables.may_watch(each.who, table)}.union(*seated)

    def _put(self, listener: Listener, line: bytes | None) -> None:
        """A browser that does not read is disconnected; it will reconnect and catch up."""
        try:
            listener.queue.put_nowait(line)
        except asyncio.QueueFull:
            while not listener.queue.empty():
                listener.queue.get_nowait()
            listener.queue.put_nowait(None)

    def everybody(self) -> set[Listener]:
        return {each for group in self._by_address.values() for each in group}

    async def beat(self) -> None:
        """A sign of life now and then, so that proxies and browsers know the line is open."""
        while True:
            await asyncio.sleep(self.runtime.settings.heartbeat)
            for listener in self.everybody():
                self._put(listener, b": beat\n\n")

    async def end_with_sessions(self) -> None:
        """Close the streams whose session or token has ended, as soon as that is told.

        It is looked at with every heartbeat besides: some expire, and one may end while its stream is being opened.
        """
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), self.runtime.settings.heartbeat)
            self._ended.clear()
            try:
                await self._close_ended()
            except Exception as error:  # without the database nobody is put out; it is asked again
                LOG.warning("sessions of streams cannot be looked at: %s", error)

    async def _close_ended(self) -> None:
        proven = [listener for listener in self.everybody() if listener.proof]
        if not proven:
            return
        lasting = await asyncio.to_thread(self._lasting, {listener.proof for listener in proven})
        for listener in proven:
            if listener.proof not in lasting:
                self._put(listener, None)

    def _lasting(self, proofs: set[str]) -> set[str]:
        with self.runtime.store.reading() as conn:
            return sessions.lasting(conn, proofs, self.runtime.store.now())

    def close_soon(self) -> None:
        """From a signal handler or another thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.close)

    def close(self) -> None:
        """Whoever listens comes back soon, to another process where there is one; not all at the same moment."""
        self.closed = True
        for listener in self.everybody():
            self._put(listener, b"retry: %d\n\n" % randrange(*SOON))
            self._put(listener, None)


def _told(table: LoadedTable, change: Change) -> LoadedTable:
    """The table as the change has left it: on PostgreSQL memory may not have read it yet."""
    if change.version <= table.version:
        return table
    return replace(table, version=change.version, touched=max(table.touched, change.touched))


def event(kind: str, table: LoadedTable) -> bytes:
    """As it goes out, the same for everybody. What changed is not worked out: a client asks for what it shows."""
    changed = ["*"] if kind == "log" else []
    data = {"table": table.id, "version": table.version, "revision": table.revision, "changed": changed}
    return f"id: {table.touched}\nevent: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


router = room()


@router.get("/api/events", tags=["events"], response_class=StreamingResponse)
async def events(
    request: Request, who: Visitor, watch: Annotated[str, Query(max_length=2000, description="table ids, comma")] = ""
) -> StreamingResponse:
    """Server-sent events `log`, `table` and `chat` of all tables one sits at, and of those watched.

    `data` is `{"table", "version", "revision", "changed"}`; after a move `changed` is `["*"]`.
    Resume with `Last-Event-ID`.
    """
    hub: Hub = request.app.state.hub
    watched = frozenset(filter(None, watch.split(",")))
    here = network_of(address(request.scope))
    if len(watched) > 50 or (runtime_of(request).settings.rate and hub.crowded(who, here)):
        raise Refused("streams", Text("too many open streams"), 429)
    listener = hub.listen(who, watched, here, proof_of(request) if who is not None else "")
    last = request.headers.get("last-event-id", "")
    try:
        missed = await _caught_up(hub.runtime, who, watched, last)
    except BaseException:  # nobody reads a stream that never began: it must not be counted for ever
        hub.leave(listener)
        raise
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_stream(hub, listener, missed), media_type="text/event-stream", headers=headers)


async def _caught_up(runtime: Runtime, who: Person | None, watched: frozenset[str], last: str) -> list[bytes]:
    """What has happened since the last event a browser has heard of, if it says so."""
    if not re.fullmatch("[0-9]{1,15}", last):
        return []
    return await asyncio.to_thread(_missed, runtime, who, watched, int(last))


def _missed(runtime: Runtime, who: Person | None, watched: frozenset[str], last: int) -> list[bytes]:
    t, g = schema.tables.c, schema.grants.c
    mine = t.id.in_(select(g.table_id).where(g.person == who.id)) if who else t.id.is_(None)
    wanted = select(t.id).where(mine | t.id.in_(watched), t.touched >= min(last, 1 << 60) - OVERLAP)
    with runtime.store.reading() as conn:
        ids = list(conn.execute(wanted.order_by(t.touched)).scalars())
    loadeds = (runtime.store.table(table) for table in ids)
    return [event("log", loaded) for loaded in loadeds if loaded is not None and runtime.tables.may_watch(who, loaded)]


async def _stream(hub: Hub, listener: Listener, missed: list[bytes]) -> AsyncIterator[bytes]:
    try:
        yield b"retry: %d\n\n" % LATER
        for line in missed:
            yield line
        while (line_ := await listener.queue.get()) is not None:
            yield line_
    finally:
        hub.leave(listener)
