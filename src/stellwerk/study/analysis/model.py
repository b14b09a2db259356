"""What a study is made of. A game's `study` companion fills these in; the house draws them and knows nothing more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from stellwerk.core import Seat, Text

Cell: TypeAlias = Text | str | int
Number: TypeAlias = int | float | None


@dataclass(frozen=True, slots=True)
class Series:
    """A number at every place of a chart; None where there is none. `kind` is a class that gives it its colour."""

    name: Text
    values: tuple[Number, ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """Something that lasted: in a row of a timeline from one entry of the log to another."""

    row: str
    name: Text
    start: int
    end: int
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment worth a line across the chart: a phase, a round."""

    at: int
    name: Text


@dataclass(frozen=True, slots=True)
class Point:
    """A sign on the line of a series at a move; `name` says what it means, `kind` is a class."""

    at: int
    series: int
    sign: str
    name: Text
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """Numbers over places, each of which is a move: `at` holds the entries of the log, in order.

    Lines run over time, so that a place lies where its move does; bars and stacks stand side by side.
    """

    id: str
    title: Text
    shape: Literal["lines", "stacked", "bars"]
    at: tuple[int, ...]
    series: tuple[Series, ...]
    labels: tuple[Text, ...] = ()
    """Of the places; without any, the numbers of the entries."""
    about: Text | None = None
    marks: tuple[Mark, ...] = ()
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    id: str
    title: Text
    spans: tuple[Span, ...]
    marks: tuple[Mark, ...]
    end: int
    about: Text | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `at` is the move it is about."""

    cells: tuple[Cell, ...]
    at: int | None = None
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    id: str
    title: Text
    heads: tuple[Cell, ...]
    rows: tuple[Row, ...]
    about: Text | None = None
    is_prose: bool = False
    """Whether its cells are sentences, which need room to be read."""


@dataclass(frozen=True, slots=True)
class Group:
    """Charts of one kind side by side: one for each company, one for each player."""

    id: str
    title: Text
    charts: tuple[Chart, ...]
    about: Text | None = None


@dataclass(frozen=True, slots=True)
class Film:
    """Moves worth seeing one after the other, such as every tile that was laid."""

    id: str
    title: Text
    at: tuple[int, ...]


Part: TypeAlias = Chart | Timeline | Table | Group


@dataclass(frozen=True, slots=True)
class Study:
    """A whole game: `numbers` are the entries that count, `scores` what everybody has at the end."""

    game: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    finished: bool
    parts: tuple[Part, ...]
    films: tuple[Film, ...]

    def part(self, id_: str) -> Part | None:
        return next((part for part in self.every() if part.id == id_), None)

    def every(self) -> Iterator[Part]:
        """All parts, those in groups too."""
        for part in self.parts:
            yield part
            if isinstance(part, Group):
                yield from part.charts


def named(name: str, seat: Seat) -> Text:
    return Text("{name}", name=name) if name else Text("seat {number}", number=seat + 1)


def plain(name: str | int) -> Text:
    """A name that is the same in every language."""
    return Text("{name}", name=name)
