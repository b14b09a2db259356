"""Whose stations stand where, found out once for all boards that differ in their tiles only."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.rail18.layout import Place


class Standing:
    __slots__ = ("cities", "homes")

    def __init__(self, stations: Iterable[tuple[str, int, str]]) -> None:
        self.cities: dict[Place, tuple[str, ...]] = {}
        """By city the owners of the stations in it."""
        self.homes: dict[str, tuple[Place, ...]] = {}
        """By owner the cities."""
        for hex, node, owner in stations:
            place = hex, node
            self.cities[place] = (*self.cities.get(place, ()), owner)
            self.homes[owner] = (*self.homes.get(owner, ()), place)
