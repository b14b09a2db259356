"""Shares and directors, as plain functions over plain holdings: holder → share of the company in percent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """Seats in turn order, beginning with the one after a given seat and ending with that seat."""
    start = seats.index(after) + 1
    return (*seats[start:], *seats[:start])


def director(holdings: Mapping[int, int], current: int, seats: Sequence[int]) -> int:
    """Who directs now: the largest holder with strictly more than the director; of equals the next clockwise."""
    return max((current, *clockwise(seats, current)), key=lambda seat: holdings.get(seat, 0))


def certificates(percent: int, director_percent: int, share: int = 10) -> int:
    """Cards a holder has in one company: the director's certificate is one card, every other share one each."""
    return (percent - director_percent) // share + (director_percent > 0)
