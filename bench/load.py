"""Acknowledged actions a second: many tables at once over HTTP, each followed by an engine of the load generator's own.

    python bench/load.py --tables 50 --seconds 20 [--rate 330] [--game russian-railroads] [--postgres --workers 4]

Server on one core, generator on the other. Players move at a steady pace; with `--rate 0` each moves as soon as it has
its answer, and what is measured is the most the server can do. Every acknowledged action is looked for in the database
afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field

import httpx
from wire import Server, Wire, newcomer, percentile, postgres, serving

from stellwerk import games
from stellwerk.core import advance, options
from stellwerk.core.log import Entry


@dataclass
class Player:
    """Plays one hot-seat table at random, knowing it from the answers alone."""

    wire: Wire
    table: str
    game: str
    seats: int
    rng: random.Random
    version: int = 0
    taken: list[float] = field(default_factory=list)
    told_to_wait: int = 0

    async def begin(self) -> None:
        body = {"game": self.game, "seats": [{"kind": "me"}] * self.seats, "hotseat": True}
        _, answer = await self.wire.send("POST", "/api/tables", body)
        self.table = answer["table"]
        self.state = games.game(self.game).setup(self.seats)
        _, lines = await self.wire.send("GET", f"/api/tables/{self.table}/history")
        self.version = 0
        self.follow([f"* {line['action']}" for line in lines])

    def follow(self, lines: list[str]) -> None:
        for line in lines:
            advance(self.state, games.game(self.game).parse(Entry.parse(line).text))
        self.version += len(lines)

    async def turn(self) -> bool:
        """Whether it was acknowledged: a site that is too busy says so, and the same move is made again later."""
        if not self.state.agenda:
            await self.begin()
        action = str(options(self.state).sample(self.rng))
        body = {"action": action, "at": self.version, "request_id": f"r{self.version}"}
        began = time.perf_counter()
        status, answer = await self.wire.send("POST", f"/api/tables/{self.table}/act", body)
        if status == 503:
            self.told_to_wait += 1
            return False
        self.taken.append(time.perf_counter() - began)
        assert status == 200, answer
        self.follow(answer["log"])
        return True


@dataclass
class Played:
    """What came of it: from the moment on when all tables stand."""

    players: list[Player]
    cpu: float
    seconds: float


async def play(server: Server, args: argparse.Namespace) -> Played:
    token = newcomer(server)
    players = [
        Player(Wire(server.port, token), "", args.game, args.seats, random.Random(n)) for n in range(args.tables)
    ]
    for player in players:
        await player.begin()
    await asyncio.to_thread(server.settle)
    pace = args.tables / args.rate if args.rate else 0.0
    before, began = server.cpu(), time.perf_counter()
    until = began + args.seconds

    async def on(player: Player) -> None:
        due = time.perf_counter() + player.rng.random() * pace
        while due < until and time.perf_counter() < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await player.turn()
            due += pace

    await asyncio.gather(*map(on, players))
    return Played(players, server.cpu() - before, time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=330, help="actions a second offered; 0: as many as possible")
    parser.add_argument("--game", default="russian-railroads")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--postgres", action="store_true", help="a PostgreSQL of its own")
    parser.add_argument("--workers", type=int, default=1, help="web processes; more than one needs PostgreSQL")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        database = stack.enter_context(postgres(folder)) if args.postgres else f"sqlite:///{folder}/load.sqlite"
        if args.workers == 1:
            os.sched_setaffinity(0, {1})
        core = 0 if args.workers == 1 and not args.postgres else None
        with serving(database, "--workers", str(args.workers), core=core) as server:
            played = asyncio.run(play(server, args))
            taken = [each for player in played.players for each in player.taken]
            check(server, played.players)
    print(
        f"{args.game}: {len(taken)} actions acknowledged over {args.tables} tables in {args.seconds:.0f} s:"
        f" {len(taken) / args.seconds:.0f}/s, p50 {percentile(taken, 0.5) * 1000:.1f} ms,"
        f" p99 {percentile(taken, 0.99) * 1000:.1f} ms,"
        f" server {played.cpu / len(taken) * 1000:.2f} ms of processor each"
        f" ({played.cpu / played.seconds:.0%} of a core)"
    )


def check(server: Server, players: list[Player]) -> None:
    """Every table stands where its player was told it stands."""
    for player in players:
        info = httpx.get(f"{server.url}/api/tables/{player.table}").json()
        assert info["version"] == player.version, (info["version"], player.version)


if __name__ == "__main__":
    main()
