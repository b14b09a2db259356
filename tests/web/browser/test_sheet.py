"""A printed copy typed into the gallery by keys alone: quickly, and with every mistake caught at its field."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from stellwerk import games
from stellwerk.core.component_sets import applied, read_set
from stellwerk.core.provenance import named_rows
from stellwerk.web.pages.component_sets import anchor
from tests.web.browser.conftest import NewPlayer

KEYS_A_SECOND = 3
COUNTRIES = ("gb", "us", "fr", "de", "nl")
GOODS = ("copper", "silk", "tea", "fish")


def card(n: int) -> tuple[str, str, str]:
    """An order as somebody reads it off a card: every one differs from ours."""
    goods = f"{1 + n % 3} {GOODS[n % 4]} {1 + n % 2} {GOODS[(n + 1) % 4]}"
    return COUNTRIES[n % 5], goods, f"{10 + n % 7} vp {1 + n % 2} yen"


class Typist:
    """Counts every key that goes down."""

    def __init__(self, page: Page) -> None:
        self.page, self.keys = page, 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1 + key.count("+")

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)


def test_all_orders_are_typed_by_keys_in_less_than_twenty_minutes(newcomer: NewPlayer) -> None:
    page = newcomer().page
    page.goto("/gallery/yokohama/sheet/order", wait_until="load")
    rows = list(named_rows(games.game("yokohama").components.table("orders.toml")["order"]))
    expect(page.locator("#c-order-01-country")).to_be_focused()
    typist = Typist(page)
    for n in range(len(rows)):
        for column, text in enumerate(card(n)):
            if column:
                typist.press("Tab")
            typist.type(text)
        typist.press("Enter")
    expect(page.locator("#progress")).to_have_text("36 of 36 checked")
    assert typist.keys / KEYS_A_SECOND / 60 <= 20
    set_ = re.findall(r"set=([a-z0-9]+)", page.url)[0]
    of = read_set(page.request.get(f"/sets/{set_}.toml").text())
    orders = named_rows(applied(games.game("yokohama"), of).table("orders.toml")["order"])
    for n, name in enumerate(rows):
        country, goods, reward = card(n)
        assert orders[name]["country"] == country
        for field, text in (("goods", goods), ("reward", reward)):
            assert {f"{k} {what}" for what, k in orders[name][field].items()} == set(re.findall(r"\d+ \w+", text))
    expect(page.locator("#row-order-05 .sheet-picture")).to_contain_text("NL")


MISTAKES = {
    "order": [
        ("order-01", "country", "at"),
        ("order-02", "country", "germany"),
        ("order-03", "country", ""),
        ("order-04", "goods", "2 rice"),
        ("order-05", "goods", "-1 silk"),
        ("order-06", "goods", "2"),
        ("order-07", "goods", "silk silk"),
        ("order-08", "goods", "2 silk %"),
        ("order-09", "goods", "1000 tea"),
        ("order-10", "goods", "99999999999 tea"),
        ("order-11", "goods", "2 vp"),
        ("order-12", "reward", "3 points"),
        ("order-13", "reward", "-3 vp"),
        ("order-14", "reward", "pv 3"),
        ("order-15", "reward", "2 yen 1 yen"),
        ("order-16", "reward", "one vp"),
        ("order-17", "reward", "{ vp = 3 }"),
    ],
    "technology": [
        ("ball", "cost", "five"),
        ("ball", "cost", "-5"),
        ("ball", "cost", "5000"),
        ("ball", "copies", "0"),
        ("ball", "country", "xx"),
        ("ball", "on", "sunday"),
        ("ball", "effect", "magic"),
        ("brickworks", "cost", "2.5"),
    ],
    "church": [
        ("#1", "needs", "x"),
        ("#1", "neutral", "perhaps"),
        ("#2", "reward", "2 vp 3"),
    ],
    "order_board": [
        ("port", "ranges", "2 two 2"),
    ],
}
"""What fingers do: by row and field. The thirtieth is below."""


def test_every_mistake_is_caught_with_its_field(newcomer: NewPlayer) -> None:
    page = newcomer().page
    for table, mistakes in MISTAKES.items():
        page.goto(f"/gallery/yokohama/sheet/{table}", wait_until="load")
        for row, field, text in mistakes:
            cell = page.locator(f'[id="c-{anchor(row)}-{field}"]')
            before = cell.input_value()
            cell.focus()
            page.keyboard.press("Control+A")
            page.keyboard.type(text) if text else page.keyboard.press("Delete")
            page.keyboard.press("Enter")
            fault = page.locator(f'[id="c-{anchor(row)}-{field}-fault"]')
            expect(fault, f"{row} {field} {text!r}").not_to_be_empty()
            expect(page.locator(f'[id="row-{anchor(row)}"] [aria-invalid]')).to_have_count(1)
            cell.fill(before)
            expect(fault).to_be_empty()
    assert sum(map(len, MISTAKES.values())) == 29


@pytest.mark.parametrize("name", ["order-02"])
def test_the_same_id_twice_is_caught(newcomer: NewPlayer, name: str) -> None:
    player = newcomer()
    page = player.page
    page.goto("/gallery/yokohama/sheet/order", wait_until="load")
    page.get_by_label("Our name for it").fill(name)
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"the id {name} stands twice")).to_be_visible()
    player.complaints.clear()  # the form was refused, and so it said


def test_what_is_typed_while_a_stranger_becomes_a_guest_waits_for_his_token(newcomer: NewPlayer) -> None:
    page = newcomer().page
    page.goto("/gallery/yokohama/sheet/order", wait_until="load")
    held: list[tuple[Route, APIResponse]] = []
    page.route("**/gallery/yokohama/row", lambda route: held.append((route, route.fetch())))
    with page.expect_request("**/gallery/yokohama/row"):
        page.keyboard.type("nl")
        page.keyboard.press("Enter")
    page.keyboard.type("fr")
    # The cookie is there, the answer with the token is not; whatever the pause after a key starts has been started.
    page.evaluate("new Promise((done) => setTimeout(done, 600))")
    (route, answer), *_ = held
    with page.expect_response("**/gallery/yokohama/try") as drawn:
        route.fulfill(response=answer)
    assert drawn.value.ok
    expect(page.locator("#row-order-02 .sheet-picture")).to_contain_text("FR")
