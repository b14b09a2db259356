"""One sees what happened: pieces glide, routes are drawn, and whoever comes back after a while is told."""

from __future__ import annotations

from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from stellwerk.core import options
from stellwerk.table import Person
from tests.games.china1880.scenes import reach
from tests.web.browser.conftest import NewPlayer
from tests.web.browser.player import Player
from tests.web.browser.test_china1880 import seated
from tests.web.conftest import Site
from tests.web.test_running import railway

pytestmark = pytest.mark.browser

GLIDES = """() => {
  window.__glided = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (frames[0].translate) window.__glided.push(this.id);
    return animate.call(this, frames, options);
  };
}"""
LONG_AGO = """() => {
  const name = `seen-${document.querySelector("main.table").dataset.table}`;
  localStorage.setItem(name, JSON.stringify({ version: 0, at: 0 }));
  setInterval = () => 0;
}"""


WALKED = """async (behind) => {
  const script = [...document.scripts].find(({ src }) => src.includes("table/main.js"));
  const modules = (await import(script.src)).default;
  const answer = { parts: {}, boards: { order: {}, new: {}, replace: {}, attrs: {} }, marks: ["boards"] };
  const { tip } = modules["table/page.js"].now(), setTimeout = window.setTimeout;
  let shown = 0, waited = 0, target = tip + 3;
  window.setTimeout = (then, time) => { waited += time; return setTimeout(then, time); };
  await modules["table/last.js"].walkTo(() => target, async () => {
    shown += 1;
    target = tip + 1 + behind;
    return answer;
  });
  window.setTimeout = setTimeout;
  return { shown, waited };
}"""
"""How many moves of others are shown, and how long it waits for that, when one has become this far behind."""


def test_routes_are_drawn_when_they_are_run(place: Site, player: Player) -> None:
    page = player.page
    page.goto(seated(place, player, reach(railway(), "Operate")))
    page.locator("#routes .proposal").first.click()
    expect(page.locator("#boards .route").first).to_be_attached()


def test_what_a_bot_moved_glides_to_where_it_lies(newcomer: NewPlayer) -> None:
    player = newcomer()
    player.set_up("russian-railroads", ["me", "bot:random"])
    assert player.asked()
    player.page.evaluate(GLIDES)
    for _ in range(40):
        player.play(1)
        if player.asked() and player.page.evaluate("window.__glided.length"):
            break
    assert player.page.evaluate("window.__glided.length") > 0


def test_whoever_comes_back_reads_what_happened_and_may_watch_it(newcomer: NewPlayer) -> None:
    player = newcomer()
    player.set_up("russian-railroads", ["me", "bot:random"])
    player.play(3)
    assert player.asked()
    page = player.page
    page.evaluate(LONG_AGO)
    page.reload()
    digest = page.get_by_role("dialog", name="Since you were here")
    expect(digest).to_contain_text("move")
    digest.get_by_role("button", name="Show them one after the other").click()
    expect(digest).to_be_hidden()
    page.keyboard.press("Shift")
    expect(page.locator("form.offers-form")).to_be_attached()


HEARD = """() => {
  window.__heard = 0;
  const hear = ({ data }) => { window.__heard = Math.max(window.__heard, data.version ?? 0); };
  new BroadcastChannel("stellwerk").onmessage = hear;
}"""


def moves_heard_of(newcomer: NewPlayer) -> tuple[Player, Player, list[Route]]:
    """One plays at a hot seat; another page of the table has heard of several moves and asks for the first of them."""
    player = newcomer()
    player.set_up("russian-railroads", ["me", "me"], mode="hotseat")
    other = player.tab(player.page.url)
    other.page.evaluate(HEARD)
    held: list[Route] = []
    other.page.route("**/parts", lambda route: held.append(route))
    decided(player, 1)
    arrived(other, held, 1)
    answer = held[0].fetch()
    decided(player, 3)
    other.page.wait_for_function("version => window.__heard >= version", arg=player.version)
    assert len(held) == 1  # one question at a time
    held[0].fulfill(response=answer)
    arrived(other, held, 2)
    assert asked_for(held[1]) is not None
    return player, other, held


def decided(player: Player, count: int) -> None:
    for _ in range(count):
        assert player.asked()
        player.decide()


def asked_for(route: Route) -> int | None:
    asked: dict[str, int | None] = route.request.post_data_json
    return asked["version"]


def test_an_answer_that_comes_late_does_not_spoil_the_boards(newcomer: NewPlayer) -> None:
    """A step on the way to the present arrives after the present: the boards are no longer those it is a step from."""
    player, other, held = moves_heard_of(newcomer)
    other.page.keyboard.press("End")
    arrived(other, held, 3)
    held[2].continue_()
    expect(other.page.locator("main.table")).to_have_attribute("data-version", str(player.version))
    held[1].continue_()
    arrived(other, held, 4)  # having given up the step it asks for the present again
    held[3].continue_()
    assert other.page.locator("#boards").get_attribute("data-at") == str(player.version)
    other.page.unroute_all(behavior="ignoreErrors")


def test_whoever_is_back_sees_the_present_before_what_led_to_it(newcomer: NewPlayer) -> None:
    player, other, held = moves_heard_of(newcomer)
    other.page.evaluate("dispatchEvent(new Event('online'))")
    with suppress(Error):  # it may have been given up already
        held[1].continue_()
    arrived(other, held, 3)
    assert asked_for(held[2]) is None
    held[2].continue_()
    expect(other.page.locator("main.table")).to_have_attribute("data-version", str(player.version))
    other.page.unroute_all(behavior="ignoreErrors")


def arrived(player: Player, held: list[Route], count: int) -> None:
    while len(held) < count:
        player.page.wait_for_timeout(50)


def upgraded(route: Route) -> None:
    route.fulfill(json={"count": 0, "tables": "", "build": "another"})


def test_a_page_from_before_an_upgrade_loads_itself_again_but_not_under_the_fingers(newcomer: NewPlayer) -> None:
    player = newcomer()
    player.set_up("russian-railroads", ["me", "me"], mode="hotseat")
    page = player.page
    page.route("**/turns", upgraded)
    page.evaluate("document.documentElement.dataset.old = ''")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<input id=typed>')")
    page.evaluate("document.getElementById('typed').value = 'half a sentence'")
    with page.expect_response("**/turns"):
        player.play(1)
    assert page.locator("html[data-old]").count() == 1
    page.evaluate("document.getElementById('typed').remove()")
    player.decide()
    page.wait_for_selector("html:not([data-old])")
    assert player.asked()


def test_a_page_that_asked_while_the_database_was_away_asks_again(place: Site, newcomer: NewPlayer) -> None:
    """Nobody moves after that, so nothing else would tell it."""
    player = newcomer()
    player.set_up("russian-railroads", ["me", "me"], mode="hotseat")
    page, refused = player.page, []

    def away(route: Route) -> None:
        refused.append(1)
        if len(refused) > 2:
            route.continue_()
        else:
            route.fulfill(status=503, json={"error": {"code": "database", "text": "away"}})

    page.route("**/parts", away)
    table = page.locator("main.table").get_attribute("data-table") or ""
    loaded = place.runtime.store.table(table)
    assert loaded is not None
    who = Person(loaded.host, "")
    first = str(next(iter(options(loaded.state))))
    place.runtime.tables.act(who, table, first, loaded.version, "elsewhere", loaded.to_move)
    moved = place.runtime.store.table(table)
    assert moved is not None
    page.wait_for_function(
        "version => Number(document.querySelector('main.table').dataset.version) >= version", arg=moved.version
    )
    assert len(refused) > 2
    player.complaints.clear()  # the refusals, which the browser tells of


def test_moves_that_are_behind_share_one_pause(newcomer: NewPlayer) -> None:
    """However many they are, and also if most of them come while the first one is shown."""
    player = newcomer()
    player.page.emulate_media(reduced_motion="no-preference")
    player.set_up("yokohama", ["me", "bot:random"])
    assert player.asked()
    pause = 450
    for behind, are_shown in ((1, 1), (3, 3), (40, 9)):
        walk = player.page.evaluate(WALKED, behind)
        assert walk["shown"] == are_shown
        assert 0 < walk["waited"] <= pause * 1.2
