"""Russian Railroads: practice positions, and what the kinds of problem ask."""

from stellwerk.core import Seat
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def has_one_worker(s: RussianRailroads, seat: Seat) -> bool:
    """Nothing but one worker is left to pay with."""
    p = s.players[seat]
    return p.workers == 1 and p.coins == 0


def has_several_workers(s: RussianRailroads, seat: Seat) -> bool:
    return not has_one_worker(s, seat)
