"""The figures of a study as rows: for tables beneath charts, and as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from stellwerk.core.text import ENGLISH, Text, Translator
from stellwerk.study.analysis.model import Cell, Chart, Group, Number, Part, Row, Table, Timeline


def say(cell: Cell, words: Translator = ENGLISH) -> str:
    return cell.render(words) if isinstance(cell, Text) else str(cell)


def as_table(part: Part, thinned: bool = False) -> Table:
    """The part in numbers. Thinned: only the moves after which something is different."""
    if isinstance(part, Table):
        return part
    if isinstance(part, Timeline):
        return _timeline(part)
    if isinstance(part, Group):
        return _group(part)
    heads = (Text("move") if not part.labels else Text("when"), *(row.name for row in part.series))
    return Table(part.id, part.title, heads, tuple(_places(part, thinned)))


def _timeline(line: Timeline) -> Table:
    heads = (Text("row"), Text("what"), Text("from move"), Text("to move"))
    rows = tuple(Row((span.row, span.name, span.start, span.end), span.start) for span in line.spans)
    return Table(line.id, line.title, heads, rows)


def _places(chart: Chart, thinned: bool) -> Iterator[Row]:
    before: tuple[Cell, ...] = ()
    for place, at in enumerate(chart.at):
        values = tuple(_cell(row.values[place]) for row in chart.series)
        if not thinned or values != before:
            yield Row((chart.labels[place] if chart.labels else at, *values), at)
        before = values


def _cell(value: Number) -> Cell:
    return "" if value is None else value if isinstance(value, int) else f"{value:g}"


def _group(group: Group) -> Table:
    """All charts of a group below each other."""
    names = tuple(dict.fromkeys(row.name for chart in group.charts for row in chart.series))
    rows = [row for chart in group.charts for row in _named_rows(chart, names)]
    return Table(group.id, group.title, (Text("chart"), Text("when"), *names), tuple(rows))


def _named_rows(chart: Chart, names: tuple[Text, ...]) -> Iterator[Row]:
    by_name = {row.name: row.values for row in chart.series}
    for place, at in enumerate(chart.at):
        values = (by_name[name][place] if name in by_name else None for name in names)
        yield Row((chart.title, chart.labels[place] if chart.labels else at, *map(_cell, values)), at)


def as_csv(part: Part, words: Translator = ENGLISH) -> str:
    """A row for every place, the number of its move in the last column."""
    table = as_table(part)
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow([*(no_formula(say(head, words)) for head in table.heads), "entry"])
    for row in table.rows:
        writer.writerow([*(no_formula(say(cell, words)) for cell in row.cells), "" if row.at is None else row.at])
    return made.getvalue()


FORMULA = re.compile(r"[=+\-@\t\r](?!\d*\.?\d+$)")
"""How a cell begins that spreadsheets work out instead of showing it; numbers may."""


def no_formula(cell: Any) -> Any:
    """A cell of a CSV file; a name somebody has chosen must not become a formula where it is opened."""
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell
