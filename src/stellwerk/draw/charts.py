"""Charts for study: lines, bars, stacked bars, small multiples; each with its figures in a table beside it.

Series are told apart by dash and marker as well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log10

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el, number
from stellwerk.draw.seats import SHAPES
from stellwerk.draw.sheet import Sheet, svg, words_at

LEFT, TOP, RIGHT, BOTTOM = 48.0, 12.0, 14.0, 30.0


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers over the same places of the x axis; None is a gap. `kind` is a class that gives it its colour."""

    name: str
    values: Sequence[int | float | None]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where numbers lie on the paper."""

    low: float
    high: float
    count: int
    wide: float
    tall: float

    def x(self, n: float) -> float:
        room = self.wide - LEFT - RIGHT
        return LEFT + room * (n / max(1, self.count - 1))

    def slot(self, n: int) -> tuple[float, float]:
        """Left edge and width of the place of a bar."""
        room = (self.wide - LEFT - RIGHT) / max(1, self.count)
        return LEFT + room * n, room

    def y(self, value: float) -> float:
        span = self.high - self.low or 1
        return TOP + (self.tall - TOP - BOTTOM) * (1 - (value - self.low) / span)


def step_of(span: float, parts: int = 5) -> float:
    """A round distance between the lines of a scale: 1, 2 or 5 times a power of ten."""
    rough = span / parts or 1
    power = 10.0 ** ceil(log10(rough) - 1)
    return next((power * nice for nice in (1, 2, 5, 10) if power * nice >= rough), power * 10)


def _frame(rows: Iterable[float], count: int, size: tuple[float, float]) -> Frame:
    values = list(rows) or [0.0]
    low, high = min(0.0, *values), max(0.0, *values)
    step = step_of(high - low)
    bottom = -ceil(-low / step) * step if low < 0 else 0.0
    top = max(step, ceil(high / step) * step)
    return Frame(bottom, top, count, *size)


def _numbers(series: Iterable[Series]) -> list[float]:
    return [float(value) for row in series for value in row.values if value is not None]


def lines(
    sheet: Sheet, title: str, x: Sequence[str], series: Sequence[Series], size: tuple[float, float] = (640.0, 280.0)
) -> El:
    """Values over time, one line for each series."""
    frame = _frame(_numbers(series), len(x), size)
    marks = [frame.x(n) for n in range(len(x))]
    art = [_line(frame, row, n) for n, row in enumerate(series)]
    return _figure(sheet, title, x, series, frame, [*_axes(frame, x, marks), *art])


def _line(frame: Frame, row: Series, n: int) -> El:
    points = [(frame.x(i), frame.y(value)) for i, value in enumerate(row.values) if value is not None]
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) if points else "M0 0"
    ends = points if len(points) <= 24 else points[-1:]
    dots = [
        el("path", d=SHAPES[n % 7], transform=f"translate({number(x)} {number(y)}) scale(.4)", class_="chart-dot")
        for x, y in ends
    ]
    return el(
        "g", el("title", row.name), el("path", d=path, class_="chart-line"), dots, class_=f"series s{n % 7} {row.kind}"
    )


def bars(
    sheet: Sheet, title: str, x: Sequence[str], series: Sequence[Series], size: tuple[float, float] = (640.0, 280.0)
) -> El:
    """Bars side by side in groups."""
    frame = _frame(_numbers(series), len(x), size)
    return _figure(sheet, title, x, series, frame, [*_bar_axes(frame, x), *_bars(frame, series)])


def _bars(frame: Frame, series: Sequence[Series]) -> Iterator[El]:
    for n, row in enumerate(series):
        rects: list[El] = []
        for i, value in enumerate(row.values):
            left, room = frame.slot(i)
            wide = room * 0.8 / len(series)
            rects += _bar(
                frame, left + room * 0.1 + wide * n, wide, (0.0, float(value or 0)), f"{row.name}: {value}", n
            )
        yield el("g", rects, class_=f"series s{n % 7} {row.kind}")


def stacked(
    sheet: Sheet, title: str, x: Sequence[str], series: Sequence[Series], size: tuple[float, float] = (640.0, 280.0)
) -> El:
    """Parts of a whole on top of each other; parts below zero hang down."""
    ups = [sum(max(0.0, float(row.values[i] or 0)) for row in series) for i in range(len(x))]
    downs = [sum(min(0.0, float(row.values[i] or 0)) for row in series) for i in range(len(x))]
    frame = _frame([*ups, *downs], len(x), size)
    return _figure(sheet, title, x, series, frame, [*_bar_axes(frame, x), *_stack(frame, series)])


def _stack(frame: Frame, series: Sequence[Series]) -> Iterator[El]:
    ups, downs = [0.0] * frame.count, [0.0] * frame.count
    for n, row in enumerate(series):
        rects: list[El] = []
        for i, value in enumerate(row.values):
            level = ups if (value or 0) >= 0 else downs
            start, level[i] = level[i], level[i] + float(value or 0)
            left, room = frame.slot(i)
            rects += _bar(frame, left + room * 0.15, room * 0.7, (start, level[i]), f"{row.name}: {value or 0}", n)
        yield el("g", rects, class_=f"series s{n % 7} {row.kind}")


def _bar(frame: Frame, x: float, wide: float, ends: tuple[float, float], name: str, n: int) -> Iterator[El]:
    """A bar with the mark of its series, where there is room for it."""
    top, bottom = sorted(map(frame.y, ends))
    yield el("rect", el("title", name), x=x, y=top, width=wide, height=bottom - top, class_="chart-bar")
    if bottom - top >= 14 and wide >= 12:
        place = f"translate({number(x + wide / 2)} {number((top + bottom) / 2)}) scale(.4)"
        yield el("path", d=SHAPES[n % 7], transform=place, class_="bar-mark")


def multiples(sheet: Sheet, title: str, charts: Iterable[El]) -> El:
    """Small charts of the same kind side by side."""
    return el("section", el("h3", title), el("div", list(charts), class_="multiples"), class_="d chart-page")


def _axes(frame: Frame, x: Sequence[str], marks: Sequence[float]) -> Iterator[El]:
    yield from _scale(frame)
    every = max(1, ceil(len(x) / 12))
    for n in range(0, len(x), every):
        yield words_at(marks[n], frame.tall - 10, x[n], "chart-tick")


def _bar_axes(frame: Frame, x: Sequence[str]) -> Iterator[El]:
    return _axes(frame, x, [sum(frame.slot(n)[:1]) + frame.slot(n)[1] / 2 for n in range(len(x))])


def _scale(frame: Frame) -> Iterator[El]:
    step = step_of(frame.high - frame.low)
    for n in range(round((frame.high - frame.low) / step) + 1):
        value = frame.low + n * step
        y = frame.y(value)
        zero = " zero" if abs(value) < step / 1000 else ""
        yield el("path", d=f"M{LEFT} {number(y)}H{number(frame.wide - RIGHT)}", class_=f"chart-grid{zero}")
        yield words_at(LEFT - 6, y + 4, f"{value:g}", "chart-scale")


def _figure(
    sheet: Sheet, title: str, x: Sequence[str], series: Sequence[Series], frame: Frame, art: Sequence[El]
) -> El:
    picture = svg(
        el("title", title), art, box=(0, 0, frame.wide, frame.tall), class_="chart", role="img", aria_label=title
    )
    legend = [el("li", _key(n, row), row.name, class_=f"series s{n % 7} {row.kind}") for n, row in enumerate(series)]
    return el(
        "figure",
        el("figcaption", title),
        picture,
        el("ul", legend, class_="chart-legend") if len(series) > 1 else None,
        _table(sheet, title, x, series),
        class_="d chart-figure",
    )


def _key(n: int, row: Series) -> El:
    line = el("path", d="M0 8H26", class_="chart-line")
    dot = el("path", d=SHAPES[n % 7], transform="translate(13 8) scale(.5)", class_="chart-dot")
    return svg(line, dot, box=(0, 0, 26, 16), class_="chart-key", aria_hidden="true")


def _table(sheet: Sheet, title: str, x: Sequence[str], series: Sequence[Series]) -> El:
    head = el(
        "tr",
        el("th", el("span", title, class_="visually-hidden"), scope="col"),
        [el("th", name, scope="col") for name in x],
    )
    rows = [
        el("tr", el("th", row.name, scope="row"), [el("td", _shown(value)) for value in row.values]) for row in series
    ]
    table = el("table", el("thead", head), el("tbody", rows))
    scroller = el("div", table, class_="scroll", tabindex="0", role="group", aria_label=title)
    return el("details", el("summary", sheet.say(Text("Figures"))), scroller, class_="chart-table")


def _shown(value: int | float | None) -> str:
    return "–" if value is None else f"{value:g}"
