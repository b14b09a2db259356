"""Options in words, and the standing orders a player may leave."""

from __future__ import annotations

from shunting_yard.rules import actions as act
from shunting_yard.rules.chapters.siding import against_coupling
from shunting_yard.rules.chapters.turn import Turn
from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import Action, Program, Seat, Text, Texts, pending


def describe(s: ShuntingYard, a: Action) -> Text:
    match a:
        case act.Couple(place) if place <= len(s.siding):
            goods, lying = s.box.name(s.siding[place - 1]), s.lying[place - 1]
            return Text("couple {goods}: pay {price}, find {coins}", goods=goods, price=place - 1, coins=lying)
        case act.Deliver(order) | act.Give(order) | act.DealOrder(order) if order in s.box.orders:
            named = [s.box.name(goods) for goods in s.box.orders[order].goods]
            worth = s.box.orders[order].points
            return Text("{order}: {goods}, points: {n}", order=s.box.order_name(order), goods=named, n=worth)
        case act.Sell(goods) if goods in s.box.goods:
            coins = min(s.box.goods[goods].price, s.bank)
            return Texts("sell {goods}: {n} coin", "sell {goods}: {n} coins", coins, goods=s.box.name(goods))
        case act.DrawWagon(goods) | act.CallExpress(goods) if goods in s.box.goods:
            return s.box.name(goods)
        case act.Begin(seat):
            return Text("seat {number}", number=seat + 1)
        case act.TakeOrder():
            return Text("take an order from the pile")
        case act.Rest():
            return Texts("rest: {n} coin", "rest: {n} coins", min(1, s.bank))
    return Text("{action}", action=str(a))


def _goods(s: ShuntingYard, seat: Seat) -> tuple[str, ...]:
    return tuple(s.box.goods)


def _couple_at_the_points(s: ShuntingYard, seat: Seat, argument: str) -> Action | None:
    """The wagon on place 1, if it carries these goods and there is room for it."""
    if pending(s) != Turn(seat) or not s.siding or s.siding[0] != argument:
        return None
    return act.Couple(1) if against_coupling(s, seat, act.Couple(1)) is None else None


PROGRAMS = (
    Program("couple-free", Text("couple {argument} whenever it costs nothing"), "goods", _goods, _couple_at_the_points),
)
