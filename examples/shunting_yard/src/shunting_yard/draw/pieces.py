"""Single pieces: wagons, their loads, order cards.

Each load has a shape of its own, so that none needs its colour. The style sheet in `static` adds the colours; what is
drawn can be read without it.
"""

from __future__ import annotations

from collections.abc import Sequence

from shunting_yard.rules.chapters.orders import missing
from shunting_yard.rules.components import Box
from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.sheet import Sheet, icon, moved, words_at

LOADS = {
    "milk": "M8 3H16V6L18 10V21H6V10L8 6ZM8 12V15H16V12Z",
    "grain": "M12 2C15 5 15 8 12 10 9 8 9 5 12 2ZM6 8C10 9 11 12 11 15 7 14 6 11 6 8Z"
    "M18 8C14 9 13 12 13 15 17 14 18 11 18 8ZM11 14H13V22H11Z",
    "timber": "M6 21a4 4 0 1 1 .1 0ZM18 21a4 4 0 1 1 .1 0ZM12 12a4 4 0 1 1 .1 0Z",
    "coal": "M2 21L7 12 10 14 14 7 18 13 20 12 23 21Z",
    "van": "M2 4H22V21H2ZM5 7V18H11V7ZM13 7V18H19V7Z",
}

OUTLINE = {"fill": "none", "stroke": "currentColor"}


def load(goods: str) -> El:
    return el(
        "path", d=LOADS.get(goods, LOADS["van"]), fill_rule="evenodd", fill="currentColor", class_=f"sy-load sy-{goods}"
    )


def goods_icon(goods: str) -> El:
    return icon(load(goods), box=(0, 0, 24, 24), class_="d-icon glyph")


def wagon(sheet: Sheet, box: Box, goods: str, id_: str | None, lying: int, price: int, x: int = 0) -> El:
    """A wagon on its rails; the coins on it, and below it what the shunting costs where it has a place."""
    title = Text("{goods}: shunting {price}, coins on it {coins}", goods=box.name(goods), price=price, coins=lying)
    parts = [
        el("rect", x=4, y=8, width=68, height=44, rx=5, **OUTLINE, class_="sy-wagon"),
        moved(26, 18, load(goods)),
        el("circle", cx=20, cy=58, r=7, fill="currentColor", class_="sy-wheel"),
        el("circle", cx=56, cy=58, r=7, fill="currentColor", class_="sy-wheel"),
        moved(
            50, -2, el("circle", cx=12, cy=10, r=11, **OUTLINE, class_="sy-coin"), words_at(12, 15, lying, "sy-lying")
        )
        if lying
        else None,
        words_at(38, 88, f"−{price}" if price else "0", "sy-price") if id_ else None,
        el("rect", x=0, y=2, width=76, height=66, rx=8, class_="ring"),
    ]
    return sheet.thing(id_, title, *parts, transform=f"translate({x} 0)")


def order_card(sheet: Sheet, box: Box, order: str, id_: str | None, yard: Sequence[str] | None = None) -> El:
    """An order open on the table, or in hand: then it says whether the yard can serve it."""
    card = box.orders[order]
    ready = yard is not None and not missing(box, order, yard)
    needs = [goods_icon(goods) for goods in card.goods]
    name = sheet.say(box.order_name(order))
    told = Text("{order}: {goods}, points: {n}", order=name, goods=[box.name(g) for g in card.goods], n=card.points)
    state = "sy-ready" if ready else "sy-waiting" if yard is not None else "sy-done"
    parts = (el("span", name, class_="card-name"), el("span", needs, class_="sy-needs"), glyph("points", card.points))
    return sheet.box(id_, told, *parts, role="img", class_=f"sy-card sy-order {state}")


def back(sheet: Sheet, id_: str) -> El:
    return sheet.box(id_, Text("order, face down"), glyph("card"), role="img", class_="sy-card sy-back")
