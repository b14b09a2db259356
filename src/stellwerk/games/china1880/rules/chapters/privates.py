"""1880 VI: private companies: revenue, the payment of P0, the permit of P5, the forced exchange of P7."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import (
    PASS,
    TAKE_PAYMENT,
    AssignRocket,
    GiveUpTrain,
    GrantPermit,
    Pass,
    TakePayment,
)
from stellwerk.games.china1880.rules.chapters.money import receive
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.state import CLOSED, NOBODY, China


def owns(s: China, entity: str, private: str) -> bool:
    """1880 VI.2, VI.P2, VI.P3: a private company serves every company its owner directs, and his investor."""
    return s.privates[private] == s.owner(entity)


def pay_revenue(s: China) -> None:
    """1880 VI.1, VI.P1: what the private companies of each player earn."""
    if not s.now.revenue:
        return
    earned = [0] * s.seats
    for private, seat in s.privates.items():
        if seat >= 0:
            earned[seat] += s.tables.privates[private].revenue
    for seat, amount in enumerate(earned):
        if amount:
            receive(s, seat, amount)
            tell(s, events.RevenuePaid, seat, amount)


@value
class Revenue(Step[China]):
    """1880 VI.1: at the start of each circle."""

    def run(self, s: China) -> None:
        pay_revenue(s)


# --- P0 --------------------------------------------------------------------------------------------------------------


@value
class Payment(Step[China]):
    """1880 VI.P0: the last train of a type is gone; the owner may take its sum, the last one he gets anyway."""

    train: str

    def run(self, s: China) -> None:
        amount = s.tables.payments.get(self.train, 0)
        if amount == 0 or s.privates["P0"] < 0:
            return
        if amount == max(s.tables.payments.values()):
            pay(s, amount)
        else:
            then(s, TakeOrWait(self.train))


def pay(s: China, amount: int) -> None:
    seat = s.privates["P0"]
    s.privates["P0"] = CLOSED
    receive(s, seat, amount)
    tell(s, events.PaymentTaken, seat, amount)


@value
class TakeOrWait(Choice[China]):
    """1880 VI.P0: a smaller sum now or a larger one later."""

    train: str
    rule: ClassVar[Rule] = rule("VI.P0")
    kinds: ClassVar = (TakePayment, Pass)

    def seat(self, s: China) -> Seat:
        return s.privates["P0"]

    def question(self, s: China) -> Text:
        return Text("take ¥{amount} for P0 now?", amount=s.tables.payments[self.train])

    def candidates(self, s: China) -> tuple[Action, ...]:
        return (TAKE_PAYMENT, PASS)

    def objection(self, s: China, a: Action) -> Illegal | None:
        return None

    def resolve(self, s: China, a: Action) -> None:
        if a == TAKE_PAYMENT:
            pay(s, s.tables.payments[self.train])


# --- P5 --------------------------------------------------------------------------------------------------------------


def permit_objection(s: China, seat: Seat, a: GrantPermit) -> Illegal | None:
    if s.privates["P5"] != seat:
        return no("VI.P5", Text("P5 is not yours to use"))
    if s.granted:
        return no("VI.P5", Text("P5 has served {company}", company=s.granted))
    if s.director.get(a.company, NOBODY) != seat:
        return no("VI.P5", Text("{company} is not one of your companies", company=a.company))
    if "D" in s.permits[a.company]:
        return no("VI.P5", Text("{company} has a permit for phase D", company=a.company))
    return None


def may_grant(s: China, seat: Seat, company: str) -> bool:
    """Whether ``permit_objection`` has none. Asked at every step of a turn, mostly of seats without P5."""
    return s.privates["P5"] == seat and permit_objection(s, seat, _granting(company)) is None


def permits_to_grant(s: China, seat: Seat) -> list[GrantPermit]:
    if s.granted or s.privates["P5"] != seat:
        return []
    return [_granting(company) for company in s.par if may_grant(s, seat, company)]


@cache
def _granting(company: str) -> GrantPermit:
    return GrantPermit(company)


def grant_permit(s: China, a: GrantPermit) -> None:
    """1880 VI.P5: once; the permit stays with the company, and P5 goes on paying."""
    s.permits[a.company] += "D"
    s.granted = a.company
    tell(s, events.PermitGranted, a.company)


# --- P7, forced ------------------------------------------------------------------------------------------------------


@value
class LastCall(Step[China]):
    """1880 VI.P7.forced: with the first 4-train P7 becomes the next one."""

    train: str

    def run(self, s: China) -> None:
        if s.privates["P7"] < 0:
            return
        if s.privates["P7"] in s.director.values():
            then(s, AssignToCompany(self.train))
        else:
            close_rocket(s, self.train)
            tell(s, events.RocketLost, self.train)


def close_rocket(s: China, train: str) -> None:
    """P7 goes, a train leaves the bank; none if all were removed already."""
    s.privates["P7"] = CLOSED
    s.depot[train] -= min(1, s.depot[train])


@value
class AssignToCompany(Choice[China]):
    """1880 VI.P7.forced: a company with room if there is one, else any, which then gives up a train."""

    train: str
    rule: ClassVar[Rule] = rule("VI.P7.forced")
    kinds: ClassVar = (AssignRocket,)

    def seat(self, s: China) -> Seat:
        return s.privates["P7"]

    def question(self, s: China) -> Text:
        return Text("which company gets the {train}-train for P7?", train=self.train)

    def candidates(self, s: China) -> list[Action]:
        return [AssignRocket(company) for company in s.par]

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, AssignRocket)
        own = [company for company, seat in s.director.items() if seat == s.privates["P7"]]
        if a.company not in own:
            return no("VI.P7.forced", Text("{company} is not one of your companies", company=a.company))
        if not has_room(s, a.company) and any(has_room(s, company) for company in own):
            return no("X.buy.8", Text("a train is given up only if no company has room"))
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, AssignRocket)
        close_rocket(s, self.train)
        s.trains[a.company] += (self.train,)
        tell(s, events.RocketExchanged, a.company, self.train)
        if s.depot[self.train] or not s.variants.late_rocket_surplus:
            then(s, Surplus(a.company))


# --- trains above the limit ------------------------------------------------------------------------------------------


def has_room(s: China, company: str) -> bool:
    """1880 X.buy.7: fewer trains than the limit."""
    return len(s.trains[company]) < s.now.limit


def drop_train(s: China, company: str, train: str) -> None:
    trains = list(s.trains[company])
    trains.remove(train)
    s.trains[company] = tuple(trains)


def give_up(s: China, company: str, train: str) -> None:
    drop_train(s, company, train)
    tell(s, events.TrainGivenUp, company, train)


@value
class Surplus(Step[China]):
    """1880 X.buy.7: trains above the limit go, one after another."""

    company: str

    def run(self, s: China) -> None:
        if len(s.trains[self.company]) > s.now.limit:
            then(s, GiveUp(self.company), self)


@value
class GiveUp(Choice[China]):
    """1880 X.buy.7: which train goes."""

    company: str
    rule: ClassVar[Rule] = rule("X.buy.7")
    kinds: ClassVar = (GiveUpTrain,)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        return Text("{company}: limit of {limit} trains, which one goes?", company=self.company, limit=s.now.limit)

    def candidates(self, s: China) -> list[Action]:
        return [GiveUpTrain(train) for train in dict.fromkeys(s.trains[self.company])]

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, GiveUpTrain)
        if a.train not in s.trains[self.company]:
            return no("X.buy.7", Text("{company} has no {train}-train", company=self.company, train=a.train))
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, GiveUpTrain)
        give_up(s, self.company, a.train)
