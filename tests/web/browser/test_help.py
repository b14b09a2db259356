"""Help at a table in the browser: a note is shown once, notes are switched off, everything drawn says what it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from stellwerk import games
from stellwerk.learn.guide import guide
from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import QUESTION, Player

NOTE = "[data-note]:visible"
FIRST = next(id_ for id_ in games.ids() if guide(id_).entries)
FOR_TWO = next(id_ for id_ in games.ids() if guide(id_).entries and 2 in games.game(id_).seats)
ASKED_OR_WAITING = """() => document.querySelector(".prompt.mine")
  || /decides/.test(document.querySelector(".prompt h2")?.textContent)"""
SEATS = ["me", *["bot:random"] * (min(games.game(FIRST).seats) - 1)]


def until_a_note(player: Player) -> str:
    """Play on until something is explained."""
    for _ in range(12):
        assert player.asked()
        if player.page.locator(NOTE).count():
            return player.page.locator(NOTE).get_attribute("data-note") or ""
        player.decide()
    pytest.fail("nothing was explained")


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_a_note_is_shown_once_and_notes_can_be_switched_off(newcomer: NewPlayer, is_phone: bool) -> None:
    player = newcomer(PHONE) if is_phone else newcomer()
    page = player.page
    player.set_up(FIRST, SEATS)
    seen = until_a_note(player)
    page.locator(f"{NOTE} [data-note-read]").click()
    expect(page.locator(f"[data-note='{seen}']:visible")).to_have_count(0)
    page.reload()
    assert player.asked()
    expect(page.locator(f"[data-note='{seen}']:visible")).to_have_count(0)
    page.evaluate("localStorage.setItem('notes-seen', '')")
    page.reload()
    assert player.asked()
    page.locator(f"{NOTE} [data-notes-off]").click()
    expect(page.locator(NOTE)).to_have_count(0)
    page.reload()
    assert player.asked()
    expect(page.locator(NOTE)).to_have_count(0)


def test_the_key_walks_through_what_is_drawn_and_says_what_it_is(player: Player) -> None:
    page = player.page
    player.set_up(FIRST, SEATS)
    assert player.asked()
    page.keyboard.press("i")
    tip = page.locator("#tip")
    expect(tip).to_be_visible()
    first = tip.inner_text()
    assert first
    page.keyboard.press("Tab")
    expect(tip).not_to_have_text(first)
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


@pytest.mark.parametrize("by", ["hover", "focus", "tap"])
def test_what_is_drawn_says_what_it_is(newcomer: NewPlayer, by: str) -> None:
    player = newcomer(touch=by == "tap")
    player.set_up(FIRST, SEATS)
    assert player.asked()
    named = player.page.locator(
        "#stage :is([data-help], [title], :has(> title)):not(.option, .option *) >> visible=true"
    ).first
    if by == "hover":
        named.hover()
    elif by == "tap":
        named.tap()
    else:
        named.evaluate("(element) => { element.setAttribute('tabindex', '0'); element.focus(); }")
    expect(player.page.locator("#tip")).to_be_visible()
    assert player.page.locator("#tip").inner_text()


def test_the_bot_advises_at_the_table(player: Player) -> None:
    page = player.page
    player.set_up(FIRST, SEATS)
    assert player.asked()
    page.locator("#advice summary").click()
    expect(page.locator("#opinion .best li").first).to_be_visible()


def test_a_note_that_is_read_leaves_the_advice_where_it_is(player: Player) -> None:
    page = player.page
    player.set_up(FIRST, SEATS)
    until_a_note(player)
    page.locator("#advice summary").click()
    expect(page.locator("#opinion .best li").first).to_be_visible()
    page.locator(f"{NOTE} [data-note-read]").click()
    expect(page.locator("#opinion .best li").first).to_be_visible()


def test_one_of_two_people_stops_the_advice_all_agreed_to(newcomer: NewPlayer) -> None:
    """Whoever sits down is told beforehand. When one stops it, it leaves the page of the other without a reload."""
    anna, ben = newcomer(), newcomer()
    page = anna.page
    page.goto(f"/new/{FOR_TWO}")
    page.locator("input[name=seats][value='2']").check(force=True)
    page.locator("select[name=seat-1]").select_option("open")
    page.locator("summary", has_text="Variants and details").click()
    page.get_by_label("Bots may advise everybody").check()
    page.get_by_role("button", name="Start").click()
    ben.page.goto(page.get_by_label("Link for seat 2").input_value())
    expect(ben.page.locator("main")).to_contain_text("advise")
    ben.page.get_by_role("button", name="Sit down").click()
    page.wait_for_selector("main.table")
    ben.page.wait_for_selector("main.table")
    page.wait_for_function(ASKED_OR_WAITING)
    asked, waiting = (anna, ben) if page.locator(QUESTION).count() else (ben, anna)
    asked.page.locator("#advice summary").click()
    expect(asked.page.locator("#opinion .best li").first).to_be_visible()
    waiting.page.get_by_role("tab", name="More").click()
    order = waiting.page.locator("form", has=waiting.page.locator("input[name=program][value=advice]"))
    order.get_by_role("button", name="Stop").click()
    expect(asked.page.locator("#advice")).to_have_count(0)
    asked.page.reload()
    assert asked.asked()
    expect(asked.page.locator("#advice")).to_have_count(0)


def test_every_pane_of_a_phone_shows_something(newcomer: NewPlayer) -> None:
    """“Help” was a pane that stayed empty: the style sheet lists the panes, and did not know it."""
    player = newcomer(PHONE)
    player.set_up(FIRST, SEATS)
    assert player.asked()
    page = player.page
    names = [str(button.get_attribute("data-pane")) for button in page.locator(".panes [data-pane]").all()]
    assert "help" in names
    for name in names:
        page.locator(f".panes [data-pane={name}]").click()
        expect(page.locator(f".table [data-in={name}]").first).to_be_visible()
    page.locator(".panes [data-pane=help]").click()
    expect(page.locator("#panel-help")).to_contain_text("in brief")
