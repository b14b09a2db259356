"""Kill −9 at random moments under load, start again, and look whether anything was lost or fell silent.

    python bench/kill.py --kills 50 [--postgres] [--seed 7] [--game russian-railroads]

On SQLite the server is killed, or the processes of its bots; on PostgreSQL one of two web processes, the worker, the
database, or everything at once. After each kill every table must go on and every stream of live updates must tell of
everything acknowledged. At the end every acknowledged action must be in the log, no action half, every table replay to
where it stands; every bot that is asked has moved, and whoever is asked has been told by mail.

The last line is what was seen, as JSON; `bench/kills.py` adds such pieces up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from typing import Any

from players import Visitor, arrive, check, hear, settle
from post_box import PostBox, posting
from site_parts import Site

LIVES = (0.3, 1.0, 4.0)
"""Seconds at most between a sign of life of everybody and the next kill: some hardly enough, some enough for bots."""
AGAIN = 0.2
"""How often a part is killed again while it starts."""
VICTIMS = {
    "SQLite": (("server",), ("server",), ("server",), ("bots",)),
    "PostgreSQL": (("web 0",), ("web 1",), ("worker",), ("database",), ("web 0", "web 1", "worker", "database")),
}


async def strike(site: Site, victims: tuple[str, ...], rng: random.Random) -> int:
    """Kill and start again; gives how often something was killed while it started."""
    parts = [site.parts[name] for name in victims]
    again = 0
    while True:
        for part in parts:
            await asyncio.to_thread(part.kill)
        for part in reversed(parts):  # the database first
            await asyncio.to_thread(part.start)
        if rng.random() > AGAIN or "database" in victims:
            return again
        again += 1
        await asyncio.sleep(rng.random())


async def run(args: argparse.Namespace, folder: str) -> dict[str, Any]:
    rng, began = random.Random(args.seed), time.monotonic()
    kind = "PostgreSQL" if args.postgres else "SQLite"
    struck: Counter[str] = Counter()
    again = 0
    async with posting() as box:
        site = await asyncio.to_thread(Site, folder, args.postgres, box.port)
        try:
            await asyncio.to_thread(site.start)
            visitors = await settled_in(site, args, box)
            stopping = asyncio.Event()
            playing = [task for visitor in visitors for task in visitor.begin(stopping)]
            await hear(visitors)
            while struck.total() < args.kills and time.monotonic() - began < args.minutes * 60:
                await asyncio.sleep(rng.uniform(0, rng.choice(LIVES)))
                victims = rng.choice(VICTIMS[kind])
                again += await strike(site, victims, rng)
                await hear(visitors)
                struck[victims[0].split()[0] if len(victims) == 1 else "everything"] += 1
                if struck.total() % 10 == 0:
                    print(f"{kind}: {struck.total()} kills, {time.monotonic() - began:.0f} s", file=sys.stderr)
            stopping.set()
            await asyncio.gather(*playing)
            await settle(visitors, box)
            site.stop()
            actions = check(site.database, visitors)
        finally:
            site.stop()
            site.close()
    return {
        "kind": kind,
        "kills": struck.total(),
        "struck": dict(struck),
        "while starting": again,
        "actions": actions,
        "tables": sum(len(player.answers) for visitor in visitors for player in visitor.players),
        "streams": len(visitors),
        "opened again": sum(visitor.stream.opened - 1 for visitor in visitors),
        "news": sum(visitor.stream.news for visitor in visitors),
        "told to wait": sum(player.away for visitor in visitors for player in visitor.players),
        "letters waited for": sum(visitor.against.waited for visitor in visitors),
        "letters": len(box.turns),
        "letters twice": sum(n - 1 for n in box.turns.values()),
        "seconds": round(time.monotonic() - began),
        "load": round(os.getloadavg()[0], 1),
    }


async def settled_in(site: Site, args: argparse.Namespace, box: PostBox) -> list[Visitor]:
    urls = [site.urls[n % len(site.urls)] for n in range(args.people)]
    return [await asyncio.to_thread(arrive, url, args.game, n, box) for n, url in enumerate(urls)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--minutes", type=float, default=600, help="no more kills after so long")
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--game", default="russian-railroads")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run(args, folder))
    print(f"{found['kind']}: {found['kills']} kills, nothing lost, every stream alive")
    print(json.dumps(found))


if __name__ == "__main__":
    main()
