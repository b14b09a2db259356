"""1880: for every run of trains what it took, what the best run would have taken, and what was left on the table."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stellwerk.core import Seat, Text
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import best_run
from stellwerk.games.china1880.rules.events import TrainsRan
from stellwerk.study.analysis.model import Chart, Part, Row, Series, Table, named, plain
from stellwerk.study.analysis.walk import Clock, Move

LONGEST = 0.6
"""Seconds of the processor for one run."""


@dataclass(frozen=True, slots=True)
class Ran:
    """`best` is the best run found, `bound` what no run can exceed: proven where they are equal."""

    at: int
    entity: str
    seat: Seat
    trains: int
    taken: int
    best: int
    bound: int

    @property
    def left(self) -> int:
        return self.best - self.taken

    @property
    def is_proven(self) -> bool:
        return self.best >= self.bound


@dataclass
class Runs:
    clock: Clock
    all: list[Ran] = field(default_factory=list)

    def note(self, move: Move) -> None:
        ran = next((event for event in move.events if isinstance(event, TrainsRan)), None)
        if ran is not None and isinstance(move.action, Run):
            self.all.append(self._measured(move, ran))

    def _measured(self, move: Move, ran: TrainsRan) -> Ran:
        """The position before the run is the one to search."""
        s, end = move.before, time.process_time() + min(LONGEST, self.clock.left)
        found = best_run(s, ran.entity, stop=lambda: time.process_time() > end)
        best = max(found.revenue, ran.income)
        return Ran(move.number, ran.entity, move.seat, len(ran.routes), ran.income, best, max(best, found.bound))

    def parts(self, names: Sequence[str]) -> Iterator[Part]:
        if not self.all:
            return
        yield self._by_entity()
        yield self._by_seat(names)
        yield self._table(names)

    def _by_entity(self) -> Chart:
        entities = list(dict.fromkeys(ran.entity for ran in self.all))
        rows = [[ran for ran in self.all if ran.entity == entity] for entity in entities]
        return _left_chart("runs-companies", Text("Left on the table, by company"), entities, rows)

    def _by_seat(self, names: Sequence[str]) -> Chart:
        rows = [[ran for ran in self.all if ran.seat == seat] for seat in range(len(names))]
        labels = [str(named(name, seat)) for seat, name in enumerate(names)]
        return _left_chart("runs-players", Text("Left on the table, by player"), labels, rows)

    def _table(self, names: Sequence[str]) -> Table:
        heads = (
            *(Text("company"), Text("player"), Text("trains"), Text("earned")),
            *(Text("best possible"), Text("proof"), Text("left on the table")),
        )
        rows = [_row(ran, names) for ran in self.all]
        rows.append(_sum(self.all))
        about = Text("A bound says that no run earns more; where the search could not prove it, both numbers stand.")
        return Table("runs", Text("Every run of trains"), heads, tuple(rows), about)


def _row(ran: Ran, names: Sequence[str]) -> Row:
    best = Text("{best}", best=ran.best) if ran.is_proven else Text("{best} to {bound}", best=ran.best, bound=ran.bound)
    proof = Text("proven") if ran.is_proven else Text("bound")
    who = named(names[ran.seat], ran.seat) if 0 <= ran.seat < len(names) else Text("ruling")
    return Row((ran.entity, who, ran.trains, ran.taken, best, proof, ran.left), ran.at)


def _sum(all_: Sequence[Ran]) -> Row:
    proven = Text("{n} of {all}", n=sum(ran.is_proven for ran in all_), all=len(all_))
    taken, best, left = (sum(values) for values in zip(*((r.taken, r.best, r.left) for r in all_), strict=True))
    return Row((Text("total"), "", sum(r.trains for r in all_), taken, best, proven, left), is_sum=True)


def _left_chart(id_: str, title: Text, labels: Sequence[str], rows: Sequence[Sequence[Ran]]) -> Chart:
    """Each bar leads to the run that left most."""
    worst = [max(runs, key=lambda ran: ran.left).at if runs else 0 for runs in rows]
    taken = tuple(sum(ran.taken for ran in runs) for runs in rows)
    left = tuple(sum(ran.left for ran in runs) for runs in rows)
    series = (Series(Text("earned"), taken, "of-taken"), Series(Text("left on the table"), left, "of-left"))
    about = Text("All runs of the game added up; a bar leads to the run that left most.")
    return Chart(id_, title, "stacked", tuple(worst), series, tuple(plain(label) for label in labels), about)
