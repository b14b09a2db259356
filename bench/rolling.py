"""Rolling restart of everything under load, behind the real nginx: web, workers, PostgreSQL, the proxy itself.

    python -m bench.rolling [--web 4] [--workers 2] [--people 6] [--rounds 1] [--browsers 2]

People play and listen as in `bench/kill.py`, all through nginx with the configuration we give; browsers watch some of
their tables. Every part is stopped as a service manager does it and started again, one by one. At the end every
acknowledged action must be in the log. Counted besides: how long after an acknowledgement the last stream and the last
browser knew of it, and how often the proxy had to say that nobody was there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, async_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kill import settled_in
from players import Player, Stream, Visitor, check, hear, settle
from post_box import PostBox, posting
from proxies import proxied
from site_parts import Database, Process, Site
from wire import free_port

from tests.web.browser.conftest import ARGUMENTS, DESKTOP, chromium

BAR = 5.0
"""Seconds after which nobody may look at an old board."""
REPORT = """() => setInterval(() => {
  const main = document.querySelector("main.table"), boards = document.getElementById("boards");
  if (main && boards) shown(main.dataset.table, Math.min(+main.dataset.version, +boards.dataset.at));
}, 50)"""


class Seen:
    """When somebody knew of which version of which table."""

    def __init__(self) -> None:
        self.times: dict[str, list[tuple[int, float]]] = defaultdict(list)

    def note(self, table: str, version: int) -> None:
        known = self.times[table]
        if not known or known[-1][0] < version:
            known.append((version, time.time()))

    def lag(self, table: str, version: int, since: float) -> float | None:
        """Seconds until this version, or a later one, was known; None if it never was."""
        known = self.times[table]
        at = bisect_left(known, (version, 0.0))
        return max(0.0, known[at][1] - since) if at < len(known) else None


class Watching(Stream):
    """Comes back when the server has said a browser should, and remembers when it heard what."""

    def __init__(self, port: int, token: str) -> None:
        super().__init__(port, token)
        self.seen = Seen()

    def _read(self, line: bytes) -> None:
        super()._read(line)
        if line.startswith(b"retry: "):
            self.pause = int(line[7:]) / 1000
        for table, version in list(self.heard.items()) if line.startswith(b"data: ") else ():
            self.seen.note(table, version)


class Acknowledged(list[dict[str, Any]]):
    """The answers of one table, with the moment of each."""

    def append(self, answer: dict[str, Any]) -> None:
        super().append({**answer, "when": time.time()})


class Timed(dict[str, list[dict[str, Any]]]):
    def __setitem__(self, table: str, answers: list[dict[str, Any]]) -> None:
        super().__setitem__(table, Acknowledged(answers))


class Window:
    """A browser that watches the table somebody plays alone, and the next one when that is over."""

    def __init__(self, page: Page, player: Player, url: str) -> None:
        self.page, self.player, self.url, self.seen = page, player, url, Seen()
        self.left: dict[str, float] = {}
        """When a table was left for the next one: what was played there last may never have been seen."""
        self.entered: dict[str, float] = {}

    async def watch(self) -> None:
        await self.page.expose_function("shown", self.seen.note)
        await self.page.add_init_script(f"({REPORT})()")
        table = ""
        while True:
            if self.player.table != table:
                self.left[table] = time.time()
                table = self.player.table
                await self.page.goto(f"{self.url}/table/{table}")
                self.entered[table] = time.time()
            await asyncio.sleep(0.2)

    def looked_at(self, table: str, when: float) -> bool:
        return self.entered.get(table, when) < when < self.left.get(table, when + 1)


def lags(
    players: list[Player], seen: Seen, counts: Callable[[str, float], bool], left: dict[str, float]
) -> Iterator[tuple[float, float]]:
    """Seconds until what was acknowledged was known, or nobody looked any more; for ever, where neither came. With the
    moment it was acknowledged."""
    for player in players:
        for table, answers in player.answers.items():
            for answer in answers:
                if counts(table, answer["when"]):
                    lag = seen.lag(table, answer["version"], answer["when"])
                    late = left.get(table, float("inf")) - answer["when"] if lag is None else lag
                    yield late, answer["when"]


Restarts = list[tuple[float, str]]
"""When which part was stopped."""


async def restart(site: Site, proxy: subprocess.Popen[bytes], visitors: list[Visitor]) -> Restarts:
    """Every part, one by one; the next one when everybody has heard of something new."""
    done: Restarts = []
    for name, part in site.parts.items():
        assert isinstance(part, Process | Database)
        done.append((time.time(), name))
        await asyncio.to_thread(part.stop)
        await asyncio.to_thread(part.start)
        if name.startswith("web"):
            await asyncio.to_thread(site.wait_for, part)
        await hear(visitors)
    done.append((time.time(), "nginx"))
    proxy.send_signal(signal.SIGHUP)
    await hear(visitors)
    return done


def longest(found: list[tuple[float, float]], restarts: Restarts) -> tuple[float, str]:
    """The longest time somebody did not know of something, and after which restart that was."""
    late, when = max(found, default=(0.0, 0.0))
    return round(late, 2), max((each for each in restarts if each[0] <= when), default=(0.0, "none"))[1]


@asynccontextmanager
async def windows(visitors: list[Visitor], number: int) -> Any:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        found = [await _window(browser, visitor) for visitor in visitors[:number]]
        watching = [asyncio.create_task(window.watch()) for window in found]
        yield found
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        await browser.close()


async def _window(browser: Browser, visitor: Visitor) -> Window:
    context = await browser.new_context(
        viewport=DESKTOP, locale="en", reduced_motion="reduce"
    )  # moves are not replayed
    return Window(await context.new_page(), visitor.alone, visitor.url)


async def played(site: Site, url: str, proxy: Any, args: argparse.Namespace, box: PostBox) -> dict[str, Any]:
    site.urls = [url]
    visitors = await settled_in(site, args, box)
    for visitor in visitors:
        visitor.stream = Watching(int(url.rpartition(":")[2]), visitor.token)
        for player in visitor.players:
            player.answers = Timed()
    stopping = asyncio.Event()
    playing = [task for visitor in visitors for task in visitor.begin(stopping)]
    await hear(visitors)
    async with windows(visitors, args.browsers) as watching:
        began, restarted = time.time(), list[tuple[float, str]]()
        for _ in range(args.rounds):
            restarted += await restart(site, proxy, visitors)
        took = time.time() - began
        stopping.set()
        await asyncio.gather(*playing)
        await settle(visitors, box)
        await asyncio.sleep(BAR)
    site.stop()
    actions = check(site.database, visitors)
    streams = [lag for each in visitors for lag in lags(list(each.players), each.stream.seen, lambda *_: True, {})]  # type: ignore[attr-defined]
    pages = [lag for window in watching for lag in lags([window.player], window.seen, window.looked_at, window.left)]
    (stream, after), (board, board_after) = longest(streams, restarted), longest(pages, restarted)
    players = [player for visitor in visitors for player in visitor.players]
    return {
        "restarted": [name for _, name in restarted],
        "seconds": round(took),
        "actions": actions,
        "a second": round(actions / took, 1),
        "streams": len(visitors),
        "longest stale stream": stream,
        "after the restart of": after,
        "boards looked for": len(pages),
        "longest stale board": board,
        "that after": board_after,
        "told to wait": sum(player.away for player in players),
        "by the proxy": sum(player.gateway for player in players),
        "load": round(os.getloadavg()[0], 1),
    }


async def run(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    async with posting() as box:
        site = await asyncio.to_thread(Site, str(folder), True, box.port, web=args.web, workers=args.workers)
        try:
            await asyncio.to_thread(site.start)
            port = free_port()
            with proxied("nginx", folder, port, [int(url.rpartition(":")[2]) for url in site.urls]) as proxy:
                return await played(site, f"http://127.0.0.1:{port}", proxy, args, box)
        finally:
            site.stop()
            site.close()


def soak(quick: bool = False) -> list[str]:
    command = [sys.executable, "-m", "bench.rolling", "--rounds", "1" if quick else "5"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent.parent)
    assert done.returncode == 0, done.stderr[-1500:]
    found = json.loads(done.stdout.splitlines()[-1])
    times = f"{found['longest stale stream']} s for a stream, {found['longest stale board']} s for a board"
    return [f"| rolling | {len(found['restarted'])} restarts behind nginx | nothing lost; stale {times} | {found} |"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--web", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--people", type=int, default=6)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--browsers", type=int, default=2)
    parser.add_argument("--game", default="russian-railroads")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(run(parser.parse_args(), Path(folder)))))


if __name__ == "__main__":
    main()
