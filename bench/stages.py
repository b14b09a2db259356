"""Every kind of question of every game, by day and by night, at three sizes: what axe finds there.

`python -m bench.stages yokohama --pictures FOLDER` keeps what was seen, for eyes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, ViewportSize

from bench.sight import GAMES, open_at, settled
from bench.ways import site_and_browser
from stellwerk import games
from stellwerk.core import advance, pending
from stellwerk.web.http.auth import cookie_name
from tests import patience
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.player import Player
from tests.web.browser.test_pages import AXE
from tests.web.conftest import Site

SEEDS = 6
"""Games in which questions are looked for; more do not bring other kinds."""
SIZES = {"desktop": DESKTOP, "tablet": ViewportSize(width=820, height=1180), "phone": PHONE}
LOOKS = tuple(product((False, True), SIZES))
"""By day and by night, at every size."""
COLOURS = "runOnly: ['color-contrast', 'link-in-text-block'],"
"""By night only colours can be different."""


def questions(game_id: str, seeds: int = SEEDS) -> dict[str, Any]:
    """The kind of question → the first position of some games by chance in which seat 0 is asked it."""
    game: Any = games.game(game_id)
    found: dict[str, Any] = {}
    for seed in range(seeds):
        rng, s = Random(seed), game.setup(GAMES[game_id])
        while (choice := pending(s)) is not None:
            if choice.seat(s) == 0 and type(choice).__name__ not in found:
                found[type(choice).__name__] = s.copy()
            advance(s, choice.options(s).sample(rng))
    return found


def complaints(player: Player, dark: bool) -> Iterator[str]:
    """Whatever axe finds, serious or not."""
    player.page.evaluate(AXE)
    found = player.page.evaluate(f"axe.run('body', {{{COLOURS if dark else ''} resultTypes: ['violations']}})")
    for violation in found["violations"]:
        for node in violation["nodes"][:3]:
            yield f"{violation['impact']} {violation['id']}: {node['html'][:200]}"


def looked_at(
    site: Site, browser: Browser, game_id: str, state: Any, dark: bool, size: str, picture: Path | None = None
) -> tuple[str, list[str]]:
    """The stage of a position and what axe finds there; on a small screen in front of the boards and of the list."""
    url, session = open_at(site, game_id, state)
    touch = size != "desktop"
    context = browser.new_context(
        viewport=SIZES[size],
        has_touch=touch,
        color_scheme="dark" if dark else "light",
        base_url=site.url,
        locale="en",
        reduced_motion="reduce",
    )
    context.set_default_timeout(1000 * patience.SECONDS)
    context.add_cookies([{"name": cookie_name(site.runtime), "value": session, "url": site.url}])
    player = Player(context.new_page())
    player.page.goto(url)
    player.asked()
    settled(player.page)
    stage = player.page.locator(".prompt").get_attribute("data-stage") or ""
    if picture:
        player.page.screenshot(path=picture)
    found = list(complaints(player, dark))
    if touch:
        player.open_list()
        found += complaints(player, dark)
    found += player.complaints
    context.close()
    return stage, found


def soak(quick: bool = False) -> list[str]:
    with site_and_browser() as (site, browser):
        return [checked(site, browser, game_id, quick) for game_id in GAMES]


def checked(site: Site, browser: Browser, game_id: str, quick: bool, pictures: Path | None = None) -> str:
    asked, stages = questions(game_id), set()
    bad: dict[str, None] = {}
    for (name, state), (dark, size) in product(list(asked.items())[: 2 if quick else None], LOOKS):
        look = f"{game_id}-{name}-{size}-{'dark' if dark else 'light'}"
        picture = pictures / f"{look}.png" if pictures else None
        stage, found = looked_at(site, browser, game_id, state, dark, size, picture)
        stages.add(stage)
        bad |= dict.fromkeys(found)
        if found:
            print(look, *found, sep="\n  ", file=sys.stderr)
    assert not bad, f"{game_id}: {len(bad)} complaints of axe, {next(iter(bad))}"
    what = f"{len(asked)} kinds of questions on {len(stages)} stages"
    return f"| stages | axe at {game_id} | nothing | {what}, light and dark, {', '.join(SIZES)}, all rules |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--pictures", type=Path)
    asked = parser.parse_args()
    with site_and_browser() as (site, browser):
        for game_id in asked.games:
            try:
                print(checked(site, browser, game_id, False, asked.pictures), flush=True)
            except AssertionError as error:
                print(error, flush=True)


if __name__ == "__main__":
    main()
