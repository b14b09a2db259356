"""1880: practice positions, and what is measured in them."""

from stellwerk.core import Seat, pending
from stellwerk.games.china1880.rules.chapters.running import best_run
from stellwerk.games.china1880.rules.state import China
from stellwerk.learn.posing import TooMany

NODES = 20_000
"""Of the search for the best run; a position that needs more gives no problem."""


def next_run(s: China, seat: Seat) -> int:
    """What the entity whose turn it is could earn now."""
    entity = getattr(pending(s), "entity", None)
    if entity is None:
        return 0
    found = best_run(s, entity, nodes=NODES)
    if not found.proven:
        raise TooMany
    return found.revenue


def has_trains(s: China, seat: Seat) -> bool:
    entity = getattr(pending(s), "entity", None)
    return entity is not None and bool(s.trains.get(entity))
