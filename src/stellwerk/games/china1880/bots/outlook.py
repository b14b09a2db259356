"""What companies and players may expect within some circles, in yen.

A player has cash, a part of every company as far as its journey can be followed, and what private companies and
investors still bring; he must help where a company of his lacks the money for a train.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from stellwerk.core import Seat, Text
from stellwerk.games.china1880.bots.journey import Journey, Prospect, has_sister
from stellwerk.games.china1880.bots.networks import Networks
from stellwerk.games.china1880.bots.timetable import Timetable, timetable
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.investors import PREMIUM
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, for_sale, in_bank
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.cache import Cache

RELUCTANCE = 200
"""Yen by which a sale must be better than none: what shares will bring is known roughly, what a sale costs exactly."""
SOON = 0.4
"""How much of the dividends until the horizon has come in when a train must be bought."""
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


class Foresight(NamedTuple):
    """How somebody looks ahead."""

    circles: float
    """The horizon: so long every company is followed."""
    plans: bool
    """Whether a founder counts on the shares that he must still buy until his company floats."""


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
            self.networks.reach(s, company),
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
