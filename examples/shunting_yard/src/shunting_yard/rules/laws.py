"""Conservation: wagons, coins and orders always add up to the box."""

from __future__ import annotations

from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import Law


def _wagons(s: ShuntingYard) -> str | None:
    found = [*s.main_line, *s.siding, *(goods for p in s.players for goods in p.yard)]
    wrong = [goods.id for goods in s.box.goods.values() if found.count(goods.id) != goods.count]
    return f"wagons: {wrong}" if wrong or len(s.siding) != len(s.lying) else None


def _coins(s: ShuntingYard) -> str | None:
    held = [s.bank, *s.lying, *(p.coins for p in s.players)]
    total = s.box.table.coins_per_seat * len(s.players)
    return None if sum(held) == total and min(held) >= 0 else f"coins: {held} of {total}"


def _orders(s: ShuntingYard) -> str | None:
    held = [order for p in s.players for order in (*p.hand, *p.delivered)]
    between = [p.given for p in s.players if p.given and p.given not in held]
    found = sorted((*s.pile, *held, *between))
    return None if found == sorted(s.box.orders) else f"orders: {found}"


LAWS = (Law("wagons", _wagons), Law("coins", _coins), Law("orders", _orders))
