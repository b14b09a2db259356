"""In sight: what a player sees of his decisions, by geometry in a real browser, and how many clicks they take.

`python -m bench.sight` plays 40 own decisions of each game, from three seeded games (opening, middle, end), at five
window sizes. `python -m bench.sight 1440x900 --games yokohama --decisions 12` is a part of it. Every other decision
that has spots on a board is made there, the rest in the list; clicks are those that were made.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from stellwerk import games
from stellwerk.core import advance, pending
from stellwerk.table import SeatSpec
from stellwerk.table.seating import people, sessions
from stellwerk.table.seating.seats import TableSpec, header_of
from stellwerk.table.settings import Settings
from stellwerk.web.http.auth import cookie_name
from tests.web.browser.conftest import ARGUMENTS, chromium
from tests.web.browser.player import Player
from tests.web.conftest import Site, running

SIZES = ("1440x900", "1920x1080", "1280x720", "820x1180", "390x844")
TOUCH = ("820x1180", "390x844")
GAMES = {"russian-railroads": 3, "1880": 4, "yokohama": 3}
STAGES = {"opening": 0.0, "middle": 0.45, "end": 0.85}
DECISIONS = 40
MEASURE = (Path(__file__).parent / "sight.js").read_text("utf-8")


@dataclass
class Count:
    """What was counted over some decisions; `board` are those with spots on a board."""

    decisions: int = 0
    board: int = 0
    all_in_sight: int = 0
    some_in_sight: int = 0
    rest_told: int = 0
    question: int = 0
    offers: int = 0
    means: int = 0
    single: int = 0
    confirmations: int = 0
    scrolled: int = 0
    tallest: int = 0
    smallest: float = 99.0
    smallest_board: float = 99.0
    by_list: list[int] = field(default_factory=list)
    by_spot: list[int] = field(default_factory=list)
    by_spots: list[int] = field(default_factory=list)
    """Clicks along the list; along the board where the spot has one offer; where it has several."""

    def see(self, seen: dict[str, Any]) -> None:
        self.decisions += 1
        self.question += seen["question"]
        self.offers += seen["offers"]
        self.means += seen["means"]
        self.single += seen["single"]
        self.scrolled += seen["scroll"] > 0
        self.tallest = max(self.tallest, seen["scroll"])
        self.smallest = min(self.smallest, seen["text"])
        self.smallest_board = min(self.smallest_board, seen["boardText"])
        if seen["spots"]:
            self.board += 1
            self.all_in_sight += seen["inside"] == seen["spots"]
            self.some_in_sight += seen["inside"] > 0
            self.rest_told += seen["inside"] == seen["spots"] or seen["told"]

    def row(self, game: str, size: str) -> str:
        cells = [
            game,
            size,
            f"{self.decisions}, {self.board}",
            f"{self.all_in_sight}",
            f"{self.some_in_sight}, {self.rest_told}",
            f"{self.question}, {self.offers}, {self.means}",
            mean(self.by_list),
            f"{mean(self.by_spot)}, {mean(self.by_spots)}",
            f"{self.confirmations}",
            f"{self.single}",
            f"{self.smallest:.1f}, {self.smallest_board:.1f}",
            f"{self.scrolled}, {self.tallest}",
        ]
        return f"| {' | '.join(cells)} |"


HEAD = (
    "| game | window | decisions, on a board | all spots in sight | some in sight, rest counted |"
    " question, first offers, means in sight | clicks by list | by board: one offer, several |"
    " confirmations | single answers |"
    " smallest text, board text (px) | scroll needed, most (px) |\n" + "|---" * 12 + "|"
)


def mean(clicks: list[int]) -> str:
    return f"{sum(clicks) / len(clicks):.2f} ({len(clicks)})" if clicks else "–"


def position(game_id: str, share: float, seed: int) -> Any:
    """A seeded game, so far played by chance that seat 0 has to decide and the given share of it is over."""
    game, rng = games.game(game_id), Random(seed)
    states = [game.setup(GAMES[game_id])]
    while (choice := pending(states[-1])) is not None:
        following = states[-1].copy()
        advance(following, choice.options(following).sample(rng))
        states.append(following)
    wanted = int(share * len(states))
    asked = (s for s in states[wanted:] if (choice := pending(s)) is not None and choice.seat(s) == 0)
    return next(asked)


def open_table(site: Site, game_id: str, share: float, seed: int) -> tuple[str, str]:
    return open_at(site, game_id, position(game_id, share, seed))


def open_at(site: Site, game_id: str, state: Any, bot: str = "random") -> tuple[str, str]:
    """The address of a table at a position, bots on all seats but the first, and the session of whoever plays that."""
    runtime = site.runtime
    who = runtime.store.do(lambda work: people.guest(work, "You", None))
    bots = [SeatSpec("bot", bot, f"Bot {n}") for n in range(1, len(games.game(game_id).scores(state)))]
    plan = TableSpec(game_id, [SeatSpec("me", name="You"), *bots], automatic=True)
    header = replace(header_of(plan), position=games.game(game_id).dump(state))
    made = runtime.arrangements.play_on(who, header, plan)
    return f"/table/{made.table}", runtime.store.do(lambda work: sessions.new_session(work, who))


@contextmanager
def visitor(browser: Browser, site: Site, size: str, session: str, moving: bool = False) -> Iterator[Player]:
    width, height = map(int, size.split("x"))
    context = browser.new_context(
        viewport=ViewportSize(width=width, height=height),
        base_url=site.url,
        locale="en",
        has_touch=size in TOUCH,
        is_mobile=size in TOUCH,
        reduced_motion="no-preference" if moving else "reduce",
    )
    context.set_default_timeout(45_000)
    context.add_init_script("localStorage.setItem('notes-off', 'yes')")  # somebody who has played before
    context.add_cookies([{"name": cookie_name(site.runtime), "value": session, "url": site.url}])
    yield Player(context.new_page())
    context.close()


def settled(page: Page) -> None:
    """The page has painted, and what it fetches by itself has come."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def decide(player: Player, count: Count, rng: Random, touch: bool) -> None:
    settled(player.page)
    seen = player.page.evaluate(MEASURE)
    count.see(seen)
    on_board = bool(seen["usable"]) and count.board % 2 == 0
    at = player.page.locator("form.offers-form").get_attribute("data-at") or ""
    if on_board:
        spot = rng.choice(seen["usable"])
        (count.by_spot if spot["offers"] == 1 else count.by_spots).append(by_board(player.page, spot, at, rng, touch))
    else:
        count.by_list.append(by_list(player.page, at, rng))
    count.confirmations += player.page.evaluate("window.__asked ?? 0")
    player.page.evaluate("window.__asked = 0")


MOVED = "at => document.querySelector('form.offers-form')?.dataset.at !== at"


def by_board(page: Page, spot: dict[str, Any], at: str, rng: Random, touch: bool) -> int:
    """Clicks from the spot to the next question, the preview's "do it" counted."""
    (page.touchscreen.tap if touch else page.mouse.click)(spot["x"], spot["y"])
    made = 1
    sheet = "#dock:not([hidden]) .offer, .found .offer"
    page.wait_for_function(f"at => ({MOVED})(at) || document.querySelector(`{sheet}, #dock [data-sure]`)", arg=at)
    if spot["offers"] > 1:
        shown = [offer for offer in page.locator(sheet).all() if offer.is_visible()]
        rng.choice(shown).click()
        made += 1
    return made + confirm(page, at)


def by_list(page: Page, at: str, rng: Random) -> int:
    made = 0
    if page.locator("[data-pane=ask]:visible").count() and not page.locator("#ask").is_visible():
        page.locator(".panes [data-pane=ask]").click()
        made += 1
    facets = [facet for facet in page.locator("#ask .facet").all() if facet.is_visible()]
    offers = "#ask .offer"
    if facets:
        rng.choice(facets).click()
        offers = "#offers .found .offer, #dock:not([hidden]) .offer"  # in front of a board they come in a sheet
        page.locator(offers).first.wait_for()
        made += 1
    rng.choice([offer for offer in page.locator(offers).all() if offer.is_visible()]).click()
    return made + 1 + confirm(page, at)


def confirm(page: Page, at: str) -> int:
    page.wait_for_function(f"at => ({MOVED})(at) || document.querySelector('#dock [data-sure]')", arg=at)
    sure = page.locator("#dock [data-sure]")
    if not sure.count():
        return 0
    page.evaluate("window.__asked = Number(!document.querySelector('#dock.sheet'))")
    sure.click()
    page.wait_for_function(MOVED, arg=at)
    return 1


def measure(browser: Browser, site: Site, game_id: str, size: str, decisions: int) -> Count:
    count = Count()
    for n, share in enumerate(STAGES.values()):
        wanted = count.decisions + decisions // 3 + (n < decisions % 3)
        for again in range(4):
            if count.decisions >= wanted:
                break
            rng = Random(f"{game_id} {n} {again}")
            url, session = open_table(site, game_id, share, 100 * n + again + 1)
            with visitor(browser, site, size, session) as player:
                player.page.goto(url)
                while count.decisions < wanted and player.asked():
                    decide(player, count, rng, size in TOUCH)
    return count


def figures(sizes: list[str], wanted: list[str], decisions: int) -> Iterator[str]:
    with TemporaryDirectory() as folder, sync_playwright() as playwright, running(_settings(folder)) as site:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for size in sizes:
            for game_id in wanted:
                yield measure(browser, site, game_id, size, decisions).row(game_id, size)
        browser.close()


def _settings(folder: str) -> Settings:
    return Settings(database=f"sqlite:///{folder}/sight.sqlite", bots=1, bot_seconds=0.1, rate=0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", default=list(SIZES))
    parser.add_argument("--games", nargs="*", default=list(GAMES))
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    asked = parser.parse_args()
    print(HEAD)
    for row in figures(asked.sizes, asked.games, asked.decisions):
        print(row, flush=True)


if __name__ == "__main__":
    main()
