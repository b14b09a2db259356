"""Tables of 1880 that begin from a scene, all seats held by one browser or each by its own."""

from __future__ import annotations

import httpx

from stellwerk.core.log import Header
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.state import China
from stellwerk.table import Person, SeatSpec
from stellwerk.table.service.tables import TableSpec
from tests.web.conftest import Site, opened

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fritz", "Gerd")


def person(site: Site, client: httpx.Client) -> Person:
    """Who sits at a browser."""
    table = site.runtime.store.table(opened(client))
    assert table is not None
    return Person(table.host, "Anna")


def table(site: Site, client: httpx.Client, s: China) -> str:
    """A hot-seat table of the browser's at this position; its id."""
    return begun(site, person(site, client), s)


def begun(site: Site, who: Person, s: China) -> str:
    header = Header("1880", s.seats, names=NAMES[: s.seats], digest=GAME.components.digest, position=GAME.dump(s))
    seats = [SeatSpec("me", name=name) for name in NAMES[: s.seats]]
    plan = TableSpec("1880", seats, hotseat=True, spectators=False)
    return site.runtime.arrangements.play_on(who, header, plan).table
