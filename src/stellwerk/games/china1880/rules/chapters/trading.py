"""1880 XII: buying one share, selling any number, in share rounds and in an emergency."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from stellwerk.core import Illegal, Seat, Text, tell
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import BuyShare, SellShares
from stellwerk.games.china1880.rules.chapters.founding import complete_capital
from stellwerk.games.china1880.rules.chapters.money import pay, receive
from stellwerk.games.china1880.rules.chapters.shares import (
    certificate_limit,
    certificates,
    certificates_with_share,
    for_sale,
    move_price,
    price,
    restack,
    settle_director,
    transfer,
)
from stellwerk.games.china1880.rules.citation import no
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China

FEE = 5


@cache
def _buying(company: str) -> BuyShare:
    return BuyShare(company)


@cache
def _selling(company: str, percent: int) -> SellShares:
    return SellShares(company, percent)


def purchase_objection(s: China, seat: Seat, a: BuyShare) -> Illegal | None:
    if a.company not in s.par:
        return no("VIII.1", Text("{company} has not been founded", company=a.company))
    if s.debt[seat]:
        return no("X.forced.5", Text("debt of ¥{debt} must be paid first", debt=s.debt[seat]))
    if for_sale(s, a.company) <= 0:
        section = "XII.4" if s.now.ten_shares else "XI.3"
        return no(section, Text("no share of {company} is for sale", company=a.company))
    if (seat, a.company) in s.sold:
        return no("XII.5", Text("shares of {company} were sold in this share round", company=a.company))
    if s.cash[seat] < price(s, a.company):
        wanted = price(s, a.company)
        return no("XII.4", Text("¥{price} needed, ¥{cash} there", price=wanted, cash=s.cash[seat]))
    if not has_place(s, seat, a.company):
        return no("XII.7", Text("certificate limit of {limit} reached", limit=certificate_limit(s)))
    return None


def has_place(s: China, seat: Seat, company: str) -> bool:
    """1880 XII.7: whether a player within the limit is still within it with one more share of a company."""
    now, limit = certificates(s, seat), certificate_limit(s)
    if now != limit or s.variants.plain_limit:
        return now < limit
    return certificates_with_share(s, seat, company) <= limit


def purchases(s: China, seat: Seat) -> list[BuyShare]:
    """Every share a player may buy now: what ``purchase_objection`` lets through, without its reasons."""
    count, limit = certificates(s, seat), certificate_limit(s)
    if s.debt[seat] or count > limit:
        return []
    return [_buying(c) for c in s.par if _is_affordable(s, seat, c) and (count < limit or has_place(s, seat, c))]


def could_buy(s: China, seat: Seat) -> bool:
    """Whether a player could buy a share if he had no debt."""
    if certificates(s, seat) >= certificate_limit(s):
        return False
    return any(_is_affordable(s, seat, company) for company in s.par)


def _is_affordable(s: China, seat: Seat, company: str) -> bool:
    """Whether a share is for sale to this player, and he has its price."""
    return price(s, company) <= s.cash[seat] and for_sale(s, company) > 0 and (seat, company) not in s.sold


def buy_share(s: China, seat: Seat, company: str) -> None:
    """1880 XII.4: one share at the current price; the price does not move."""
    paid = price(s, company)
    pay(s, seat, paid)
    transfer(s, company, seat, 10)
    restack(s, company, Stack.bought, seat)
    tell(s, events.ShareBought, seat, company, paid)
    complete_capital(s, company)
    settle_director(s, company)


def sale_objection(s: China, seat: Seat, a: SellShares) -> Illegal | None:
    """What speaks against a sale in a share round."""
    if s.rounds == 0:
        return no("V.8", Text("no sales in the first share round"))
    if refusal := _holding_objection(s, seat, a):
        return refusal
    if s.director[a.company] != seat:
        return None
    if s.now.communism:
        return no("XIV.2", Text("a director sells no shares of {company} now", company=a.company))
    left = s.shares[a.company][seat] - a.percent
    if left < s.certificate[a.company] > _largest_other(s, seat, a.company):
        return no("VIII.4", Text("nobody can take over {company} as director", company=a.company))
    return None


def emergency_objection(s: China, seat: Seat, a: SellShares) -> Illegal | None:
    """1880 X.forced.3: sales to help a company may change no director; XIV.2: the German book lets them be."""
    if refusal := _holding_objection(s, seat, a):
        return refusal
    if s.director[a.company] != seat:
        return None
    if s.now.communism and s.variants.frozen_directors:
        return no("XIV.2", Text("a director sells no shares of {company} now", company=a.company))
    left = s.shares[a.company][seat] - a.percent
    if left < s.certificate[a.company] or left < _largest_other(s, seat, a.company):
        return no("X.forced.3", Text("the director of {company} must not change", company=a.company))
    return None


def _holding_objection(s: China, seat: Seat, a: SellShares) -> Illegal | None:
    if a.company not in s.par:
        return no("XII.10", Text("{company} has not been founded", company=a.company))
    if a.percent <= 0 or a.percent % 10:
        return no("XII.10", Text("shares are sold by 10 %"))
    if a.percent > s.shares[a.company][seat]:
        held = s.shares[a.company][seat]
        return no("XII.10", Text("only {percent} % of {company} held", percent=held, company=a.company))
    return None


def _largest_other(s: China, seat: Seat, company: str) -> int:
    return max(percent for other, percent in enumerate(s.shares[company]) if other != seat)


def holdings(s: China, seat: Seat) -> Iterator[SellShares]:
    """Everything a player holds, as sales of each size."""
    for company, held in s.shares.items():
        for percent in range(10, held[seat] + 1, 10):
            yield _selling(company, percent)


def sales(s: China, seat: Seat) -> list[SellShares]:
    """Every sale a player may make in a share round: what ``sale_objection`` lets through, without its reasons."""
    if not s.rounds:
        return []
    return [_selling(c, percent) for c in s.shares for percent in range(10, _most_to_sell(s, seat, c) + 1, 10)]


def may_sell(s: China, seat: Seat) -> bool:
    """Whether a player has any share to sell, without listing them."""
    return s.rounds > 0 and any(_most_to_sell(s, seat, company) > 0 for company in s.shares)


def _most_to_sell(s: China, seat: Seat, company: str) -> int:
    """1880 VIII.4, XIV.2: a director keeps his certificate unless somebody can take over, and everything for a time."""
    held = s.shares[company][seat]
    if not held or s.director[company] != seat:
        return held
    if s.now.communism:
        return 0
    certificate = s.certificate[company]
    return held if _largest_other(s, seat, company) >= certificate else held - certificate


def sell_shares(s: China, seat: Seat, a: SellShares) -> None:
    """1880 XII.10, XII.11, XIII.3: the price before the sale for all shares, less the fee; then the price falls."""
    count = a.percent // 10
    receipts = count * (price(s, a.company) - FEE)
    receive(s, seat, receipts)
    transfer(s, a.company, seat, -a.percent)
    restack(s, a.company, Stack.sold, seat, a.percent)
    tell(s, events.SharesSold, seat, a.company, a.percent, receipts)
    settle_director(s, a.company)
    give_change(s, a.company, seat)
    move_price(s, a.company, "down", count)


def give_change(s: China, company: str, seat: Seat) -> None:
    """Departure VIII.5: what whole cards were worth beyond the shares sold."""
    if company in s.stacks:
        owed = s.shares[company][seat] - s.stacks[company].worth(seat, s.certificate[company])
        restack(s, company, Stack.changed, seat, owed // 10)
