"""1880: where everybody's wealth came from: dividends and prices of every company, private companies, all the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from stellwerk.core import Event, Seat, Text
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.events import (
    DebtTaken,
    DirectorHelped,
    DividendPaid,
    DividendReceived,
    InterestAdded,
    Merged,
    PaymentTaken,
    RevenuePaid,
    ShareRoundBegan,
    SharesSold,
    TreasuryMoved,
)
from stellwerk.games.china1880.rules.state import China
from stellwerk.study.analysis.model import Row, Table, named
from stellwerk.study.analysis.walk import Move

START = Text("money at the beginning")
PRIVATES, AUCTION = Text("revenue of private companies"), Text("paid in the auction")
REST = Text("other")
CAUSES: dict[type[Event], Text] = {
    Merged: Text("investors that merged"),
    DirectorHelped: Text("paid for trains of companies"),
    DebtTaken: Text("debt and interest"),
    InterestAdded: Text("debt and interest"),
    SharesSold: Text("fees for selling shares"),
    PaymentTaken: Text("payment of P0"),
    TreasuryMoved: Text("money of investors"),
}


@dataclass
class Gains:
    """After every move and for every seat, the sums by source; together they are its wealth."""

    seats: int
    course: list[list[dict[Text, int]]] = field(default_factory=list)
    is_auction: bool = True

    def note(self, move: Move) -> None:
        if not self.course:
            self.course.append([{START: _wealth(move.before, seat)} for seat in range(self.seats)])
        self.is_auction = self.is_auction and not any(isinstance(e, ShareRoundBegan) for e in move.events)
        self.course.append([self._after(seat, move) for seat in range(self.seats)])

    def _after(self, seat: Seat, move: Move) -> dict[Text, int]:
        """The sums of a seat after a move; the same object where nothing has changed."""
        gains = {**_received(seat, move.events), **_risen(seat, move.before, move.after)}
        rest = _wealth(move.after, seat) - _wealth(move.before, seat) - sum(gains.values())
        if rest:
            cause = self._cause(move.events)
            gains[cause] = gains.get(cause, 0) + rest
        old = self.course[-1][seat]
        return {**old, **{source: old.get(source, 0) + gain for source, gain in gains.items()}} if gains else old

    def _cause(self, events: Sequence[Event]) -> Text:
        found = next((CAUSES[type(event)] for event in events if type(event) in CAUSES), REST)
        return AUCTION if self.is_auction else found

    def by_company(self) -> list[list[dict[Text, int]]]:
        """The same with dividends and price of a company in one sum: what its shares brought."""
        return [[_merged(gains) for gains in seats] for seats in self.course]

    def table(self, names: Sequence[str]) -> Table:
        last = self.course[-1]
        sources = dict.fromkeys(source for gains in last for source, gain in gains.items() if gain)
        ranked = sorted(sources, key=lambda source: -max(abs(gains.get(source, 0)) for gains in last))
        rows = [Row((source, *(gains.get(source, 0) for gains in last))) for source in ranked]
        rows.append(Row((Text("total"), *(sum(gains.values()) for gains in last)), is_sum=True))
        heads = (Text("source"), *(named(name, seat) for seat, name in enumerate(names)))
        about = Text(
            "Everybody's wealth by what it came from; a change of a price counts for the shares held at that move."
        )
        return Table("gains", Text("Where the wealth came from"), heads, tuple(rows), about)


def _merged(gains: dict[Text, int]) -> dict[Text, int]:
    found: dict[Text, int] = {}
    for source, gain in gains.items():
        company = source.params.get("company")
        name = Text("shares of {company}", company=company) if company else source
        found[name] = found.get(name, 0) + gain
    return found


def _wealth(s: China, seat: Seat) -> int:
    shares = sum(held[seat] * price(s, company) // 10 for company, held in s.shares.items() if held[seat])
    return s.cash[seat] + shares - s.debt[seat]


def _received(seat: Seat, events: Sequence[Event]) -> dict[Text, int]:
    found: dict[Text, int] = {}
    source = REST
    for event in events:
        match event:
            case DividendPaid(company, _):
                source = Text("dividends of {company}", company=company)
            case DividendReceived(who, amount) if who == seat:
                found[source] = found.get(source, 0) + amount
            case RevenuePaid(who, amount) if who == seat:
                found[PRIVATES] = found.get(PRIVATES, 0) + amount
    return found


def _risen(seat: Seat, before: China, after: China) -> dict[Text, int]:
    """What the prices of one's shares have changed by."""
    found = {}
    for company, held in after.shares.items():
        if held[seat] and company in before.shares and after.cell.get(company) != before.cell.get(company):
            change = held[seat] * (price(after, company) - price(before, company)) // 10
            found[Text("price of {company}", company=company)] = change
    return {source: change for source, change in found.items() if change}
