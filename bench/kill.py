"""Kill −9 at random moments under load, start again, and look whether anything was lost.

    python bench/kill.py --kills 200 [--postgres] [--game russian-railroads]

Players send a request again, under the same id, until it is answered. Now and then one does not move before a letter
has told him that it is his turn. Afterwards every acknowledged action must be in the log, no action half, every table
replay to where it stands; every bot that is asked has moved, and whoever is asked has been told by mail.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import httpx
from sqlalchemy import select
from wire import ROOT, Server, Wire, newcomer, postgres

from stellwerk.core import CHANCE, digest, pending
from stellwerk.core.log import fold
from stellwerk.table.runtime import open_store_with_turns
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.loaded import entries, load

MAIL_WAIT = 180.0
PATIENT = 0.05
"""How often a player waits for a letter."""
MOST_LETTERS = 40
"""Letters after which nobody waits for another one to the same address today."""
LIVES = (0.5, 2.0, 6.0)
"""Seconds at most between start and kill: some hardly enough to wake up, some enough for bots to move."""


class PostBox:
    """A mail server that counts which turns it was told of."""

    def __init__(self) -> None:
        self.turns: Counter[tuple[str, int]] = Counter()
        self.letters: Counter[str] = Counter()
        """How many letters each address had."""
        self.codes: dict[str, str] = {}
        """The code that confirms an address."""
        self.port = 0

    def keep(self, letter: str) -> None:
        to = re.search(r"^To: (.+?)\r?$", letter, re.M)
        assert to is not None, letter
        code = re.search(r"/mail/([\w-]+)", letter)
        if code is not None:
            self.codes[to[1]] = code[1]
            return
        self.letters[to[1]] += 1
        key = re.search(r"Message-ID: <turn\.(\w+)\.(\d+)\.0@", letter)
        assert key is not None, letter
        self.turns[key[1], int(key[2])] += 1

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):  # whoever brought the letter was killed
            await self.receive(reader, writer)
        writer.close()

    async def receive(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 post box\r\n")
        while line := await reader.readline():
            verb = line.strip().upper()
            if verb == b"DATA":
                writer.write(b"354 go on\r\n")
                self.keep((await reader.readuntil(b"\r\n.\r\n")).decode())
                writer.write(b"250 kept\r\n")
            elif verb == b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            else:
                writer.write(b"250 fine\r\n")


@asynccontextmanager
async def posting() -> AsyncIterator[PostBox]:
    box = PostBox()
    server = await asyncio.start_server(box.serve, "127.0.0.1", 0)
    box.port = server.sockets[0].getsockname()[1]
    async with server:
        yield box


@dataclass
class Client:
    """Plays seat 0 against bots, or all seats of a hot-seat table; after one game the next."""

    wire: Wire
    wish: dict[str, Any]
    rng: random.Random
    box: PostBox
    address: str
    table: str = ""
    answers: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    """What was acknowledged, by table."""
    waited: int = 0

    @property
    def acknowledged(self) -> list[dict[str, Any]]:
        return self.answers[self.table]

    @property
    def moves(self) -> int:
        return sum(map(len, self.answers.values()))

    async def insist(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The same request until somebody answers."""
        while True:
            try:
                return await self.wire.send(method, path, body)
            except OSError:
                await asyncio.sleep(0.05)

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
            await asyncio.sleep(self.rng.random() * 0.02)
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
        until = time.monotonic() + MAIL_WAIT
        while not self.box.turns[self.table, version]:
            assert time.monotonic() < until, f"{self.table}@{version}: no letter"
            await asyncio.sleep(0.1)


def players(server: Server, game: str, number: int, box: PostBox) -> list[Client]:
    found = []
    for n in range(number):
        token, address = newcomer(server), f"player{n}@example.org"
        confirm(server, token, f"player{n}", address, box)
        hot = n % 2 == 0
        seats = [{"kind": "me"}, {"kind": "me"} if hot else {"kind": "bot", "bot": "random"}]
        table = {"game": game, "seats": seats, "hotseat": hot, "name": f"table {n}"}
        found.append(Client(Wire(server.port, token), table, random.Random(n), box, address))
    return found


def confirm(server: Server, token: str, name: str, address: str, box: PostBox) -> None:
    """Letters go to confirmed addresses of accounts only."""
    with httpx.Client(base_url=f"{server.url}/api", headers={"Authorization": f"Bearer {token}"}, timeout=60) as client:
        password = f"sleeper-and-rail-{name}"
        client.post("/register", json={"name": name, "password": password}).raise_for_status()
        client.post("/mail", json={"address": address}).raise_for_status()
        while address not in box.codes:
            time.sleep(0.05)
        client.post("/mail/confirm", json={"code": box.codes[address]}).raise_for_status()
        wish = {"notices": [{"channel": "mail", "to": address}]}
        client.put("/notices", json=wish).raise_for_status()


class Site:
    """The server, and on PostgreSQL a worker beside it."""

    def __init__(self, database: str, mail: int) -> None:
        self.environment = {
            "STELLWERK_SMTP_HOST": "127.0.0.1",
            "STELLWERK_SMTP_PORT": str(mail),
            "STELLWERK_SMTP_STARTTLS": "no",
            "STELLWERK_BOTS": "1",
            "STELLWERK_BOT_SECONDS": "0.2",
        }
        self.server = Server(database, **self.environment)
        self.worker: subprocess.Popen[bytes] | None = None
        self.database = database

    def start(self) -> None:
        if self.database.startswith("postgres"):
            code = "from stellwerk.cli import main; main()"
            self.worker = subprocess.Popen(
                [sys.executable, "-c", code, "worker", "--database", self.database, "--processes", "1"],
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        self.server.start()

    def kill(self) -> None:
        if self.worker is not None:
            self.worker.kill()
            self.worker.wait()
        self.server.kill()


async def run(args: argparse.Namespace, database: str) -> None:
    rng, began = random.Random(args.seed), time.monotonic()
    async with posting() as box:
        site = Site(database, box.port)
        await asyncio.to_thread(site.start)
        clients = await asyncio.to_thread(players, site.server, args.game, args.tables, box)
        stopping = asyncio.Event()
        playing = [asyncio.create_task(client.play(stopping)) for client in clients]
        kills = 0
        while kills < args.kills and time.monotonic() - began < args.minutes * 60:
            if kills % 20 == 0:
                print(f"{kills} kills, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
            kills += 1
            await asyncio.sleep(rng.uniform(0.05, rng.choice(LIVES)))
            failed = [task for task in playing if task.done()]
            assert not failed, failed
            await asyncio.to_thread(site.kill)
            await asyncio.to_thread(site.start)
        await played_on(clients)
        stopping.set()
        await asyncio.gather(*playing)
        await settled(site, clients, box)
        await asyncio.to_thread(site.kill)
        for client in clients:
            client.wire.close()
    actions = check(database, clients)
    kind = "PostgreSQL" if database.startswith("postgres") else "SQLite"
    played = sum(len(client.answers) for client in clients)
    waited, again = sum(client.waited for client in clients), sum(n - 1 for n in box.turns.values())
    print(
        f"{kind}: {kills} kills, {actions} acknowledged actions over {played} tables, nothing lost;"
        f" {waited} letters waited for and had, {len(box.turns)} in all, {again} sent twice"
    )


async def played_on(clients: list[Client]) -> None:
    """After the last kill everybody moves at least once more."""
    before = [client.moves for client in clients]
    until = time.monotonic() + MAIL_WAIT
    while any(client.moves == moves for client, moves in zip(clients, before, strict=True)):
        assert time.monotonic() < until, "a table does not go on"
        await asyncio.sleep(0.1)


async def settled(site: Site, clients: list[Client], box: PostBox) -> None:
    """Bots that are asked move, and whoever waits at last is told."""
    until = time.monotonic() + MAIL_WAIT
    while time.monotonic() < until:
        missing = await asyncio.to_thread(unsettled, site, clients, box)
        if not missing:
            return
        await asyncio.sleep(0.5)
    raise AssertionError(missing)


def unsettled(site: Site, clients: list[Client], box: PostBox) -> list[str]:
    missing = []
    for client in clients:
        info = httpx.get(f"{site.server.url}/api/tables/{client.table}").json()
        if info["status"] != "running":
            continue
        if info["to_move"] is not None and info["seats"][info["to_move"]]["kind"] == "bot":
            missing.append(f"{client.table}: a bot is asked")
        elif not info["hotseat"] and not told(site, client, box):
            missing.append(f"{client.table}: nobody was told")
    return missing


def told(site: Site, client: Client, box: PostBox) -> bool:
    """Whoever has moved since his turn began knows of it; everybody else has a letter about this very turn."""
    lines = httpx.get(f"{site.server.url}/api/tables/{client.table}/history").json()
    movers = [line["seat"] for line in lines if line["seat"] >= 0]
    return not movers or movers[-1] == 0 or box.turns[client.table, len(lines)] > 0


def check(database: str, clients: list[Client]) -> int:
    """What was acknowledged is in the log; every log replays to where its table stands, and nothing is half."""
    store = open_store_with_turns(Settings(database=database))
    found = 0
    with store.reading() as conn:
        for table, answers in chain.from_iterable(client.answers.items() for client in clients):
            loaded = load(conn, table)
            assert loaded is not None
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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=600, help="no more kills after so long")
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--game", default="russian-railroads")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if args.postgres:
            with postgres(folder) as database:
                asyncio.run(run(args, database))
        else:
            asyncio.run(run(args, f"sqlite:///{folder}/kill.sqlite"))


if __name__ == "__main__":
    main()
