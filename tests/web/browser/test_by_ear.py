"""A turn of each kind in each game with nothing but roles, names and keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.browser.listener import Listener
from tests.web.browser.player import Player

pytestmark = pytest.mark.browser

MANY = 150
"""Decisions within which even an unlucky deal brings every kind; mostly thirty are enough."""

LATE = Path(__file__).parents[2] / "games/china1880/conformance/games/selfplay_4p_002001.json.gz"


def heard(listener: Listener, kinds: set[str], most: int) -> bool:
    """Play until decisions of all these kinds were made; whether that came about before the game was over."""
    for _ in range(most):
        if kinds <= set(listener.done) or not listener.settle():
            break
        listener.decide()
    return kinds <= set(listener.done)


RAILROADS = {
    "Start bonus",
    "Place workers",
    "Track steps",
    "Industry steps",
    "Lay a locomotive",
    "Build a factory",
    "Pass",
}
YOKOHAMA = {
    "Keep an order",
    "Place an assistant",
    "Move the president",
    "Take an order",
    "Bring into the supply",
    "Done",
}


@pytest.mark.parametrize(
    ("game", "seats", "kinds"),
    [("russian-railroads", 2, RAILROADS), ("yokohama", 2, YOKOHAMA), ("1880", 3, {"Bid", "Pass"})],
)
def test_a_game_by_ear(player: Player, game: str, seats: int, kinds: set[str]) -> None:
    listener = Listener(player.page, 1)
    games = range(3)  # a short game may be over before every kind came up
    for _ in games:
        listener.set_up(game, seats)
        if heard(listener, kinds, MANY):
            return
    raise AssertionError(kinds - set(listener.done))


OPERATING = {"Lay a tile", "Run trains", "Pay out"}
TRADING = {"Keep the income", "Buy a train from the bank", "Buy a train from a company"}
SHARES = {"Sell shares", "Buy a share", "Found a company", "Pass"}


@pytest.mark.parametrize(
    ("move", "kinds", "most"),
    [(198, OPERATING | {"Place a station marker"}, 8), (587, OPERATING | TRADING | SHARES, 60)],
)
def test_1880_by_ear_in_operating_and_share_rounds(player: Player, move: int, kinds: set[str], most: int) -> None:
    """A recorded game is played on from one of its moves."""
    page = player.page
    page.goto("/replay")
    page.get_by_label("File").set_input_files(LATE)
    page.get_by_role("button", name="Open").press("Enter")
    page.wait_for_url(re.compile("/replay/.+"))
    page.goto(f"{page.url}#move{move}")
    page.get_by_role("button", name="Try from here").press("Enter")
    page.wait_for_url(re.compile("/table/"))
    listener = Listener(page, 1)
    assert heard(listener, kinds, most), kinds - set(listener.done)


def test_help_history_and_undo_by_keys(player: Player) -> None:
    listener = Listener(player.page, 1)
    listener.set_up("russian-railroads", 2)
    listener.decide()
    tip = listener.moves.input_value()
    page = player.page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    expect(listener.moves).to_have_value(str(int(tip) - 1))
    page.keyboard.press("End")
    expect(listener.moves).to_have_value(tip)
    expect(page.get_by_role("button", name="Undo").first).to_be_visible()
    page.keyboard.press("u")
    expect(listener.moves).to_have_value(str(int(tip) + 1))
    listener.settle()
    page.keyboard.press("1")
    expect(listener.moves).not_to_have_value(str(int(tip) + 1))
    page.get_by_role("tab", name="Log").press("ArrowRight")
    expect(page.get_by_role("tab", selected=True)).not_to_have_text("Log")


def test_a_key_reads_how_things_stand_and_a_link_leads_to_the_question(player: Player) -> None:
    player.set_up("russian-railroads", ["me", "me"], "hotseat", ["Ann", "Bob"])
    page = player.page
    live = page.locator("#live")
    for _ in range(600):  # news of the first moment may speak after the key
        page.keyboard.press("s")
        page.wait_for_timeout(100)
        if "Ann: Score so far 0" in live.inner_text():
            break
    assert not re.search(r"coins: (\d+) \1", live.inner_text()), "what somebody has is said twice"
    for words in ("Ann: Score so far 0", "Bob: Score so far 0", "workers", "which start bonus?"):
        expect(live).to_contain_text(words)
    page.locator("body").press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_be_focused()
