"""1880: what players work out on paper: liquid money, forced purchases, dividends, what is left until when."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from stellwerk.core import Seat
from stellwerk.games.china1880.rules.actions import SellShares
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.phases import top
from stellwerk.games.china1880.rules.chapters.purchase import RESTORED, help_out, list_price, must_buy
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.trading import FEE, emergency_objection, sale_objection
from stellwerk.games.china1880.rules.state import China


def salable(s: China, seat: Seat, company: str, *, emergency: bool = False) -> int:
    """1880 XII.10, VIII.4, XIV.2, X.forced.3: the largest part of a company a player may sell at once, in percent."""
    objection = emergency_objection if emergency else sale_objection
    parts = range(s.shares[company][seat], 0, -10)
    return next((part for part in parts if objection(s, seat, SellShares(company, part)) is None), 0)


def receipts(s: China, company: str, percent: int) -> int:
    """1880 XII.11: the price before the sale, less the fee, for each share."""
    return percent // 10 * (price(s, company) - FEE)


def sales_worth(s: China, seat: Seat, *, emergency: bool = False) -> int:
    """What all shares bring that a player may sell now; a sale changes nothing for other companies."""
    return sum(receipts(s, company, salable(s, seat, company, emergency=emergency)) for company in s.shares)


def liquidity(s: China, seat: Seat) -> int:
    return s.cash[seat] + sales_worth(s, seat)


class Forced(NamedTuple):
    """A purchase of the train on top: who pays what, and how much the director has left."""

    company: str
    seat: Seat
    train: str
    price: int
    treasury: int  # what the company has left
    helped: int  # what the director adds
    cash: int  # what he has left
    debt: int  # with interest, if he sells nothing
    sales: int  # what he could raise by selling instead
    due: bool  # it has no train


def forced(s: China, company: str) -> Forced:
    """1880 X.forced: what happens if a company must buy now."""
    train, seat = top(s), s.director[company]
    cost = list_price(s, train)
    rest, after = max(0, cost - s.treasury[company]), s.copy()
    if rest:
        help_out(after, company, rest)
    left, cash, debt = max(0, s.treasury[company] - cost), after.cash[seat], after.debt[seat] - s.debt[seat]
    raised = sales_worth(s, seat, emergency=True) if debt else 0
    return Forced(company, seat, train, cost, left, s.cash[seat] - cash, cash, debt, raised, must_buy(s, company))


def dividends(s: China, company: str, income: int) -> tuple[int, ...]:
    """1880 X.income.4: what each player gets of an income that is paid out."""
    return tuple(income * percent // 100 for percent in s.shares[company])


def will_float(s: China, company: str) -> bool:
    """1880 XII.8: at the end of the present share round, as things stand."""
    return company not in s.floated and floats(s, company)


class Ahead(NamedTuple):
    """The phase that comes next, the train that begins it, and how many others must go before."""

    phase: str
    train: str
    left: int


def next_phase(s: China) -> Ahead | None:
    """1880 XI.1: the phase after the present one begins with the first train of its type, often the very next train."""
    phases = list(s.tables.phases.values())
    following = next((later for now, later in pairwise(phases) if now.name == s.phase), None)
    if following is None:
        return None
    before = s.tables.ladder[: s.tables.ladder.index(following.train)]
    return Ahead(following.name, following.train, sum(s.depot[train] for train in before))


def turns_to_removal(s: China) -> int | None:
    """1880 X.buy.6: turns of companies, the present one included, until unsold trains leave if nobody buys.

    The turn of an investor comes before all of them and is not counted.
    """
    if s.marker not in s.floated or not s.now.removal:
        return None
    circle, spared = [*s.floated, *s.floated], len(s.floated) if s.spared else 0
    if s.active not in circle:
        return circle.index(s.marker) + 1 + spared
    here = circle.index(s.active)
    waits = 1 if s.active == s.marker and s.bought else 0
    return circle.index(s.marker, here + waits) - here + 1 + spared


def rust_with(s: China, company: str) -> str:
    """1880 XI.2: the train whose first copy scraps the last train of a company; empty if one stays."""
    own = [s.tables.trains[name] for name in s.trains[company] if name != RESTORED]
    if not own or any(not train.rusts_on for train in own):
        return ""
    return max((train.rusts_on for train in own), key=s.tables.ladder.index)
