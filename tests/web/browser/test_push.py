"""Push in a real browser: what its service brings is shown, and a click leads to the table."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from scripts.browser import WHOLE
from scripts.browser import found as browser_called
from tests import patience
from tests.web.browser.conftest import ARGUMENTS
from tests.web.browser.player import Player

pytestmark = pytest.mark.browser

TOLD = '{"title": "Sample: it is your turn", "text": "Ann, Bob", "path": "/rules", "tag": "t1"}'


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Iterator[Browser]:
    """The whole Chromium: the shell has no notifications."""
    path = browser_called(WHOLE)
    if path is None:
        pytest.skip("only the headless shell is installed")
    launched = browser.browser_type.launch(executable_path=path, args=ARGUMENTS)
    yield launched
    launched.close()


def worker_of(page: Page) -> CDPSession:
    """The line to the worker of this site, once it runs."""
    page.context.grant_permissions(["notifications"])
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    return page.context.new_cdp_session(page)


def registration(page: Page, session: CDPSession) -> str:
    found: list[dict[str, Any]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until = time.monotonic() + patience.SECONDS
    while not found:
        assert time.monotonic() < until
        page.wait_for_timeout(20)
    return str(found[0]["registrationId"])


def test_what_the_service_brings_is_shown_and_leads_to_the_table(player: Player) -> None:
    page = player.page
    page.goto("/")
    session = worker_of(page)
    origin = page.url.rstrip("/")
    number = registration(page, session)
    told = {"origin": origin, "registrationId": number, "data": TOLD}
    session.send("ServiceWorker.deliverPushMessage", told)
    # One question that waits by itself: a predicate that is a promise counts as true before it is kept.
    shown = """async (most) => {
      const there = await navigator.serviceWorker.ready, end = performance.now() + most;
      let found = [];
      while (!found.length && performance.now() < end) {
        await new Promise((again) => setTimeout(again, 20));
        found = await there.getNotifications();
      }
      return found.map((each) => [each.title, each.body, each.tag, each.data.path]);
    }"""
    assert page.evaluate(shown, 1000 * patience.SECONDS) == [["Sample: it is your turn", "Ann, Bob", "t1", "/rules"]]


def test_a_browser_can_be_told_on_this_machine_and_the_page_says_so(player: Player) -> None:
    page = player.page
    page.goto("/settings")
    page.get_by_label("Name", exact=True).last.fill("Pushed")
    page.get_by_label("Password").last.fill("a long way to Vladivostok")
    page.get_by_role("button", name="Create an account").click()
    page.goto("/settings/notices")
    expect(page.get_by_text("This device is not told.")).to_be_visible()
    expect(page.get_by_role("button", name="Tell this device")).to_be_visible()
    expect(page.get_by_role("button", name="Do not tell this device")).to_be_hidden()
    page.get_by_label("from").select_option("22")
    page.get_by_label("to", exact=True).select_option("7")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_label("from")).to_have_value("22")
