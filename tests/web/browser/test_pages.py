"""Every page: for everybody, on every screen, by day and night, in three languages."""

from __future__ import annotations

import re
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import ViewportSize, expect

from stellwerk import games
from tests.web.browser.conftest import DESKTOP, PHONE, NewPlayer
from tests.web.browser.player import Player

pytestmark = pytest.mark.browser

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text(encoding="utf-8")
PAGES = (
    "/",
    "/new/russian-railroads",
    "/new/1880",
    "/settings",
    "/privacy",
    "/password",
    "/operator",
    "/replay",
    "/study",
    "/rules",
    "/rules/yokohama",
    "/rules/stellwerk",
    "/gallery",
    "/api",
)
GAMES = tuple(games.PACKAGES)
GAME_FILES = Path(__file__).parents[2] / "games/china1880/conformance/games"
SMALLEST = ViewportSize(width=320, height=640)


def violations(player: Player, where: str = "body", dark: bool = False) -> list[str]:
    """What axe finds serious or critical; by night only colours can be different."""
    player.page.wait_for_load_state()
    player.page.evaluate(AXE)
    only = "runOnly: ['color-contrast', 'link-in-text-block']," if dark else ""
    found = player.page.evaluate(f"axe.run('{where}', {{{only} resultTypes: ['violations']}})")
    return [
        f"{player.page.url} {v['id']}: {node['html'][:160]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
        for node in v["nodes"][:3]
    ]


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_on_any_page(newcomer: NewPlayer, dark: bool) -> None:
    player = newcomer(dark=dark)
    found = []
    for path in (*PAGES, *(f"/gallery/{game}" for game in GAMES)):
        player.page.goto(path)
        found += violations(player, dark=dark)
    assert found == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_at_any_table(newcomer: NewPlayer, game: str, dark: bool) -> None:
    player = newcomer(dark=dark)
    player.set_up(game, ["me"] * 3, "hotseat")
    player.play(4)
    player.asked()  # a curtain before the next seat's secrets is lifted
    found = violations(player, dark=dark)
    for tab in ("Scores", "Chat", "More"):
        player.page.get_by_role("tab", name=tab).click()
        found += violations(player, ".side", dark)
    assert found == []


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_around_a_table(newcomer: NewPlayer, dark: bool) -> None:
    """The waiting room, the page of a link, a replay, the curtain, a confirmation, a plan, and what is not there."""
    host, guest = newcomer(dark=dark), newcomer(dark=dark)
    host.set_up("yokohama", ["me", "open"])
    found = violations(host, dark=dark)
    guest.page.goto(host.page.get_by_label("Link for seat 2").input_value())
    found += violations(guest, dark=dark)
    host.set_up("yokohama", ["me", "me"], "hotseat")
    expect(host.page.get_by_role("dialog", name=re.compile("Pass the device"))).to_be_visible()
    found += violations(host, dark=dark)
    host.context.add_cookies([{"name": "confirm", "value": "always", "url": host.page.url}])
    host.lift()
    host.page.locator("#ask .offer").first.click()
    expect(host.page.get_by_role("button", name="Do it")).to_be_visible()
    found += violations(host, dark=dark)
    host.set_up("1880", ["me"] * 3, "hotseat")
    host.page.get_by_role("link", name="Plan in private").click()
    host.page.wait_for_selector("main")
    found += violations(host, dark=dark)
    host.page.goto("/replay")
    host.page.get_by_label("File").set_input_files(min(GAME_FILES.glob("*3p*.json.gz")))
    host.page.get_by_role("button", name="Open").click()
    host.page.wait_for_selector("main.table")
    for tab in ("Tables", "Figures"):
        host.page.get_by_role("tab", name=tab).click()
        host.page.wait_for_selector("[role=tabpanel]:not([hidden]) :is(table, svg)")
        found += violations(host, dark=dark)
    host.page.goto("/settings/notices")
    found += violations(host, dark=dark)
    host.page.goto("/table/nowhere")
    found += violations(host, dark=dark)
    host.complaints.clear()  # what is not there says 404
    assert found == []


@pytest.mark.parametrize("viewport", [PHONE, SMALLEST])
def test_nothing_sticks_out_on_a_phone(newcomer: NewPlayer, viewport: ViewportSize) -> None:
    player = newcomer(viewport)
    for path in (*PAGES, *(f"/gallery/{game}" for game in GAMES)):
        player.page.goto(path)
        player.expect_no_sideways_scroll()
    for game in GAMES:
        player.set_up(game, ["me"] * 3, "hotseat")
        assert player.asked()
        player.expect_no_sideways_scroll()
        player.page.get_by_role("button", name="Board", exact=True).click()
        player.expect_no_sideways_scroll()


@pytest.mark.parametrize(("language", "words"), [("en", "Your tables"), ("de", "Deine Tische"), ("pl", "Twoje stoły")])
def test_a_browser_is_greeted_in_its_language(newcomer: NewPlayer, language: str, words: str) -> None:
    player = newcomer(language=language)
    player.page.goto("/new/sample")
    player.page.locator("form.setup button.primary").click()
    player.page.goto("/")
    expect(player.page.get_by_role("heading", level=1)).to_have_text(words)


def test_colours_are_kept(player: Player) -> None:
    player.page.goto("/")
    player.page.get_by_role("button", name="Dark").click()
    expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")
    player.page.goto("/rules")
    expect(player.page.locator("html")).to_have_attribute("data-theme", "dark")


def test_rules_are_searched_and_linked(player: Player) -> None:
    player.page.goto("/rules/1880")
    sections = player.page.locator(".rule")
    every = sections.count()
    player.page.get_by_role("searchbox").fill("station")
    expect(player.page.locator(".rule:visible")).not_to_have_count(every)
    expect(player.page.locator(".rule:visible").first).to_contain_text("station", ignore_case=True)


def test_an_account_keeps_the_seats_of_the_guest(newcomer: NewPlayer) -> None:
    player = newcomer()
    player.set_up("sample", ["me", "bot:random"])
    player.page.goto("/settings")
    form = player.page.locator("form[action='/settings/register']")
    form.get_by_label("Name").fill("Clara")
    form.get_by_label("Password").fill("eight letters")
    form.get_by_role("button").click()
    expect(player.page.get_by_role("heading", name="Your tables")).to_be_visible()
    other = newcomer(DESKTOP)
    other.page.goto("/settings")
    form = other.page.locator("form[action='/settings/login']")
    form.get_by_label("Name").fill("Clara")
    form.get_by_label("Password").fill("eight letters")
    form.get_by_role("button").click()
    expect(other.page.get_by_role("heading", name="Your tables")).to_be_visible()


def test_your_turn_comes_first_and_is_counted_in_the_title(player: Player) -> None:
    player.set_up("sample", ["me", "me"], "hotseat")
    player.page.goto("/")
    expect(player.page).to_have_title("(1) Stellwerk")
    expect(player.page.locator(".table-row").first).to_contain_text("Your turn")


def test_a_game_file_of_18xx_games_is_replayed(player: Player) -> None:
    player.page.goto("/replay")
    player.page.get_by_label("File").set_input_files(min(GAME_FILES.glob("*3p*.json.gz")))
    player.page.get_by_role("button", name="Open").click()
    player.page.wait_for_selector("main.table")
    tip = player.version
    assert tip > 300
    # Keys are heard once the script of the page has run.
    player.page.evaluate("async () => { await import(document.querySelector('script[type=module]').src); }")
    player.page.keyboard.press("ArrowLeft")
    expect(player.page.locator("#slider-at")).to_have_text(f"{tip - 1}/{tip}")
    player.page.locator("#slider").fill("100")
    expect(player.page.locator("#slider-at")).to_have_text(f"100/{tip}")
    expect(player.page.locator("#log .line").first).to_be_visible()


def test_a_file_that_is_no_game_is_refused_in_words(player: Player) -> None:
    player.page.goto("/replay")
    player.page.get_by_label("or its text").fill("hello")
    player.page.get_by_role("button", name="Open").click()
    expect(player.page.get_by_role("alert")).to_be_visible()
    player.complaints.clear()  # the answer says 422, as it should


def test_an_installed_app_says_that_there_is_no_line(newcomer: NewPlayer) -> None:
    """The worker, which a browser registers only for an installed app, answers without the server."""
    player = newcomer()
    page = player.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)")
    page.reload()
    page.context.set_offline(True)
    page.goto("/rules")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)
    player.complaints.clear()  # the browser speaks of what it could not fetch
