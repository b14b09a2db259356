"""Charts as SVG: twice, for wide screens and for phones, so that both can be read. Colour never stands alone.

Values hold from one move to the next, so lines are steps and only changes are drawn. Bars and stacks are links to
their moves; on a line the script of the page finds the move under the pointer, and the table beneath has them all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from stellwerk.core.text import ENGLISH, Translator
from stellwerk.draw.charts import step_of
from stellwerk.draw.element import El, el, number
from stellwerk.draw.seats import SHAPES
from stellwerk.draw.sheet import svg, words_at
from stellwerk.study.analysis.model import Chart, Series

Link = Callable[[int], str]
"""The address of a move."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A size to draw on. `ticks` is how many labels find room below."""

    name: str
    wide: float
    tall: float
    left: float
    ticks: int
    top: float = 26.0
    right: float = 16.0
    bottom: float = 40.0

    @property
    def room(self) -> float:
        return self.wide - self.left - self.right


WIDE = Paper("wide", 760.0, 360.0, 56.0, 11)
NARROW = Paper("narrow", 400.0, 320.0, 50.0, 5)
SMALL = Paper("small", 400.0, 260.0, 50.0, 6)
"""For charts side by side, on every screen."""


@dataclass(frozen=True, slots=True)
class Scale:
    paper: Paper
    low: float
    high: float
    count: int

    def x(self, place: float) -> float:
        return self.paper.left + self.paper.room * place / max(1, self.count - 1)

    def slot(self, place: int) -> tuple[float, float]:
        """Left edge and width of the room for a bar."""
        room = self.paper.room / max(1, self.count)
        return self.paper.left + room * place, room

    def y(self, value: float) -> float:
        inner = self.paper.tall - self.paper.top - self.paper.bottom
        return self.paper.top + inner * (1 - (value - self.low) / ((self.high - self.low) or 1))


def scale_of(chart: Chart, paper: Paper) -> Scale:
    values = [*_stack_ends(chart)] if chart.shape == "stacked" else [v for row in chart.series for v in _known(row)]
    low, high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
    step = step_of(high - low)
    bottom = -ceil(-low / step) * step if low < 0 else 0.0
    return Scale(paper, bottom, max(step, ceil(high / step) * step), len(chart.at))


def _known(row: Series) -> Iterator[float]:
    return (float(value) for value in row.values if value is not None)


def _stack_ends(chart: Chart) -> Iterator[float]:
    for place in range(len(chart.at)):
        values = [float(row.values[place] or 0) for row in chart.series]
        yield sum(value for value in values if value > 0)
        yield sum(value for value in values if value < 0)


def picture(chart: Chart, paper: Paper, words: Translator = ENGLISH, link: Link | None = None) -> El:
    """A chart as one picture; its table says the same in numbers."""
    scale = scale_of(chart, paper)
    art = _lines(chart, scale, words) if chart.shape == "lines" else _bars(chart, scale, words, link)
    title = chart.title.render(words)
    cursor = el("path", d=f"M0 {number(paper.top)}V{number(paper.tall - paper.bottom)}", class_="cursor")
    content = [el("title", title), *_grid(scale), *_ticks(chart, scale, words), *_marks(chart, scale, words), *art]
    return svg(
        *content,
        *_points(chart, scale, words),
        cursor if chart.shape == "lines" else None,
        box=(0, 0, paper.wide, paper.tall),
        class_=f"study-chart {paper.name}",
        role="group" if link is not None and chart.shape != "lines" else "img",
        aria_label=title,
        data_left=number(paper.left),
        data_right=number(paper.wide - paper.right),
    )


# --- the frame -------------------------------------------------------------------------------------------------------


def _grid(scale: Scale) -> Iterator[El]:
    step = step_of(scale.high - scale.low)
    for n in range(round((scale.high - scale.low) / step) + 1):
        value = scale.low + n * step
        y, zero = scale.y(value), " zero" if abs(value) < step / 1000 else ""
        end = number(scale.paper.wide - scale.paper.right)
        yield el("path", d=f"M{number(scale.paper.left)} {number(y)}H{end}", class_=f"chart-grid{zero}")
        yield words_at(scale.paper.left - 7, y + 4, f"{value:g}", "chart-scale")


def _ticks(chart: Chart, scale: Scale, words: Translator) -> Iterator[El]:
    every = max(1, ceil(len(chart.at) / scale.paper.ticks))
    for place in range(0, len(chart.at), every):
        text = chart.labels[place].render(words) if chart.labels else str(chart.at[place])
        x = scale.x(place) if chart.shape == "lines" else sum(scale.slot(place)) - scale.slot(place)[1] / 2
        yield words_at(x, scale.paper.tall - scale.paper.bottom + 18, _short(text, scale, every), "chart-tick")


def _short(text: str, scale: Scale, every: int) -> str:
    """As many letters as have room; the whole stands in the table."""
    most = max(3, int(scale.slot(0)[1] * every / 6.4))
    if len(text) <= most:
        return text
    last = text.split()[-1]
    return last if last.isdigit() else f"{text[: most - 1]}…"


def _marks(chart: Chart, scale: Scale, words: Translator) -> Iterator[El]:
    if scale.paper.name == "small":
        return
    for n, mark in enumerate(chart.marks):
        x = scale.x(_place(chart.at, mark.at))
        end = number(scale.paper.tall - scale.paper.bottom)
        yield el("path", d=f"M{number(x)} {number(scale.paper.top)}V{end}", class_="chart-mark")
        if scale.paper.name == "wide":
            yield words_at(x + 3, scale.paper.top - 4 - 11 * (n % 2), mark.name.render(words), "chart-mark-name")


def _place(at: Sequence[int], number_: int) -> int:
    return next((place for place, each in enumerate(at) if each >= number_), len(at) - 1)


def _points(chart: Chart, scale: Scale, words: Translator) -> Iterator[El]:
    """Signs on the lines: above a falling value, below a rising one, so that the step can be seen."""
    for point in chart.points:
        place = _place(chart.at, point.at)
        value, before = (chart.series[point.series].values[n] or 0 for n in (place, max(0, place - 1)))
        x, y = scale.x(place), scale.y(value) + (15 if value > before else -15)
        y = min(max(y, scale.paper.top), scale.paper.tall - scale.paper.bottom - 9)
        disc = el("circle", cx=number(x), cy=number(y), r="8", class_="chart-point-disc")
        sign = words_at(x, y + 4, point.sign, "chart-point-sign")
        yield el("g", el("title", point.name.render(words)), disc, sign, class_=f"chart-point {point.kind}")


# --- lines, bars, stacks ---------------------------------------------------------------------------------------------


def _lines(chart: Chart, scale: Scale, words: Translator) -> Iterator[El]:
    for n, row in enumerate(chart.series):
        path, last = _steps(row, scale)
        if not path:
            continue
        dots = [_dot(n, x, y) for x, y in last]
        line = el("path", d=path, class_="chart-line")
        yield el("g", el("title", row.name.render(words)), line, dots, class_=f"series s{n % 7} {row.kind}")


def _steps(row: Series, scale: Scale) -> tuple[str, list[tuple[float, float]]]:
    """A step wherever the value changes; dots at a few places and at the end tell lines apart."""
    path, dots, before = "", [], None
    every = max(1, scale.count // 5)
    for place, value in enumerate(row.values):
        if value is None:
            before = None
            continue
        x, y = scale.x(place), scale.y(value)
        if before is None:
            path += f"M{number(x)} {number(y)}"
        elif value != before:
            path += f"H{number(x)}V{number(y)}"
        if place % every == every // 2:
            dots.append((x, y))
        before = value
    if before is not None:
        path += f"H{number(scale.x(len(row.values) - 1))}"
        dots.append((scale.x(len(row.values) - 1), scale.y(before)))
    return path, dots


def _dot(n: int, x: float, y: float) -> El:
    place = f"translate({number(x)} {number(y)}) scale(.42)"
    return el("path", d=SHAPES[n % 7], transform=place, class_="chart-dot")


def _bars(chart: Chart, scale: Scale, words: Translator, link: Link | None) -> Iterator[El]:
    for place in range(len(chart.at)):
        label = chart.labels[place].render(words) if chart.labels else str(chart.at[place])
        rects = list(_stack(chart, scale, place) if chart.shape == "stacked" else _side(chart, scale, place))
        values = ", ".join(f"{row.name.render(words)} {shown(row.values[place])}" for row in chart.series)
        content = [el("title", f"{label}: {values}"), *rects]
        if link is None:
            yield el("g", content)
        else:
            yield el("a", content, href=link(chart.at[place]), data_at=str(chart.at[place]))


def _stack(chart: Chart, scale: Scale, place: int) -> Iterator[El]:
    up = down = 0.0
    left, room = scale.slot(place)
    for n, row in enumerate(chart.series):
        value = float(row.values[place] or 0)
        if not value:
            continue
        start = up if value > 0 else down
        if value > 0:
            up += value
        else:
            down += value
        yield _bar(row, n, scale, (left + room * 0.14, room * 0.72), (start, start + value))


def _side(chart: Chart, scale: Scale, place: int) -> Iterator[El]:
    left, room = scale.slot(place)
    wide = room * 0.8 / max(1, len(chart.series))
    for n, row in enumerate(chart.series):
        if row.values[place]:
            yield _bar(row, n, scale, (left + room * 0.1 + wide * n, wide), (0.0, float(row.values[place] or 0)))


def _bar(row: Series, n: int, scale: Scale, across: tuple[float, float], ends: tuple[float, float]) -> El:
    """A bar with the mark of its series, where there is room for it."""
    top, bottom = sorted(map(scale.y, ends))
    x, wide = across
    mark = None
    if bottom - top >= 13 and wide >= 11:
        place = f"translate({number(x + wide / 2)} {number((top + bottom) / 2)}) scale(.4)"
        mark = el("path", d=SHAPES[n % 7], transform=place, class_="bar-mark")
    rect = el("rect", x=x, y=top, width=wide, height=max(0.5, bottom - top), class_="chart-bar")
    return el("g", rect, mark, class_=f"series s{n % 7} {row.kind}")


def shown(value: int | float | None) -> str:
    return "–" if value is None else f"{value:,.1f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
