"""The stage: on a desktop the page is the window, and what one decides about is in it."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import ViewportSize, expect

from stellwerk import games
from stellwerk.table import SeatSpec
from stellwerk.table.seating import people, sessions
from stellwerk.table.seating.seats import TableSpec, header_of
from stellwerk.web.http.auth import cookie_name
from tests.table.test_forced import silent_secret
from tests.web.browser.conftest import NewPlayer
from tests.web.conftest import Site

pytestmark = pytest.mark.browser

SMALL = ViewportSize(width=1280, height=720)
TABLES = {"russian-railroads": 2, "1880": 3, "yokohama": 2}
OUT_OF_SIGHT = """() => {
  const isIn = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect(), x = left + width / 2, y = top + height / 2;
    const at = document.elementFromPoint(x, y);
    return width > 0 && at !== null && (element.contains(at) || at.closest(".canvas") === element.closest(".canvas"));
  };
  const wanted = [...document.querySelectorAll("#boards .option, #question, .strip .asked .mean")];
  return wanted.filter((element) => !isIn(element)).map((element) => element.id || element.className);
}"""


@pytest.mark.parametrize("game", TABLES)
def test_what_is_asked_about_is_in_the_window(newcomer: NewPlayer, game: str) -> None:
    player = newcomer(SMALL)
    player.set_up(game, ["me", *["bot:random"] * (TABLES[game] - 1)])
    chance = Random(4)
    for _ in range(5):
        assert player.asked()
        assert player.page.evaluate("document.scrollingElement.scrollHeight <= innerHeight")
        assert player.page.evaluate(OUT_OF_SIGHT) == []
        expect(player.page.locator("#log .line").first).to_be_in_viewport()
        player.decide(chance.randrange)


def test_a_board_can_be_looked_at_and_pinned(newcomer: NewPlayer) -> None:
    """Looking lasts until the next question; what is pinned is kept, and what is asked elsewhere is counted."""
    player = newcomer(SMALL)
    player.set_up("russian-railroads", ["me", "me"], "hotseat", ["Anna", "Ben"])
    player.play(3)
    page = player.page
    tabs = page.get_by_role("navigation", name="Which board")
    supply, engineers = page.locator("#board-supply"), page.locator("#board-engineers")
    expect(engineers).to_be_visible()
    tabs.get_by_role("button", name="Locomotives").click()
    expect(supply).to_be_visible()
    expect(engineers).to_be_hidden()
    expect(page.locator("#beyond")).to_have_text(re.compile(r"\d+ more"))
    player.decide()
    expect(engineers).to_be_visible()
    tabs.get_by_role("button", name="Locomotives").click()
    page.get_by_role("button", name="Keep this board on the stage").click()
    player.decide()
    expect(supply).to_be_visible()
    page.reload()
    expect(supply).to_be_visible()
    expect(engineers).to_be_hidden()
    tabs.get_by_role("button", name="Question").click()
    expect(engineers).to_be_visible()


def test_what_the_others_changed_stays_marked_until_one_has_acted(newcomer: NewPlayer) -> None:
    """Anna's page shows what Ben moved, on the boards and in the log; when she has moved it is no news any more."""
    anna, ben = newcomer(SMALL), newcomer(SMALL)
    anna.set_up("russian-railroads", ["me", "open"], names=["Anna", ""])
    ben.page.goto(anna.page.get_by_label("Link for seat 2").input_value())
    ben.page.get_by_role("button", name="Sit down").click()
    for player in (anna, ben):
        player.page.wait_for_selector("main.table")
    marks = {player: player.page.locator("#boards .last") for player in (anna, ben)}
    first, other = (anna, ben) if anna.page.locator("form.offers-form").count() else (ben, anna)
    while first.page.locator("form.offers-form").count():
        first.decide()
        first.page.wait_for_selector("form.offers-form, .prompt:not(.mine)", state="attached")
    assert other.asked()
    expect(marks[other].first).to_be_attached()
    expect(other.page.locator("#log .fresh").first).to_be_visible()
    expect(marks[first]).to_have_count(0)
    other.page.reload()
    expect(marks[other].first).to_be_attached()
    other.decide()
    expect(other.page.locator("#boards .changed")).to_have_count(0)


def test_the_only_answer_is_given_by_the_page_where_the_table_would_tell_a_secret(
    newcomer: NewPlayer, place: Site
) -> None:
    """Nobody has to click, nothing is marked as automatic, and whoever wants to think says so."""
    runtime, s = place.runtime, silent_secret()
    ann = runtime.store.do(lambda work: people.guest(work, "Ann", None))
    spec = TableSpec("yokohama", [SeatSpec("me", name="A"), SeatSpec("me", name="B")], automatic=True, hotseat=True)
    header = replace(header_of(spec), position=games.game("yokohama").dump(s))
    table = runtime.arrangements.play_on(ann, header, spec).table
    session = runtime.store.do(lambda work: sessions.new_session(work, ann))
    player = newcomer(SMALL)
    player.context.add_cookies([{"name": cookie_name(runtime), "value": session, "url": place.url}])
    page = player.page
    page.goto(f"/table/{table}")
    assert player.asked()
    page.get_by_role("button", name="Wait").click()
    expect(page.locator("#lapses")).to_have_count(0)
    page.reload()
    at = page.locator("main.table").get_attribute("data-version") or ""
    page.wait_for_function("at => document.querySelector('main.table').dataset.version !== at", arg=at)
    assert {line.note for line in runtime.tables.history(ann, table)} <= {None, ""}


LOWER = """async () => {
  const { follow } = (await import(document.querySelector("script[type=module]").src)).default["table/stage.js"];
  const [above, below] = document.querySelectorAll("#boards > .group-of-boards");
  const before = below.getBoundingClientRect().top;
  above.querySelector(".paper").parentElement.style.display = "none";  // as when the first of them is sold
  follow();
  return [document.getElementById("boards").dataset.lie, Math.round(below.getBoundingClientRect().top - before)];
}"""


def test_what_lies_below_a_board_stays_when_it_becomes_lower(newcomer: NewPlayer) -> None:
    player = newcomer(ViewportSize(width=1440, height=900))
    player.set_up("1880", ["me", "bot:random", "bot:random", "bot:random"])
    player.asked()
    assert player.page.evaluate(LOWER) == ["rows", 0]  # also where boards are drawn larger than life


GROWN = """async () => {
  const { follow } = (await import(document.querySelector("script[type=module]").src)).default["table/stage.js"];
  const [above, below] = document.querySelectorAll("#boards > .group-of-boards"), last = below.querySelector(".board");
  const size = parseFloat(document.getElementById("boards").style.getPropertyValue("--fit"));
  const bottom = (part) => part.getBoundingClientRect().bottom, stage = document.getElementById("stage");
  const room = bottom(stage) - bottom(last), lost = above.querySelector(".paper").parentElement;
  const before = above.getBoundingClientRect().height;
  above.style.minHeight = "";  // the room it kept so far
  lost.style.display = "none";
  const freed = before - above.getBoundingClientRect().height;
  last.style.paddingBottom = `${(room + freed / 2) / size}px`;  // beyond the stage by half of what became free
  follow();
  const moved = before - above.getBoundingClientRect().height;
  return [freed, moved, bottom(stage) - bottom(last)];
}"""


def test_what_lies_below_moves_no_further_than_it_must(newcomer: NewPlayer) -> None:
    """A paper is sold and its buyer's row grows: the room it leaves is given up as far as there is no other."""
    player = newcomer(ViewportSize(width=1440, height=900))
    player.set_up("1880", ["me", "bot:random", "bot:random", "bot:random"])
    player.asked()
    freed, moved, left = player.page.evaluate(GROWN)
    assert 0 < moved < freed
    assert abs(left) <= 2


BESIDE_MAP = """async () => {
  const { follow } = (await import(document.querySelector("script[type=module]").src)).default["table/stage.js"];
  const boards = document.getElementById("boards"), tall = new CSSStyleSheet();
  tall.replaceSync("#boards[data-lie=columns]:not([data-dense]) #board-players { min-height: 300vh; }");
  document.adoptedStyleSheets.push(tall);
  document.querySelector(".prompt").dataset.stage = "map|players";
  follow();
  const [map, stage] = ["board-map", "stage"].map((id) => document.getElementById(id).getBoundingClientRect().height);
  return [boards.dataset.lie, "dense" in boards.dataset, map > 0.9 * stage];
}"""


def test_what_lies_beside_a_map_lies_close_before_it_takes_the_maps_height(newcomer: NewPlayer) -> None:
    """Where full hands do not fit at the side of a map, above it they would leave it a strip."""
    player = newcomer(ViewportSize(width=1440, height=900))
    player.set_up("1880", ["me", "bot:random", "bot:random", "bot:random"])
    player.asked()
    assert player.page.evaluate(BESIDE_MAP) == ["columns", True, True]
