"""A late page of 1880 on a slow line, 1.6 Mbit/s and 150 ms, by two browsers: a desktop's and a phone's.

*Cold* is a browser that knows nothing of the site, *warm* one that was there before. Interactive is a page when its
scripts have run. Beside the times, what travels: the page itself, everything else, and the answers to moves.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

from bench.pages import GAME_FILE, clicks, visitor
from tests import patience
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.player import Player

LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000}
"""1.6 Mbit/s both ways."""
BROWSERS = {"desktop": DESKTOP, "phone": PHONE}
ROUNDS = 5
MOVE = 600
ENTRIES = """() => {
  const page = performance.getEntriesByType("navigation")[0], others = performance.getEntriesByType("resource");
  const sent = (entry) => entry.transferSize;
  return {
    first: page.responseStart, parsed: page.domInteractive, ready: page.domContentLoadedEventEnd,
    page: page.encodedBodySize, rest: others.map(sent).reduce((a, b) => a + b, 0),
    asked: others.filter((entry) => entry.transferSize > 0).length,
  };
}"""


class Opening(NamedTuple):
    first: float
    parsed: float
    ready: float
    page: int
    rest: int
    asked: int


def late_table(player: Player) -> str:
    """The address of a table that goes on late in a recorded game."""
    page = player.page
    page.goto("/replay")
    page.get_by_label("File").set_input_files(GAME_FILE)
    page.get_by_role("button", name="Open").click()
    page.wait_for_selector("main.table")
    page.goto(f"{page.url}#move{MOVE}")
    page.get_by_role("button", name="Try from here").click()
    page.wait_for_url(re.compile("/table/"))
    return page.url


def slow(page: Page) -> Page:
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", LINE)
    return page


def opened(page: Page, address: str) -> Opening:
    page.goto(address, wait_until="load")
    page.wait_for_selector("#ask .offer")
    return Opening(**page.evaluate(ENTRIES))


def openings(browser: Browser, state: Any, viewport: ViewportSize, address: str) -> Iterator[tuple[Opening, Opening]]:
    """Cold and warm, by a browser that has only the cookies."""
    for _ in range(ROUNDS):
        context: BrowserContext = browser.new_context(viewport=viewport, storage_state=state, service_workers="block")
        context.set_default_timeout(1000 * patience.SECONDS)
        yield opened(slow(context.new_page()), address), opened(slow(context.new_page()), address)
        context.close()


def row(name: str, kind: str, found: list[Opening]) -> str:
    ready = [opening.ready for opening in found]
    figure = f"interactive {median(ready):.0f} ms ({min(ready):.0f}–{max(ready):.0f})"
    first, parsed = (median(o[n] for o in found) for n in (0, 1))
    sizes = f"page {median(o.page for o in found) / 1000:.1f} kB, {median(o.rest for o in found) / 1000:.0f} kB"
    sizes += f" in {median(o.asked for o in found):.0f} other files"
    note = f"first byte {first:.0f}, parsed {parsed:.0f} ms; {sizes}; {ROUNDS} rounds, load {os.getloadavg()[0]:.0f}"
    return f"| slow line | late page of 1880, {name}, {kind} | {figure} | {note} |"


def main() -> list[str]:
    found = []
    with visitor() as player:
        address = late_table(player)
        context = player.page.context
        assert context.browser is not None
        for name, viewport in BROWSERS.items():
            pairs = list(openings(context.browser, context.storage_state(), viewport, address))
            found += [row(name, kind, [pair[n] for pair in pairs]) for n, kind in enumerate(("cold", "warm"))]
        _, sizes = clicks(player, 1)
        told = f"{median(sizes) / 1000:.1f} kB median, {max(sizes) / 1000:.1f} kB at most"
        found.append(f"| slow line | answer to a move, 1880 late | {told} | {len(sizes)} moves |")
    return found


if __name__ == "__main__":
    print("\n".join(main()))
