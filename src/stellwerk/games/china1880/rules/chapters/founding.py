"""1880 VIII.1, VIII.7, XII.6, XII.9: founding a company, its permits, its place on the list, its capital."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stellwerk.core import Action, Illegal, Options, Rng, Seat, Text, tell
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import Found
from stellwerk.games.china1880.rules.chapters.money import fund
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, in_bank, par_cell, restack
from stellwerk.games.china1880.rules.citation import no
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China


def free_rows(s: China, par: int) -> tuple[int, ...]:
    """1880 XII.6: the rows a founder may take at a par price: the uppermost free one."""
    taken = [s.row[company] for company, price in s.par.items() if price == par]
    free = tuple([row for row in range(s.tables.pars[par].rows) if row not in taken])
    return free if s.variants.free_row else free[:1]


def hindered_by_debt(s: China, seat: Seat) -> bool:
    """1880 X.forced.5: no founding before all debt is paid."""
    return s.debt[seat] > 0 and not s.variants.debtor_founds


def cost(a: Found) -> int:
    return a.par * a.percent // 10


def founding_objection(s: China, seat: Seat, a: Found) -> Illegal | None:
    """Everything that speaks against founding, first what concerns the company, then the founder."""
    certificate = s.tables.certificates.get(a.percent)
    if a.company not in s.tables.companies or a.company in s.par:
        return no("XII.6", Text("{company} cannot be founded any more", company=a.company))
    if certificate is None:
        return no("VIII.1", Text("no director's certificate of {percent} %", percent=a.percent))
    if a.permits not in certificate.permits:
        names = certificate.permits
        return no("VIII.7", Text("permits with {percent} %: {names}", percent=a.percent, names=names))
    if a.par not in s.tables.pars:
        return no("XII.6", Text("no par price of ¥{par}", par=a.par))
    if a.row not in free_rows(s, a.par):
        return no("XII.6", Text("row {row} at ¥{par} is not the one to take", row=a.row + 1, par=a.par))
    return _founder_objection(s, seat, a)


def _founder_objection(s: China, seat: Seat, a: Found) -> Illegal | None:
    if hindered_by_debt(s, seat):
        return no("X.forced.5", Text("debt of ¥{debt} must be paid first", debt=s.debt[seat]))
    if s.cash[seat] < cost(a):
        return no("XII.4", Text("¥{price} needed, ¥{cash} there", price=cost(a), cash=s.cash[seat]))
    if certificates(s, seat) >= certificate_limit(s):
        return no("XII.7", Text("certificate limit of {limit} reached", limit=certificate_limit(s)))
    return None


def may_found(s: China, seat: Seat) -> bool:
    """Whether any founding is open to a player, without listing them."""
    if len(s.par) == len(s.tables.companies) or hindered_by_debt(s, seat):
        return False
    return certificates(s, seat) < certificate_limit(s) and next(_terms(s, s.cash[seat]), None) is not None


def could_found(s: China, seat: Seat) -> bool:
    """Whether a player has the money and the hand for the cheapest certificate, whatever rows and debts say."""
    if len(s.par) == len(s.tables.companies):
        return False
    cheapest = min(s.tables.pars) * min(s.tables.certificates) // 10
    return s.cash[seat] >= cheapest and certificates(s, seat) < certificate_limit(s)


class Foundings(Options):
    """Every founding a player may make now: any company on any terms, made when it is asked for."""

    __slots__ = ("companies", "terms")

    def __init__(self, s: China, seat: Seat) -> None:
        self.companies = [company for company in s.tables.companies if company not in s.par]
        self.terms = list(_terms(s, s.cash[seat])) if may_found(s, seat) else []

    def __contains__(self, action: object) -> bool:
        return any(action == found for found in self)

    def __iter__(self) -> Iterator[Action]:
        return (_founding(company, *terms) for company in self.companies for terms in self.terms)

    def __len__(self) -> int:
        return len(self.companies) * len(self.terms)

    def __bool__(self) -> bool:
        return len(self) > 0

    def sample(self, rng: Rng) -> Action:
        company, terms = divmod(rng.randrange(len(self)), len(self.terms))
        return _founding(self.companies[company], *self.terms[terms])


@lru_cache(1 << 12)
def _founding(company: str, percent: int, par: int, row: int, permits: str) -> Found:
    return Found(company, percent, par, row, permits)


def _terms(s: China, cash: int) -> Iterator[tuple[int, int, int, str]]:
    """What can be chosen beside the company: certificate, par price, row, permits."""
    for certificate in s.tables.certificates.values():
        for par in s.tables.pars:
            if par * certificate.percent // 10 <= cash:
                for row in free_rows(s, par):
                    yield from ((certificate.percent, par, row, permits) for permits in certificate.permits)


def found(s: China, seat: Seat, a: Found) -> None:
    """The certificate changes hands, the company takes its row; money is the caller's business."""
    s.par[a.company], s.row[a.company] = a.par, a.row
    s.certificate[a.company], s.permits[a.company] = a.percent, a.permits
    s.director[a.company] = seat
    s.shares[a.company] = tuple(a.percent if other == seat else 0 for other in range(s.seats))
    if s.variants.change_from_stack:
        s.stacks[a.company] = Stack.founded(s.seats, seat, a.percent, s.now.ten_shares)
    s.cell[a.company] = par_cell(s, a.par)
    s.treasury[a.company], s.trains[a.company], s.stations[a.company] = 0, (), ()
    tell(s, events.Founded, seat, a.company, a.percent, a.par, a.permits)
    reserve_share(s, seat, a.company)


def reserve_share(s: China, seat: Seat, company: str) -> None:
    """1880 VII.5: the first company of an investor's owner puts a share on the investor's charter."""
    investor = next((i for i, owner in s.investors.items() if owner == seat and i not in s.reserved), None)
    if investor:
        s.reserved[investor] = company
        restack(s, company, Stack.reserved)
        tell(s, events.ShareReserved, investor, company)


def complete_capital(s: China, company: str) -> None:
    """1880 XII.9: the second half, once, when the first 3-train is gone and the bank holds at most five shares."""
    if s.now.ten_shares and company not in s.full and in_bank(s, company) <= 50:
        s.full = (*s.full, company)
        fund(s, company, 5 * s.par[company])
        tell(s, events.CapitalCompleted, company, 5 * s.par[company])
