"""Russian Railroads: the course of a game in charts: points by source and round, lines, spending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from stellwerk.core import Text
from stellwerk.games.russian_railroads.rules import ITEMS
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.chapters.scoring import line_points
from stellwerk.games.russian_railroads.rules.events import FactoryBuilt, RoundBegan
from stellwerk.games.russian_railroads.rules.payment import pieces
from stellwerk.games.russian_railroads.rules.score_events import RoundScored
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from stellwerk.games.russian_railroads.study.earnings import Earnings
from stellwerk.study.analysis.model import Chart, Film, Group, Mark, Part, Row, Series, Table, named
from stellwerk.study.analysis.walk import Clock, Move

AREAS = {
    "track": Text("track"),
    "locomotive": Text("locomotives and factories"),
    "industry": Text("industry"),
    "other": Text("coins, workers, doublers"),
    "engineer": Text("engineers"),
    "turn_order": Text("turn order"),
    "own": Text("own engineers"),
}


@dataclass
class Chronicle:
    names: Sequence[str]
    clock: Clock
    at: list[int] = field(default_factory=list)
    lines: list[tuple[tuple[int, ...], ...]] = field(default_factory=list)
    """After every move, by seat, what each line would bring."""
    rounds: list[tuple[int, list[list[int]]]] = field(default_factory=list)
    """At the end of every round its move and the tallies of all seats."""
    spent: dict[tuple[str, int], list[int]] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    factories: list[int] = field(default_factory=list)
    last: RussianRailroads | None = None

    def __post_init__(self) -> None:
        self.earnings = Earnings(self.names)

    def note(self, move: Move) -> None:
        s: RussianRailroads = move.after
        self.last = s
        self.at.append(move.number)
        self.lines.append(tuple(tuple(line_points(s, p, n) for n in range(len(s.box.lines))) for p in s.players))
        self.earnings.note(move)
        if isinstance(move.action, Place) and move.seat >= 0:
            self._spend(s, move.seat, move.action)
        for event in move.events:
            if isinstance(event, RoundBegan):
                self.marks.append(Mark(move.number, Text("round {round}", round=event.round)))
            elif isinstance(event, RoundScored) and event.seat == 0:
                self.rounds.append((move.number, [p.tally[:] for p in s.players]))
            elif isinstance(event, FactoryBuilt):
                self.factories.append(move.number)

    def _spend(self, s: RussianRailroads, seat: int, action: Place) -> None:
        area = s.box.spaces[action.space].area if action.space in s.box.spaces else "own"
        own, black, temporary, coins = pieces(action.payment)
        sums = self.spent.setdefault((area, seat), [0, 0, 0])
        for n, amount in enumerate((1, own + black + temporary, coins)):
            sums[n] += amount

    # --- what is shown ------------------------------------------------------------------------------------------------

    def parts(self) -> Iterator[Part]:
        if self.last is None:
            return
        yield self._by_round()
        yield self._by_source()
        yield self._lines()
        yield self._spending()
        yield from self.earnings.parts()

    def films(self) -> Iterator[Film]:
        if self.rounds:
            yield Film("rounds", Text("Ends of the rounds"), tuple(number for number, _ in self.rounds))

    def _ends(self) -> list[tuple[int, list[list[int]]]]:
        """The last one holds what the end of the game brought, too."""
        assert self.last is not None
        final = (self.at[-1], [p.tally[:] for p in self.last.players])
        return [*self.rounds[:-1], final] if self.rounds and not self.last.agenda else [*self.rounds, final]

    def _by_round(self) -> Group:
        charts = tuple(self._rounds_of(seat) for seat in range(len(self.names)))
        about = Text("What each round brought; end cards and engineers stand in the last one.")
        return Group("sources", Text("Points by source and round"), charts, about)

    def _rounds_of(self, seat: int) -> Chart:
        tallies = [[0] * len(ITEMS), *(tally[seat] for _, tally in self._ends())]
        gains = [[b - a for a, b in zip(old, new, strict=True)] for old, new in pairwise(tallies)]
        series = tuple(Series(kind, tuple(gain[n] for gain in gains), f"source-{n}") for n, kind in enumerate(ITEMS))
        labels = tuple(Text("round {round}", round=n) for n in range(1, len(gains) + 1))
        at = tuple(number for number, _ in self._ends())
        return Chart(f"sources-{seat}", named(self.names[seat], seat), "stacked", at, _used(series), labels)

    def _by_source(self) -> Chart:
        assert self.last is not None
        series = tuple(
            Series(kind, tuple(p.tally[n] for p in self.last.players), f"source-{n}") for n, kind in enumerate(ITEMS)
        )
        at = tuple(self.at[-1] for _ in self.names)
        labels = tuple(named(name, seat) for seat, name in enumerate(self.names))
        return Chart("players", Text("Points by source"), "stacked", at, _used(series), labels)

    def _lines(self) -> Group:
        assert self.last is not None
        charts = tuple(self._line(n, Text(line.name)) for n, line in enumerate(self.last.box.lines))
        about = Text("What a scoring at this move would bring for the line.")
        return Group("lines", Text("The lines over time"), charts, about)

    def _line(self, n: int, name: Text) -> Chart:
        series = tuple(
            Series(named(player, seat), tuple(row[seat][n] for row in self.lines), f"seat-{seat}")
            for seat, player in enumerate(self.names)
        )
        return Chart(f"line-{n}", name, "lines", tuple(self.at), series, marks=tuple(self.marks))

    def _spending(self) -> Table:
        heads = (Text("space"), *(named(name, seat) for seat, name in enumerate(self.names)))
        rows = [Row((AREAS[area], *(self._cell(area, seat) for seat in range(len(self.names))))) for area in AREAS]
        about = Text("Turns on each kind of space; in brackets the workers and the coins spent there.")
        return Table("spending", Text("Workers and coins spent"), heads, tuple(rows), about)

    def _cell(self, area: str, seat: int) -> str:
        turns, workers, coins = self.spent.get((area, seat), (0, 0, 0))
        if not turns:
            return "–"
        return f"{turns} ({workers} + {coins})"


def _used(series: tuple[Series, ...]) -> tuple[Series, ...]:
    return tuple(row for row in series if any(row.values))
