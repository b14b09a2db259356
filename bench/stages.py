"""Every kind of question of every game, by day and by night, on a desktop and on a phone: what axe finds there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from playwright.sync_api import Browser

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


def looked_at(site: Site, browser: Browser, game_id: str, state: Any, dark: bool, phone: bool) -> tuple[str, list[str]]:
    """The stage of a position and what axe finds there; on a phone in front of the boards and of the list."""
    url, session = open_at(site, game_id, state)
    context = browser.new_context(
        viewport=PHONE if phone else DESKTOP,
        has_touch=phone,
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
    found = list(complaints(player, dark))
    if phone:
        player.open_list()
        found += complaints(player, dark)
    found += player.complaints
    context.close()
    return stage, found


def soak(quick: bool = False) -> list[str]:
    with site_and_browser() as (site, browser):
        return [checked(site, browser, game_id, quick) for game_id in GAMES]


def checked(site: Site, browser: Browser, game_id: str, quick: bool) -> str:
    asked, stages = questions(game_id), set()
    looks = [(dark, phone) for dark in (False, True) for phone in (False, True)]
    bad: dict[str, None] = {}
    for name, state in list(asked.items())[: 2 if quick else None]:
        for dark, phone in looks:
            stage, found = looked_at(site, browser, game_id, state, dark, phone)
            stages.add(stage)
            bad |= dict.fromkeys(found)
            if found:
                print(
                    name,
                    "dark" if dark else "light",
                    "phone" if phone else "desktop",
                    *found,
                    sep="\n  ",
                    file=sys.stderr,
                )
    assert not bad, f"{game_id}: {len(bad)} complaints of axe, {next(iter(bad))}"
    what = f"{len(asked)} kinds of questions on {len(stages)} stages"
    return f"| stages | axe at {game_id} | nothing | {what}, light and dark, desktop and phone, all rules |"


def main() -> None:
    with site_and_browser() as (site, browser):
        for game_id in sys.argv[1:] or GAMES:
            try:
                print(checked(site, browser, game_id, False), flush=True)
            except AssertionError as error:
                print(error, flush=True)


if __name__ == "__main__":
    main()
