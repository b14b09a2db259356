"""1880 X.income.4, X.income.5, XIII.1, XIII.2: the price bonus, dividend or not, and the price change."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import PAY_OUT, WITHHOLD, PayOut, Withhold
from stellwerk.games.china1880.rules.chapters.money import fund, receive
from stellwerk.games.china1880.rules.chapters.powers import POWERS, power_objection, powers, use_power
from stellwerk.games.china1880.rules.chapters.shares import move_price
from stellwerk.games.china1880.rules.citation import rule
from stellwerk.games.china1880.rules.state import China


def price_bonus(s: China, company: str) -> int:
    """Ten times the number under the price."""
    return 10 * s.tables.bonuses[s.cell[company]]


def earned_bonus(s: China, company: str) -> int:
    """1880 X.income.5: the bonus of the cell at the start of the turn, if there is a train."""
    if s.variants.bonus_when_running:
        return price_bonus(s, company) if s.ran else 0
    return s.bonus if s.trains[company] else 0


@value
class Dividend(Step[China]):
    """1880 X.income.4: with income the director decides; without it the price falls."""

    company: str

    def run(self, s: China) -> None:
        bonus = earned_bonus(s, self.company)
        s.income += bonus
        if bonus:
            tell(s, events.BonusEarned, self.company, bonus)
        if s.income > 0:
            then(s, PayOrKeep(self.company))
        else:
            move_price(s, self.company, "left")


@value
class PayOrKeep(Choice[China]):
    """1880 X.income.4: all to the shareholders or all to the treasury."""

    company: str
    rule: ClassVar[Rule] = rule("X.income.4")
    kinds: ClassVar[tuple[type[Action], ...]] = (PayOut, Withhold, *POWERS)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        return Text("{company}: pay out ¥{income} or keep it?", company=self.company, income=s.income)

    def candidates(self, s: China) -> tuple[Action, ...]:
        return (PAY_OUT, WITHHOLD, *powers(s, self.seat(s)))

    def objection(self, s: China, a: Action) -> Illegal | None:
        return None if isinstance(a, PayOut | Withhold) else power_objection(s, self.seat(s), a)

    def resolve(self, s: China, a: Action) -> None:
        if a == PAY_OUT:
            pay_out(s, self.company)
            move_price(s, self.company, "right")
        elif a == WITHHOLD:
            keep(s, self.company)
            move_price(s, self.company, "left")
        else:
            then(s, self)
            use_power(s, a)


def pay_out(s: China, company: str) -> None:
    """Each player by his percentage; what the bank and investors hold earns nothing."""
    tell(s, events.DividendPaid, company, s.income)
    for seat, percent in enumerate(s.shares[company]):
        if percent:
            receive(s, seat, s.income * percent // 100)
            tell(s, events.DividendReceived, seat, s.income * percent // 100)


def keep(s: China, entity: str) -> None:
    fund(s, entity, s.income)
    tell(s, events.IncomeKept, entity, s.income)


@value
class KeepIncome(Step[China]):
    """1880 VII.4: an investor keeps everything."""

    investor: str

    def run(self, s: China) -> None:
        if s.income:
            keep(s, self.investor)
