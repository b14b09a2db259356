"""Games of a library as a data frame for research: a row for every seat of every game. Written as CSV or Parquet.

| column | what |
|---|---|
| `id` | number of the game in the library |
| `game` | id of the title |
| `seats` | number of players |
| `date` | day the game ended, empty where the file did not say |
| `length` | moves that count, undone ones left out |
| `finished` | whether the game came to its end |
| `ending` | how it ended, as the title's facts say |
| `rulings` | corrections in the log, imported departures among them |
| `seat` | 0 for the first |
| `player` | name, or empty where names are hidden |
| `score`, `place` | points or wealth, and rank; equal ranks are shared places |
| `win` | 1 for a sole winner, 1/n for each of n who share the first place, else 0 |
| `margin` | score less the best score of the others |
| `facts` | what the seat had, as `kind:value`, separated by semicolons |
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from stellwerk.core import Text
from stellwerk.study.analysis.tables import no_formula
from stellwerk.study.library.catalogue import Library, Wanted

HIDDEN = ""


@dataclass(frozen=True, slots=True)
class Seat:
    id: int
    game: str
    seats: int
    date: str
    length: int
    finished: bool
    ending: str
    rulings: int
    seat: int
    player: str
    score: int
    place: int
    win: float
    margin: int
    facts: tuple[tuple[str, str], ...] = ()


COLUMNS = tuple(field.name for field in fields(Seat))


def seats_of(library: Library, wanted: Wanted | None = None, names: bool = True) -> Iterator[Seat]:
    """Every seat of the games that fit."""
    facts = library.all_facts()
    for game in library.find(wanted, limit=10_000_000):
        first = sum(player.place == 1 for player in game.players)
        for player in game.players:
            others = [other.score for other in game.players if other is not player]
            yield Seat(
                *(game.id, game.game, game.seats, game.date, game.length, game.finished, game.ending, game.rulings),
                player.seat,
                player.name if names else HIDDEN,
                *(player.score, player.place, 1 / first if player.place == 1 else 0.0),
                player.score - max(others, default=player.score),
                facts.get((game.id, player.seat), ()),
            )


def columns_of(seats: Sequence[Seat]) -> dict[str, list[Any]]:
    """The frame column by column, as data libraries want it."""
    found: dict[str, list[Any]] = {name: [getattr(seat, name) for seat in seats] for name in COLUMNS}
    found["facts"] = [";".join(f"{kind}:{value}" for kind, value in seat.facts) for seat in seats]
    return found


def as_csv(seats: Sequence[Seat]) -> str:
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in zip(*columns_of(seats).values(), strict=True):
        writer.writerow(map(no_formula, row))
    return made.getvalue()


class NoParquet(RuntimeError):
    """Parquet is written by pyarrow, which is not installed."""

    text = Text("Parquet needs the package pyarrow; CSV does not")


def write_frame(seats: Sequence[Seat], path: Path) -> None:
    """By the name of the file. Raises `NoParquet` and `OSError`."""
    if path.suffix != ".parquet":
        path.write_text(as_csv(seats), encoding="utf-8")
        return
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise NoParquet from error
    pyarrow.parquet.write_table(pyarrow.table(columns_of(seats)), path)
