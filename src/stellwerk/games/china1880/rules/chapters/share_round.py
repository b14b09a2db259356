"""1880 XII: share rounds."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.core import Action, Amount, Choice, Either, Illegal, Listed, Options, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import PASS, BuyShare, Found, GrantPermit, Pass, PayDebt, SellShares
from stellwerk.games.china1880.rules.chapters.floating import CloseShareRound
from stellwerk.games.china1880.rules.chapters.founding import (
    Foundings,
    complete_capital,
    cost,
    could_found,
    found,
    founding_objection,
    may_found,
)
from stellwerk.games.china1880.rules.chapters.money import pay
from stellwerk.games.china1880.rules.chapters.privates import grant_permit, permit_objection, permits_to_grant
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates
from stellwerk.games.china1880.rules.chapters.trading import (
    buy_share,
    could_buy,
    may_sell,
    purchase_objection,
    purchases,
    sale_objection,
    sales,
    sell_shares,
)
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.state import NOBODY, China


@value
class ShareRound(Step[China]):
    """1880 XII.1, XII.2: from the priority marker clockwise until all have passed in a row."""

    def run(self, s: China) -> None:
        s.sold, s.trader = (), NOBODY
        tell(s, events.ShareRoundBegan, s.rounds + 1)
        then(s, NextTrader(s.priority), LastPayments(), CloseShareRound())


def left_of(s: China, seat: Seat) -> Seat:
    return s.order[(s.order.index(seat) + 1) % s.seats]


@value
class NextTrader(Step[China]):
    """1880 XII.2: whose turn it is; `idle` counts passes in a row. Who can do nothing passes by himself."""

    seat: Seat
    idle: int = 0

    def run(self, s: China) -> None:
        if self.idle == s.seats:
            return
        if may_trade(s, self.seat):
            then(s, Trade(self.seat, self.idle))
        else:
            then(s, NextTrader(left_of(s, self.seat), self.idle + 1))


def may_trade(s: China, seat: Seat) -> bool:
    """Whether there is anything to do but pass."""
    return may_pay_debt(s, seat) or may_sell(s, seat) or may_found(s, seat) or bool(purchases(s, seat))


def may_pay_debt(s: China, seat: Seat) -> bool:
    return s.debt[seat] > 0 and s.cash[seat] > 0


def least_payment(s: China, seat: Seat) -> int:
    """1880 X.forced.5: any part of the debt will do, unless the table plays otherwise."""
    return min(s.debt[seat], s.cash[seat]) if s.variants.whole_debt else 1


def payments(s: China, seat: Seat) -> Options:
    return Amount(PayDebt, max(1, least_payment(s, seat)), min(s.debt[seat], s.cash[seat]))


def payment_objection(s: China, seat: Seat, a: PayDebt) -> Illegal | None:
    if not 1 <= a.amount <= s.debt[seat]:
        return no("X.forced.5", Text("the debt is ¥{debt}", debt=s.debt[seat]))
    if a.amount > s.cash[seat]:
        return no("X.forced.5", Text("¥{price} needed, ¥{cash} there", price=a.amount, cash=s.cash[seat]))
    if a.amount < least_payment(s, seat):
        return no("X.forced.5", Text("debt is paid with all cash: ¥{price}", price=least_payment(s, seat)))
    return None


def pay_debt(s: China, seat: Seat, amount: int) -> None:
    pay(s, seat, amount)
    s.debt[seat] -= amount
    tell(s, events.DebtPaid, seat, amount)


def must_sell(s: China, seat: Seat) -> bool:
    """1880 XII.7: above the certificate limit, and something may be sold."""
    return certificates(s, seat) > certificate_limit(s) and may_sell(s, seat)


def must_pay(s: China, seat: Seat) -> bool:
    """Departure X.forced.5: a debtor with cash who could not even buy without his debt may only pay."""
    if not s.variants.whole_debt or not may_pay_debt(s, seat):
        return False
    return not (may_sell(s, seat) or could_found(s, seat) or could_buy(s, seat))


@value
class Trade(Choice[China]):
    """1880 XII.2: a player's turn: sell any number, then buy one, or pass. `acted`: he has sold in this turn."""

    of: Seat
    idle: int = 0
    acted: bool = False
    rule: ClassVar[Rule] = rule("XII.2")
    kinds: ClassVar = (Pass, SellShares, BuyShare, Found, PayDebt, GrantPermit)

    def seat(self, s: China) -> Seat:
        return self.of

    def question(self, s: China) -> Text:
        if must_sell(s, self.of):
            return Text("certificate limit of {limit}: sell shares", limit=certificate_limit(s))
        return Text("sell shares, then buy one or found a company, or pass")

    def options(self, s: China) -> Options:
        return Either(
            Listed(() if must_sell(s, self.of) or must_pay(s, self.of) else (PASS,)),
            Listed(sales(s, self.of)),
            Listed(purchases(s, self.of)),
            Foundings(s, self.of),
            payments(s, self.of),
            Listed(permits_to_grant(s, self.of)),
        )

    def objection(self, s: China, a: Action) -> Illegal | None:
        match a:
            case SellShares():
                return sale_objection(s, self.of, a)
            case BuyShare():
                return purchase_objection(s, self.of, a)
            case Found():
                return founding_objection(s, self.of, a)
            case PayDebt():
                return payment_objection(s, self.of, a)
            case GrantPermit():
                return permit_objection(s, self.of, a)
        if must_sell(s, self.of):
            return no("XII.7", Text("certificate limit of {limit}: sell first", limit=certificate_limit(s)))
        if must_pay(s, self.of):
            return no("X.forced.5", Text("debt of ¥{debt} must be paid first", debt=s.debt[self.of]))
        return None

    def resolve(self, s: China, a: Action) -> None:
        following = left_of(s, self.of)
        match a:
            case SellShares():
                self._sell(s, a)
            case BuyShare(company):
                s.trader = self.of
                buy_share(s, self.of, company)
                then(s, NextTrader(following))
            case Found():
                self._found(s, a)
                then(s, NextTrader(following))
            case PayDebt(amount):
                self._pay(s, amount)
            case GrantPermit():
                grant_permit(s, a)
                self._go_on(s, self)
            case _:
                tell(s, events.Passed, self.of)
                then(s, NextTrader(following, 0 if self.acted else self.idle + 1))

    def _sell(self, s: China, a: SellShares) -> None:
        s.trader = self.of
        s.sold += ((self.of, a.company),)
        sell_shares(s, self.of, a)
        self._go_on(s, Trade(self.of, acted=True))

    def _found(self, s: China, a: Found) -> None:
        s.trader = self.of
        pay(s, self.of, cost(a))
        found(s, self.of, a)
        if not s.variants.late_capital:
            complete_capital(s, a.company)

    def _pay(self, s: China, amount: int) -> None:
        pay_debt(s, self.of, amount)
        if not s.variants.debt_counts:
            self._go_on(s, self)
            return
        s.trader = self.of
        self._go_on(s, Trade(self.of, acted=True))

    def _go_on(self, s: China, again: Trade) -> None:
        """The same turn goes on while there is something left to do in it."""
        if may_trade(s, self.of):
            then(s, again)
        else:
            then(s, NextTrader(left_of(s, self.of), 0 if again.acted else again.idle + 1))


# --- the end of a share round ----------------------------------------------------------------------------------------


@value
class LastPayments(Step[China]):
    """1880 X.forced.5: debtors with cash are asked once more before interest is added."""

    def run(self, s: China) -> None:
        if not s.variants.whole_debt:
            then(s, *(LastPayment(seat) for seat in s.order if may_pay_debt(s, seat)))


@value
class LastPayment(Choice[China]):
    of: Seat
    rule: ClassVar[Rule] = rule("X.forced.5")
    kinds: ClassVar = (PayDebt, Pass)

    def seat(self, s: China) -> Seat:
        return self.of

    def question(self, s: China) -> Text:
        return Text("pay debt before interest is added? ¥{debt}", debt=s.debt[self.of])

    def options(self, s: China) -> Options:
        return Either(Listed((PASS,)), payments(s, self.of))

    def objection(self, s: China, a: Action) -> Illegal | None:
        return payment_objection(s, self.of, a) if isinstance(a, PayDebt) else None

    def resolve(self, s: China, a: Action) -> None:
        if isinstance(a, PayDebt):
            pay_debt(s, self.of, a.amount)
