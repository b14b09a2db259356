"""What companies and players may expect within some circles, in yen.

A company is followed circle by circle to the end of the game: its trains earn until they rust, its treasury buys the
types that will be on sale, its price goes where dividends and sold-out share rounds drive it. What it lacks for a train
it must have is its director's burden. A player has cash, a part of every company, and what private companies and
investors still bring.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from stellwerk.core import Seat, Text
from stellwerk.games.china1880.bots.networks import Networks
from stellwerk.games.china1880.bots.timetable import Circle, Timetable, timetable
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.investors import PREMIUM
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, for_sale, in_bank
from stellwerk.games.china1880.rules.components import Phase
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.market import Cell

RELUCTANCE = 80
"""Yen by which a sale must be better than none: what shares will bring is known roughly, what a sale costs exactly."""
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
SOON = 0.4
"""How much of the dividends until the horizon has come in when a train must be bought."""
SAVED = 2
"""Incomes that may be kept for a train which can be foreseen."""
FORESEEN, AVOIDED = 8, 0.85
"""Circles for which such a burden can be foreseen, and what remains of it with every further one: there is time to
provide for it."""
DEBT = 1.5
"""What a yen of debt becomes with every share round."""
UNPAID = 2
"""Share rounds until it is paid."""
LENT = 0.4
"""What part of a train must still be paid where sisters can pass one to and fro, at the cost of runs."""
DUMPED = 0.3
"""How likely a director leaves a company in need to the next largest holder."""
MERGING = 0.8
"""How likely a merger remains with every tile that is missing."""
NEVER = 99.0


class Foresight(NamedTuple):
    """How somebody looks ahead."""

    circles: float
    """The horizon: so long every company is followed."""
    plans: bool
    """Whether a founder counts on the shares that he must still buy until his company floats."""


class Prospect(NamedTuple):
    """Of a company: what a share of 10 % brings, what its director must add for trains, and what of the first is paid
    until the horizon."""

    share: float
    burden: float
    paid: float = 0.0


class Outlook:
    def __init__(self, networks: Networks) -> None:
        self.networks = networks
        self._prospects: Cache[tuple[object, ...], Prospect] = Cache(50_000)
        self._before: tuple[tuple[object, ...], Mapping[str, Prospect]] = (), {}

    def seats(
        self, s: China, sight: Foresight, idle: Collection[Seat] = (), seen: Mapping[str, Prospect] | None = None
    ) -> list[float]:
        """What every player may expect to own at the horizon.

        `idle` buy no more shares: what they have founded does not float by their plans. `seen` are the prospects of
        all companies where somebody knows them already.
        """
        times = timetable(s, sight.circles)
        expected = self._purses(s, times)
        prospects = seen or self._prospects_of(s, times, sight, idle)
        for company, prospect in prospects.items():
            self._add_shares(s, company, prospect, expected)
        self._take_burdens(s, prospects, expected)
        self._add_privates(s, times, expected)
        self._add_investors(s, prospects, expected)
        return expected

    def after_work(self, s: China, then: China, sight: Foresight, company: str) -> list[float]:
        """What every player may expect if what was built matters to one company only: a first sight."""
        times = timetable(s, sight.circles)
        seen = self._before_work(s, times, sight)
        if company in seen:
            seen = {**seen, company: self.prospect(then, company, times, sight.plans)}
        return self.seats(then, sight, seen=seen)

    def _before_work(self, s: China, times: Timetable, sight: Foresight) -> Mapping[str, Prospect]:
        """All tiles are laid from one position; between two of them something of this has changed."""
        key = (
            s.board,
            times,
            s.active,
            *s.treasury.values(),
            *s.cash,
            *s.trains.values(),
            *s.cell.values(),
            *s.permits.values(),
        )
        if self._before[0] != key:
            self._before = key, self._prospects_of(s, times, sight, ())
        return self._before[1]

    def parts(self, s: China, sight: Foresight, seat: Seat, idle: Collection[Seat] = ()) -> dict[Text, float]:
        """What one player may expect by what it comes from."""
        times = timetable(s, sight.circles)
        prospects = self._prospects_of(s, times, sight, idle)
        found = {Text("cash"): self._purses(s, times)[seat]}

        def add(title: Text, enter: Callable[[list[float]], None]) -> None:
            column = [0.0] * s.seats
            enter(column)
            found[title] = column[seat]

        for company, prospect in prospects.items():
            add(Text("shares of {company}", company=company), partial(self._add_shares, s, company, prospect))
        add(Text("trains that must be bought"), partial(self._take_burdens, s, prospects))
        add(Text("private companies"), partial(self._add_privates, s, times))
        add(Text("investors"), partial(self._add_investors, s, prospects))
        return found

    def _purses(self, s: China, times: Timetable) -> list[float]:
        yen, owed = times.yen(0.0), DEBT ** min(UNPAID, 1 + times.rounds)
        purses = [cash * yen - owed * debt for cash, debt in zip(s.cash, s.debt, strict=True)]
        for seat, _ in s.sold:
            purses[seat] -= RELUCTANCE
        return purses

    def _prospects_of(
        self, s: China, times: Timetable, sight: Foresight, idle: Collection[Seat]
    ) -> dict[str, Prospect]:
        return {
            company: self.prospect(s, company, times, sight.plans and s.director[company] not in idle)
            for company in s.shares
        }

    def _add_shares(self, s: China, company: str, prospect: Prospect, expected: list[float]) -> None:
        for seat, percent in enumerate(s.shares[company]):
            expected[seat] += percent / 10 * prospect.share

    def _take_burdens(self, s: China, prospects: Mapping[str, Prospect], expected: list[float]) -> None:
        """What directors must add for trains, dearer where it is more than they have."""
        burdens = [0.0] * s.seats
        for company, prospect in prospects.items():
            _share_burden(s, company, prospect.burden, burdens)
        for seat, burden in enumerate(burdens):
            soon = SOON * sum(s.shares[company][seat] / 10 * prospect.paid for company, prospect in prospects.items())
            expected[seat] -= burden + (DEBT - 1) * max(0.0, burden - s.cash[seat] - soon)

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
            has_sister(s, company),
            s.privates["P2"] == owner,
            s.privates["P3"] == owner,
            s.phase,
            times,
        )
        return self._prospects.get(key, lambda: self._best_journey(s, company, times, planned))

    def _best_journey(self, s: China, company: str, times: Timetable, planned: bool) -> Prospect:
        """Its director decides whether income is kept for better trains."""
        journey = Journey(self.networks, s, company, times, planned)
        thrifty = journey.prospect()
        if not journey.has_saved:
            return thrifty
        spending = Journey(self.networks, s, company, times, planned, saves=False).prospect()
        held = s.shares[company][s.director[company]] / 10
        return max(thrifty, spending, key=lambda found: held * found.share - found.burden)

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
                near = min(self.networks.to_merge(s, investor, row) for row in s.tables.companies)
                expected[seat] += money / 5 + MERGING**near * PREMIUM
                continue
            missing = self.networks.to_merge(s, investor, company)
            chance = MERGING**missing * (1.0 if s.now.investors or missing == 0 else 0.5)
            part = s.shares[company][seat] / 100
            expected[seat] += (1 - chance) * money / 5 + chance * (PREMIUM + prospects[company].share + part * money)


def to_float(s: China, seat: Seat) -> bool:
    """1880 XII.5, XII.7, XII.8: whether a founder may buy what his companies lack to float, and has money and room."""
    founded = [company for company in s.par if s.director[company] == seat and company not in s.floated]
    lacking = {company: _lacking(s, company, seat) for company in founded if not floats(s, company)}
    if any((seat, company) in s.sold for company in lacking):
        return False
    price = sum(shares * s.par[company] for company, shares in lacking.items())
    return price <= s.cash[seat] and sum(lacking.values()) <= certificate_limit(s) - certificates(s, seat)


def _lacking(s: China, company: str, seat: Seat) -> int:
    """Shares of 10 % until it floats: what the phase asks for, or all that are for sale."""
    return min(s.now.float - s.shares[company][seat], for_sale(s, company)) // 10


def has_sister(s: China, company: str) -> bool:
    """1880 X.buy.3: whether another company of its director has room for a train."""
    owner, limit = s.director[company], s.now.limit
    return any(s.director[c] == owner and c != company and len(s.trains[c]) < limit for c in s.floated)


def borrows(s: China, company: str) -> bool:
    """1880 X.buy.1, X.buy.3: whether a sister may sell it a train that stays, for next to nothing and back again."""
    owner, trains = s.director[company], s.tables.trains
    sisters = (c for c in s.floated if s.director[c] == owner and c != company) if s.now.ten_shares else ()
    return any(not trains[train].rusts_on and train != RESTORED for sister in sisters for train in s.trains[sister])


def _share_burden(s: China, company: str, burden: float, burdens: list[float]) -> None:
    """Its director carries it, unless he sells so much that the next largest holder becomes director."""
    if borrows(s, company):
        burden *= LENT
    director = s.director[company]
    heir = max((seat for seat in range(s.seats) if seat != director), key=s.shares[company].__getitem__)
    may_dump = not s.now.communism and s.shares[company][heir] >= s.certificate[company]
    risk = DUMPED if may_dump else 0.0
    burdens[director] += (1 - risk) * burden
    burdens[heir] += risk * burden


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
