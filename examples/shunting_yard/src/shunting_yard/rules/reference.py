"""The tables of the rule page, made from the components."""

from __future__ import annotations

from shunting_yard.rules.components import box_of
from stellwerk.core import Table, Text
from stellwerk.core.components import Components


def reference(components: Components) -> tuple[Table, ...]:
    box = box_of(components)
    wagons = tuple((Text(goods.name), goods.count, goods.price) for goods in box.goods.values())
    orders = tuple(
        (Text(order.name), Text("{goods}", goods=[box.name(goods) for goods in order.goods]), order.points)
        for order in box.orders.values()
    )
    return (
        Table("wagons", "1.1", Text("Wagons"), (Text("Wagon"), Text("Number"), Text("Price")), wagons),
        Table("orders", "1.3", Text("Orders"), (Text("Customer"), Text("Wagons"), Text("Points")), orders),
    )
