"""Timelines as SVG: a row for each company, as many lanes in it as things lasted at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.text import ENGLISH, Text, Translator
from stellwerk.draw.element import El, el, number
from stellwerk.draw.sheet import svg, words_at
from stellwerk.study.analysis.model import Mark, Span, Timeline
from stellwerk.study.analysis.pictures import Link, Paper

LANE = 17.0
LETTER = 7.5


def timeline_picture(line: Timeline, paper: Paper, words: Translator = ENGLISH, link: Link | None = None) -> El:
    lanes = _lanes(line)
    tall = paper.top + LANE * len(lanes) + 14
    across = paper.room / max(1, line.end)
    art: list[El] = []
    for n, mark in enumerate(line.marks):
        art += _mark(mark, n, paper, paper.left + across * mark.at, tall, words)
    for n, (row, spans) in enumerate(lanes):
        y = paper.top + LANE * n
        if not n or lanes[n - 1][0] != row:
            art += _row(row, y, paper)
        art += [_bar(span, y, paper.left + across * span.start, across, words, link) for span in spans]
    title = line.title.render(words)
    box = (0.0, 0.0, paper.wide, tall)
    role = "img" if link is None else "group"
    return svg(el("title", title), art, box=box, class_=f"study-chart {paper.name}", role=role, aria_label=title)


def _lanes(line: Timeline) -> list[tuple[str, list[Span]]]:
    found: list[tuple[str, list[Span]]] = []
    for row in dict.fromkeys(span.row for span in line.spans):
        found += [(row, lane) for lane in _packed([span for span in line.spans if span.row == row])]
    return found


def _packed(spans: Sequence[Span]) -> list[list[Span]]:
    """Each span in the first lane that is free."""
    lanes: list[list[Span]] = []
    for span in spans:
        free = next((lane for lane in lanes if lane[-1].end <= span.start), None)
        if free is None:
            lanes.append([span])
        else:
            free.append(span)
    return lanes


def _row(row: str, y: float, paper: Paper) -> Iterator[El]:
    yield words_at(paper.left - 7, y + 12, row, "chart-scale")
    yield el("path", d=f"M{number(paper.left)} {number(y)}H{number(paper.wide - paper.right)}", class_="chart-grid")


def _mark(mark: Mark, n: int, paper: Paper, x: float, tall: float, words: Translator) -> Iterator[El]:
    yield el("path", d=f"M{number(x)} {number(paper.top)}V{number(tall - 14)}", class_="chart-mark")
    if paper.name == "wide":
        yield words_at(x + 3, paper.top - 4 - 11 * (n % 2), mark.name.render(words), "chart-mark-name")


def _bar(span: Span, y: float, x: float, across: float, words: Translator, link: Link | None) -> El:
    name, wide = span.name.render(words), across * (span.end - span.start)
    text = Text("{row}: {name}, moves {start} to {end}", row=span.row, name=name, start=span.start, end=span.end)
    rect = el("rect", x=x, y=y + 1.5, width=max(2.0, wide), height=LANE - 3, rx=2, class_="span-bar")
    label = words_at(x + 4, y + 12.5, name, "span-name") if wide > LETTER * len(name) + 6 else None
    content = [el("title", text.render(words)), rect, label]
    if link is None:
        return el("g", content, class_=f"series {span.kind}")
    return el("a", content, href=link(span.start), data_at=str(span.start), class_=f"series {span.kind}")
