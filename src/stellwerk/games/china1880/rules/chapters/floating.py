"""1880 XII.8, XII.9, XIII.4, V.9: what happens at the end of a share round."""

from __future__ import annotations

from stellwerk.core import Step, tell
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.chapters.homes import place_home
from stellwerk.games.china1880.rules.chapters.money import fund
from stellwerk.games.china1880.rules.chapters.shares import for_sale, move_price
from stellwerk.games.china1880.rules.state import NOBODY, China


@value
class CloseShareRound(Step[China]):
    """Companies float, debts grow, sold-out companies rise, the priority marker moves."""

    def run(self, s: China) -> None:
        floating = ready(s)
        for company in floating:
            float_company(s, company)
        for company in asked_last_first(s, floating):
            place_home(s, company)
        add_interest(s)
        for company in [c for c in s.par if for_sale(s, c) == 0]:
            tell(s, events.SoldOut, company)
            move_price(s, company, "up")
        if s.trader != NOBODY:
            s.priority = s.order[(s.order.index(s.trader) + 1) % s.seats]
        tell(s, events.PriorityMoved, s.priority)
        s.rounds += 1


def ready(s: China) -> list[str]:
    """Companies that float now, as they were founded."""
    return [c for c in s.par if c not in s.floated and floats(s, c)]


def asked_last_first(s: China, floating: list[str]) -> list[str]:
    """1880 X.station.5, IX.1: homes are settled from the end of the turn order list: the question put last is asked
    first."""
    if not s.variants.listed_homes:
        return floating
    return sorted(floating, key=lambda company: place_on_list(s, company), reverse=True)


def floats(s: China, company: str) -> bool:
    """1880 XII.8: the director holds enough for the phase, or nothing is left for sale."""
    return s.shares[company][s.director[company]] >= s.now.float or for_sale(s, company) == 0


def float_company(s: China, company: str) -> None:
    capital = 5 * s.par[company]
    fund(s, company, capital)
    s.floated = tuple(sorted((*s.floated, company), key=lambda c: place_on_list(s, c)))
    tell(s, events.Floated, company, capital)


def place_on_list(s: China, company: str) -> tuple[int, int]:
    """1880 IX.1: par price from 100 down, then the row from the top."""
    return -s.par[company], s.row[company]


def add_interest(s: China) -> None:
    """1880 X.forced.4: half as much again, rounded up."""
    for seat, debt in enumerate(s.debt):
        if debt:
            s.debt[seat] = with_interest(debt)
            tell(s, events.InterestAdded, seat, s.debt[seat])


def with_interest(debt: int) -> int:
    return debt + (debt + 1) // 2
