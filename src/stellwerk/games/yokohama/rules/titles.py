"""What the rows of the component tables are called."""

from __future__ import annotations

from stellwerk.core.text import Text

TITLES = {
    "order": Text("Order cards"),
    "site": Text("Building-site cards"),
    "technology": Text("Technology cards"),
    "achievement": Text("Achievement cards"),
    "tile": Text("Power-5 tiles"),
    "church": Text("Spaces of the Church"),
    "customs": Text("Spaces of Customs"),
    "order_board": Text("Order boards"),
    "technology_board": Text("Technology boards"),
}
