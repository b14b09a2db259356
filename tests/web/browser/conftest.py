"""A real browser: Debian's Chromium, driven by roles, names and keys wherever that is possible."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from scripts.browser import ADVICE, SHELL, WHOLE
from scripts.browser import found as browser_called
from stellwerk.core import Dealer
from stellwerk.table.settings import Settings
from tests import patience
from tests.web.browser.player import Player
from tests.web.conftest import Site, running

DESKTOP = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb"]


expect.set_options(timeout=1000 * patience.SECONDS / 2)  # a busy machine is no failure


def chromium() -> str:
    path = browser_called((*SHELL, *WHOLE))
    assert path is not None, ADVICE
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """One server for all tests of a module; rate limits off, because here one address is many people."""
    file = tmp_path_factory.mktemp("site") / "store.sqlite"
    with running(Settings(database=f"sqlite:///{file}", bots=1, bot_seconds=0.2, rate=0)) as site:
        yield site


NewPlayer = Callable[..., Player]


@pytest.fixture
def newcomer(browser: Browser, place: Site, request: pytest.FixtureRequest) -> Iterator[NewPlayer]:
    """Somebody with a browser of his own. When he leaves, his console must have been clean."""
    place.runtime.store.dealer = Dealer(Random(request.node.nodeid))  # a test meets the same cards every time
    players: list[Player] = []

    def arrive(
        viewport: ViewportSize = DESKTOP, language: str = "en", dark: bool = False, url: str = "", touch: bool = False
    ) -> Player:
        context = browser.new_context(
            viewport=viewport,
            locale=language,
            color_scheme="dark" if dark else "light",
            base_url=url or place.url,
            has_touch=touch,
        )
        context.set_default_timeout(45_000)
        players.append(Player(context.new_page()))
        return players[-1]

    yield arrive
    complaints = [complaint for player in players for complaint in player.complaints]
    for player in players:
        player.page.context.close()
    assert complaints == []


@pytest.fixture
def player(newcomer: NewPlayer) -> Player:
    return newcomer()
