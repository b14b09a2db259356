"""Copies of tiles and trains as 18xx.games numbers them: `57-0` is the first 57, `2+2-3` the fourth 2+2."""

from __future__ import annotations

from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.source import type_of


class Tiles:
    """A replaced copy goes back to the supply and is the next to be taken again."""

    def __init__(self) -> None:
        self.on: dict[str, str] = {}

    def lay(self, hex: str, number: str) -> str:
        lying = list(self.on.values())
        copy = next(c for c in (f"{number}-{n}" for n in range(len(lying) + 1)) if c not in lying)
        self.on[hex] = copy
        return copy

    def city(self, hex: str, node: int) -> str:
        """A city by its tile; a printed one by its hex."""
        return f"{self.on.get(hex, f'{hex}-0')}-{node}"


class Trains:
    """Numbered in the order of the bank's stack."""

    def __init__(self) -> None:
        self.owned: dict[str, list[str]] = {}
        self.endless = 0

    def top(self, s: China, name: str) -> str:
        """What the bank gives away next: the last copy if all were removed, of the endless type always one more."""
        count = s.tables.trains[name].count
        return f"{name}-{min(count - s.depot[name], count - 1) if count else self.endless}"

    def buy(self, s: China, company: str, name: str) -> str:
        copy = self.top(s, name)
        self.endless += not s.tables.trains[name].count
        self.owned.setdefault(company, []).append(copy)
        return copy

    def take(self, company: str, name: str) -> str:
        """A copy of that type leaves its company."""
        copy = next(copy for copy in self.owned[company] if type_of(copy) == name)
        self.owned[company].remove(copy)
        return copy

    def watch(self, s: China) -> None:
        """Trains that have rusted are gone here too."""
        for company, copies in self.owned.items():
            left = list(s.trains[company])
            for copy in list(copies):
                if type_of(copy) in left:
                    left.remove(type_of(copy))
                else:
                    copies.remove(copy)
