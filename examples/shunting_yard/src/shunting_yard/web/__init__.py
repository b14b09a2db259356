"""Shunting Yard on the table page: an order book that counts what is missing and what may still come."""

from __future__ import annotations

from collections.abc import Iterable

from shunting_yard.rules.chapters.orders import missing
from shunting_yard.rules.view import HIDDEN, View
from stellwerk.core import Text
from stellwerk.draw.element import El, el
from stellwerk.web.companions import Panel
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader

Row = tuple[Text | int, ...]


def order_book(perspective: Perspective, reader: Reader) -> str:
    """From what these eyes see: a spectator has no orders, but knows the main line."""
    v: View = perspective.view
    parts = [_sheet(reader, Text("Main line"), (Text("Wagon"), Text("left"), Text("chance")), _coming(v))]
    if v.seat is not None:
        heads = (Text("Order"), Text("Points"), Text("missing"), Text("express"))
        parts.insert(0, _sheet(reader, Text("Your orders"), heads, _orders(v)))
    return "".join(part.html for part in parts)


def _orders(v: View) -> Iterable[Row]:
    me = v.players[v.seat or 0]
    for order in (order for order in me.hand if order != HIDDEN):
        row = v.box.orders[order]
        yield v.box.order_name(order), row.points, missing(v.box, order, me.yard), row.count(v.express)


def _coming(v: View) -> Iterable[Row]:
    """What the next wagon may be: everything is known but the order."""
    for goods in v.box.goods:
        n = v.main_line.count(goods)
        yield v.box.name(goods), n, Text("{n} %", n=100 * n // max(1, len(v.main_line)))


def _sheet(reader: Reader, title: Text, heads: Iterable[Text], rows: Iterable[Row]) -> El:
    head = el("tr", [el("th", reader.say(text), scope="col") for text in heads])
    body = [el("tr", el("th", _cell(reader, first), scope="row"), _numbers(reader, rest)) for first, *rest in rows]
    table = el("table", el("caption", reader.say(title)), el("thead", head), el("tbody", body), class_="sheet")
    return el("div", table, class_="scroller", tabindex="0", role="region", aria_label=reader.say(title))


def _numbers(reader: Reader, cells: Iterable[Text | int]) -> list[El]:
    return [el("td", _cell(reader, cell), class_="number") for cell in cells]


def _cell(reader: Reader, cell: Text | int) -> str:
    return reader.say(cell) if isinstance(cell, Text) else str(cell)


PANELS = (Panel("orders", Text("Order book"), order_book),)
