"""Eight tabs of one browser: a browser keeps six connections to a host, so they must share one stream."""

from __future__ import annotations

import pytest
from playwright.sync_api import Request, expect

from tests.web.browser.conftest import NewPlayer
from tests.web.browser.player import Player
from tests.web.conftest import Site, opened

pytestmark = pytest.mark.browser

TABS = 8


def shows(tab: Player, version: int) -> None:
    expect(tab.page.locator("main.table")).to_have_attribute("data-version", str(version))


def test_eight_tabs_read_and_act_over_one_stream(player: Player) -> None:
    streams: list[str] = []

    def note(request: Request) -> None:
        if "/api/events" in request.url:
            streams.append(request.url)

    player.set_up("russian-railroads", ["me", "me"], "hotseat", ["Anna", "Ben"])
    player.context.on("request", note)
    tabs = [player, *(player.tab(player.page.url) for _ in range(TABS - 1))]
    for tab in tabs:
        tab.expect_asked()
        tab.decide()
        for other in tabs:
            shows(other, tab.version)
    assert len(streams) <= 1  # that of the first tab, where it was not open yet when the counting began
    streams.clear()
    player.page.close()
    rest = tabs[1:]
    rest[-1].decide()
    for other in rest:
        shows(other, rest[-1].version)
    assert len(streams) == 1


def test_eight_tabs_that_look_on_at_eight_tables_share_one_stream_too(place: Site, newcomer: NewPlayer) -> None:
    host = place.browser()
    tables = [opened(host, game="russian-railroads") for _ in range(TABS)]
    first = newcomer()
    first.page.goto(f"/table/{tables[0]}")
    tabs = [first, *(first.tab(f"{place.url}/table/{table}") for table in tables[1:])]
    for table, tab in zip(tables, tabs, strict=True):
        offer = host.get(f"/api/tables/{table}/options").json()
        body = {"action": offer["options"][0]["action"], "at": offer["version"], "request_id": "r"}
        version = host.post(f"/api/tables/{table}/act", json=body).json()["version"]
        shows(tab, version)
