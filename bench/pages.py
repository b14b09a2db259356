"""Pages: from the click to the painted answer in a real browser on this machine, and how many bytes an action sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, ViewportSize, sync_playwright

from stellwerk.processes import collect_rarely
from stellwerk.table.settings import Settings
from tests import patience
from tests.web.browser.conftest import ARGUMENTS, DESKTOP, chromium
from tests.web.browser.player import Player
from tests.web.conftest import running

DECISIONS = 60
GAME_FILE = (
    Path(__file__).resolve().parent.parent / "tests/games/china1880/conformance/games/selfplay_4p_002001.json.gz"
)
CLICK = """async (pick) => {
  const main = document.querySelector("main.table"), offers = [...document.querySelectorAll("#ask .offer")];
  const before = main.dataset.version;
  performance.clearResourceTimings();
  const began = performance.now();
  offers[Math.floor(pick * offers.length)].click();
  await new Promise((done) => {
    const seen = new MutationObserver(() => { if (main.dataset.version !== before) { seen.disconnect(); done(); } });
    seen.observe(main, { attributes: true });
  });
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  const spent = performance.now() - began;
  const answers = performance.getEntriesByType("resource").filter((entry) => entry.name.endsWith("/act"));
  return [spent, Math.max(0, ...answers.map((entry) => entry.encodedBodySize))];
}"""


@contextmanager
def visitor(viewport: ViewportSize = DESKTOP, language: str = "en") -> Iterator[Player]:
    """A browser that never asks for confirmation, at a server of its own."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"sqlite:///{folder}/bench.sqlite", bots=1, rate=0)
        with running(settings) as site:
            collect_rarely()
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            context = browser.new_context(viewport=viewport, base_url=site.url, locale=language)
            context.set_default_timeout(1000 * patience.SECONDS)
            context.add_cookies([{"name": "confirm", "value": "never", "url": site.url}])
            yield Player(context.new_page())
            browser.close()


def clicks(player: Player, seed: int) -> tuple[list[float], list[int]]:
    """Milliseconds and bytes of so many decisions."""
    rng, spent, sizes = Random(seed), [], []
    page: Page = player.page
    while len(spent) < DECISIONS and player.asked():
        if page.locator("#ask .facet").count():
            page.locator("#ask .facet").nth(rng.randrange(page.locator("#ask .facet").count())).click()
            page.wait_for_selector("#offers .found .offer")
        milliseconds, size = page.evaluate(CLICK, rng.random())
        spent.append(float(milliseconds))
        sizes.append(int(size))
    return spent, sizes


def rows(what: str, player: Player, seed: int = 1) -> list[str]:
    spent, sizes = clicks(player, seed)
    high = quantiles(spent, n=20)[-1]
    note = f"{len(spent)} decisions; answers {median(sizes) / 1000:.1f} kB median, {max(sizes) / 1000:.1f} kB at most"
    return [f"| pages | click to painted, {what} | {median(spent):.0f} ms median, {high:.0f} ms p95 | {note} |"]


def main() -> list[str]:
    found = []
    with visitor() as player:
        for game in ("russian-railroads", "yokohama", "1880"):
            player.set_up(game, ["me"] * 3, "hotseat")
            found += rows(game, player)
        player.page.goto("/replay")
        player.page.get_by_label("File").set_input_files(GAME_FILE)
        player.page.get_by_role("button", name="Open").click()
        player.page.wait_for_selector("main.table")
        player.page.goto(player.page.url + "#move600")
        player.page.get_by_role("button", name="Try from here").click()
        player.page.wait_for_url(re.compile("/table/"))
        found += rows("1880, late", player)
    return found
