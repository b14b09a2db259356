"""People at tables for the kill runs. They insist, they listen, and they remember what they were promised.

Everybody plays two tables, one alone on all seats and one against a bot, and has one stream of live updates. A request
is sent again, under the same id, until it is answered. Now and then somebody does not move before a letter has told him
that it is his turn.
"""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import httpx
from post_box import PostBox
from sqlalchemy import select
from wire import Wire

from stellwerk.core import CHANCE, digest, pending
from stellwerk.core.log import fold
from stellwerk.table.runtime import open_store_with_turns
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import entries, load

PATIENCE = 180.0
"""Seconds after which what should come is taken for lost."""
PATIENT = 0.05
"""How often a player waits for a letter."""
MOST_LETTERS = 40
"""Letters after which nobody waits for another one to the same address today."""
END = b"0\r\n"
"""The last piece of an answer; a proxy keeps the line open after it."""
PAUSE = 0.1
"""Seconds at most between two moves of one player."""
AWAY = ("database", "gateway")
"""The codes of the sentences that say: nothing was changed, try again; of the site, and of a proxy before it."""


async def until(true: Callable[[], bool], what: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what()
        await asyncio.sleep(0.02)


class Stream:
    """A browser's stream of live updates: comes back by itself when it is closed, and says where it stopped."""

    pause = 0.1
    """Seconds until it comes back."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token
        self.heard: dict[str, int] = defaultdict(int)
        """The newest version of each table it was told of."""
        self.news = self.opened = 0
        self.last = ""

    async def listen(self) -> None:
        while True:
            with suppress(OSError):
                await self._once()
            await asyncio.sleep(self.pause)

    async def _once(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAuthorization: Bearer {self.token}\r\n"
        resume = f"Last-Event-ID: {self.last}\r\n" if self.last else ""
        try:
            writer.write(f"{head}{resume}\r\n".encode())
            if b" 200 " in await reader.readline():
                self.opened += 1
                while (line := await reader.readline()) not in (b"", END):
                    self._read(line)
        finally:
            writer.close()

    def _read(self, line: bytes) -> None:
        if line.startswith(b"id: "):
            self.last = line[4:].strip().decode()
        elif line.startswith(b"data: "):
            event = json.loads(line[6:])
            self.heard[event["table"]] = max(self.heard[event["table"]], event["version"])
            self.news += 1


@dataclass
class Player:
    """Plays seat 0 against a bot, or all seats alone; after one game the next."""

    wire: Wire
    wish: dict[str, Any]
    rng: random.Random
    box: PostBox
    address: str
    table: str = ""
    answers: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """What was acknowledged, by table."""
    waited: int = 0
    away: int = 0
    """How often the server, or a proxy before it, said that something was away."""
    gateway: int = 0
    """How often it was the proxy."""

    @property
    def acknowledged(self) -> list[dict[str, Any]]:
        return self.answers[self.table]

    @property
    def moves(self) -> int:
        return sum(map(len, self.answers.values()))

    async def insist(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The same request until somebody answers; a server whose database is away says so, and is asked again."""
        while True:
            try:
                status, answer = await self.wire.send(method, path, body)
            except OSError:
                await asyncio.sleep(0.05)
                continue
            if status < 500 or answer["error"]["code"] not in AWAY:
                return status, answer
            self.away += 1
            self.gateway += answer["error"]["code"] == "gateway"
            await asyncio.sleep(0.1)

    async def sit_down(self) -> None:
        status, made = await self.insist("POST", "/api/tables", self.wish)
        assert status == 201, made
        self.table = made["table"]
        self.answers[self.table] = []

    async def wait(self) -> None:
        """For a bot; or there is nothing to wait for any more."""
        status, info = await self.insist("GET", f"/api/tables/{self.table}")
        assert status == 200, info
        await (asyncio.sleep(0.1) if info["status"] == "running" else self.sit_down())

    async def play(self, stopping: asyncio.Event) -> None:
        await self.sit_down()
        while not stopping.is_set():
            await asyncio.sleep(self.rng.random() * PAUSE)
            status, offer = await self.insist("GET", f"/api/tables/{self.table}/options")
            assert status == 200, offer
            if not offer["options"]:
                await self.wait()
                continue
            if self.called(offer["version"]) and self.gets_letters and self.rng.random() < PATIENT:
                await self.letter(offer["version"])
            action = self.rng.choice(offer["options"])["action"]
            body = {"action": action, "at": offer["version"], "request_id": f"r{offer['version']}-{self.rng.random()}"}
            status, answer = await self.insist("POST", f"/api/tables/{self.table}/act", body)
            assert status == 200, answer
            self.acknowledged.append(answer)

    def called(self, version: int) -> bool:
        """Whether a bot has moved since, so that the turn began at this very version."""
        return bool(self.acknowledged) and version > self.acknowledged[-1]["version"]

    @property
    def gets_letters(self) -> bool:
        """Well below the letters that an address gets in a day."""
        return self.box.letters[self.address] < MOST_LETTERS

    async def letter(self, version: int) -> None:
        self.waited += 1
        await until(lambda: bool(self.box.turns[self.table, version]), lambda: f"{self.table}@{version}: no letter")

    def standing(self) -> dict[str, int]:
        """The version of each table that was acknowledged last."""
        return {table: answers[-1]["version"] for table, answers in self.answers.items() if answers}


@dataclass
class Visitor:
    """Somebody with an account, two tables and one stream."""

    url: str
    token: str
    alone: Player
    against: Player
    stream: Stream
    began: list[asyncio.Task[None]] = field(default_factory=list)

    @property
    def players(self) -> tuple[Player, Player]:
        return self.alone, self.against

    def begin(self, stopping: asyncio.Event) -> list[asyncio.Task[None]]:
        """Plays until told to stop, and listens until the end."""
        self.began = [asyncio.create_task(player.play(stopping)) for player in self.players]
        self.listening = asyncio.create_task(self.stream.listen())
        return self.began

    async def hears(self) -> None:
        """A move made from now on is heard of, and so is everything acknowledged before."""
        moves, news = self.alone.moves, self.stream.news
        await until(lambda: self.alone.moves > moves, lambda: f"{self.alone.table} does not go on")
        promised = dict(chain.from_iterable(player.standing().items() for player in self.players))

        def missing() -> dict[str, tuple[int, int]]:
            heard = self.stream.heard
            return {t: (heard[t], version) for t, version in promised.items() if heard[t] < version}

        await until(lambda: self.stream.news > news and not missing(), lambda: f"the stream did not tell {missing()}")

    def close(self) -> None:
        self.listening.cancel()
        for player in self.players:
            player.wire.close()


def arrive(url: str, game: str, number: int, box: PostBox) -> Visitor:
    """Register, confirm an address, ask for letters."""
    port, address = int(url.rpartition(":")[2]), f"player{number}@example.org"
    answer = httpx.post(f"{url}/api/tokens", json={"name": "soak", "scope": "all"}, timeout=60)
    token = str(answer.json()["token"])
    confirm(url, token, f"player{number}", address, box)
    seats = [{"kind": "me"}, {"kind": "me"}], [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    players = [
        Player(
            Wire(port, token),
            {"game": game, "seats": places, "hotseat": n == 0, "name": f"table {number}"},
            random.Random(2 * number + n),
            box,
            address,
        )
        for n, places in enumerate(seats)
    ]
    return Visitor(url, token, *players, Stream(port, token))


def confirm(url: str, token: str, name: str, address: str, box: PostBox) -> None:
    """Letters go to confirmed addresses of accounts only."""
    with httpx.Client(base_url=f"{url}/api", headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        client.post("/register", json={"name": name, "password": f"sleeper-and-rail-{name}"}).raise_for_status()
        client.post("/mail", json={"address": address}).raise_for_status()
        while address not in box.codes:
            time.sleep(0.05)
        client.post("/mail/confirm", json={"code": box.codes[address]}).raise_for_status()
        wish = {"notices": [{"channel": "mail", "to": address}]}
        client.put("/notices", json=wish).raise_for_status()


async def hear(visitors: list[Visitor]) -> None:
    """Every table goes on, and every stream is alive."""
    failed = [task for visitor in visitors for task in visitor.began if task.done()]
    assert not failed, failed
    await asyncio.gather(*(visitor.hears() for visitor in visitors))


async def settle(visitors: list[Visitor], box: PostBox) -> None:
    """Bots that are asked move, and whoever waits at last is told."""
    end = time.monotonic() + PATIENCE
    while missing := await asyncio.to_thread(_unsettled, visitors, box):
        assert time.monotonic() < end, missing
        await asyncio.sleep(0.5)


def _unsettled(visitors: list[Visitor], box: PostBox) -> list[str]:
    missing = []
    for visitor in visitors:
        table = visitor.against.table
        info = httpx.get(f"{visitor.url}/api/tables/{table}", timeout=60).json()
        if info["status"] != "running":
            continue
        if info["to_move"] is not None and info["seats"][info["to_move"]]["kind"] == "bot":
            missing.append(f"{table}: a bot is asked")
        elif not _told(visitor.url, table, box):
            missing.append(f"{table}: nobody was told")
    return missing


def _told(url: str, table: str, box: PostBox) -> bool:
    """Whoever has moved since his turn began knows of it; everybody else has a letter about this very turn."""
    lines = httpx.get(f"{url}/api/tables/{table}/history", timeout=60).json()
    movers = [line["seat"] for line in lines if line["seat"] >= 0]
    return not movers or movers[-1] == 0 or box.turns[table, len(lines)] > 0


def check(database: str, visitors: list[Visitor]) -> int:
    """What was acknowledged is in the log; every log replays to where its table stands, and nothing is half.

    Gives the number of acknowledged actions.
    """
    store = open_store_with_turns(Settings(database=database))
    found = 0
    players = chain.from_iterable(visitor.players for visitor in visitors)
    with store.reading() as conn:
        for table, answers in chain.from_iterable(player.answers.items() for player in players):
            loaded = load(conn, table)
            assert loaded is not None, f"{table} is gone"
            log = entries(conn, table)
            versions = select(schema.log.c.version).where(schema.log.c.table_id == table)
            assert sorted(conn.execute(versions).scalars()) == list(range(1, loaded.version + 1))
            for answer in answers:
                assert [str(entry) for entry in log[answer["first"] - 1 : answer["version"]]] == answer["log"]
            found += len(answers)
            state = fold(loaded.rules, loaded.header, log, check=True)
            assert digest(state) == digest(loaded.state)
            choice = pending(state)
            assert choice is None or choice.seat(state) != CHANCE
    store.close()
    return found
