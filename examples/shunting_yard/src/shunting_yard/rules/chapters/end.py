"""Chapter 6, the end: what counts."""

from __future__ import annotations

from shunting_yard.rules.state import Player, ShuntingYard
from stellwerk.core import Score, Text, ranked

ITEMS = (Text("Orders"), Text("Express"), Text("Coins"), Text("Orders in hand"))


def points(s: ShuntingYard, player: Player) -> tuple[int, ...]:
    """shunting-yard 6.2: in the order of `ITEMS`."""
    table = s.box.table
    orders = sum(s.box.orders[order].points for order in player.delivered)
    return (orders, player.express, player.coins // table.coins_per_point, -table.penalty * len(player.hand))


def scores(s: ShuntingYard) -> list[Score]:
    """shunting-yard 6.2, 6.3: totals, then delivered orders, then coins."""
    rows = ((player, points(s, player)) for player in s.players)
    return ranked((sum(row), (len(p.delivered), p.coins), tuple(zip(ITEMS, row, strict=True))) for p, row in rows)
