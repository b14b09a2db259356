"""Choosing at the place itself: tiles beside their hex, one default payment, and nothing that moves by itself."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from bench import still
from stellwerk import games
from stellwerk.core import advance, pending
from stellwerk.table import SeatSpec
from stellwerk.table.seating import people, sessions
from stellwerk.table.seating.seats import TableSpec, header_of
from stellwerk.web.http.auth import cookie_name
from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import Player
from tests.web.conftest import Site

pytestmark = pytest.mark.browser

SMALL = ViewportSize(width=1280, height=720)
MOVED = "at => document.querySelector('form.offers-form')?.dataset.at !== at"
QUESTION = "form.offers-form"
BESIDE = """id => {
  const [hex, ring] = [id, "dock"].map((each) => document.getElementById(each).getBoundingClientRect());
  return Math.max(ring.left - hex.right, hex.left - ring.right);
}"""
BELOW = """id => {
  const [hex, sheet] = [id, "dock"].map((each) => document.getElementById(each).getBoundingClientRect());
  return hex.height > 0 && hex.bottom <= sheet.top;
}"""
TO_THE_EDGE = """id => {  // the map is dragged until the hex lies at its lower edge
  const canvas = document.querySelector(".canvas[data-zoom]"), svg = canvas.querySelector("svg.d-zoom");
  canvas.querySelectorAll(".zoom-keys button")[1].click();
  const [hex, stage] = [id, "stage"].map((each) => document.getElementById(each).getBoundingClientRect());
  const at = { pointerId: 1, bubbles: true, clientX: 100 }, down = stage.bottom - 10 - hex.bottom;
  svg.dispatchEvent(new PointerEvent("pointerdown", { ...at, clientY: 0 }));
  svg.dispatchEvent(new PointerEvent("pointermove", { ...at, clientY: down }));
  svg.dispatchEvent(new PointerEvent("pointerup", { ...at, clientY: down }));
}"""
SMALLEST = """() => Math.min(
  ...[...document.querySelectorAll("#dock .tile-icon")].map((tile) => tile.getBoundingClientRect().width))"""


def asked_to(step: str, game_id: str, seats: int) -> Any:
    """A position of a game played by chance in which seat 0 is asked that."""
    game = games.game(game_id)
    for seed in range(20):
        rng, s = Random(seed), game.setup(seats)
        while (choice := pending(s)) is not None:
            if type(choice).__name__ == step and choice.seat(s) == 0 and len(choice.options(s)) > 3:
                return s
            advance(s, choice.options(s).sample(rng))
    raise AssertionError(f"nobody was asked {step}")


def seated(newcomer: NewPlayer, place: Site, game_id: str, s: Any, seats: int, **how: Any) -> Player:
    runtime = place.runtime
    ann = runtime.store.do(lambda work: people.guest(work, "Ann", None))
    others = [SeatSpec("me", name=f"Seat {n}") for n in range(1, seats)]
    spec = TableSpec(game_id, [SeatSpec("me", name="Ann"), *others], hotseat=True)
    header = replace(header_of(spec), position=games.game(game_id).dump(s))
    table = runtime.arrangements.play_on(ann, header, spec).table
    session = runtime.store.do(lambda work: sessions.new_session(work, ann))
    player = newcomer(**how)
    player.context.add_cookies([{"name": cookie_name(runtime), "value": session, "url": place.url}])
    player.page.add_init_script("localStorage.setItem('notes-off', 'yes')")  # somebody who has played before
    player.page.goto(f"/table/{table}")
    assert player.asked()
    return player


@pytest.fixture(scope="module")
def track() -> Any:
    return asked_to("BuildTrack", "1880", 3)


def numbers(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.evaluate("JSON.parse(document.getElementById('offers').dataset.spots)")
    return found


def crowded(page: Page) -> str:
    """The spot with most offers."""
    return max(numbers(page).items(), key=lambda each: len(each[1]))[0]


def expect_done(page: Page, button: Locator, action: str) -> None:
    """A button sends that action, and the next question comes."""
    at = page.locator(QUESTION).get_attribute("data-at")
    with page.expect_request(re.compile("/act$")) as sent:
        button.click()
    assert action in str(sent.value.post_data)
    page.wait_for_function(MOVED, arg=at)


def test_a_tile_is_chosen_and_turned_at_its_hex(newcomer: NewPlayer, place: Site, track: Any) -> None:
    page = seated(newcomer, place, "1880", track, 3, viewport=SMALL).page
    ring, spot = page.locator("#dock.ring"), crowded(page)
    page.locator(f"#{spot}").click()
    expect(ring.locator(".offer").first).to_be_focused()
    assert 0 <= page.evaluate(BESIDE, spot) < 60
    assert page.evaluate(SMALLEST) >= 80  # pixels: track and worth can be read
    expect(page.locator("#preview")).not_to_be_empty()
    tile = ring.locator(".offer").first.get_attribute("data-piece")
    ways = ring.locator(f".offer[data-piece='{tile}']")
    for n in range(1, ways.count() + 1):
        page.keyboard.press("r")
        expect(ways.nth(n % ways.count())).to_be_focused()
    page.keyboard.press("Escape")
    expect(ring).to_be_hidden()
    page.locator(f"#{spot}").click()
    chosen = ring.locator(".offer").last.get_attribute("value") or ""
    expect_done(page, ring.locator(".offer").last, chosen)


def test_a_finger_turns_a_tile_before_it_is_laid(newcomer: NewPlayer, place: Site, track: Any) -> None:
    page = seated(newcomer, place, "1880", track, 3, viewport=PHONE, touch=True).page
    dock, spot = page.locator("#dock.sheet"), crowded(page)
    page.locator(f"#{spot}").tap()
    expect(dock.locator(".offer").first).to_be_visible()
    tiles = [offer.get_attribute("data-piece") for offer in dock.locator(".offer").all()]
    turnable = next(n for n, tile in enumerate(tiles) if tiles.count(tile) > 1)
    first = dock.locator(".offer").nth(turnable).get_attribute("value")
    dock.locator(".offer").nth(turnable).tap()
    turn = dock.get_by_role("button", name="Turn")
    chosen = turn.get_attribute("value") or ""
    assert chosen != first
    assert chosen.split()[:3] == str(first).split()[:3]
    turn.tap()
    expect(turn).not_to_have_attribute("value", chosen)
    expect_done(page, dock.get_by_role("button", name="Do it"), chosen)


def test_a_sheet_never_lies_over_its_hex(newcomer: NewPlayer, place: Site, track: Any) -> None:
    page = seated(newcomer, place, "1880", track, 3, viewport=PHONE, touch=True).page
    dock, spot = page.locator("#dock.sheet"), crowded(page)
    shown = "document.querySelector('svg.d-zoom').getAttribute('viewBox')"
    page.wait_for_selector(".canvas[data-zoom]")
    page.evaluate(TO_THE_EDGE, spot)
    before = page.evaluate(shown)
    page.locator(f"#{spot}").tap()
    dock.locator(".offer").first.tap()
    expect(page.locator("#preview")).not_to_be_empty()
    page.wait_for_function(BELOW, arg=spot)
    assert page.evaluate(shown) != before
    dock.get_by_role("button", name="Cancel").tap()
    page.wait_for_function(f"before => {shown} === before", arg=before)


def test_a_space_costs_one_click_and_can_be_paid_otherwise(newcomer: NewPlayer, place: Site) -> None:
    game = "russian-railroads"
    page = seated(newcomer, place, game, games.game(game).setup(2), 2, viewport=SMALL).page
    while not page.locator(".otherwise").count():
        at = page.locator(QUESTION).get_attribute("data-at")
        page.locator("#ask .offer").first.click()
        page.wait_for_function(f"at => ({MOVED})(at) || document.querySelector('dialog.curtain')", arg=at)
        if page.locator("dialog.curtain").count():
            page.get_by_role("button", name=re.compile("^I am")).click()
            page.wait_for_selector(QUESTION, state="attached")
    assert all(len(each) == 1 for each in numbers(page).values())
    other = page.locator(".otherwise").first
    expect(other.locator(".offer").first).to_be_hidden()
    other.get_by_text("Pay otherwise").click()
    chosen, at = other.locator(".offer").first.get_attribute("value"), page.locator(QUESTION).get_attribute("data-at")
    assert "coin" in str(chosen)
    other.locator(".offer").first.click()
    page.wait_for_function(f"at => ({MOVED})(at) || document.querySelector('dialog.curtain')", arg=at)


@pytest.mark.parametrize("game", ["russian-railroads", "yokohama"])
def test_nothing_moves_while_one_reads(browser: Browser, place: Site, game: str) -> None:
    """From the first paint on, over the moves of the bots; what a click has asked for may move."""
    seen = still.measure(browser, place, game, 6)
    assert seen.own < 0.02, seen.worst
