"""1880 VIII, XIII: holdings, directors and prices. Plain functions that other chapters use."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.core import Seat, tell
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell
from stellwerk.rail18.shares import certificates as cards
from stellwerk.rail18.shares import director as largest_holder


def price(s: China, company: str) -> int:
    return s.tables.market.prices[s.cell[company]]


def in_bank(s: China, company: str) -> int:
    """Percent neither held by a player nor reserved for an investor."""
    return 100 - sum(s.shares[company]) - (10 if company in s.reserved.values() else 0)


def for_sale(s: China, company: str) -> int:
    """1880 XI.3: before the first 3-train the lower half of the stack is not for sale."""
    if company in s.stacks and s.variants.change_from_stack:
        return 10 * len(s.stacks[company].for_sale)
    return in_bank(s, company) - (0 if s.now.ten_shares else 50 - s.freed.get(company, 0))


def restack(s: China, company: str, deed: Callable[..., Stack], *what: int) -> None:
    """Departure VIII.5: where the cards of a company lie after a deed, at a table that looks at them."""
    if company in s.stacks:
        s.stacks[company] = deed(s.stacks[company], *what)


def transfer(s: China, company: str, seat: Seat, percent: int) -> None:
    """Give a seat a part of a company, or take it away when negative."""
    held = s.shares[company]
    s.shares[company] = (*held[:seat], held[seat] + percent, *held[seat + 1 :])


def certificates(s: China, seat: Seat) -> int:
    """1880 XII.7: what counts for the limit; a director's certificate is one."""
    count = 0
    for company, held in s.shares.items():
        if held[seat]:
            directs = s.director[company] == seat
            count += cards(held[seat], s.certificate[company]) if directs else held[seat] // 10
    return count


def certificates_with_share(s: China, seat: Seat, company: str) -> int:
    """What would count if a player held one more share of a company, which may make him its director."""
    held, size = s.shares[company], s.certificate[company]
    directs = s.director[company] == seat
    would = directs or held[seat] + 10 > held[s.director[company]]
    now = cards(held[seat], size if directs else 0) if held[seat] else 0
    return certificates(s, seat) - now + cards(held[seat] + 10, size if would else 0)


def certificate_limit(s: China) -> int:
    return s.tables.players[s.seats].certificates


def next_director(s: China, company: str) -> Seat:
    """1880 VIII.3: who holds more than the director; of equals the next clockwise from him."""
    return largest_holder(dict(enumerate(s.shares[company])), s.director[company], s.order)


def settle_director(s: China, company: str) -> None:
    """1880 VIII.5: certificates are exchanged; percentages stay, only what counts as one card changes."""
    seat = next_director(s, company)
    if seat != s.director[company]:
        restack(s, company, Stack.directed, s.director[company], seat, s.certificate[company])
        s.director[company] = seat
        tell(s, events.DirectorChanged, company, seat)


def move_price(s: China, company: str, step: str, times: int = 1) -> None:
    """1880 XIII; XIV.1, XII.10: no price moves in the communist phase, nor before the company is on the chart."""
    if s.now.communism or not is_listed(s, company):
        return
    old = s.cell[company]
    s.cell[company] = s.tables.market.move(old, step, times)
    if s.cell[company] != old:
        tell(s, events.PriceMoved, company, s.tables.market.price(old), price(s, company))


def is_listed(s: China, company: str) -> bool:
    """1880 XII.10: the price marker of a company is placed when it floats."""
    return company in s.floated or s.variants.early_fall


def par_cell(s: China, par: int) -> Cell:
    return Cell(*s.tables.pars[par].cell)
