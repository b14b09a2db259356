"""Whole games against easy bots without a pointer: by keys, by typed notation, through the accessibility tree alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

from stellwerk import games
from stellwerk.table.settings import Settings
from tests import patience
from tests.web.browser.conftest import ARGUMENTS, DESKTOP, chromium
from tests.web.browser.player import Player
from tests.web.browser.ways import ByKeys, ByNotation, ByTree, Way, play
from tests.web.conftest import Site, running

GAMES = ("russian-railroads", "yokohama", "1880")
MOST = 2000
WAYS: dict[str, Callable[[Page, Site], Way]] = {
    "keys": lambda page, _: ByKeys(page),
    "notation": lambda page, site: ByNotation(page, site.runtime),
    "tree": lambda page, _: ByTree(page),
}


@contextmanager
def site_and_browser() -> Iterator[tuple[Site, Browser]]:
    """A server of its own, with quick bots, and a browser."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        settings = Settings(database=f"sqlite:///{folder}/bench.sqlite", bots=1, bot_seconds=0.2, rate=0)
        with running(settings) as site:
            browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
            yield site, browser
            browser.close()


def whole_game(site: Site, browser: Browser, way: str, game: str) -> str:
    context = browser.new_context(viewport=DESKTOP, base_url=site.url, locale="en", reduced_motion="reduce")
    context.set_default_timeout(1000 * patience.SECONDS)
    player, began = Player(context.new_page()), time.perf_counter()
    by = WAYS[way](player.page, site)
    by.set_up(game, min(games.game(game).seats))
    made = play(by, MOST)
    assert player.page.locator(".prompt.over").count() == 1, f"{game} by {way} is not over after {made} decisions"
    assert player.complaints == [], player.complaints[:3]
    context.close()
    return f"| ways | a whole game of {game} by {way} alone | {made} decisions | {time.perf_counter() - began:.0f} s |"


def soak(quick: bool = False) -> list[str]:
    with site_and_browser() as (site, browser):
        wanted = [(way, game) for game in GAMES[: 1 if quick else None] for way in WAYS]
        return [whole_game(site, browser, way, game) for way, game in wanted]


def main() -> None:
    """`python -m bench.ways tree yokohama`: one of them; none named: all."""
    with site_and_browser() as (site, browser):
        for way in [name for name in WAYS if name in sys.argv] or WAYS:
            for game in [name for name in GAMES if name in sys.argv] or GAMES:
                print(whole_game(site, browser, way, game), flush=True)


if __name__ == "__main__":
    main()
