"""yokohama: the values that the fields of actions can have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.games.yokohama.rules.actions import ORIGINS, PAYEES, PAYMENTS, SUPPLY
from stellwerk.games.yokohama.rules.components import PIECES, STOCK
from stellwerk.games.yokohama.rules.state import Yokohama


def domains(s: Yokohama) -> Mapping[str, Sequence[Any]]:
    """The values the fields of actions may have, for near misses."""
    t = s.tables
    areas = [area.id for area in t.areas]
    return {
        "area": areas,
        "from": [SUPPLY, *areas],
        "card": list(t.deals),
        "good": STOCK,
        "order": list(t.orders),
        "technology": list(t.technologies),
        "achievement": list(t.achievements),
        "piece": PIECES,
        "payees": PAYEES,
        "payment": PAYMENTS,
        "origin": ORIGINS,
        "space": range(10),
        "slot": range(8),
        "imports": range(12),
        "site": range(6),
    }
