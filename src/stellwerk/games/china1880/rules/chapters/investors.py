"""1880 VII: foreign investors: their choice, their turns, their merger."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import auction_events, events
from stellwerk.games.china1880.rules.actions import (
    PASS,
    REPLACE_MARKER,
    ChooseInvestor,
    MoveTreasury,
    Pass,
    ReplaceMarker,
)
from stellwerk.games.china1880.rules.chapters.founding import reserve_share
from stellwerk.games.china1880.rules.chapters.homes import joined, markers_left, replace_marker
from stellwerk.games.china1880.rules.chapters.money import close_treasury, receive
from stellwerk.games.china1880.rules.chapters.phases import top
from stellwerk.games.china1880.rules.chapters.shares import restack, settle_director, transfer
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China

PREMIUM = 50


def leased(s: China) -> str:
    """1880 VII.2: the train on top of the bank."""
    return top(s)


@value
class ChooseInvestors(Choice[China]):
    """1880 VII.1: one each, from the priority marker on; the others leave the game."""

    chosen: int = 0
    rule: ClassVar[Rule] = rule("VII.1")
    kinds: ClassVar = (ChooseInvestor,)

    def seat(self, s: China) -> Seat:
        return s.order[self.chosen]

    def question(self, s: China) -> Text:
        return Text("choose a foreign investor")

    def candidates(self, s: China) -> list[Action]:
        return [ChooseInvestor(investor) for investor in s.tables.investors if investor not in s.investors]

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, ChooseInvestor)
        if a.investor in s.investors or a.investor not in s.tables.investors:
            return no("VII.1", Text("{investor} is not there to be chosen", investor=a.investor))
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, ChooseInvestor)
        seat = self.seat(s)
        s.investors[a.investor] = seat
        s.treasury[a.investor] = 0
        tell(s, auction_events.InvestorChosen, seat, a.investor)
        if s.director["BCR"] == seat:
            reserve_share(s, seat, "BCR")
        then(s, ChooseInvestors(self.chosen + 1) if self.chosen + 1 < s.seats else InvestorsChosen())


@value
class InvestorsChosen(Step[China]):
    """1880 VII.1: markers of investors nobody chose are taken off; the others act by number."""

    def run(self, s: China) -> None:
        for investor, row in s.tables.investors.items():
            if investor not in s.investors:
                s.board = s.tables.atlas.lift_station(s.board, row.home, investor)
        s.investors = {investor: s.investors[investor] for investor in s.tables.investors if investor in s.investors}


# --- the merger ------------------------------------------------------------------------------------------------------


@value
class MergerCheck(Step[China]):
    """1880 VII.6: at the end of an investor's turn."""

    investor: str

    def run(self, s: China) -> None:
        company = s.reserved.get(self.investor)
        if company in s.floated and company is not None and joined(s, self.investor, company):
            merge(s, self.investor, company)


def merge(s: China, investor: str, company: str) -> None:
    """1880 VII.8: share and premium at once; then the money, then the marker."""
    seat = s.investors[investor]
    del s.reserved[investor]
    transfer(s, company, seat, 10)
    restack(s, company, Stack.merged, seat)
    receive(s, seat, PREMIUM)
    tell(s, events.Merged, investor, company, seat)
    settle_director(s, company)
    then(s, TreasuryOf(investor, company), MarkerOf(investor, company), Closing(investor))


@value
class TreasuryOf(Step[China]):
    """1880 VII.7: where there is money, the owner is asked where it goes."""

    investor: str
    company: str

    def run(self, s: China) -> None:
        if s.treasury[self.investor]:
            then(s, SplitTreasury(self.investor, self.company))


@value
class SplitTreasury(Choice[China]):
    """1880 VII.7: all to the company, or a fifth to the owner."""

    investor: str
    company: str
    rule: ClassVar[Rule] = rule("VII.7")
    kinds: ClassVar = (MoveTreasury,)

    def seat(self, s: China) -> Seat:
        return s.investors[self.investor]

    def question(self, s: China) -> Text:
        whole = s.treasury[self.investor]
        return Text(
            "¥{whole} to {company}, or ¥{part} to yourself?", whole=whole, company=self.company, part=fifth(whole)
        )

    def candidates(self, s: China) -> tuple[Action, ...]:
        return MoveTreasury("company"), MoveTreasury("owner")

    def objection(self, s: China, a: Action) -> Illegal | None:
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, MoveTreasury)
        whole = s.treasury[self.investor]
        if a.to == "company":
            s.treasury[self.investor] = 0
            s.treasury[self.company] += whole
            tell(s, events.TreasuryMoved, self.investor, self.company, whole)
        else:
            pay_fifth(s, self.investor)


def fifth(whole: int) -> int:
    return whole // 5


def pay_fifth(s: China, investor: str) -> None:
    """A fifth to the owner; the rest goes with the investor."""
    seat, part = s.investors[investor], fifth(s.treasury[investor])
    s.cash[seat] += part
    s.treasury[investor] -= part
    tell(s, events.TreasuryMoved, investor, seat, part)


@value
class MarkerOf(Step[China]):
    """1880 VII.9: the director is asked if the company could replace the investor's marker."""

    investor: str
    company: str

    def run(self, s: China) -> None:
        home = s.tables.investors[self.investor].home
        if markers_left(s, self.company) and home not in s.stations[self.company]:
            then(s, ReplaceOrNot(self.investor, self.company))


@value
class ReplaceOrNot(Choice[China]):
    """1880 VII.9: the cheapest marker, free of charge."""

    investor: str
    company: str
    rule: ClassVar[Rule] = rule("VII.9")
    kinds: ClassVar = (ReplaceMarker, Pass)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        hex = s.tables.investors[self.investor].home
        return Text(
            "{company}: replace the marker of {investor} on {hex}?",
            company=self.company,
            investor=self.investor,
            hex=hex,
        )

    def candidates(self, s: China) -> tuple[Action, ...]:
        return REPLACE_MARKER, PASS

    def objection(self, s: China, a: Action) -> Illegal | None:
        return None

    def resolve(self, s: China, a: Action) -> None:
        if a == REPLACE_MARKER:
            replace_marker(s, self.investor, self.company)


@value
class Closing(Step[China]):
    """The investor leaves the game with whatever marker still stands."""

    investor: str

    def run(self, s: China) -> None:
        s.board = s.tables.atlas.lift_station(s.board, s.tables.investors[self.investor].home, self.investor)
        close_treasury(s, self.investor)
        del s.investors[self.investor]
