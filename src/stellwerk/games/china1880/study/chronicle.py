"""1880: the course of a game in charts: wealth, prices, income, trains, ownership, track."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stellwerk.core import Event, Text
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, price
from stellwerk.games.china1880.rules.events import (
    DividendReceived,
    PhaseBegan,
    RevenuePaid,
    ShareRoundBegan,
    TileLaid,
)
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.gains import Gains
from stellwerk.games.china1880.study.ledger import Ledger
from stellwerk.games.china1880.study.runs import Runs
from stellwerk.games.china1880.study.trains import Fleets
from stellwerk.study.analysis.model import Chart, Film, Group, Mark, Part, Row, Series, Table, named, plain
from stellwerk.study.analysis.walk import Clock, Move


@dataclass(frozen=True, slots=True)
class Position:
    """What of a position is charted."""

    number: int
    cash: tuple[int, ...]
    shares: tuple[int, ...]
    debt: tuple[int, ...]
    certificates: tuple[int, ...]
    prices: dict[str, int]
    held: dict[str, tuple[int, ...]]


def position(number: int, s: China) -> Position:
    seats = range(s.seats)
    prices = {company: price(s, company) for company in s.par}
    worth = tuple(sum(held[seat] * prices[c] // 10 for c, held in s.shares.items() if held[seat]) for seat in seats)
    counted = tuple(certificates(s, seat) for seat in seats)
    return Position(number, tuple(s.cash), worth, tuple(s.debt), counted, prices, dict(s.shares))


@dataclass
class Chronicle:
    names: Sequence[str]
    clock: Clock
    course: list[Position] = field(default_factory=list)
    rounds: list[tuple[Text, Position]] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    received: list[tuple[Text, int, list[int]]] = field(default_factory=list)
    circles: dict[int, int] = field(default_factory=dict)
    limit: int = 0

    def __post_init__(self) -> None:
        self.ledger, self.runs, self.fleets = Ledger(), Runs(self.clock), Fleets()
        self.gains = Gains(len(self.names))

    def note(self, move: Move) -> None:
        s: China = move.after
        self.limit = certificate_limit(s)
        self.course.append(position(move.number, s))
        self.ledger.note(s, move.events)
        self.gains.note(move)
        self._end_circle(move.number)
        self.runs.note(move)
        self.fleets.note(move.number, s)
        for event in move.events:
            self._hear(move.number, event)

    def _end_circle(self, number: int) -> None:
        """The entry with which each circle of an operating round ended, as far as it went."""
        if self.ledger.circle:
            self.circles[self.ledger.circle] = number

    def _hear(self, number: int, event: Event) -> None:
        match event:
            case ShareRoundBegan(n):
                label = Text("share round {number}", number=n)
                self.rounds.append((label, self.course[-1]))
                self.received.append((label, number, [0] * len(self.names)))
            case PhaseBegan(phase):
                self.marks.append(Mark(number, Text("phase {phase}", phase=phase)))
            case TileLaid():
                self.laid.append(number)
            case DividendReceived(seat, amount) | RevenuePaid(seat, amount):
                self._receive(number, seat, amount)

    def _receive(self, number: int, seat: int, amount: int) -> None:
        if not self.received:
            self.received.append((Text("opening"), number, [0] * len(self.names)))
        label, _, sums = self.received[-1]
        sums[seat] += amount
        self.received[-1] = (label, number, sums)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        if not self.course:
            return
        yield self.gains.table(self.names)
        yield self._wealth()
        yield self._prices()
        yield from self._income()
        yield self._received()
        yield self.fleets.timeline(self.course[-1].number, self.marks)
        yield self._certificates()
        yield self._ownership()
        yield from self.runs.parts(self.names)

    def grounds(self) -> Sequence[Sequence[dict[Text, int]]]:
        return self.gains.by_company()

    def films(self) -> Iterator[Film]:
        if self.laid:
            yield Film("track", Text("Track on the map"), tuple(self.laid))

    @property
    def at(self) -> tuple[int, ...]:
        return tuple(each.number for each in self.course)

    @property
    def ends(self) -> list[tuple[Text, Position]]:
        return [*self.rounds, (Text("end"), self.course[-1])]

    def _wealth(self) -> Group:
        about = Text("Cash, shares at their price, and debt below the line, at the beginning of every share round.")
        charts = tuple(self._wealth_of(seat) for seat in range(len(self.names)))
        return Group("wealth", Text("Cash and shares"), charts, about)

    def _wealth_of(self, seat: int) -> Chart:
        found = [each for _, each in self.ends]
        series = (
            Series(Text("cash"), tuple(each.cash[seat] for each in found), "of-cash"),
            Series(Text("shares"), tuple(each.shares[seat] for each in found), "of-shares"),
            Series(Text("debt"), tuple(-each.debt[seat] for each in found), "of-debt"),
        )
        shown = tuple(row for row in series if any(row.values))
        return _over_rounds(f"wealth-{seat}", named(self.names[seat], seat), self.ends, shown)

    def _prices(self) -> Chart:
        companies = list(dict.fromkeys(company for each in self.course for company in each.prices))
        series = tuple(
            Series(plain(c), tuple(each.prices.get(c) for each in self.course), f"co-{c}") for c in companies
        )
        return Chart("prices", Text("Share prices"), "lines", self.at, series, marks=tuple(self.marks))

    def _income(self) -> Iterator[Part]:
        sheet = self.ledger.sheet()
        if not sheet.rows:
            return
        at = tuple(self.circles.get(n, 0) for n in range(1, sheet.circles + 1))
        labels = tuple(plain(n) for n in range(1, sheet.circles + 1))
        series = tuple(Series(plain(entity), values, f"co-{entity}") for entity, values in sheet.rows)
        about = Text("By circle of the operating rounds, price bonus included.")
        yield Chart("income", Text("Income of the companies"), "stacked", at, series, labels, about)
        rows = [
            Row((entity, *(_kept(sheet.kept, entity, n, value) for n, value in enumerate(values, 1))))
            for entity, values in sheet.rows
        ]
        note = Text("In brackets: kept, no dividend.")
        yield Table("income-table", Text("Income by circle"), (Text("company"), *labels), tuple(rows), note)

    def _received(self) -> Chart:
        found = [row for row in self.received if any(row[2])]
        series = tuple(
            Series(named(name, seat), tuple(sums[seat] for _, _, sums in found), f"seat-{seat}")
            for seat, name in enumerate(self.names)
        )
        at, labels = tuple(number for _, number, _ in found), tuple(label for label, _, _ in found)
        about = Text("Dividends and private companies, from one share round to the next.")
        return Chart("received", Text("What the players received"), "bars", at, series, labels, about)

    def _certificates(self) -> Chart:
        series = [
            Series(named(name, seat), tuple(each.certificates[seat] for each in self.course), f"seat-{seat}")
            for seat, name in enumerate(self.names)
        ]
        series.append(Series(Text("limit"), tuple(self.limit for _ in self.course), "of-limit"))
        return Chart("certificates", Text("Certificates"), "lines", self.at, tuple(series), marks=tuple(self.marks))

    def _ownership(self) -> Group:
        companies = list(dict.fromkeys(company for each in self.course for company in each.held))
        charts = tuple(self._owners(company) for company in companies)
        return Group("ownership", Text("Who owned what"), charts, Text("Percent of each company by share round."))

    def _owners(self, company: str) -> Chart:
        found = [each.held.get(company, ()) for _, each in self.ends]
        series = tuple(
            Series(named(name, seat), tuple(held[seat] if held else 0 for held in found), f"seat-{seat}")
            for seat, name in enumerate(self.names)
        )
        shown = tuple(row for row in series if any(row.values))
        return _over_rounds(f"ownership-{company}", plain(company), self.ends, shown)


def _over_rounds(id_: str, title: Text, ends: Sequence[tuple[Text, Position]], series: tuple[Series, ...]) -> Chart:
    at, labels = tuple(each.number for _, each in ends), tuple(label for label, _ in ends)
    return Chart(id_, title, "stacked", at, series, labels)


def _kept(kept: frozenset[tuple[str, int]], entity: str, circle: int, value: int | None) -> str | int:
    if value is None:
        return ""
    return f"({value})" if (entity, circle) in kept else value
