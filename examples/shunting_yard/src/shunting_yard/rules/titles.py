"""What the rows and fields of the component tables are called, and what the rows are read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shunting_yard.rules.components import Goods, Order, Table
from stellwerk.core import Text

TITLES = {"goods": Text("Wagons"), "order": Text("Orders"), "table": Text("Numbers of the game")}

FIELD_TITLES = {
    "coins": Text("coins to begin with"),
    "coins_per_point": Text("coins for a point"),
    "coins_per_seat": Text("coins in the bank for each player"),
    "count": Text("how many there are"),
    "dealt": Text("orders dealt"),
    "goal": Text("orders that end the game"),
    "goods": Text("wagons"),
    "hand": Text("orders in hand"),
    "joker": Text("stands for any"),
    "penalty": Text("points lost for an open order"),
    "points": Text("points"),
    "price": Text("price"),
    "rounds": Text("rounds"),
    "short_goal": Text("orders that end a short game"),
    "short_rounds": Text("rounds of a short game"),
    "siding": Text("places of the siding"),
    "yard": Text("places of a yard"),
}

KINDS: Mapping[str, type[Any]] = {"goods": Goods, "order": Order, "table": Table}
