"""How soon listeners hear: many event streams open, actions at a steady pace.

    python bench/listeners.py --listeners 500 --rate 50 --seconds 20

Every listener watches one table. An event counts as heard from the moment its action was sent, so the time includes the
move itself, its commit, and the view that is compared for the listener.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import defaultdict

from load import Player
from wire import Server, Wire, newcomer, percentile, serving


class Ears:
    """All listeners: when each heard which version of its table."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, int], float] = {}
        self.heard: dict[tuple[str, int], list[float]] = defaultdict(list)

    async def listen(self, server: Server, table: str, opened: asyncio.Semaphore) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(f"GET /api/events?watch={table} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"retry:"):
                    opened.release()
                elif line.startswith(b"data:"):
                    event = json.loads(line[5:])
                    self.heard[event["table"], event["version"]].append(time.perf_counter())
        finally:
            writer.close()


async def play(ears: Ears, player: Player, pace: float, until: float) -> None:
    await asyncio.sleep(player.rng.random() * pace)
    while time.perf_counter() < until and player.state.agenda:
        began = time.perf_counter()
        table = player.table
        await player.turn()
        ears.sent[table, player.version] = began
        await asyncio.sleep(max(0.0, pace - (time.perf_counter() - began)))


async def run(server: Server, args: argparse.Namespace) -> Ears:
    token = newcomer(server)
    players = [
        Player(Wire(server.port, token), "", args.game, args.seats, random.Random(n)) for n in range(args.tables)
    ]
    for player in players:
        await player.begin()
    ears, opened = Ears(), asyncio.Semaphore(0)
    listening = [
        asyncio.create_task(ears.listen(server, players[n % args.tables].table, opened)) for n in range(args.listeners)
    ]
    for _ in range(args.listeners):
        await opened.acquire()
    until = time.perf_counter() + args.seconds
    await asyncio.gather(*(play(ears, player, args.tables / args.rate, until) for player in players))
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    for player in players:
        player.wire.close()
    return ears


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--listeners", type=int, default=500)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--rate", type=float, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--game", default="russian-railroads")
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.sched_setaffinity(0, {1})
        with serving(f"sqlite:///{folder}/listeners.sqlite", core=0) as server:
            ears = asyncio.run(run(server, args))
    each = args.listeners // args.tables
    missed = sum(each - len(ears.heard[key]) for key in ears.sent)
    taken = [at - sent for key, sent in ears.sent.items() for at in ears.heard[key]]
    p50, p99 = (percentile(taken, share) * 1000 for share in (0.5, 0.99))
    print(
        f"{args.listeners} listeners, {len(ears.sent) / args.seconds:.0f} actions/s: {len(taken)} events heard,"
        f" {missed} missed, p50 {p50:.0f} ms, p99 {p99:.0f} ms"
    )


if __name__ == "__main__":
    main()
