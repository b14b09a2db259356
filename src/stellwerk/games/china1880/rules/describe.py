"""1880: options in words, so that a newcomer understands what each of them does."""

from __future__ import annotations

from stellwerk.core import Action, Text, pending
from stellwerk.games.china1880.rules import actions as a
from stellwerk.games.china1880.rules.chapters.auction import ImperialGrant
from stellwerk.games.china1880.rules.chapters.founding import cost
from stellwerk.games.china1880.rules.chapters.phases import top
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.trading import FEE
from stellwerk.games.china1880.rules.state import China


def describe(s: China, action: Action) -> Text:
    """An option in words. Label-like."""
    kind = type(action)
    return PLAIN.get(kind) or (_trading(s, action) if kind in TRADED else _operating(s, action)) or _else(action)


PLAIN = {
    a.Pass: Text("pass"),
    a.PayOut: Text("pay out"),
    a.Withhold: Text("keep the income"),
    a.TakePayment: Text("take the payment of P0"),
    a.ReplaceMarker: Text("replace the marker"),
}
"""What needs no look at the position."""
TRADED = frozenset((a.Bid, a.ChooseInvestor, a.Found, a.BuyShare, a.SellShares, a.PayDebt))
"""What `_trading` knows; `_operating` knows none of them."""


def _trading(s: China, action: Action) -> Text | None:
    match action:
        case a.Bid(private) if private in s.tables.privates:
            return _bid(s, action)
        case a.ChooseInvestor(investor):
            return Text("investor {investor}: {name}", investor=investor, name=Text(s.tables.investors[investor].name))
        case a.Found():
            return _granted(action) if isinstance(pending(s), ImperialGrant) else _founded(action)
        case a.BuyShare(company):
            return Text("buy a share of {company} for ¥{price}", company=company, price=price(s, company))
        case a.SellShares(company, percent):
            receipts = percent // 10 * (price(s, company) - FEE)
            return Text(
                "sell {percent} % of {company} for ¥{receipts}", percent=percent, company=company, receipts=receipts
            )
        case a.PayDebt(amount):
            return Text("pay ¥{amount} of debt", amount=amount)
    return None


def _bid(s: China, action: a.Bid) -> Text:
    private = s.tables.privates[action.private]
    return Text(
        "bid ¥{price} for {private} ({name}, income ¥{revenue})",
        price=action.price,
        private=private.id,
        name=Text(private.name),
        revenue=private.revenue,
    )


def _founded(action: a.Found) -> Text:
    return Text(
        "found {company}: {percent} % at ¥{par} for ¥{cost}, permits {permits}",
        company=action.company,
        percent=action.percent,
        par=action.par,
        cost=cost(action),
        permits=action.permits,
    )


def _granted(action: a.Found) -> Text:
    """1880 VI.P6: the certificate comes with P6, nothing is paid for it."""
    return Text(
        "found {company} with P6: {percent} % at ¥{par}, permits {permits}",
        company=action.company,
        percent=action.percent,
        par=action.par,
        permits=action.permits,
    )


def _operating(s: China, action: Action) -> Text | None:
    match action:
        case a.LayTile(hex, tile, rotation):
            return Text("tile {tile} on {hex}, rotation {rotation}", tile=tile, hex=hex, rotation=rotation)
        case a.PlaceMarker(hex, node):
            return Text("station marker on {hex}, city {number}", hex=hex, number=node + 1)
        case a.ChooseCity(node):
            return Text("home in city {number}", number=node + 1)
        case a.Run(routes):
            return Text("run {routes}", routes=routes) if routes else Text("let all trains stand")
        case a.BuyTrain(train):
            return Text("{train}-train from the bank for ¥{price}", train=train, price=s.tables.trains[train].price)
        case a.BuyTrainFrom(company, train, paid):
            return Text("{train}-train of {company} for ¥{price}", train=train, company=company, price=paid)
        case a.GiveUpTrain(train):
            return Text("give up a {train}-train", train=train)
        case a.GrantPermit(company):
            return Text("P5: permit D for {company}", company=company)
        case a.ExchangeRocket():
            return Text("exchange P7 for a {train}-train", train=top(s))
        case a.AssignRocket(company):
            return Text("P7: train for {company}", company=company)
    return None


def _else(action: Action) -> Text:
    match action:
        case a.DrawNumber(number):
            return Text("number {number}", number=number)
        case a.MoveTreasury(to):
            return Text("all to the company") if to == "company" else Text("a fifth to yourself")
    return Text("{action}", action=str(action))
