"""1880 by hand: the sandbox, routes drawn on the map, pan and zoom by mouse, fingers and keys."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from stellwerk.games.china1880.rules.state import China
from stellwerk.table import Person
from tests.games.china1880.scenes import circle, company, reach, scene
from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import Player
from tests.web.browser.test_pages import violations
from tests.web.china import begun
from tests.web.conftest import Site
from tests.web.test_running import railway

pytestmark = pytest.mark.browser


def seated(place: Site, player: Player, s: China) -> str:
    """The player at a hot-seat table that begins from a scene; the path of it."""
    player.page.goto("/")
    player.set_up("yokohama", ["me", "me"], "hotseat")
    table = place.runtime.store.table(player.page.url.rpartition("/")[2].partition("?")[0])
    assert table is not None
    return f"/table/{begun(place, Person(table.host, 'Anna'), s)}"


def box(page: Page) -> list[float]:
    """The part of the map that is in sight, once it can be zoomed."""
    page.wait_for_selector(".canvas[data-zoom]", state="attached")
    return [float(n) for n in str(page.locator("svg.d-zoom").get_attribute("viewBox")).split()]


def hex_of(page: Page, name: str) -> Locator:
    return page.locator(f"#d-hex-{name}")


# --- the sandbox -----------------------------------------------------------------------------------------------------


def test_a_plan_by_clicks_is_undone_and_started_again(place: Site, player: Player) -> None:
    page = player.page
    path = seated(place, player, railway())
    page.goto(path)
    page.get_by_role("link", name="Plan in private").click()
    expect(page.locator(".plan-sum")).to_contain_text("¥180")
    hex_of(page, "M9").click()
    page.locator(".plan-tile").first.click()
    expect(page.locator(".plan-notes li")).to_have_count(1)
    page.get_by_role("link", name="Add a 10-train").click()
    expect(page.locator(".plan-notes li")).to_have_count(2)
    page.keyboard.press("u")
    expect(page.locator(".plan-notes li")).to_have_count(1)
    page.go_back()
    expect(page.locator(".plan-notes li")).to_have_count(2)
    page.reload()
    expect(page.locator(".plan-notes li")).to_have_count(2)
    page.get_by_role("link", name="Start again").click()
    expect(page.get_by_text("Nothing planned yet.")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("main.table")).to_have_attribute("data-version", "0")


def test_a_plan_by_nothing_but_keys(place: Site, player: Player) -> None:
    page = player.page
    page.goto(f"{seated(place, player, railway())}/plan")
    page.get_by_label("Click a hex on the map, or type it").fill("m9")
    page.keyboard.press("Enter")
    tile = page.get_by_role("link", name=re.compile("^tile "))
    expect(tile.first).to_be_visible()
    tile.first.press("Enter")
    expect(page.locator(".plan-notes li")).to_have_count(1)
    page.get_by_role("link", name=re.compile("^Leave out")).press("Enter")
    expect(page.locator(".plan-notes li")).to_have_count(0)


def test_a_plan_hears_that_the_table_moves_on(place: Site, player: Player) -> None:
    path = seated(place, player, railway())
    player.page.goto(f"{path}/plan?do=train+BCR+10")
    other = player.tab(path)
    other.decide(lambda count: count - 1)
    expect(player.page.get_by_text(re.compile("Planned on move 0 of"))).to_be_visible()
    player.page.get_by_role("link", name="Carry it over to the present position").click()
    expect(player.page.get_by_text(re.compile("Planned on move"))).to_have_count(0)
    expect(player.page.locator(".plan-notes li")).to_have_count(1)


def test_a_click_on_the_plan_is_not_lost_when_the_table_moves_on_meanwhile(place: Site, player: Player) -> None:
    page = player.page
    page.goto(f"{seated(place, player, railway())}/plan")
    table = page.locator("main.plan").get_attribute("data-table")
    # Both in one breath: the answer to the click is still on its way when the news comes.
    page.evaluate(
        """table => {
            document.getElementById("d-hex-M9").dispatchEvent(new MouseEvent("click", { bubbles: true }));
            new BroadcastChannel("stellwerk").postMessage({ kind: "log", table });
        }""",
        table,
    )
    expect(page.locator(".plan-tile").first).to_be_visible()


def test_a_plan_fits_a_phone(place: Site, newcomer: NewPlayer) -> None:
    player = newcomer(PHONE)
    player.page.goto(f"{seated(place, player, railway())}/plan?hex=M9&do=train+BCR+10")
    player.page.wait_for_selector(".plan-tile")
    player.expect_no_sideways_scroll()


# --- routes drawn on the map -----------------------------------------------------------------------------------------


@pytest.fixture
def runner(place: Site, player: Player) -> Player:
    """BCR is to run its 8-train and its 3-train."""
    player.page.goto(seated(place, player, reach(railway(), "Operate")))
    player.page.wait_for_selector("#drawing")
    return player


def test_routes_are_drawn_by_clicks_and_run(runner: Player) -> None:
    page = runner.page
    hex_of(page, "K1").click()
    expect(page.locator("#drawn")).to_contain_text("a route needs two stations")
    hex_of(page, "M7").click()
    expect(page.locator("#drawn")).to_contain_text("Run these routes: ¥150")
    expect(page.locator("#d-map-routes .route")).to_have_count(1)
    page.locator("#drawn [data-train='1']").click()
    hex_of(page, "M3").click()
    hex_of(page, "K1").click()
    expect(page.locator("#drawn")).to_contain_text("routes share track: 8, 3")
    page.locator("#drawn [data-clear='1']").click()
    page.get_by_role("button", name="Run these routes: ¥150").click()
    expect(runner.question).to_contain_text("pay out ¥")
    expect(page.locator("#d-map-routes .route")).to_have_count(0)
    expect(page.locator(".stop")).to_have_count(0)


def test_routes_are_drawn_by_keys(runner: Player) -> None:
    page = runner.page
    for name in ("M3", "M7"):
        expect(hex_of(page, name)).to_have_role("button")
        hex_of(page, name).focus()
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Run these routes: ¥70")).to_be_visible()
    page.get_by_role("button", name="last stop").click()
    expect(page.get_by_role("button", name=re.compile("Run these routes"))).to_have_count(0)


def test_the_best_routes_are_shown_on_the_map_and_can_be_changed_there(runner: Player) -> None:
    page = runner.page
    page.get_by_role("button", name=re.compile("^Best routes: ¥180")).hover()
    expect(page.locator("#d-map-routes .route")).to_have_count(2)
    expect(page.get_by_text("proven best")).to_be_visible()
    page.get_by_role("button", name="Change these on the map").click()
    expect(page.locator("#drawn")).to_contain_text("Run these routes: ¥180")
    page.locator("#drawn [data-clear='0']").click()
    expect(page.locator("#d-map-routes .route")).to_have_count(1)


def test_routes_are_drawn_on_a_phone(place: Site, newcomer: NewPlayer) -> None:
    player = newcomer(PHONE)
    player.page.goto(seated(place, player, reach(railway(), "Operate")))
    player.page.wait_for_selector("#drawing", state="attached")
    player.page.get_by_role("navigation", name="Parts of the page").get_by_role("button", name="Board").click()
    for name in ("M3", "M7"):
        hex_of(player.page, name).click()
    bar = player.page.locator("#drawn-bar")
    expect(bar).to_contain_text("Run these routes: ¥70")
    player.expect_no_sideways_scroll()
    bar.get_by_role("button", name="Run these routes").click()
    expect(player.question).to_contain_text("pay out ¥")


# --- pan and zoom ----------------------------------------------------------------------------------------------------


def test_the_map_is_zoomed_and_moved_by_keys(place: Site, player: Player) -> None:
    page = player.page
    page.goto(seated(place, player, railway()))
    box(page)
    page.keyboard.press("0")
    full = box(page)
    for _ in range(6):
        page.keyboard.press("+")
    near = box(page)
    assert near[2] < full[2]
    page.locator(".canvas[data-zoom]").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    moved = box(page)
    assert (moved[0] > near[0], moved[1] > near[1]) == (True, True)
    page.keyboard.press("0")
    assert box(page) == pytest.approx(full)


def test_what_gets_the_focus_comes_into_sight(runner: Player) -> None:
    page = runner.page
    box(page)
    for _ in range(6):
        page.keyboard.press("+")
    hex_of(page, "K1").focus()
    frame, own = page.locator("svg.d-zoom").bounding_box(), hex_of(page, "K1").bounding_box()
    assert frame is not None
    assert own is not None
    assert frame["x"] < own["x"] + own["width"] / 2 < frame["x"] + frame["width"]
    assert frame["y"] < own["y"] + own["height"] / 2 < frame["y"] + frame["height"]


def test_the_map_is_zoomed_by_wheel_and_dragged_by_mouse(place: Site, player: Player) -> None:
    page = player.page
    page.goto(seated(place, player, railway()))
    frame: Any = page.locator("svg.d-zoom").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, 400
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    page.wait_for_function("document.querySelector('svg.d-zoom').classList.contains('zoomed')")
    before = box(page)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=6)
    page.mouse.up()
    assert box(page)[0] > before[0]


def touch(hand: CDPSession, kind: str, *fingers: tuple[float, float]) -> None:
    points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(fingers)]
    hand.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_the_map_is_zoomed_by_two_fingers_and_moved_by_one(place: Site, newcomer: NewPlayer) -> None:
    player = newcomer(PHONE, touch=True)
    page = player.page
    page.goto(seated(place, player, railway()))
    page.get_by_role("navigation", name="Parts of the page").get_by_role("button", name="Board").click()
    page.get_by_role("button", name="Whole map").click()
    full = box(page)
    frame: Any = page.locator("svg.d-zoom").bounding_box()
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + 200
    hand = page.context.new_cdp_session(page)
    touch(hand, "touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 6):
        touch(hand, "touchMove", (x - 20 - 12 * step, y), (x + 20 + 12 * step, y))
    touch(hand, "touchEnd")
    near = box(page)
    assert near[2] < full[2] * 0.5
    assert page.evaluate("visualViewport.scale") == 1  # the map is nearer, the page is not
    middle = (near[0] + near[2] / 2, full[0] + full[2] / 2)
    assert abs(middle[0] - middle[1]) < full[2] * 0.05
    touch(hand, "touchStart", (x, y))
    for step in range(1, 6):
        touch(hand, "touchMove", (x - 15 * step, y))
    touch(hand, "touchEnd")
    assert box(page)[0] > near[0]
    assert player.version == 0


# --- tables, and everything for eyes and ears ------------------------------------------------------------------------


def test_tables_follow_the_game_and_its_past(runner: Player) -> None:
    page = runner.page
    page.get_by_role("tab", name="Tables").click()
    anna = page.get_by_role("table", name="Players").get_by_role("row", name=re.compile("Anna"))
    expect(anna).to_contain_text("1000")
    page.get_by_role("button", name=re.compile("^Best routes")).click()
    expect(runner.question).to_contain_text("pay out")
    page.get_by_role("button", name=re.compile("^pay out", re.I)).click()
    if page.locator("#dock [data-sure]").count():
        page.locator("#dock [data-sure]").click()
    expect(anna).not_to_contain_text("1000")
    expect(page.get_by_role("table", name=re.compile("^Income per share"))).to_contain_text("180")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(anna).to_contain_text("1000")


def test_of_several_trains_for_any_price_each_says_which_it_is(place: Site, player: Player) -> None:
    """1880 X.buy.3: a number to fill in stands beside the train it is paid for."""
    s = scene(phase="B1")
    for par, name, trains in ((100, "BCR", ("3",)), (90, "QSR", ("2", "2+2"))):
        company(s, name, {0: 30}, par=par, treasury=400, permits="", trains=trains)
    player.page.goto(seated(place, player, reach(circle(s, "BCR"), "Purchase")))
    for train in ("2-train of QSR", "2+2-train of QSR"):
        expect(player.page.get_by_role("spinbutton", name=train, exact=False).first).to_be_visible()
    player.page.get_by_role("spinbutton", name=re.compile(r"^2\+2-train of QSR")).fill("77")
    player.page.keyboard.press("Tab")
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#log")).to_contain_text("2+2-train of QSR for ¥77")


@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_nothing_serious_in_sandbox_desk_and_tables(place: Site, newcomer: NewPlayer, dark: bool) -> None:
    player = newcomer(dark=dark)
    page = player.page
    path = seated(place, player, reach(railway(), "Operate"))
    page.goto(f"{path}/plan?hex=M9&do=train+BCR+10&do=marker+BCR+A5+0")
    page.wait_for_selector(".plan-notes")
    found = violations(player, dark=dark)
    page.goto(path)
    page.wait_for_selector("#drawing")
    hex_of(page, "K1").click()
    expect(page.locator("#drawn")).to_contain_text("a route needs two stations")
    page.get_by_role("tab", name="Tables").click()
    page.wait_for_selector("#aids table")
    assert found + violations(player, dark=dark) == []
