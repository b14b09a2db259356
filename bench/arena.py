"""The tournaments of the bots, as a soak run: seats rotated, processor time. Results add up over days.

The first three tables are those of version 0.1 (0.2 s a turn, four seats). The others are the bars for the expert: it
against the strong bot of 0.1 (by today's tables and readings, and by those of 0.1), long against short thinking, each
level against the next lower one, and experts among themselves with every number of seats. `ARGS=arena BARS="expert
yokohama-time"` takes some of them, of all games or of one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stellwerk import games
from stellwerk.bots import Budget
from stellwerk.bots.arena import Tournament, played, resumed, standings

RESULTS = Path(__file__).resolve().parent / "arena"
"""Kept with the sources, since they take days; every game names the bots by which it was played."""
SEED = 100_000
"""Of the bars: nothing was fitted or chosen on these games."""


class Table(NamedTuple):
    name: str
    bots: tuple[str, ...]
    games: int
    seed: int = SEED
    edition: str = ""


def tables(seats: range) -> Iterator[Table]:
    yield Table("greedy-random", ("greedy", "random", "random", "random"), 100, 0)
    yield Table("strong-greedy", ("strong", "greedy", "greedy", "greedy"), 100, 0)
    yield Table("strong-strong", ("strong",) * 4, 100, 0)
    yield Table("expert", ("expert@3", *("strong-0.1@0.2",) * 3), 100)
    yield Table("expert-by-0.1", ("expert@3", *("strong-0.1@0.2",) * 3), 100, edition="0.1")
    yield Table("four-strong-0.1", ("strong-0.1@0.2",) * 4, 24)
    yield Table("time", ("expert@3", "expert@0.3") * 2, 40)
    for higher, lower in (("medium", "easy"), ("hard", "medium"), ("expert", "hard")):
        yield Table(f"level-{higher}", (higher, *(lower,) * 3), 24)
    for count in seats:
        yield Table(f"experts-{count}", ("expert@3",) * count, 24)


def soak(quick: bool = False) -> list[str]:
    RESULTS.mkdir(exist_ok=True)
    wanted = set(os.environ.get("BARS", "").split())
    rows = []
    for id_ in games.ids():
        for table in tables(games.game(id_).seats):
            if not wanted or wanted & {table.name, f"{id_}-{table.name}"}:
                rows += told(id_, table, RESULTS, quick)
    return rows


def told(id_: str, table: Table, folder: Path, quick: bool) -> list[str]:
    """The rows of one table; what its file holds already is not played again."""
    count, seats = 2 if quick else table.games, len(table.bots)
    budget = Budget(0.2, clock=time.process_time)
    tournament = Tournament(id_, table.bots, count, seats, budget, table.seed, table.edition)
    file = folder / f"{id_}-{table.name}.jsonl"
    outcomes = list(played(tournament, file, workers=2))
    former = resumed(tournament, file)[1]
    rows = [f"| arena | {id_}, {table.name}: games of earlier bots | {former} | not counted |"] if former else []
    for row in standings(outcomes):
        share = f"{row.wins:g} of {row.played} ({row.low:.0%}–{row.high:.0%})"
        rows.append(f"| arena | {id_}, {table.name}: {row.bot} | {share} | {row.points:.0f} points |")
    winners = sum(max(outcome.scores) for outcome in outcomes) / len(outcomes)
    return [*rows, f"| arena | {id_}, {table.name}: the first | {winners:.0f} points | {len(outcomes)} games |"]
