"""From a printed copy to a table in a real browser: corrected in the gallery, handed on as a file, chosen at set-up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHONE, NewPlayer
from tests.web.browser.player import Player
from tests.web.browser.test_pages import violations
from tests.web.conftest import Site

SEATS = ["me", "bot:random"]
PASSWORD = "correct horse battery"


def correct_an_order(page: Page, goods: str = "3 tea") -> str:
    """By “Correct this”: the goods are typed and looked at, the rest is left. The id of the set that was begun."""
    page.goto("/gallery/yokohama", wait_until="load")
    page.get_by_role("link", name="Correct this: order-05").click()
    page.wait_for_url(re.compile("row=order-05"))
    cell = page.locator("#c-order-05-goods")
    cell.fill(goods)
    page.locator("[name=checked-goods]").check()
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url(re.compile(r"set=\w+.*row=order-05"))
    return re.findall(r"set=(\w+)", page.url)[0]


def set_up_with(player: Player, set_name: str) -> None:
    """A table whose set is chosen in the form."""
    page = player.page
    page.goto("/new/yokohama", wait_until="load")
    page.get_by_text("Variants and details").click()
    page.get_by_label("Component set").select_option(label=set_name)
    _start(player)


def _start(player: Player) -> None:
    page = player.page
    page.locator("input[name=seats][value='2']").check(force=True)
    for number, kind in enumerate(SEATS):
        page.locator(f"select[name=seat-{number}]").select_option(kind)
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile("/table/"))


# --- in the gallery ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
def test_a_component_is_corrected_drawn_while_typing_and_counted(newcomer: NewPlayer, is_phone: bool) -> None:
    player = newcomer(PHONE, dark=True) if is_phone else newcomer()
    page = player.page
    page.goto("/gallery/yokohama", wait_until="load")
    tally = page.locator("#tally").inner_text()
    assert tally == "Values: 257 verified, 3 told by a single source, 289 reconstructed."
    page.get_by_role("link", name="Correct this: order-05").click()
    cell, picture = page.locator("#c-order-05-goods"), page.locator("#row-order-05 .sheet-picture")
    cell.fill("3 tea")
    expect(picture).to_contain_text("DE3→")
    cell.fill("3 rice")
    expect(page.locator("#c-order-05-goods-fault")).to_contain_text("known are: copper, silk")
    cell.fill("2 tea 2 fish")
    expect(picture).to_contain_text("DE22→")
    expect(page.locator("#c-order-05-goods-fault")).to_be_empty()
    for name in ("country", "goods"):
        page.locator(f"[name=checked-{name}]").check()
    page.get_by_role("button", name="Keep").click()
    page.wait_for_url(re.compile(r"set=\w+"))
    expect(page.locator("[name=checked-goods]")).to_be_checked()
    expect(page.locator("[name=checked-reward]")).not_to_be_checked()
    expect(page.locator("#progress")).to_have_text("0 of 36 checked")
    page.get_by_role("button", name="It is right").click()
    expect(page.locator("#progress")).to_have_text("1 of 36 checked")
    player.expect_no_sideways_scroll()
    assert violations(player, "main", dark=is_phone) == []
    page.get_by_role("link", name="Components").first.click()
    expect(page.locator("#tally")).to_have_text("Values: 260 verified, 3 told by a single source, 286 reconstructed.")
    expect(page.locator("#sets-title")).to_have_text("Shown: My copy, version 1")
    page.get_by_text("What differs from the built-in tables: 1").click()
    expect(page.locator(".sets")).to_contain_text("{ silk = 1, fish = 2 } → { tea = 2, fish = 2 }")
    page.get_by_text("Sheets: type all of a kind").click()
    expect(page.locator(".sheets")).to_contain_text("Order cards 1 of 36 checked")
    player.expect_no_sideways_scroll()


# --- as a file --------------------------------------------------------------------------------------------------------


def test_a_set_goes_from_one_browser_to_another_as_one_file(newcomer: NewPlayer, tmp_path: Path) -> None:
    anna, bert = newcomer(), newcomer()
    correct_an_order(anna.page)
    anna.page.goto(anna.page.url.replace("/sheet/order", ""), wait_until="load")
    with anna.page.expect_download() as waiting:
        anna.page.get_by_role("link", name="Take it along as a file").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.suffix == ".toml"
    assert "[order.order-05]" in file.read_text("utf-8")

    page = bert.page
    page.goto("/gallery/yokohama", wait_until="load")
    page.get_by_text("Begin, take in, rename or delete").click()
    page.get_by_label("A set as a file").set_input_files(file)
    expect(page.get_by_label("or its text")).to_have_value(file.read_text("utf-8"))
    page.get_by_role("button", name="Take it in").click()
    expect(page.locator("#sets-title")).to_have_text("Shown: My copy, version 1")
    expect(page.get_by_role("img", name="order for Germany: 3 tea")).to_be_visible()
    expect(page.locator(".sets")).to_contain_text("What differs from the built-in tables: 1")
    again = page.request.get(page.get_by_role("link", name="Take it along as a file").get_attribute("href") or "")
    assert again.text() == file.read_text("utf-8")


# --- at a table -------------------------------------------------------------------------------------------------------


def test_a_host_chooses_a_set_and_the_table_keeps_it(newcomer: NewPlayer) -> None:
    player = newcomer()
    page = player.page
    set_ = correct_an_order(page)
    page.goto("/new/yokohama", wait_until="load")
    expect(page.locator("#guessed")).to_contain_text("Order cards: 35 of 36")
    set_up_with(player, "My copy (1)")
    copy = page.locator("#copy")
    expect(copy).to_contain_text("My copy, version 1")
    expect(copy).to_contain_text("reconstructed")
    table = page.url
    player.play(2)
    # The set is changed again; the table keeps its own values.
    page.goto(f"/gallery/yokohama/sheet/order?set={set_}&row=order-05", wait_until="load")
    page.locator("#c-order-05-goods").fill("4 fish")
    page.get_by_role("button", name="Keep").click()
    expect(page.locator("#row-order-05 .sheet-picture")).to_contain_text("DE4→")
    page.goto(table, wait_until="load")
    expect(copy).to_contain_text("My copy, version 1")
    copy.get_by_role("link", name="correct them from your copy").click()
    expect(page.locator("#sets-title")).to_contain_text("My copy, version 1")
    page.get_by_text("What differs from the built-in tables: 1").click()
    expect(page.locator(".sets")).to_contain_text("→ { tea = 3 }")
    page.goto(f"/gallery/yokohama?set={set_}", wait_until="load")
    expect(page.locator("#sets-title")).to_contain_text("version 2")
    page.get_by_role("link", name="Open a table with it").click()
    expect(page.get_by_label("Component set")).to_have_value(set_)
    _start(player)
    expect(copy).to_contain_text("My copy, version 2")


@pytest.mark.parametrize("how", ["tap", "key"])
def test_what_is_not_verified_is_marked_and_said_at_the_table(newcomer: NewPlayer, how: str) -> None:
    player = newcomer(PHONE, touch=True) if how == "tap" else newcomer()
    page = player.page
    player.set_up("yokohama", SEATS)
    assert player.asked()
    if how == "tap":
        page.locator(".panes [data-pane=board]").click()
        # The map as a whole is too far away for single plots; the cards beside it are not.
        page.locator("#boards .doubtful:not(svg.far *):visible").first.tap()
    else:
        page.keyboard.press("i")
        tip = page.locator("#tip")
        expect(tip).to_be_visible()
        for _ in range(60):
            if "≈" in tip.inner_text():
                break
            page.keyboard.press("Tab")
    expect(page.locator("#tip")).to_contain_text("≈ reconstructed, not checked on a printed copy")


# --- of a site --------------------------------------------------------------------------------------------------------


def test_an_operator_makes_a_set_the_default_of_new_tables(newcomer: NewPlayer, place: Site) -> None:
    boss, guest = newcomer(), newcomer()
    page = boss.page
    page.goto("/settings", wait_until="load")
    form = page.locator("form[action='/settings/register']")
    form.locator("[name=name]").fill("Boss")
    form.locator("[name=password]").fill(PASSWORD)
    form.get_by_role("button").click()
    page.goto("/operator", wait_until="load")
    page.get_by_label("Code").fill(place.runtime.operators.first_code() or "")
    page.get_by_role("button", name="Become the operator").click()
    set_ = correct_an_order(page)
    page.goto(f"/gallery/yokohama?set={set_}", wait_until="load")
    page.get_by_text("Begin, take in, rename or delete").click()
    page.get_by_role("button", name="New tables of this site play with it").click()
    guest.set_up("yokohama", SEATS)
    expect(guest.page.locator("#copy")).to_contain_text("My copy, version 1, by Boss")
    guest.page.goto("/learn/yokohama", wait_until="load")
    expect(guest.page.locator("#lesson-tables")).to_be_visible()

    page.goto(f"/gallery/yokohama?set={set_}", wait_until="load")
    page.get_by_text("Begin, take in, rename or delete").click()
    page.get_by_role("button", name="New tables of this site play as the server was started").click()
    guest.set_up("yokohama", SEATS)
    expect(guest.page.locator("#copy")).not_to_contain_text("My copy")
