"""Shunting Yard as one sees it: the siding with its wagons, pile and bank, and what lies before each seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from shunting_yard.draw.pieces import OUTLINE, back, goods_icon, order_card, wagon
from shunting_yard.rules import actions as act
from shunting_yard.rules.components import box_of
from shunting_yard.rules.view import HIDDEN, PlayerView, View
from stellwerk.core.action import Action
from stellwerk.core.components import Components
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Figure, Fragment, Plate, fragment
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.seats import seat_name
from stellwerk.draw.sheet import Sheet, moved, scroll, svg

WIDE = 84


def fragments(sheet: Sheet, v: View) -> Iterator[Fragment]:
    say = sheet.say
    yield fragment(
        sheet, "yard", say(Text("The siding")), _today(sheet, v), scroll(_siding(sheet, v)), _supply(sheet, v)
    )
    first = v.seat or 0
    for player in (*v.players[first:], *v.players[:first]):
        yield fragment(sheet, f"player-{player.seat}", sheet.name(player.seat), *_player(sheet, v, player))


def _today(sheet: Sheet, v: View) -> El:
    """Round and express in a line."""
    said = [sheet.say(Text("round {round} of {rounds}", round=v.round, rounds=v.rounds))]
    if v.express:
        said.append(sheet.say(Text("express: {goods}", goods=v.box.name(v.express))))
    return el("p", " · ".join(said), id=sheet.id("today"), class_="sy-today")


def _siding(sheet: Sheet, v: View) -> El:
    """The wagons behind the points, each with the coins on it and what it costs to get at."""
    size = v.box.table.siding
    rails = el("path", d=f"M0 66H{size * WIDE + 30}M0 66L-26 84", **OUTLINE, class_="sy-rails")
    wagons = [
        wagon(sheet, v.box, goods, f"wagon-{n}", lying, n - 1, x=30 + (n - 1) * WIDE)
        for n, (goods, lying) in enumerate(zip(v.siding, v.lying, strict=True), 1)
    ]
    title = el("title", sheet.say(Text("The siding, place 1 at the points on the left")))
    return svg(title, rails, wagons, box=(-28, -6, size * WIDE + 60, 110), class_="sy-siding", role="group")


def _supply(sheet: Sheet, v: View) -> El:
    pile = sheet.box(
        "pile",
        Text("pile of orders: {n}", n=v.pile),
        glyph("stack"),
        el("b", str(v.pile)),
        role="img",
        class_="sy-card",
    )
    bank = sheet.box(
        "bank", Text("bank: {n}", n=v.bank), glyph("coin"), el("b", str(v.bank)), role="img", class_="sy-card"
    )
    return el("div", pile, bank, id=sheet.id("supply"), class_="sy-cards")


def _player(sheet: Sheet, v: View, p: PlayerView) -> Iterator[El]:
    head = [seat_name(sheet, p.seat), glyph("points", p.points), glyph("coin", p.coins)]
    yield el("div", *head, id=sheet.id(f"head-{p.seat}"), class_=f"player-head seat-{p.seat}")
    kinds = [goods for goods in v.box.goods if goods in p.yard]
    yard = [_stabled(sheet, v, p, goods) for goods in kinds]
    yield el("div", yard, id=sheet.id(f"stable-{p.seat}"), class_="sy-cards sy-yard")
    hand = [order_card(sheet, v.box, order, f"hand-{p.seat}-{order}", p.yard) for order in p.hand if order != HIDDEN]
    hand += [back(sheet, f"back-{p.seat}-{n}") for n in range(p.hand.count(HIDDEN))]
    done = [order_card(sheet, v.box, order, f"delivered-{order}") for order in p.delivered]
    yield el("div", hand, done, id=sheet.id(f"orders-{p.seat}"), class_="sy-cards")


def _stabled(sheet: Sheet, v: View, p: PlayerView, goods: str) -> El:
    n = p.yard.count(goods)
    title = Text("in the yard: {goods}, {n}", goods=v.box.name(goods), n=n)
    id_ = f"stable-{p.seat}-{goods}"
    return sheet.box(id_, title, goods_icon(goods), el("b", str(n)), role="img", class_="sy-card sy-stabled")


# --- options --------------------------------------------------------------------------------------------------------


def spots(v: View, action: Action) -> tuple[str, ...]:
    """The element that stands for an option; the seat that is asked is the reader's."""
    match action:
        case act.Couple(place):
            return (f"wagon-{place}",)
        case act.Deliver(order) | act.Give(order):
            return (f"hand-{v.seat}-{order}",)
        case act.Sell(goods):
            return (f"stable-{v.seat}-{goods}",)
        case act.TakeOrder():
            return ("pile",)
        case act.Rest():
            return ("bank",)
    return ()


def picture(sheet: Sheet, v: View, action: Action) -> El | None:
    match action:
        case act.Couple(place):
            return goods_icon(v.siding[place - 1])
        case act.Sell(goods):
            return goods_icon(goods)
        case act.Deliver(order) | act.Give(order):
            return el("span", [goods_icon(goods) for goods in v.box.orders[order].goods], class_="sy-needs")
    return None


def preview(sheet: Sheet, v: View, action: Action | None) -> Mapping[str, El]:
    """Nothing is drawn ahead: every option is one step on one place."""
    return {}


# --- gallery --------------------------------------------------------------------------------------------------------


def plates(sheet: Sheet, components: Components) -> Iterator[Plate]:
    box, say = box_of(components), sheet.say
    wagons = tuple(
        Figure(
            f"figure-{goods.id}",
            svg(moved(0, 0, wagon(sheet, box, goods.id, None, 0, 0)), box=(-4, -6, WIDE, 78), class_="sy-figure"),
            say(Text("{goods}: {count}×, price {price}", goods=Text(goods.name), count=goods.count, price=goods.price)),
            ("goods", goods.id),
        )
        for goods in box.goods.values()
    )
    yield Plate("plate-goods", say(Text("Wagons")), "", wagons)
    orders = tuple(
        Figure(f"figure-{o.id}", order_card(sheet, box, o.id, None), say(Text(o.name)), ("order", o.id))
        for o in box.orders.values()
    )
    yield Plate("plate-orders", say(Text("Orders")), "", orders)
