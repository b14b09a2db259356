"""The rows of the component tables, and the box: all tables of a game, read once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from stellwerk.core import Text
from stellwerk.core.components import Components, Source, row, unique

GAME_ID = "shunting-yard"


@dataclass(frozen=True, slots=True)
class Goods:
    id: str
    name: str
    count: int
    price: int
    source: Source
    joker: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    id: str
    name: str
    goods: tuple[str, ...]
    points: int
    source: Source

    def count(self, goods: str) -> int:
        return self.goods.count(goods)


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers; see `setup.toml` and the sections of the rules that name them."""

    siding: int
    yard: int
    hand: int
    dealt: int
    coins: int
    coins_per_seat: int
    goal: int
    rounds: int
    short_goal: int
    short_rounds: int
    penalty: int
    coins_per_point: int


@dataclass(frozen=True)
class Box:
    goods: dict[str, Goods]
    orders: dict[str, Order]
    table: Table

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The goods that orders and the express can name."""
        return tuple(id_ for id_, goods in self.goods.items() if not goods.joker)

    @cached_property
    def joker(self) -> str:
        return next(id_ for id_, goods in self.goods.items() if goods.joker)

    def name(self, goods: str) -> Text:
        return Text(self.goods[goods].name)

    def order_name(self, order: str) -> Text:
        return Text(self.orders[order].name)

    def sorted(self, orders: tuple[str, ...]) -> tuple[str, ...]:
        """In the order of the table, so that equal hands are equal values."""
        return tuple(id_ for id_ in self.orders if id_ in orders)


@cache
def box_of(components: Components) -> Box:
    goods = components.rows("goods.toml", "goods", Goods)
    orders = components.rows("orders.toml", "order", Order)
    unique((g.id for g in goods), "goods.toml")
    unique((o.id for o in orders), "orders.toml")
    table = row(Table, components.table("setup.toml")["table"], "setup.toml: table")
    return Box({g.id: g for g in goods}, {o.id: o for o in orders}, table)
