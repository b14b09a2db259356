"""1880: standing orders: passing, bidding and buying ahead.

Each answers only where its answer is allowed, and ends when it is reached or when its player sells the company it is
about.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Action, Program, Seat, Text, pending
from stellwerk.games.china1880.rules.actions import PASS, Bid, BuyShare, SellShares
from stellwerk.games.china1880.rules.chapters.auction import Bidding, unit
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.purchase import Purchase
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import NOBODY, China


def _if_allowed(s: China, action: Action) -> Action | None:
    choice = pending(s)
    assert choice is not None
    return action if choice.objection(s, action) is None else None


# --- share rounds ----------------------------------------------------------------------------------------------------


def share_round_now(s: China, seat: Seat) -> Sequence[str]:
    return (str(s.rounds + 1),)


def pass_share_round(s: China, seat: Seat, number: str) -> Action | None:
    """Every turn of one share round; a forced sale is still asked."""
    in_it = isinstance(pending(s), Trade) and str(s.rounds + 1) == number
    return _if_allowed(s, PASS) if in_it else None


def share_round_over(s: China, seat: Seat, number: str, action: Action | None) -> bool:
    return not number.isdecimal() or s.rounds + 1 > int(number)


def trades_so_far(s: China, seat: Seat) -> Sequence[str]:
    """A mark that every purchase, sale and founding changes."""
    held = sum(map(sum, s.shares.values()))
    return (f"{s.rounds + 1}-{len(s.par)}-{held}-{len(s.sold)}",)


def pass_until_trade(s: China, seat: Seat, mark: str) -> Action | None:
    unchanged = isinstance(pending(s), Trade) and trades_so_far(s, seat) == (mark,)
    return _if_allowed(s, PASS) if unchanged else None


def traded(s: China, seat: Seat, mark: str, action: Action | None) -> bool:
    return trades_so_far(s, seat) != (mark,)


def sold_by_hand(company: str, action: Action | None) -> bool:
    return isinstance(action, SellShares) and action.company == company


def unfloated(s: China, seat: Seat) -> Sequence[str]:
    return tuple(company for company in s.par if company not in s.floated and not floats(s, company))


def buy_until_floated(s: China, seat: Seat, company: str) -> Action | None:
    """One share a turn until the company would float at the end of the share round."""
    wanted = isinstance(pending(s), Trade) and company in unfloated(s, seat)
    return _if_allowed(s, BuyShare(company)) if wanted else None


def floated_or_sold(s: China, seat: Seat, company: str, action: Action | None) -> bool:
    return company not in unfloated(s, seat) or sold_by_hand(company, action)


def holdings_to_reach(s: China, seat: Seat) -> Sequence[str]:
    return tuple(
        f"{company} {percent}" for company in s.par for percent in range(s.shares[company][seat] + 10, 101, 10)
    )


def buy_shares(s: China, seat: Seat, goal: str) -> Action | None:
    """One share a turn until so many percent of a company are held."""
    company, _, percent = goal.partition(" ")
    if not isinstance(pending(s), Trade) or company not in s.par or not percent.isdecimal():
        return None
    return _if_allowed(s, BuyShare(company)) if s.shares[company][seat] < int(percent) else None


def held_or_sold(s: China, seat: Seat, goal: str, action: Action | None) -> bool:
    company, _, percent = goal.partition(" ")
    reached = company in s.par and percent.isdecimal() and s.shares[company][seat] >= int(percent)
    return reached or sold_by_hand(company, action)


def founded(s: China, seat: Seat) -> Sequence[str]:
    return tuple(s.par)


def prices(s: China, seat: Seat) -> range:
    return range(1, s.cash[seat] + 1)


def company_and_price(goal: str) -> tuple[str, int]:
    company, _, most = goal.partition(" ")
    return company, int(most) if most.isdecimal() else 0


def buy_if_cheap(s: China, seat: Seat, goal: str) -> Action | None:
    """One share a turn, as long as a share costs no more than so much."""
    company, most = company_and_price(goal)
    wanted = isinstance(pending(s), Trade) and company in s.par and price(s, company) <= most
    return _if_allowed(s, BuyShare(company)) if wanted else None


def dear_or_sold(s: China, seat: Seat, goal: str, action: Action | None) -> bool:
    company, most = company_and_price(goal)
    return company not in s.par or price(s, company) > most or sold_by_hand(company, action)


# --- auction and operating rounds ------------------------------------------------------------------------------------


def unsold_privates(s: China, seat: Seat) -> Sequence[str]:
    return tuple(private for private, owner in s.privates.items() if owner == NOBODY)


def pass_auction(s: China, seat: Seat, private: str) -> Action | None:
    choice = pending(s)
    return PASS if isinstance(choice, Bidding) and choice.private == private else None


def auctioned(s: China, seat: Seat, private: str, action: Action | None) -> bool:
    return s.privates.get(private) != NOBODY


def bids(s: China, seat: Seat) -> range:
    return range(unit(s), s.cash[seat] + 1, unit(s))


def bid_up_to(s: China, seat: Seat, limit: str) -> Action | None:
    """The lowest bid that is allowed, then a pass."""
    private, most = company_and_price(limit)
    choice = pending(s)
    if not isinstance(choice, Bidding) or choice.private != private:
        return None
    return _if_allowed(s, Bid(private, choice.least)) if choice.least <= most else PASS


def auctioned_or_outbid(s: China, seat: Seat, limit: str, action: Action | None) -> bool:
    """The auction is over, or its player bids for it by hand after all."""
    private, _ = company_and_price(limit)
    by_hand = isinstance(action, Bid) and action.private == private
    return by_hand or auctioned(s, seat, private, action)


def own_companies(s: China, seat: Seat) -> Sequence[str]:
    return (*(i for i, owner in s.investors.items() if owner == seat), *(c for c in s.par if s.director[c] == seat))


def handed_on(s: China, seat: Seat, entity: str, action: Action | None) -> bool:
    return entity not in own_companies(s, seat)


def pass_track(s: China, seat: Seat, entity: str) -> Action | None:
    choice = pending(s)
    return PASS if isinstance(choice, BuildTrack) and choice.entity == entity else None


def pass_trains(s: China, seat: Seat, company: str) -> Action | None:
    choice = pending(s)
    return _if_allowed(s, PASS) if isinstance(choice, Purchase) and choice.company == company else None


# --- in words --------------------------------------------------------------------------------------------------------


def say_private(s: China, private: str) -> Text:
    card = s.tables.privates[private]
    return Text("{private} {name}", private=private, name=Text(card.name))


def say_bid(s: China, limit: str) -> Text:
    private, most = company_and_price(limit)
    if not most:
        return say_private(s, private)
    return Text("¥{price} for {private}", price=most, private=say_private(s, private))


def say_price(s: China, goal: str) -> Text:
    company, most = company_and_price(goal)
    if not most:
        return Text("{company}", company=company)
    return Text("{company} at ¥{price} or less", company=company, price=most)


def say_holding(s: China, goal: str) -> Text:
    company, _, percent = goal.partition(" ")
    return Text("{percent} % of {company}", percent=percent, company=company)


def say_round(s: China, number: str) -> Text:
    return Text("share round {number}", number=number)


def say_mark(s: China, mark: str) -> Text:
    return Text("from now on")


PROGRAMS: tuple[Program[China], ...] = (
    Program(
        "bid-up-to",
        Text("bid the least in an auction, up to"),
        "private company",
        unsold_privates,
        bid_up_to,
        auctioned_or_outbid,
        amounts=bids,
        says=say_bid,
        until=Text("passes when the bids are higher; ends with the auction, or when you bid by hand"),
    ),
    Program(
        "pass-auction",
        Text("pass in the auction of a private company"),
        "private company",
        unsold_privates,
        pass_auction,
        auctioned,
        says=say_private,
        until=Text("ends with the auction"),
    ),
    Program(
        "pass-until-trade",
        Text("pass until somebody buys or sells"),
        "mark",
        trades_so_far,
        pass_until_trade,
        traded,
        says=say_mark,
        until=Text("ends when anybody buys, sells or founds, and with the share round"),
    ),
    Program(
        "pass-share-round",
        Text("pass throughout a share round"),
        "share round",
        share_round_now,
        pass_share_round,
        share_round_over,
        says=say_round,
        until=Text("ends with the share round; a sale you are forced to is still asked"),
    ),
    Program(
        "buy-until-floated",
        Text("buy shares of a company until it floats"),
        "company",
        unfloated,
        buy_until_floated,
        floated_or_sold,
        until=Text("ends when the company floats, or when you sell its shares"),
    ),
    Program(
        "buy-shares",
        Text("buy shares up to a percentage"),
        "company and percent",
        holdings_to_reach,
        buy_shares,
        held_or_sold,
        says=say_holding,
        until=Text("ends when you hold that much, or when you sell its shares"),
    ),
    Program(
        "buy-if-cheap",
        Text("buy a share at each turn"),
        "company",
        founded,
        buy_if_cheap,
        dear_or_sold,
        amounts=prices,
        says=say_price,
        until=Text("ends when a share costs more, or when you sell its shares"),
    ),
    Program(
        "pass-track",
        Text("lay no track with a company"),
        "company",
        own_companies,
        pass_track,
        handed_on,
        until=Text("ends when you no longer direct it"),
    ),
    Program(
        "pass-trains",
        Text("buy no train with a company unless it must"),
        "company",
        own_companies,
        pass_trains,
        handed_on,
        until=Text("ends when you no longer direct it"),
    ),
)
