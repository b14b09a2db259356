"""1880: the best routes of a company at a position."""

from __future__ import annotations

import time
from typing import Any

from stellwerk.games.china1880.rules.chapters.income import price_bonus
from stellwerk.games.china1880.rules.chapters.running import best_run, service, train_names, written
from stellwerk.games.china1880.rules.state import China


def running_now(s: China) -> list[str]:
    """The company whose turn it is, if it has trains; else all that have some."""
    known = runners(s)
    return [s.active] if s.active in known else known


def runners(s: China) -> list[str]:
    """Who has a train: investors while they are active, and floated companies."""
    investors = s.investors if s.now.investors else ()
    return [entity for entity in (*investors, *s.floated) if train_names(s, entity)]


def best_routes(s: China, entity: str, seconds: float) -> dict[str, Any]:
    """The best run of an entity within so many seconds; the price bonus is not part of the revenue."""
    began = time.monotonic()
    found = best_run(s, entity, stop=lambda: time.monotonic() - began > seconds)
    spent = time.monotonic() - began
    run = written(service(s, entity), train_names(s, entity), found.routes)
    return {
        "company": entity,
        "revenue": found.revenue,
        "bonus": price_bonus(s, entity) if entity in s.cell else 0,
        "routes": list(run.routes),
        "proven": found.proven,
        "bound": found.bound,
        "seconds": round(spent, 4),
    }
