"""What a table page does beside taking moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from stellwerk.table.settings import Settings
from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import Player
from tests.web.conftest import running

pytestmark = pytest.mark.browser

MOVED = "Number(document.querySelector('main.table').dataset.version) > at"
HOT = ("russian-railroads", ["me", "me"], "hotseat", ["Anna", "Ben"])
YOKOHAMA = ("yokohama", ["me", "me"], "hotseat", ["Anna", "Ben"])


@pytest.fixture
def hot(player: Player) -> Player:
    """At a hot-seat table of Russian Railroads, a few decisions in."""
    player.set_up(*HOT)
    player.play(3)
    return player


def test_options_live_on_the_board_and_in_the_list(hot: Player) -> None:
    while not hot.page.locator("#boards .option").count():
        hot.decide()
    before = hot.version
    spot = hot.page.locator("#boards .option").first
    expect(spot).to_have_role("button")
    expect(spot).to_have_accessible_name(re.compile(r"\S"))
    spot.focus()
    hot.page.keyboard.press("Enter")
    hot.page.wait_for_function(f"at => {MOVED} || document.querySelector('.found .offer')", arg=before)
    if hot.version == before:
        hot.page.locator(".found .offer").first.click()
    hot.page.wait_for_function(f"at => {MOVED}", arg=before)


def test_preview_says_what_follows_before_it_is_done(hot: Player) -> None:
    before = hot.version
    hot.page.locator("#ask .offer").first.hover()
    expect(hot.page.locator("#preview h3")).to_be_visible()
    assert hot.version == before


def test_undo_takes_the_last_move_back(hot: Player) -> None:
    question, before = hot.question.inner_text(), hot.version
    hot.decide()
    hot.page.keyboard.press("u")
    expect(hot.question).to_have_text(question)
    assert hot.version > before  # what was undone stays in the log
    expect(hot.page.locator("#log .undone").first).to_be_visible()


def test_why_not_gives_reason_and_rule(hot: Player) -> None:
    hot.page.get_by_text("why not …?").click()
    hot.page.get_by_placeholder(re.compile(".")).last.fill("no-such-action 3")
    hot.page.get_by_role("button", name="Ask").click()
    expect(hot.page.locator("#why-answer")).to_contain_text("no-such-action")
    expect(hot.page.locator("#why [data-lazy]")).not_to_be_empty()


def test_history_by_keys_slider_link_and_back_button(hot: Player) -> None:
    tip = hot.version
    now = hot.page.locator("#slider-at")
    hot.page.keyboard.press("ArrowLeft")
    expect(now).to_have_text(f"{tip - 1}/{tip}")
    expect(hot.page.get_by_text(f"You look at move {tip - 1}")).to_be_visible()
    expect(hot.page.locator("form.offers-form")).to_have_count(0)
    hot.page.keyboard.press("End")
    expect(now).to_have_text(f"{tip}/{tip}")
    hot.page.locator("#log .at").last.click()
    expect(hot.page).to_have_url(re.compile("#move"))
    expect(now).not_to_have_text(f"{tip}/{tip}")
    hot.page.go_back()
    expect(now).to_have_text(f"{tip}/{tip}")
    hot.page.goto(hot.page.url.split("#")[0] + "#move2")
    expect(now).to_have_text(f"2/{tip}")


def test_the_back_button_leaves_and_forward_returns_to_the_present(hot: Player) -> None:
    hot.page.goto("/")
    hot.page.go_back()
    hot.expect_asked()
    before = hot.version
    hot.decide()
    assert hot.version > before


def test_two_tabs_show_the_same_and_share_one_stream(hot: Player) -> None:
    other = hot.tab(hot.page.url)
    other.expect_asked()
    hot.decide()
    expect(other.page.locator("main.table")).to_have_attribute("data-version", str(hot.version))
    other.decide()
    expect(hot.page.locator("main.table")).to_have_attribute("data-version", str(other.version))


def test_a_stale_tab_is_told_and_nothing_happens_twice(hot: Player) -> None:
    other = hot.tab(hot.page.url)
    other.expect_asked()
    other.page.route("**/parts", lambda route: route.abort())
    hot.decide()
    tip = hot.version
    other.page.locator("#ask .offer").first.click()
    expect(other.page.locator(".toast")).to_have_count(1)  # it was told
    other.page.unroute("**/parts")  # what was lost on the way is asked for again
    expect(other.page.locator("main.table")).to_have_attribute("data-version", str(tip))
    other.complaints.clear()  # the aborted request was ours


def test_the_language_can_be_switched_in_the_middle(hot: Player) -> None:
    before = hot.version
    hot.page.get_by_role("button", name="Deutsch").click()
    expect(hot.page.locator("html")).to_have_attribute("lang", "de")
    hot.expect_asked()
    assert hot.version == before
    hot.page.get_by_role("button", name="Polski").click()
    expect(hot.page.locator("html")).to_have_attribute("lang", "pl")


def test_chat_and_notes(newcomer: NewPlayer) -> None:
    anna, ben = newcomer(), newcomer()
    anna.set_up("russian-railroads", ["me", "open"], names=["Anna", ""])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.get_by_label("Link for seat 2")).to_have_count(0)  # her page has become the table
    for player in (anna, ben):
        player.page.wait_for_load_state("load")  # before its scripts have run a tab does nothing
        player.page.get_by_role("tab", name="Chat").click()
        expect(player.page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
    anna.page.get_by_label("Message").fill("<b>hello</b>")
    anna.page.get_by_role("button", name="Send").click()
    expect(ben.page.locator("#chat")).to_contain_text("<b>hello</b>")
    anna.page.get_by_role("tab", name="More").click()
    anna.page.get_by_label("Your notes").fill("a plan")
    anna.page.get_by_role("button", name="Save").click()
    expect(anna.page.get_by_text("Saved")).to_be_visible()
    anna.page.reload()
    anna.page.get_by_role("tab", name="More").click()
    expect(anna.page.get_by_label("Your notes")).to_have_value("a plan")
    ben.page.reload()
    assert "a plan" not in ben.page.content()


def test_on_a_phone_the_decision_is_in_sight_and_nothing_sticks_out(newcomer: NewPlayer) -> None:
    player = newcomer(PHONE)
    player.context.add_init_script("localStorage.setItem('notes-off', 'yes')")  # where a note waits the list opens
    player.set_up(*HOT)
    player.play(2)
    box = player.page.locator("#now").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < PHONE["height"] / 2
    tops = [spot["y"] for option in player.page.locator("#boards .option").all() if (spot := option.bounding_box())]
    assert any(box["y"] < top < PHONE["height"] for top in tops)
    for name in ("Board", "Log", "Scores", "More", "Decide"):
        player.page.get_by_role("navigation", name="Parts of the page").get_by_role("button", name=name).click()
        player.expect_no_sideways_scroll()
    player.decide()


def test_news_are_announced(newcomer: NewPlayer) -> None:
    anna, ben = newcomer(), newcomer()
    anna.set_up("russian-railroads", ["me", "open"], names=["Anna", ""])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    anna.page.wait_for_selector("main.table")
    mover, other = (anna, ben) if anna.page.locator("form.offers-form").count() else (ben, anna)
    mover.decide()
    expect(other.page.locator("#live")).not_to_be_empty()


def test_what_if_is_private_and_leaves_the_table_alone(hot: Player) -> None:
    url, before = hot.page.url, hot.version
    hot.page.get_by_role("tab", name="More").click()
    hot.page.get_by_role("button", name="Try something out in private").click()
    hot.page.wait_for_url(lambda to: "/table/" in to and to != url)
    hot.expect_asked()
    hot.decide()
    hot.page.goto(url)
    assert hot.version == before


def test_play_goes_on_after_a_restart_of_the_server(newcomer: NewPlayer, tmp_path: Path) -> None:
    """The page notices, waits, and the move that was clicked meanwhile is made once."""
    file = tmp_path / "store.sqlite"
    settings = Settings(database=f"sqlite:///{file}", bots=1, bot_seconds=0.2, rate=0)
    with running(settings) as first:
        player = newcomer(url=first.url)
        player.set_up(*HOT)
        player.expect_asked()
        before, port = player.version, int(first.url.rsplit(":", 1)[1])
    player.page.locator("#ask .offer").first.click()
    with running(settings, port):
        player.page.wait_for_function(f"at => {MOVED}", arg=before)
        assert player.version == before + 1
        player.decide()
    player.complaints.clear()  # of a server that was away


def test_nothing_hidden_reaches_another_seat(newcomer: NewPlayer) -> None:
    """Yokohama deals orders face down: what Anna's log says of hers never comes to Ben's browser."""
    anna, ben = newcomer(), newcomer()
    received: list[str] = []
    ben.page.on("response", lambda answer: received.append(answer.text()) if "/table/" in answer.url else None)
    anna.set_up("yokohama", ["me", "open"], names=["Anna", "Ben"])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    for player in (anna, ben):
        player.page.wait_for_selector("main.table")
    secrets = [line for line in anna.page.locator("#log .line div").all_inner_texts() if "Anna: dealt" in line]
    assert secrets
    (anna if anna.page.locator("form.offers-form").count() else ben).decide()
    expect(ben.page.locator("main.table")).to_have_attribute("data-version", re.compile(r"\d+"))
    assert received
    assert not [text for text in (*received, ben.page.content()) if "Anna: dealt" in text]


def test_hot_seat_hides_what_the_next_player_alone_may_see(player: Player) -> None:
    """Yokohama: both choose a hidden order. Between them the screen shows nobody's, until the next one is there."""
    received: list[str] = []
    player.page.on("response", lambda answer: received.append(answer.text()) if "/table/" in answer.url else None)
    player.set_up(*YOKOHAMA)
    curtain = player.page.get_by_role("dialog", name=re.compile("Pass the device to (Anna|Ben)"))
    expect(curtain).to_be_visible()
    assert not [text for text in received if ": dealt" in text]
    player.page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    first = curtain.get_by_role("button", name=re.compile("I am")).inner_text().removeprefix("I am ")
    player.page.keyboard.press("Enter")
    expect(player.page.locator("#log")).to_contain_text(f"{first}: dealt")
    while not curtain.is_visible():
        player.decide()
        player.page.wait_for_selector("form.offers-form, dialog.curtain")
    expect(curtain).not_to_contain_text(first)
    assert ": dealt" not in player.page.content()
    player.lift()
    expect(player.page.locator("#log")).not_to_contain_text(f"{first}: dealt")


def test_the_curtain_can_be_left_open_and_stays_away_without_secrets(player: Player) -> None:
    player.set_up(*YOKOHAMA)
    player.lift()
    player.page.get_by_role("tab", name="More").click()
    player.page.get_by_role("button", name="Switch off").click()
    player.expect_asked()
    player.page.get_by_role("tab", name="More").click()
    player.page.get_by_role("button", name="Switch on").click()
    expect(player.page.get_by_role("dialog", name=re.compile("Pass the device"))).to_be_visible()
    player.set_up("1880", ["me"] * 3, "hotseat")
    player.expect_asked()


def test_an_option_is_shown_on_the_board_before_it_is_taken_and_leaves_no_trace(hot: Player) -> None:
    """Russian Railroads: the track lies where it would lie, and the spot stays usable below it."""
    while not hot.page.locator("#ask .offer[value^='build ']").count():
        hot.decide()
    hot.page.mouse.move(0, 0)  # it lies where the last click was, and that may be an option now
    expect(hot.page.locator("#boards .ahead, #boards .behind")).to_have_count(0)
    before, boards = hot.version, hot.page.locator("#boards").inner_html()
    offer = hot.page.locator("#ask .offer[value^='build ']").first
    offer.focus()
    expect(hot.page.locator("#boards svg .ahead").first).to_be_visible()
    expect(hot.page.locator("#preview")).to_contain_text("track")
    hot.question.focus()
    expect(hot.page.locator("#boards .ahead, #boards .behind")).to_have_count(0)
    strip = re.compile(r' class="[^"]*"')
    assert strip.sub("", hot.page.locator("#boards").inner_html()) == strip.sub("", boards)
    assert hot.version == before


def test_a_spot_says_what_it_is_does_and_why_not(hot: Player) -> None:
    """Russian Railroads: a space by keyboard and pointer, allowed and not allowed."""
    while not hot.page.locator("#ask .offer[value^='place ']").count():
        hot.decide()
    spot = hot.page.locator("#boards .space.option").first
    expect(spot).to_have_attribute("aria-label", re.compile(r"\S"))
    told = f"{spot.get_attribute('aria-label')} {spot.get_attribute('aria-description')}"
    assert told.count(spot.get_attribute("data-help") or "?") == 1  # in its name or beside it
    spot.focus()
    expect(hot.page.get_by_role("tooltip")).to_contain_text(re.compile(r"\S"))
    before = hot.version
    hot.page.locator("#boards .space.taken:not(.option)").first.click()
    expect(hot.page.locator("#dock")).to_contain_text("Rule")
    hot.page.keyboard.press("Escape")
    expect(hot.page.locator("#dock")).to_be_hidden()
    assert hot.version == before


def test_a_finger_on_the_board_asks_first(newcomer: NewPlayer) -> None:
    """Without a hover the consequence is shown with the question whether to do it."""
    player = newcomer(PHONE, touch=True)
    player.set_up(*HOT)
    assert player.asked()
    while not player.page.locator("#ask .offer[value^='build ']").count():
        player.decide()
    before = player.version
    player.page.get_by_role("navigation", name="Parts of the page").get_by_role("button", name="Board").tap()
    player.page.locator("#boards .line-track.option .hit").first.tap()
    sure = player.page.get_by_role("button", name="Do it")
    expect(sure).to_be_visible()
    expect(player.page.locator("#boards .ahead").first).to_be_attached()
    player.page.get_by_role("button", name="Cancel").tap()
    expect(player.page.locator("#boards .ahead")).to_have_count(0)
    assert player.version == before
    player.page.locator("#boards .line-track.option .hit").first.tap()
    sure.tap()
    player.page.wait_for_function(f"at => {MOVED}", arg=before)


def test_the_waiting_room_stays_still_until_somebody_sits_down(newcomer: NewPlayer) -> None:
    """It is loaded once, and again when there is something new: a link that is being copied does not go away."""
    anna, ben = newcomer(), newcomer()
    anna.set_up("sample", ["me", "open", "open"], names=["Anna", "", ""])
    link = anna.page.get_by_label("Link for seat 2")
    with anna.page.expect_response("**/api/events*"):
        anna.page.reload()
        anna.page.evaluate("window.still = true")
    anna.page.wait_for_timeout(600)
    assert anna.page.evaluate("window.still")
    ben.page.goto(link.input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    expect(anna.page.get_by_text("taken", exact=True)).to_be_visible()
