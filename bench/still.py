"""Still and quick: how far things on the table page shift by themselves, and how long a click takes to be painted.

`python -m bench.still` plays own decisions of each game against bots at 1440×900. Shifts are the browser's own measure
(`layout-shift`), from the first paint on: the worst burst of a game, which is what browsers call its cumulative layout
shift, and their sum. What moves between a click and its painted answer was asked for; all else moves while one reads.
A click is timed to the frame after the one in which the answer stands on the page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from os import getloadavg
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from bench.sight import DECISIONS, GAMES, STAGES, _settings, open_table, settled, visitor
from tests.web.browser.conftest import ARGUMENTS, chromium
from tests.web.conftest import Site, running

SIZE = "1440x900"
OBSERVE = """() => {
  window.__shifts = [];
  window.__asked = [];
  new PerformanceObserver((list) => window.__shifts.push(...list.getEntries().map((each) => ({
    value: each.value, at: each.startTime, where: each.sources.map((source) => {
      const at = source.node?.nodeType === 1 ? source.node : source.node?.parentElement;
      return at ? `${at.id && "#" + at.id}.${at.getAttribute("class") ?? ""}` : "";
    }),
  })))).observe({ type: "layout-shift", buffered: true });
}"""
FOUND = """() => window.__shifts.map((each) => ({
  ...each, own: !window.__asked.some(([begun, ended]) => each.at >= begun && each.at <= ended + 100),
}))"""
"""Where the animation frame of a click's answer ends, its paint has yet to come: 100 ms are given to it."""
CLICK = """offer => new Promise((done) => {
  const at = document.querySelector("form.offers-form").dataset.at, begun = performance.now();
  const isNext = () => document.querySelector("form.offers-form")?.dataset.at !== at;
  const end = () => { window.__asked.push([begun, performance.now()]); done(performance.now() - begun); };
  const look = () => requestAnimationFrame(isNext() ? end : look);
  offer.click();
  look();
})"""


def play(page: Page, decisions: int, rng: Random) -> Iterator[float]:
    """Milliseconds from each click to the painted answer."""
    for _ in range(decisions):
        found = page.wait_for_selector("form.offers-form, .prompt.over", state="attached")
        if found is None or found.evaluate("element => element.matches('.over')"):
            return
        settled(page)
        shown = [offer for offer in page.locator("#ask .offer").all() if offer.is_visible()]
        if not shown:
            page.locator("#ask .facet").first.click()
            page.wait_for_selector("#offers .found .offer")
            shown = page.locator("#offers .found .offer").all()
        yield rng.choice(shown).evaluate(CLICK)


def worst_burst(shifts: list[tuple[float, float]]) -> float:
    """The largest sum of shifts less than a second apart, within five seconds; `shifts` are (milliseconds, value)."""
    worst = sum_ = 0.0
    begun = last = -inf
    for at, value in sorted(shifts):
        if at - last >= 1000 or at - begun >= 5000:
            begun, sum_ = at, 0.0
        last, sum_ = at, sum_ + value
        worst = max(worst, sum_)
    return worst


@dataclass
class Seen:
    """Shifts while somebody reads, all of them, what moved most; and how long clicks took."""

    own: float = 0.0
    burst: float = 0.0
    every: float = 0.0
    worst: str = ""
    clicks: list[float] = field(default_factory=list)

    def row(self, game_id: str) -> str:
        times = f"{median(self.clicks):.0f}, {quantiles(self.clicks, n=20)[-1]:.0f}"
        shifts = (f"{each:.4f}" for each in (self.burst, self.own, self.every))
        cells = (game_id, len(self.clicks), *shifts, times, f"{getloadavg()[0]:.0f}")
        return f"| {' | '.join(map(str, cells))} |"


def measure(browser: Browser, site: Site, game_id: str, decisions: int) -> Seen:
    seen = Seen()
    for n, share in enumerate(STAGES.values()):
        url, session = open_table(site, game_id, share, 100 * n + 1)
        with visitor(browser, site, SIZE, session) as player:
            page = player.page
            page.goto(url)
            settled(page)
            page.evaluate(OBSERVE)
            seen.clicks += play(page, decisions // 3, Random(n))
            settled(page)
            shifts = page.evaluate(FOUND)
        own = [each for each in shifts if each["own"]]
        seen.own += sum(each["value"] for each in own)
        seen.burst = max(seen.burst, worst_burst([(each["at"], each["value"]) for each in own]))
        seen.every += sum(each["value"] for each in shifts)
        seen.worst = max([seen.worst, *(f"{each['value']:.4f} {each['where'][:2]}" for each in own)])
    return seen


HEAD = (
    "| game | clicks | worst burst of shifts by themselves | their sum | all shifts "
    "| click to painted: median, p95 (ms) | load |\n" + "|---" * 7 + "|"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    asked = parser.parse_args()
    print(HEAD)
    with TemporaryDirectory() as folder, sync_playwright() as playwright, running(_settings(folder)) as site:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for game_id in asked.games:
            seen = measure(browser, site, game_id, asked.decisions)
            print(seen.row(game_id), flush=True)
            print(f"{game_id}: {seen.worst}", file=sys.stderr, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
