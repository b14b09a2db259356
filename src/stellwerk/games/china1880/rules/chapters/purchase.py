"""1880 X.buy, X.forced: the purchase of trains, with or without the director's help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial
from typing import ClassVar

from stellwerk.core import Action, Amount, Choice, Either, Illegal, Listed, Options, Rule, Seat, Step, Text, tell, then
from stellwerk.core.dump import reading
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import PASS, BuyTrain, BuyTrainFrom, ExchangeRocket, Pass, SellShares
from stellwerk.games.china1880.rules.chapters.floating import with_interest
from stellwerk.games.china1880.rules.chapters.money import charge, pay
from stellwerk.games.china1880.rules.chapters.phases import remove_unsold, take, top, train_left
from stellwerk.games.china1880.rules.chapters.powers import (
    POWERS,
    permit_usable,
    power_objection,
    power_question,
    powers,
    use_power,
)
from stellwerk.games.china1880.rules.chapters.privates import drop_train, has_room
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.trading import FEE, emergency_objection, holdings, sell_shares
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.state import China

RESTORED = "2R"


@cache
def _buying(train: str) -> BuyTrain:
    return BuyTrain(train)


def must_buy(s: China, company: str) -> bool:
    """1880 X.buy.1: a company needs a train; a restored one does not count."""
    owned = s.trains[company]
    return owned.count(RESTORED) == len(owned)


def list_price(s: China, train: str) -> int:
    return s.tables.trains[train].price


def missing(s: China, company: str) -> int:
    """1880 X.forced.3: what treasury and director together lack for a train that must be bought."""
    if not must_buy(s, company):
        return 0
    return max(0, list_price(s, top(s)) - s.treasury[company] - s.cash[s.director[company]])


@value
class BuyTrains(Step[China]):
    """1880 X.buy: asks as long as there is something to buy or a train must be bought."""

    company: str
    bound: bool = reading({2: False}, since=2, default=False)

    def run(self, s: China) -> None:
        ask = Purchase(self.company, self.bound)
        if must_buy(s, self.company) or any(ask.wares(s)) or (any(ask.powers(s)) and powers_asked(s, self.company)):
            then(s, ask)


def powers_asked(s: China, company: str) -> bool:
    """Whether a power alone is a reason to ask; departure VI.P7: only beside listed trains, or P5 for a permit."""
    return not s.variants.track_for_rocket or permit_usable(s) or lists_trains(s, company)


def lists_trains(s: China, company: str) -> bool:
    """Whether some train has a price the company can pay, may it be bought or not: one of a company with the same
    director before trains are traded, or a second restored one."""
    if not has_room(s, company):
        return False
    sisters = (c for c in s.floated if c != company and s.director[c] == s.director[company])
    prices = [1 for sister in sisters if s.trains[sister]]
    if s.now.restored and s.depot[RESTORED]:
        prices.append(list_price(s, RESTORED))
    return any(price <= s.treasury[company] for price in prices)


@value
class Purchase(Choice[China]):
    """1880 X.buy: from the bank, from a company with the same director, or nothing. `bound`: shares have been sold."""

    company: str
    bound: bool = reading({2: False}, since=2, default=False)
    rule: ClassVar[Rule] = rule("X.buy.2")
    kinds: ClassVar = (Pass, BuyTrain, BuyTrainFrom, SellShares, *POWERS)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        if missing(s, self.company):
            return Text(
                "{company} must buy a train and lacks ¥{missing}: sell shares, or buy and take the rest as debt",
                company=self.company,
                missing=missing(s, self.company),
            )
        if must_buy(s, self.company):
            return Text("{company} must buy a train", company=self.company)
        if not any(self.wares(s)):
            return power_question(s, self.company)
        return Text("{company}: buy a train?", company=self.company)

    def offers(self, s: China) -> Iterator[Options]:
        """What there is beside passing, one collection after another."""
        yield from self.wares(s)
        yield from self.powers(s)

    def powers(self, s: China) -> Iterator[Options]:
        usable = powers(s, self.seat(s))
        yield from filter(None, [Listed([a for a in usable if not self.bars(a)])])

    def wares(self, s: China) -> Iterator[Options]:
        bank = [_buying(train) for train in on_sale(s, self.company)]
        yield from filter(None, [Listed([a for a in bank if self.objection(s, a) is None])])
        if not self.bound:
            yield from trades(s, self.company)
        if missing(s, self.company):
            needed = [a for a in holdings(s, self.seat(s)) if emergency_sale_objection(s, self.company, a) is None]
            yield from filter(None, [Listed(needed)])

    def bars(self, a: Action) -> bool:
        """1880 X.forced.3: who has sold shares for a train buys the one the bank sells; no other way is left."""
        return self.bound and (isinstance(a, BuyTrainFrom | ExchangeRocket) or a == BuyTrain(RESTORED))

    def options(self, s: China) -> Options:
        return Either(Listed(() if must_buy(s, self.company) else (PASS,)), *self.offers(s))

    def objection(self, s: China, a: Action) -> Illegal | None:
        if self.bars(a):
            return no("X.forced.3", Text("shares were sold for the {train}-train of the bank", train=top(s)))
        match a:
            case BuyTrain(train):
                return bank_objection(s, self.company, train)
            case BuyTrainFrom():
                return trade_objection(s, self.company, a)
            case SellShares():
                return emergency_sale_objection(s, self.company, a)
            case Pass() if must_buy(s, self.company):
                return no("X.buy.1", Text("{company} must own a train", company=self.company))
            case Pass():
                return None
        return power_objection(s, self.seat(s), a)

    def resolve(self, s: China, a: Action) -> None:
        if isinstance(a, Pass):
            return
        then(s, BuyTrains(self.company, self.binds(s, a)))
        match a:
            case BuyTrain(train):
                buy_from_bank(s, self.company, train)
            case BuyTrainFrom():
                trade(s, self.company, a)
            case SellShares():
                sell_shares(s, self.seat(s), a)
            case _:
                use_power(s, a)

    def binds(self, s: China, a: Action) -> bool:
        """Whether the director owes the bank the purchase after this: from the first sale until he has bought."""
        sold = self.bound or isinstance(a, SellShares)
        return sold and not isinstance(a, BuyTrain) and not s.variants.unbound_sales


# --- from the bank ---------------------------------------------------------------------------------------------------


def on_sale(s: China, company: str) -> list[str]:
    """What a company may ask the bank for at all: most answers are no, and the reasons are not wanted here."""
    if not has_room(s, company):
        return []
    affordable = s.treasury[company] >= list_price(s, top(s)) or must_buy(s, company)
    return [*([top(s)] if affordable else ()), *([RESTORED] if s.now.restored else ())]


def bank_objection(s: China, company: str, train: str) -> Illegal | None:
    if train == RESTORED:
        if refusal := restored_objection(s, company):
            return refusal
    elif train != top(s):
        return no("X.buy.2", Text("the bank sells {train}-trains now", train=top(s)))
    if not has_room(s, company):
        return no("X.buy.7", Text("{company} has no room for a train", company=company))
    if s.treasury[company] >= list_price(s, train):
        return None
    if train == RESTORED or not must_buy(s, company):
        wanted, cash = list_price(s, train), s.treasury[company]
        section = "X.forced.6" if must_buy(s, company) else "X.buy.2"
        return no(section, Text("¥{price} needed, ¥{cash} there", price=wanted, cash=cash))
    return None


def restored_objection(s: China, company: str) -> Illegal | None:
    """1880 X.train.4: from the first 6-train on, one per company."""
    if not s.now.restored:
        return no("X.train.4", Text("restored trains are not for sale yet"))
    if not s.depot[RESTORED]:
        return no("X.train.4", Text("no restored train is left"))
    if RESTORED in s.trains[company]:
        return no("X.train.4", Text("{company} has a restored train", company=company))
    return None


def buy_from_bank(s: China, company: str, train: str) -> None:
    """1880 X.buy.4: the marker goes to the buyer, unless the train is restored or the last 8-train is gone."""
    cost = list_price(s, train)
    own = min(s.treasury[company], cost)
    charge(s, company, own)
    tell(s, events.TrainBought, company, train, cost)
    if own < cost:
        help_out(s, company, cost - own)
    take(s, train)
    s.trains[company] += (train,)
    if train == RESTORED:
        return
    s.bought = True
    if s.turns_left < 0:
        s.marker, s.spared = company, False
    train_left(s, train)


def help_out(s: China, company: str, amount: int) -> None:
    """1880 X.forced.1, X.forced.2, X.forced.4: the director's cash, and debt with interest for the rest."""
    seat = s.director[company]
    paid = min(s.cash[seat], amount)
    pay(s, seat, paid)
    tell(s, events.DirectorHelped, seat, company, paid)
    if paid < amount:
        s.debt[seat] += with_interest(amount - paid)
        tell(s, events.DebtTaken, seat, with_interest(amount - paid))


def emergency_sale_objection(s: China, company: str, a: SellShares) -> Illegal | None:
    """1880 X.forced.3: only while money is missing, and no more than is missing."""
    lacking = missing(s, company)
    if not lacking:
        return no("X.forced.3", Text("no shares need be sold for a train"))
    if refusal := emergency_objection(s, s.director[company], a):
        return refusal
    if (a.percent // 10 - 1) * (price(s, a.company) - FEE) >= lacking:
        return no("X.forced.3", Text("fewer shares would bring the missing ¥{missing}", missing=lacking))
    return None


# --- from another company --------------------------------------------------------------------------------------------


def trade_objection(s: China, company: str, a: BuyTrainFrom) -> Illegal | None:
    """1880 X.buy.3: same director, from the first 3-train on, at least 1, at most the treasury."""
    if not s.now.ten_shares:
        return no("X.buy.3", Text("companies trade trains from the first 3-train on"))
    if a.company == company or s.director.get(a.company) != s.director[company]:
        return no("X.buy.3", Text("{company} has another director", company=a.company))
    if a.train not in s.trains[a.company]:
        return no("X.buy.3", Text("{company} has no {train}-train", company=a.company, train=a.train))
    if a.train == RESTORED and RESTORED in s.trains[company]:
        return no("X.train.4", Text("{company} has a restored train", company=company))
    if not has_room(s, company):
        return no("X.buy.7", Text("{company} has no room for a train", company=company))
    if not 1 <= a.price <= s.treasury[company]:
        return no("X.buy.3", Text("a price from ¥1 to ¥{cash}", cash=s.treasury[company]))
    return None


def trades(s: China, company: str) -> Iterator[Amount]:
    """Each train of a company with the same director, at any price the treasury allows."""
    if not s.now.ten_shares or not has_room(s, company) or not s.treasury[company]:
        return
    for seller in s.par:
        if seller == company or s.director[seller] != s.director[company]:
            continue
        for train in dict.fromkeys(s.trains[seller]):
            if train != RESTORED or RESTORED not in s.trains[company]:
                yield Amount(partial(BuyTrainFrom, seller, train), 1, s.treasury[company])


def trade(s: China, company: str, a: BuyTrainFrom) -> None:
    s.treasury[company] -= a.price
    s.treasury[a.company] += a.price
    drop_train(s, a.company, a.train)
    s.trains[company] += (a.train,)
    tell(s, events.TrainTraded, company, a.company, a.train, a.price)


# --- a circle without purchase ---------------------------------------------------------------------------------------


@value
class CircleWithoutPurchase(Step[China]):
    """1880 X.buy.6, X.buy.9: the marker company has come round and nobody has bought."""

    company: str

    def run(self, s: China) -> None:
        if not s.marker:
            begin_count(s, self.company)
        elif s.marker == self.company and not s.bought and not is_spared(s) and s.now.removal:
            s.bought = True
            then(s, BuyTrains(self.company))
            remove_unsold(s)


def begin_count(s: China, company: str) -> None:
    """1880 X.buy.4: nobody has bought from the bank yet: the first circle is counted from here."""
    if not s.variants.absent_marker:
        s.marker = company
        tell(s, events.CountBegun, company)


def is_spared(s: China) -> bool:
    """1880 X.buy.6: whether the trains on sale came up by P7 since the marker company's last turn; asked once."""
    spared, s.spared = s.spared, False
    return spared
