"""1880 IV.1: money passes between the bank, players, companies and investors; none is made and none is lost.

Every sum that the bank pays or takes goes through here. `laws.money` adds all purses up.
"""

from __future__ import annotations

from stellwerk.core import Seat
from stellwerk.games.china1880.rules.state import China


def receive(s: China, seat: Seat, amount: int) -> None:
    """From the bank to a player."""
    s.bank -= amount
    s.cash[seat] += amount


def pay(s: China, seat: Seat, amount: int) -> None:
    """From a player to the bank."""
    receive(s, seat, -amount)


def fund(s: China, entity: str, amount: int) -> None:
    """From the bank to the treasury of a company or an investor."""
    s.bank -= amount
    s.treasury[entity] += amount


def charge(s: China, entity: str, amount: int) -> None:
    """From the treasury of a company or an investor to the bank."""
    fund(s, entity, -amount)


def close_treasury(s: China, investor: str) -> None:
    """What is left of an investor's money goes to the bank with it."""
    charge(s, investor, s.treasury[investor])
    del s.treasury[investor]
