"""The parts of a study as HTML: pictures, what they mean, and the figures beneath."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from stellwerk.core.text import ENGLISH, Text, Translator
from stellwerk.draw.element import El, el
from stellwerk.draw.seats import SHAPES
from stellwerk.draw.sheet import svg
from stellwerk.study.analysis.model import Chart, Group, Part, Series, Table, Timeline
from stellwerk.study.analysis.pictures import NARROW, SMALL, WIDE, Link, picture, shown
from stellwerk.study.analysis.tables import as_table, say
from stellwerk.study.analysis.timelines import timeline_picture

FEW = 60
"""A table of so many rows stands on the page; a longer one is fetched when it is opened."""


@dataclass(frozen=True)
class Press:
    """Prints the parts of a study: in whose words, where a move is found, where the files of a part are."""

    words: Translator = ENGLISH
    link: Link = "?at={}#stage".format
    files: Callable[[str, str], str] | None = None
    """The address of a part as svg or csv, or of its table; without one everything stands on the page."""

    def say(self, text: Text) -> str:
        return text.render(self.words)

    def part(self, part: Part) -> El:
        if isinstance(part, Group):
            return self._group(part)
        if isinstance(part, Table):
            files = list(self._files(part))
            return self._section(part, self.table(part), el("div", files, class_="beneath") if files else None)
        return self._section(part, *self._figure(part))

    def _section(self, part: Part, *content: El | None) -> El:
        title = el("h2", self.say(part.title), id=f"{part.id}-title")
        about = el("p", self.say(part.about), class_="quiet small") if part.about is not None else None
        return el("article", title, about, *content, id=part.id, class_="part d", aria_labelledby=f"{part.id}-title")

    def _group(self, group: Group) -> El:
        figures = [self._small(chart) for chart in group.charts]
        return self._section(group, el("div", figures, class_="multiples"), self._beneath(group))

    def _small(self, chart: Chart) -> El:
        own = self.legend(chart.series)
        plot = self._plot(chart, [picture(chart, SMALL, self.words, self.link)])
        files = el("div", *self._files(chart), class_="beneath")
        return el("figure", el("figcaption", self.say(chart.title)), plot, own, files, class_="small-chart")

    def _figure(self, part: Chart | Timeline) -> Iterator[El | None]:
        if isinstance(part, Timeline):
            papers = [timeline_picture(part, paper, self.words, self.link) for paper in (WIDE, NARROW)]
            yield el("div", papers, class_="chart-plot")
        else:
            yield self._plot(part, [picture(part, paper, self.words, self.link) for paper in (WIDE, NARROW)])
            yield self.legend(part.series)
        yield self._beneath(part)

    def _plot(self, chart: Chart, pictures: list[El]) -> El:
        """On lines a cursor can be moved by keys and pointer: every place of it is a move."""
        if chart.shape != "lines" or not chart.at:
            return el("div", pictures, class_="chart-plot")
        last = len(chart.at) - 1
        steps = {"at": chart.at, "names": [self.say(row.name) for row in chart.series], "steps": _changes(chart)}
        return el(
            "div",
            pictures,
            el("output", class_="reading small", aria_hidden="true"),
            class_="chart-plot lines",
            tabindex="0",
            role="slider",
            aria_label=self.say(chart.title),
            aria_valuemin="0",
            aria_valuemax=str(last),
            aria_valuenow=str(last),
            aria_valuetext=self._reading(chart, last),
            data_chart=json.dumps(steps, separators=(",", ":"), ensure_ascii=False),
        )

    def _reading(self, chart: Chart, place: int) -> str:
        values = ", ".join(f"{self.say(row.name)} {shown(row.values[place])}" for row in chart.series)
        return self.say(Text("move {number}: {values}", number=chart.at[place], values=values))

    def legend(self, series: tuple[Series, ...]) -> El | None:
        keys = [el("li", _key(n), self.say(s.name), class_=f"series s{n % 7} {s.kind}") for n, s in enumerate(series)]
        return el("ul", keys, class_="chart-legend small") if len(series) > 1 else None

    # --- tables -------------------------------------------------------------------------------------------------------

    def _beneath(self, part: Part) -> El:
        """The figures of a chart, and the chart as files."""
        table = as_table(part, thinned=True)
        is_here = self.files is None or len(table.rows) <= FEW
        url = self.files(part.id, "table") if self.files is not None else None
        inner = self.table(table) if is_here else el("a", self.say(Text("All figures")), href=url)
        summary = el("summary", self.say(Text("Figures")))
        details = el("details", summary, inner, class_="figures", data_table=None if is_here else url)
        return el("div", details, *self._files(part), class_="beneath")

    def _files(self, part: Part) -> Iterator[El]:
        if self.files is None:
            return
        if not isinstance(part, Group | Table):
            svg_url = self.files(part.id, "svg")
            yield el("a", "SVG", href=svg_url, download=True, class_="small")
            yield el("button", "PNG", type="button", class_="link small", data_png=svg_url)
        yield el("a", "CSV", href=self.files(part.id, "csv"), download=True, class_="small")

    def table(self, table: Table) -> El:
        heads = el("tr", [el("th", say(head, self.words), scope="col") for head in table.heads])
        rows = [self._row(table, n) for n in range(len(table.rows))]
        kind = "study-table prose" if table.is_prose else "study-table"
        made = el("table", el("thead", heads), el("tbody", rows), class_=kind)
        return el("div", made, class_="scroll", tabindex="0", role="group", aria_label=self.say(table.title))

    def _row(self, table: Table, n: int) -> El:
        row = table.rows[n]
        first, *others = (say(cell, self.words) for cell in row.cells)
        head: El | str = first
        if row.at is not None:
            head = el("a", first, href=self.link(row.at), data_at=str(row.at))
        cells = [el("td", _set(text), class_="number" if text.lstrip("+-")[:1].isdigit() else None) for text in others]
        return el("tr", el("th", head, scope="row"), cells, class_="sum" if row.is_sum else None)


def _set(text: str) -> str:
    """A true minus on the page; files keep the sign that programs read."""
    return f"−{text[1:]}" if text[:1] == "-" and text[1:2].isdigit() else text


def _changes(chart: Chart) -> list[list[tuple[int, int | float | None]]]:
    """Each series as (place, value) wherever its value is another."""
    return [
        [(n, value) for n, value in enumerate(row.values) if not n or value != row.values[n - 1]]
        for row in chart.series
    ]


def _key(n: int) -> El:
    line = el("path", d="M0 8H26", class_="chart-line")
    dot = el("path", d=SHAPES[n % 7], transform="translate(13 8) scale(.5)", class_="chart-dot")
    return svg(line, dot, box=(0, 0, 26, 16), class_="chart-key", aria_hidden="true")
