"""How long a person waits at a table for three bots: from the click that ends the own turn to the next own question.

`python -m bench.waits` plays a fresh table of each title with four seats in a real browser at a quick pace, three
`hard` bots beside the person (`--level expert`: others). A person answers by chance. Waits are told as they were; what
takes no time (the person goes on deciding) is no wait. The server has as many processes for bots as one at home.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from os import getloadavg
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from bench.sight import GAMES, open_at, visitor
from stellwerk import games
from stellwerk.table.settings import Settings
from tests.web.browser.conftest import ARGUMENTS, chromium
from tests.web.conftest import Site, running

SIZE, SEATS = "1440x900", 4
TURNS = 20
MINE = "form.offers-form .offer"
CLICK = """offer => new Promise((done) => {
  const form = () => document.querySelector("form.offers-form"), begun = performance.now();
  const at = form().dataset.at;
  let away = false;
  const end = () => done(away ? performance.now() - begun : 0);
  const look = () => {
    const now = form();
    if (document.querySelector(".prompt.over") || (now && now.dataset.at !== at)) requestAnimationFrame(end);
    else { away ||= !now; requestAnimationFrame(look); }
  };
  offer.click();
  look();
})"""
"""Milliseconds until the next own question, 0 if nobody else was asked in between."""


def waits(page: Page, turns: int, rng: Random) -> Iterator[float]:
    """Seconds waited, as often as others had their turn."""
    while turns:
        found = page.wait_for_selector(f"{MINE}, .prompt.over, #ask .facet", state="attached")
        if found is None or found.evaluate("element => element.matches('.over')"):
            return
        shown = [offer for offer in page.locator("#ask .offer").all() if offer.is_visible()]
        if not shown:
            page.locator("#ask .facet").first.click()
            page.wait_for_selector("#offers .found .offer")
            shown = page.locator("#offers .found .offer").all()
        waited = rng.choice(shown).evaluate(CLICK)
        if waited:
            turns -= 1
            yield waited / 1000


def measured(browser: Browser, site: Site, id_: str, level: str, turns: int) -> str:
    url, session = open_at(site, id_, games.game(id_).setup(SEATS), level)
    with visitor(browser, site, SIZE, session, moving=True) as player:
        player.page.add_init_script("localStorage.setItem('pace', 'quick')")
        player.page.goto(url)
        found = list(waits(player.page, turns, Random(1)))
    late = f"median {median(found):.1f} s, p95 {quantiles(found, n=20)[-1]:.1f}, longest {max(found):.1f}"
    return f"| waits | {id_}, three `{level}` bots, {len(found)} turns | {late} | load {getloadavg()[0]:.0f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--level", default="hard")
    parser.add_argument("--turns", type=int, default=TURNS)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"sqlite:///{folder}/waits.sqlite", rate=0)
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        with running(settings) as site:
            for id_ in asked.games:
                print(measured(browser, site, id_, asked.level, asked.turns), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
