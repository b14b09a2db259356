"""What decided a game: what the winner has more than the next, source by source, and since when he was in front."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from stellwerk.core import Seat, Text
from stellwerk.study.analysis.model import Chart, Part, Row, Series, Table, named

MOST = 10
"""Sources that are named; the others are added up."""

Sources = Sequence[Mapping[Text, int]]
"""For every seat what its points are made of."""


@dataclass(frozen=True)
class Decision:
    """The first two of a game and their points: `course` after every entry of `numbers`, as scores are counted, and
    `grounds`, where they came from."""

    names: Sequence[str]
    ranks: Sequence[int]
    numbers: Sequence[int]
    course: Sequence[Sources]
    grounds: Sequence[Sources]

    @property
    def first(self) -> Seat:
        return self._order[0]

    @property
    def second(self) -> Seat:
        return self._order[1]

    @property
    def _order(self) -> list[Seat]:
        return sorted(range(len(self.ranks)), key=lambda seat: (self.ranks[seat], seat))

    def parts(self) -> Iterator[Part]:
        if len(self.ranks) > 1:
            yield self._table()
            yield self._lead()

    # --- the lead -----------------------------------------------------------------------------------------------------

    @property
    def leads(self) -> list[int]:
        """What the winner has more than the best of the others, after every entry."""
        totals = ([sum(items.values()) for items in seats] for seats in self.course)
        return [row[self.first] - max(row[: self.first] + row[self.first + 1 :]) for row in totals]

    def _lead(self) -> Chart:
        series = (Series(self._who(self.first), tuple(self.leads), f"seat-{self.first}"),)
        about = Text("What {who} has more than the best of the others; below zero somebody else is in front.")
        told = Text(about.message, who=self._who(self.first))
        return Chart("lead", Text("The winner's lead"), "lines", tuple(self.numbers), series, about=told)

    def _in_front(self) -> int:
        """The entry with which the winner took the lead for good."""
        behind = [n for n, lead in enumerate(self.leads) if lead <= 0]
        return self.numbers[min(behind[-1] + 1, len(self.numbers) - 1)] if behind else self.numbers[0]

    # --- source by source ---------------------------------------------------------------------------------------------

    def _table(self) -> Table:
        first, second = (self._who(seat) for seat in (self.first, self.second))
        heads = (Text("source"), first, second, Text("difference"), Text("largest step (move)"))
        return Table("decided", Text("What decided it"), heads, (*self._rows(), self._sum()), self._about())

    def _about(self) -> Text:
        told = {"who": self._who(self.first), "other": self._who(self.second), "number": self._in_front()}
        lead = self.leads[-1]
        if self.ranks[self.second] == 1:
            return Text("{who} and {other} share the first place.", **told)
        if not lead:
            return Text("{who} is first before {other} with as many points.", **told)
        return Text("{who} is {points} ahead of {other}; in front for good since move {number}.", points=lead, **told)

    def _rows(self) -> Iterator[Row]:
        last = self.grounds[-1]
        sources = dict.fromkeys(source for items in last for source in items)
        found = [source for source in sources if self._difference(-1, source)]
        found.sort(key=lambda source: -abs(self._difference(-1, source)))
        # One source more than is named would only be given another name.
        named_, others = (found[:MOST], found[MOST:]) if len(found) > MOST + 1 else (found, [])
        for source in named_:
            yield self._row(source, [source], self._largest(source))
        if others:
            yield self._row(Text("everything else"), others)

    def _row(self, name: Text, sources: Sequence[Text], step: tuple[int, int] | None = None) -> Row:
        mine, theirs = (sum(self.grounds[-1][seat].get(s, 0) for s in sources) for seat in (self.first, self.second))
        told = f"{signed(step[0])} ({step[1]})" if step is not None else ""
        return Row((name, mine, theirs, signed(mine - theirs), told), step[1] if step is not None else None)

    def _sum(self) -> Row:
        sources = dict.fromkeys(source for items in self.grounds[-1] for source in items)
        row = self._row(Text("total"), list(sources))
        return Row(row.cells, is_sum=True)

    def _difference(self, place: int, source: Text) -> int:
        seats = self.grounds[place]
        return seats[self.first].get(source, 0) - seats[self.second].get(source, 0)

    def _largest(self, source: Text) -> tuple[int, int]:
        """The largest step towards the final difference, and its entry."""
        side = 1 if self._difference(-1, source) > 0 else -1
        course = [self._difference(n, source) for n in range(len(self.grounds))]
        pairs = zip(pairwise(course), self.numbers[1:], strict=True)
        steps = [(after - before, number) for (before, after), number in pairs]
        return max(steps, key=lambda step: (side * step[0], -step[1]))

    def _who(self, seat: Seat) -> Text:
        return named(self.names[seat], seat)


def signed(points: int) -> str:
    return f"{points:+}" if points else "0"
