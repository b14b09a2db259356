"""Three browsers at one table over a whole game: one sleeps now and then, one loses its line, one is a phone.

While one is away the others play on; when it is back it must show the present. Counted is the time from coming back
until it does, by the clock, the longest of all.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any

from playwright.sync_api import Browser, CDPSession

from bench.ways import GAMES, site_and_browser
from stellwerk.bots import BOTS, Budget
from stellwerk.core import pending
from stellwerk.table import Person
from stellwerk.table.runtime import Runtime
from tests import patience
from tests.web.browser.conftest import DESKTOP, PHONE
from tests.web.browser.player import Player
from tests.web.conftest import Site

BAR = 2000
"""Milliseconds after which nobody may look at an old board."""
AWAY = 6
"""Moves of the others while one is away."""
MOST = 3000
CURRENT = """(version) => Number(document.querySelector("main.table").dataset.version) >= version
  && Number(document.getElementById("boards").dataset.at) >= version"""


@dataclass
class Guest:
    player: Player
    stale: list[float] = field(default_factory=list)

    def leave(self) -> None:
        raise NotImplementedError

    def come_back(self) -> None:
        raise NotImplementedError

    def catch_up(self, version: int) -> None:
        """Come back, and see the table as it is now."""
        began = time.perf_counter()
        self.come_back()
        self.player.page.wait_for_function(CURRENT, arg=version)
        self.stale.append(1000 * (time.perf_counter() - began))


class Offline(Guest):
    """The train goes through a tunnel."""

    def leave(self) -> None:
        self.player.context.set_offline(True)

    def come_back(self) -> None:
        self.player.context.set_offline(False)


class Sleeper(Offline):
    """The device is put away: it has no line, and nothing runs in the page."""

    @cached_property
    def devices(self) -> CDPSession:
        return self.player.context.new_cdp_session(self.player.page)

    def leave(self) -> None:
        super().leave()
        self.devices.send("Debugger.enable")
        self.devices.send("Debugger.pause")

    def come_back(self) -> None:
        super().come_back()
        self.devices.send("Debugger.disable")  # a pause that nothing has run into yet ends too


class Phone(Offline):
    """Small, touched, and in the same tunnels."""


def seated(site: Site, browser: Browser, game: str) -> list[Guest]:
    """Three people, each with a browser, at one table."""
    kinds = (Sleeper, Offline, Phone)
    guests: list[Guest] = [kind(_visitor(site, browser, kind is Phone)) for kind in kinds]
    host, *others = guests
    host.player.set_up(game, ["me", "open", "open"])
    for seat, guest in enumerate(others, 2):
        page = guest.player.page
        page.goto(host.player.page.get_by_label(f"Link for seat {seat}").input_value())
        page.get_by_role("button", name="Sit down").click()
    for guest in guests:  # a phone may show the list instead of the boards
        guest.player.page.wait_for_selector("main.table[data-version] #boards", state="attached")
    return guests


def _visitor(site: Site, browser: Browser, phone: bool) -> Player:
    viewport = PHONE if phone else DESKTOP
    context = browser.new_context(viewport=viewport, has_touch=phone, base_url=site.url, locale="en")
    context.set_default_timeout(1000 * patience.SECONDS)
    return Player(context.new_page())


def moved(runtime: Runtime, table: str, rng: Random) -> bool:
    """One move of whoever is asked; False when the game is over."""
    loaded = runtime.store.table(table)
    if loaded is None or loaded.status != "running" or loaded.to_move is None:
        return False
    choice: Any = pending(loaded.state)
    view = loaded.rules.view(loaded.state, loaded.to_move)
    answer = BOTS["greedy"]().answer(loaded.rules, view, choice.options(loaded.state), rng, Budget(iterations=2))
    who = Person(loaded.places[loaded.to_move].people[0], "")
    runtime.tables.act(who, table, str(answer.action), loaded.version, f"c{loaded.version}")
    return True


def version_of(runtime: Runtime, table: str) -> int:
    loaded = runtime.store.table(table)
    assert loaded is not None
    return loaded.version


def whole_game(site: Site, browser: Browser, game: str, most: int = MOST) -> tuple[int, list[Guest]]:
    """How many moves were made, and who saw them how late. One after the other is away for some moves."""
    guests, rng, made, goes_on = seated(site, browser, game), Random(game), 0, True
    table = guests[0].player.page.locator("main.table").get_attribute("data-table") or ""
    while goes_on and made < most:
        away = guests[made // AWAY % len(guests)]
        away.leave()
        for _ in range(AWAY):
            goes_on = goes_on and moved(site.runtime, table, rng)
            made += goes_on
        away.catch_up(version_of(site.runtime, table))
    for guest in guests:
        guest.player.page.wait_for_function(CURRENT, arg=version_of(site.runtime, table))
    return made, guests


def row(site: Site, browser: Browser, game: str, most: int = MOST) -> str:
    began = time.perf_counter()
    made, guests = whole_game(site, browser, game, most)
    slowest = {type(guest).__name__.lower(): max(guest.stale) for guest in guests}
    for guest in guests:
        guest.player.context.close()
    told = ", ".join(f"{name} {milliseconds:.0f} ms" for name, milliseconds in slowest.items())
    away = sum(len(guest.stale) for guest in guests)
    assert max(slowest.values()) <= BAR, f"{game}: somebody saw an old board too long: {told}"
    note = f"{made} moves, {away} absences, {time.perf_counter() - began:.0f} s, load {os.getloadavg()[0]:.0f}"
    return f"| company | three browsers over a whole game of {game}: longest old board | {told} | {note} |"


def soak(quick: bool = False) -> list[str]:
    with site_and_browser() as (site, browser):
        return [row(site, browser, game, 30 if quick else MOST) for game in GAMES]


def main() -> None:
    """`python -m bench.company yokohama`: one of them; none named: all."""
    with site_and_browser() as (site, browser):
        for game in sys.argv[1:] or GAMES:
            print(row(site, browser, game), flush=True)


if __name__ == "__main__":
    main()
