"""One company of 1880 on its way to the horizon, circle by circle.

Its trains earn until they rust, its treasury buys the types that will be on sale, its price goes where dividends and
sold-out share rounds drive it. What it lacks for a train it must have is its director's burden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stellwerk.games.china1880.bots.networks import Networks
from stellwerk.games.china1880.bots.timetable import Circle, Timetable
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED
from stellwerk.games.china1880.rules.chapters.shares import for_sale, in_bank
from stellwerk.games.china1880.rules.components import Phase
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell

BUILT = 0.3
"""How much of the reach is joined in a circle."""
TILES = 10
"""Tiles it takes to join what is in reach."""
LONG = 6
"""Stops of a train that serves all of it."""
COMPLETED = 70
"""Percent in the bank with which the second half of the capital may still be hoped for."""
HALF = 50
"""Percent held by players with which the second half of the capital is paid."""
SAVED = 2
"""Incomes that may be kept for a train which can be foreseen."""
FORESEEN, AVOIDED = 8, 0.85
"""Circles for which such a burden can be foreseen, and what remains of it with every further one: there is time to
provide for it."""
NEVER = 99.0


class Prospect(NamedTuple):
    """Of a company: what a share of 10 % brings, what its director must add for trains, and what of the first is paid
    until the horizon."""

    share: float
    burden: float
    paid: float = 0.0


def has_sister(s: China, company: str) -> bool:
    """1880 X.buy.3: whether another company of its director has room for a train."""
    owner, limit = s.director[company], s.now.limit
    return any(s.director[c] == owner and c != company and len(s.trains[c]) < limit for c in s.floated)


class Journey:
    """One company on its way to the horizon."""

    def __init__(
        self, networks: Networks, s: China, company: str, times: Timetable, planned: bool, saves: bool = True
    ) -> None:
        self.saves, self.has_saved = saves, False
        self.networks, self.s, self.company, self.times, self.planned = networks, s, company, times, planned
        self.trains = s.trains[company]
        self.hoped: tuple[str, ...] = ()
        self.money: float = s.treasury[company]
        self.full = company in s.full
        self.has_sister = has_sister(s, company)
        self.cell: Cell = s.cell[company]
        self.dividends = self.burden = self.built = 0.0
        self.paid: list[tuple[float, float]] = []
        self.permits = s.permits[company]
        self.reach = networks.reach(s, company) * min(1.0, times.tiles(self.permits) / TILES)
        self.known: dict[tuple[str, ...], tuple[int, float]] = {}

    def prospect(self) -> Prospect:
        s, times = self.s, self.times
        if self.company not in s.floated:
            if not self.planned and not floats(s, self.company):
                return Prospect(s.tables.market.price(self.cell) * 0.9, 0.0)
            self._float()
        circles = times.circles(self._next_run())
        if s.active == self.company and s.income and circles:
            self._pay(s.income, circles[0])
        sold = times.sold[0][1]
        for circle in circles:
            if circle.train != sold:
                self._share_round(circle.phase)
            sold = circle.train
            self._run(circle)
            self._buy(circle)
        paid = self.dividends / 10
        return Prospect(s.tables.market.price(self.cell) + paid, self.burden, paid)

    def _float(self) -> None:
        """1880 XII.8, XII.9: half of the capital; whoever must buy half of the shares for that brings in all of it."""
        half = 5 * self.s.par[self.company]
        self.money += half
        if self.planned and not self.full and self.s.now.float >= HALF:
            self.money += half
            self.full = True

    def _next_run(self) -> float:
        """How many circles from now it runs next."""
        if self.s.active != self.company:
            return 0.5
        return 1.0 if self.s.ran or self.s.income or self.s.bought else 0.0

    def _share_round(self, phase: Phase) -> None:
        """1880 XII.9, XIII.4: the second half of the capital; a price that rises when all is sold."""
        s = self.s
        if phase.ten_shares and not self.full and in_bank(s, self.company) <= COMPLETED:
            self.money += 5 * s.par[self.company]
            self.full = True
        if not phase.communism and for_sale(s, self.company) <= 0:
            self.cell = s.tables.market.move(self.cell, "up")

    def _run(self, circle: Circle) -> None:
        at, phase = circle.at, circle.phase
        self.trains = tuple([name for name in self.trains if self._goes(name) > at])
        self.hoped = tuple([name for name in self.hoped if self._goes(name) > at])
        while len(self.trains) + len(self.hoped) > phase.limit:
            self._pass_on()
        fleet = (*self.trains, *self.hoped)
        income = self._earned(fleet)
        if fleet:
            income += 10 * self.s.tables.bonuses[self.cell]
        self._pay(income, circle)
        if phase.letter in self.permits:
            self.built += BUILT * (1 - self.built)

    def _goes(self, train: str) -> float:
        return self.times.goes.get(train, NEVER)

    def _earned(self, fleet: tuple[str, ...]) -> float:
        """What trains earn together, and the best of them on stops joined meanwhile."""
        if not fleet:
            return 0.0
        if fleet not in self.known:
            stops = max([self.s.tables.trains[train].stops for train in fleet])
            self.known[fleet] = self.networks.income(self.s, self.company, fleet), min(1.0, stops / LONG)
        income, part = self.known[fleet]
        return income + self.built * self.reach * part

    def _pay(self, income: float, circle: Circle) -> None:
        self.paid = [*self.paid[1 - SAVED :], (max(0.0, income), circle.yen)]
        if income > 0:
            self.dividends += income * circle.yen
        if not circle.phase.communism:
            self.cell = self.s.tables.market.move(self.cell, "right" if income > 0 else "left")

    def _buy(self, circle: Circle) -> None:
        """A train it must have, with its director's help; or a lasting one it can afford. For the first that never
        rusts income may be kept."""
        name, phase = circle.train, circle.phase
        price = self.s.tables.trains[name].price
        fleet = [train for train in (*self.trains, *self.hoped) if train != RESTORED]
        if not fleet:
            self._save(price, phase)
            # What is lacking at the horizon may still be saved from the income until then.
            if circle.at + 1 <= self.times.ends:
                self.burden += max(0, price - self.money) * AVOIDED ** max(0.0, circle.at - FORESEEN)
            self.money = max(0, self.money - price)
            self.hoped += (name,)
        elif self._has_room(phase) and self._lasts(circle, fleet):
            first = self._goes(name) == NEVER > max(map(self._goes, fleet))
            if self.saves and first and self.money < price <= self._saved():
                self._save(price, phase)
                self.has_saved = True
            if self.money >= price:
                if self._is_full(phase):
                    self._pass_on()
                self.money -= price
                self.hoped += (name,)

    def _is_full(self, phase: Phase) -> bool:
        return len(self.trains) + len(self.hoped) >= phase.limit

    def _has_room(self, phase: Phase) -> bool:
        """A full company may leave a train that will rust to a sister."""
        return not self._is_full(phase) or (
            self.has_sister and min(map(self._goes, self.trains), default=NEVER) < NEVER
        )

    def _pass_on(self) -> None:
        """The train that rusts first."""
        fleet = [*self.trains, *self.hoped]
        fleet.remove(min(fleet, key=self._goes))
        self.trains, self.hoped = tuple(fleet), ()

    def _saved(self) -> float:
        """What there would be if the last incomes had been kept instead of paid."""
        return self.money + sum([income for income, _ in self.paid])

    def _save(self, price: float, phase: Phase) -> None:
        """Keep of them what a train takes."""
        while self.money < price and self.paid:
            kept, yen = self.paid.pop()
            self.money += kept
            self.dividends -= kept * yen
            if kept and not phase.communism:
                self.cell = self.s.tables.market.move(self.cell, "left", 2)

    def _lasts(self, circle: Circle, fleet: Sequence[str]) -> bool:
        """Whether a train is worth its price: it runs at least twice and not shorter than the others."""
        ends = self._goes(circle.train)
        return min(ends, self.times.ends) > circle.at + 2 and all(self._goes(old) <= ends for old in fleet)
