"""Shares and directors, as plain functions over plain holdings: holder → share of the company in percent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence


def clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """Seats in turn order, beginning with the one after a given seat and ending with that seat."""
    start = seats.index(after) + 1
    return (*seats[start:], *seats[:start])


def director(holdings: Mapping[int, int], current: int, seats: Sequence[int]) -> int:
    """Who directs now: the largest holder with strictly more than the director; of equals the next clockwise."""
    return max((current, *clockwise(seats, current)), key=lambda seat: holdings.get(seat, 0))


def heir(holdings: Mapping[int, int], current: int, seats: Sequence[int], least: int) -> int | None:
    """Who would take over from a director who sells: the largest holder of at least that much, next clockwise."""
    others = [seat for seat in clockwise(seats, current)[:-1] if holdings.get(seat, 0) >= least]
    return max(others, key=lambda seat: holdings[seat], default=None)


def certificates(percent: int, director_percent: int, share: int = 10) -> int:
    """Cards a holder has in one company: the director's certificate is one card, every other share one each."""
    return (percent - director_percent) // share + (director_percent > 0)


def unsold(holdings: Iterable[int], whole: int = 100) -> int:
    """Percent that nobody holds."""
    return whole - sum(holdings)
