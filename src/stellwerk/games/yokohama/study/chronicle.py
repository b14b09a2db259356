"""Yokohama: the course of a game in charts: points by source, orders, technologies, agents, power, cards left lying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from stellwerk.core import Event, Seat, Text
from stellwerk.games.yokohama.rules.chapters.scoring import scores
from stellwerk.games.yokohama.rules.components import Order
from stellwerk.games.yokohama.rules.events import (
    Acted,
    AgentGained,
    AgentUsed,
    BonusGained,
    CardShown,
    Fulfilled,
    OrderTaken,
    TechnologyAcquired,
    card_text,
    order_text,
)
from stellwerk.games.yokohama.rules.state import Yokohama
from stellwerk.games.yokohama.rules.words import contents
from stellwerk.study.analysis.model import Chart, Film, Part, Row, Series, Table, named
from stellwerk.study.analysis.walk import Clock, Move


@dataclass
class Card:
    """A card somebody had: when it came, when it was used, what it gave."""

    seat: Seat
    name: Text
    at: int
    done: int | None = None
    gives: Text | str = ""
    times: int = 0


@dataclass
class Chronicle:
    names: Sequence[str]
    clock: Clock
    last: Yokohama | None = None
    end: int = 0
    orders: dict[str, Card] = field(default_factory=dict)
    technologies: dict[tuple[Seat, str], Card] = field(default_factory=dict)
    agents: list[Row] = field(default_factory=list)
    powers: Counter[tuple[Seat, int]] = field(default_factory=Counter)
    areas: Counter[tuple[Seat, str]] = field(default_factory=Counter)
    area_power: Counter[tuple[Seat, str]] = field(default_factory=Counter)
    shown: dict[str, tuple[Text, int]] = field(default_factory=dict)
    rounds: list[tuple[int, int, list[int]]] = field(default_factory=list)

    def note(self, move: Move) -> None:
        self.last, self.end = move.after, move.number
        if not self.rounds or self.rounds[-1][1] != self.last.round:
            self.rounds.append((move.number, self.last.round, []))
        self.rounds[-1] = (move.number, self.last.round, [score.total for score in scores(self.last)])
        for event in move.events:
            self._hear(move.number, event)

    def _hear(self, number: int, event: Event) -> None:
        match event:
            case OrderTaken(seat, order):
                self.orders[order.id] = Card(seat, order_text(order), number, gives=_reward(order))
            case Fulfilled(seat, order):
                card = self.orders.setdefault(order.id, Card(seat, order_text(order), 0, gives=_reward(order)))
                card.done = number
            case TechnologyAcquired(seat, technology, _, _):
                self.technologies[seat, technology.id] = Card(seat, card_text(technology), number)
            case BonusGained(seat, technology, _) if (seat, technology.id) in self.technologies:
                self.technologies[seat, technology.id].times += 1
            case AgentGained(seat, country):
                self.agents.append(Row((self._who(seat), Text(country.name), Text("gained"), ""), number))
            case AgentUsed(seat, country, area):
                self.agents.append(Row((self._who(seat), Text(country.name), Text("used"), Text(area.name)), number))
            case Acted(seat, area, power):
                self.powers[seat, power] += 1
                self.areas[seat, area.name] += 1
                self.area_power[seat, area.name] += power
            case CardShown(area, card):
                self.shown[card.id] = (card_text(card), number)

    def _who(self, seat: Seat) -> Text:
        return named(self.names[seat], seat)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        if self.last is None:
            return
        yield self._sources()
        yield self._by_round()
        yield self._orders()
        yield self._technologies()
        yield Table(
            "agents",
            Text("Agents"),
            (Text("player"), Text("country"), Text("what"), Text("area")),
            tuple(self.agents),
        )
        yield self._powers()
        yield self._areas()
        yield self._left()

    def films(self) -> Iterator[Film]:
        yield Film("rounds", Text("Ends of the rounds"), tuple(number for number, _, _ in self.rounds))

    def _sources(self) -> Chart:
        found = [dict(score.items) for score in scores(self.last)] if self.last is not None else []
        kinds = dict.fromkeys(kind for items in found for kind in items)
        series = tuple(
            Series(kind, tuple(items.get(kind, 0) for items in found), f"source-{n}") for n, kind in enumerate(kinds)
        )
        at, labels = tuple(self.end for _ in self.names), tuple(map(self._who, range(len(self.names))))
        used = tuple(row for row in series if any(row.values))
        return Chart("sources", Text("Points by source"), "stacked", at, used, labels)

    def _by_round(self) -> Chart:
        rows = [[0] * len(self.names), *(totals for _, _, totals in self.rounds)]
        gains = [[b - a for a, b in zip(old, new, strict=True)] for old, new in pairwise(rows)]
        series = tuple(
            Series(self._who(seat), tuple(gain[seat] for gain in gains), f"seat-{seat}")
            for seat in range(len(self.names))
        )
        at = tuple(number for number, _, _ in self.rounds)
        labels = tuple(Text("round {round}", round=round_) for _, round_, _ in self.rounds)
        about = Text("Standings of Church, Customs and technology are counted as they are at that move.")
        return Chart("rounds", Text("Points by round"), "bars", at, series, labels, about)

    def _orders(self) -> Table:
        heads = (Text("player"), Text("order"), Text("taken in move"), Text("fulfilled"), Text("gives"))
        rows = [
            Row(
                (self._who(c.seat), c.name, c.at or Text("first deal"), c.done or Text("never"), c.gives),
                c.done or c.at or None,
            )
            for c in sorted(self.orders.values(), key=lambda c: (c.seat, c.at))
        ]
        return Table("orders", Text("Orders"), heads, tuple(rows), Text("Numbers are moves."))

    def _technologies(self) -> Table:
        heads = (Text("player"), Text("technology"), Text("bought"), Text("bonuses"))
        cards = sorted(self.technologies.values(), key=lambda c: (c.seat, c.at))
        rows = tuple(Row((self._who(c.seat), c.name, c.at, c.times), c.at) for c in cards)
        return Table("technologies", Text("Technologies"), heads, rows)

    def _powers(self) -> Chart:
        most = range(1, 6)
        series = tuple(
            Series(self._who(seat), tuple(self.powers[seat, n] for n in most), f"seat-{seat}")
            for seat in range(len(self.names))
        )
        labels = tuple(Text("power {power}", power=n) for n in most)
        about = Text("How many actions each player carried out with which power.")
        return Chart("power", Text("Power used"), "bars", tuple(self.end for _ in most), series, labels, about)

    def _areas(self) -> Table:
        heads = (Text("area"), *map(self._who, range(len(self.names))))
        areas = sorted({area for _, area in self.areas})
        rows = [Row((Text(area), *(self._area(seat, area) for seat in range(len(self.names))))) for area in areas]
        about = Text("How often each area was used, and the power of all actions there added up.")
        return Table("areas", Text("Actions by area"), heads, tuple(rows), about)

    def _area(self, seat: Seat, area: str) -> Text | str:
        n = self.areas[seat, area]
        return Text("{n} × (power {power})", n=n, power=self.area_power[seat, area]) if n else "–"

    def _left(self) -> Table:
        assert self.last is not None
        lying = [card for cards in self.last.displays.values() for card in cards if card in self.shown]
        rows = tuple(Row(self.shown[card], self.shown[card][1]) for card in lying)
        about = Text("They lay open at the end; the number is the move that showed them.")
        return Table("left", Text("Cards never taken"), (Text("card"), Text("shown")), rows, about)


def _reward(order: Order) -> Text:
    return Text("{what}", what=contents(order.reward))
