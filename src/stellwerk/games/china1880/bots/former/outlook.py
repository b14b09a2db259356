"""What companies and players might expect, as version 0.1 saw it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from stellwerk.core import Seat
from stellwerk.games.china1880.bots.former.networks import Networks01
from stellwerk.games.china1880.bots.former.timetable import Timetable, timetable
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.investors import PREMIUM
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, for_sale, in_bank
from stellwerk.games.china1880.rules.components import Phase
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.market import Cell

INTEREST = 1.04
"""What a yen becomes in a circle: it buys shares."""
BESIDE = 0.75
"""What a further train earns, as a part of what it would alone."""
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
NEED = 0.5
"""How much of what it will lack for a train beyond the horizon its director must pay."""
DEBT = 1.5
"""What a yen of debt becomes with every share round."""
UNPAID = 2
"""Share rounds until it is paid."""
DUMPED = 0.3
"""How likely a director leaves a company in need to the next largest holder."""
MERGING = 0.8
"""How likely a merger remains with every tile that is missing."""
NEVER = 99.0


class Foresight(NamedTuple):
    """How somebody looks ahead."""

    circles: float
    """The horizon: so long every company is followed."""
    later: float
    """How much of what its track could earn beyond the horizon a company may count on."""
    plans: bool
    """Whether a founder counts on the shares that he must still buy until his company floats."""


class Prospect(NamedTuple):
    """Of a company: what a share of 10 % brings, what its director must add for trains, and what it will lack later."""

    share: float
    burden: float
    need: float


class Outlook:
    def __init__(self, networks: Networks01) -> None:
        self.networks = networks
        self._prospects: Cache[tuple[object, ...], Prospect] = Cache(50_000)

    def seats(self, s: China, sight: Foresight) -> list[float]:
        """What every player may expect to own at the horizon, and a part of what comes later."""
        times = timetable(s).until(sight.circles, sight.later)
        expected = self._purses(s, times)
        prospects = {company: self.prospect(s, company, times, sight.plans) for company in s.shares}
        for company, prospect in prospects.items():
            self._add_shares(s, company, prospect, expected)
        self._take_burdens(s, prospects, expected)
        self._add_privates(s, times, expected)
        self._add_investors(s, prospects, expected)
        return expected

    def _purses(self, s: China, times: Timetable) -> list[float]:
        interest, owed = INTEREST**times.ends, DEBT ** min(UNPAID, 1 + times.rounds)
        return [cash * interest - owed * debt for cash, debt in zip(s.cash, s.debt, strict=True)]

    def _add_shares(self, s: China, company: str, prospect: Prospect, expected: list[float]) -> None:
        for seat, percent in enumerate(s.shares[company]):
            expected[seat] += percent / 10 * prospect.share

    def _take_burdens(self, s: China, prospects: Mapping[str, Prospect], expected: list[float]) -> None:
        """What directors must add for trains, dearer where it is more than they have."""
        burdens = [0.0] * s.seats
        for company, prospect in prospects.items():
            _share_burden(s, company, prospect.burden, burdens)
            expected[s.director[company]] -= NEED * prospect.need
        for seat, burden in enumerate(burdens):
            expected[seat] -= burden + (DEBT - 1) * max(0.0, burden - s.cash[seat])

    def prospect(self, s: China, company: str, times: Timetable, plans: bool) -> Prospect:
        owner = s.director[company]
        planned = plans and company not in s.floated and to_float(s, owner)
        key = (
            self.networks.ground(s, company),
            company,
            s.trains[company],
            s.treasury[company],
            s.cell[company],
            company in s.floated,
            planned,
            company in s.full,
            in_bank(s, company),
            s.shares[company][owner],
            s.permits[company],
            (s.ran, s.bought, s.income) if s.active == company else None,
            s.privates["P2"] == owner,
            s.privates["P3"] == owner,
            s.phase,
            len(s.floated),
            s.turns_left,
            tuple(s.depot.values()),
            times.ends,
            times.later,
        )
        return self._prospects.get(key, lambda: Journey(self.networks, s, company, times, planned).prospect())

    def _add_privates(self, s: China, times: Timetable, expected: list[float]) -> None:
        """1880 VI: their revenue; a waiting payment; half a train for the rocket, which must still find a company."""
        for private, seat in s.privates.items():
            if seat < 0:
                continue
            expected[seat] += s.tables.privates[private].revenue * times.paying
            if private == "P0":
                expected[seat] += max(s.tables.payments.values())
            elif private == "P7":
                expected[seat] += s.tables.trains[times.sold[0][1]].price / 2

    def _add_investors(self, s: China, prospects: Mapping[str, Prospect], expected: list[float]) -> None:
        """1880 VII: a fifth of their money, or with a merger the premium, a share and all of it for the company."""
        for investor, seat in s.investors.items():
            money, company = s.treasury[investor], s.reserved.get(investor)
            if company is None:
                near = min(self.networks.apart(s, investor, row.home) for row in s.tables.companies.values())
                expected[seat] += money / 5 + MERGING**near * PREMIUM
                continue
            missing = self.networks.apart(s, investor, s.tables.companies[company].home)
            chance = MERGING**missing * (1.0 if s.now.investors or missing == 0 else 0.5)
            part = s.shares[company][seat] / 100
            expected[seat] += (1 - chance) * money / 5 + chance * (PREMIUM + prospects[company].share + part * money)


def to_float(s: China, seat: Seat) -> bool:
    """1880 XII.7, XII.8: whether a founder has the money and the room for what his companies lack to float."""
    founded = [company for company in s.par if s.director[company] == seat and company not in s.floated]
    lacking = {company: _lacking(s, company, seat) for company in founded if not floats(s, company)}
    price = sum(shares * s.par[company] for company, shares in lacking.items())
    return price <= s.cash[seat] and sum(lacking.values()) <= certificate_limit(s) - certificates(s, seat)


def _lacking(s: China, company: str, seat: Seat) -> int:
    """Shares of 10 % until it floats: what the phase asks for, or all that are for sale."""
    return min(s.now.float - s.shares[company][seat], for_sale(s, company)) // 10


def _share_burden(s: China, company: str, burden: float, burdens: list[float]) -> None:
    """Its director carries it, unless he sells so much that the next largest holder becomes director."""
    director = s.director[company]
    heir = max((seat for seat in range(s.seats) if seat != director), key=s.shares[company].__getitem__)
    may_dump = not s.now.communism and s.shares[company][heir] >= s.certificate[company]
    risk = DUMPED if may_dump else 0.0
    burdens[director] += (1 - risk) * burden
    burdens[heir] += risk * burden


class Journey:
    """One company on its way to the horizon."""

    def __init__(self, networks: Networks01, s: China, company: str, times: Timetable, planned: bool) -> None:
        self.networks, self.s, self.company, self.times, self.planned = networks, s, company, times, planned
        self.trains = s.trains[company]
        self.hoped: tuple[str, ...] = ()
        self.money = s.treasury[company]
        self.full = company in s.full
        self.cell: Cell = s.cell[company]
        self.dividends = self.burden = self.built = 0.0
        self.reach = networks.reach(s, company) * min(1.0, times.tiles(s.permits[company]) / TILES)

    def prospect(self) -> Prospect:
        s, times = self.s, self.times
        if self.company not in s.floated:
            if not self.planned and not floats(s, self.company):
                return Prospect(s.tables.market.price(self.cell) * 0.9, 0.0, 0.0)
            self._float()
        at = self._next_run()
        if s.active == self.company and s.income:
            self._pay(s.income, at, times.on_sale(at)[1])
        sold = times.sold[0][1]
        while at <= times.ends:
            name, phase = times.on_sale(at)
            if name != sold:
                self._share_round(phase)
            sold = name
            self._run(at, phase)
            self._buy(at, name, phase)
            at += 1
        need = 0.0
        if times.later:
            income = self._earned()
            self.dividends += times.later * (income + (1 - self.built) * self.reach)
            need = max(0.0, self._last_price() - self.money - income)
        return Prospect(s.tables.market.price(self.cell) + self.dividends / 10, self.burden, need)

    def _last_price(self) -> int:
        """What a train will cost when the last of its own is gone; nothing if one stays."""
        goes = max((self._goes(name) for name in (*self.trains, *self.hoped) if name != RESTORED), default=0.0)
        return 0 if goes >= self.times.over else self.s.tables.trains[self.times.on_sale(goes)[0]].price

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

    def _run(self, at: float, phase: Phase) -> None:
        self.trains = tuple(name for name in self.trains if self._goes(name) > at)
        self.hoped = tuple(name for name in self.hoped if self._goes(name) > at)
        income = self._earned()
        if self.trains or self.hoped:
            income += 10 * self.s.tables.bonuses[self.cell]
        self._pay(income, at, phase)
        self.built += BUILT * (1 - self.built)

    def _goes(self, train: str) -> float:
        return self.times.goes.get(train, NEVER)

    def _earned(self) -> float:
        """What its trains earn; hoped ones earn a part of what they would alone if others run beside them."""
        income = float(self.networks.income(self.s, self.company, self.trains))
        for name in self.hoped:
            alone = self.networks.income(self.s, self.company, (name,)) + self._growth(name)
            income += BESIDE * alone if income else alone
        if self.trains and not self.hoped:
            income += BESIDE * self._growth(self.trains[-1])
        return income

    def _growth(self, train: str) -> float:
        """What a train gains from stops joined meanwhile; a short one gains little."""
        return self.built * self.reach * min(1.0, self.s.tables.trains[train].stops / LONG)

    def _pay(self, income: float, at: float, phase: Phase) -> None:
        if income > 0:
            self.dividends += income * INTEREST ** max(0.0, self.times.ends - at)
        if not phase.communism:
            self.cell = self.s.tables.market.move(self.cell, "right" if income > 0 else "left")

    def _buy(self, at: float, name: str, phase: Phase) -> None:
        """A train it must have, with its director's help; or a lasting one it can afford."""
        price = self.s.tables.trains[name].price
        fleet = [train for train in (*self.trains, *self.hoped) if train != RESTORED]
        if not fleet:
            # What is lacking at the horizon may still be saved from the income until then.
            self.burden += max(0, price - self.money) if at + 1 <= self.times.ends else 0
            self.money = max(0, self.money - price)
            self.hoped += (name,)
        elif self.money >= price and len(fleet) < phase.limit and self._lasts(name, fleet, at):
            self.money -= price
            self.hoped += (name,)

    def _lasts(self, name: str, fleet: list[str], at: float) -> bool:
        """Whether it is worth its price: it runs at least twice and not shorter than the others."""
        end = self._goes(name)
        return min(end, self.times.ends) > at + 2 and all(self._goes(old) <= end for old in fleet)
