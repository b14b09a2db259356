"""Being told that it is one's turn: the count in the title, a gong, a notice of the browser, the clock."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import Player

pytestmark = pytest.mark.browser

STUBS = """
window.called = [];
window.Notification = class { static permission = "granted";
  constructor(title, more) { called.push(`notice: ${more.body}`); } };
const silent = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const node = () => ({ frequency: silent, gain: silent, connect: (next) => next, start() {}, stop() {} });
window.AudioContext = class { currentTime = 0; constructor() { called.push("audio"); }
  resume() { called.push("gong"); } createOscillator() { return node(); } createGain() { return node(); } };
Object.defineProperty(document, "hidden", { get: () => true });
"""
SEEN = "version => Number(document.querySelector('main').dataset.version) >= version"


def seated(newcomer: NewPlayer, sound: str = "on") -> tuple[Player, Player]:
    """Two at a table: who moves, and who waits with his browser in the background."""
    anna, ben = newcomer(), newcomer()
    for player in (anna, ben):
        player.context.add_init_script(STUBS)
    anna.set_up("sample", ["me", "open"], names=["Anna", "Ben"])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    anna.page.wait_for_selector("main.table")
    for player in (anna, ben):
        player.context.add_cookies([{"name": "sound", "value": sound, "url": player.page.url}])
        player.page.reload()
    return (anna, ben) if anna.page.locator("form.offers-form").count() else (ben, anna)


def move_on(mover: Player, waiter: Player) -> None:
    """Until it is the other one's turn."""
    while not waiter.page.locator("form.offers-form").count():
        mover.decide()
        mover.page.wait_for_selector("form.offers-form, .prompt:not(.mine)")
        waiter.page.wait_for_function(SEEN, arg=mover.version)


def test_a_turn_is_counted_in_the_title_sounded_and_noticed(newcomer: NewPlayer) -> None:
    mover, waiter = seated(newcomer)
    expect(waiter.page).not_to_have_title(re.compile(r"^\("))
    expect(mover.page).to_have_title(re.compile(r"^\(1\) "))
    move_on(mover, waiter)
    expect(waiter.page).to_have_title(re.compile(r"^\(1\) "))
    expect(mover.page).not_to_have_title(re.compile(r"^\("))
    waiter.page.wait_for_function("() => called.length === 3")
    assert waiter.page.evaluate("called") == ["audio", "gong", "notice: Your turn"]
    waiter.page.evaluate(
        "async () => (await import(document.querySelector('script[type=module]').src)).default['base.js'].knock()"
    )
    assert waiter.page.evaluate("called.slice(3)") == ["gong"], "one device for all sounds"


def test_who_wants_no_gong_hears_none(newcomer: NewPlayer) -> None:
    mover, waiter = seated(newcomer, sound="off")
    move_on(mover, waiter)
    waiter.page.wait_for_function("() => called.length > 0")
    assert waiter.page.evaluate("called") == ["notice: Your turn"]


def test_the_clock_runs_for_whoever_is_asked(player: Player) -> None:
    """Without a limit it counts up; with one it counts down to the limit of the table."""
    player.page.clock.install()
    player.set_up("sample", ["me", "bot:random"])
    clock = player.page.get_by_role("timer")
    player.expect_asked()
    player.page.clock.run_for(65_000)
    expect(clock).to_have_text(re.compile(r"^1:0\d$"))
    player.page.goto("/new/sample")
    player.page.get_by_text("Another clock, nights and weekends").click()
    player.page.get_by_label("Time for one turn", exact=True).select_option("five minutes")
    player.page.get_by_role("button", name="Start").click()
    player.expect_asked()
    player.page.clock.run_for(1_000)
    expect(clock).to_have_text(re.compile(r"^[0-4]:\d\d$"))


def test_on_a_phone_another_table_that_calls_moves_nothing(newcomer: NewPlayer) -> None:
    player = newcomer(PHONE, touch=True)
    player.set_up("sample", ["me", "bot:random"])
    player.page.wait_for_selector("main.table")
    top, next_table = player.page.locator(".top"), player.page.locator("#next-table")
    heights = []
    for is_hidden in (True, False):
        next_table.evaluate("(link, hidden) => { link.hidden = hidden; }", is_hidden)
        heights.append(top.evaluate("(part) => part.getBoundingClientRect().height"))
    assert heights[0] == heights[1]
