"""Figures beside the boards: worth over time."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from stellwerk.core import Score, Text
from stellwerk.draw.charts import Series, lines
from stellwerk.draw.sheet import Sheet
from stellwerk.study.figures import moments, worth
from stellwerk.table.cache import Cache
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, page

COURSES: Cache[Hashable, list[list[Score]]] = Cache(50)


def course(perspective: Perspective) -> tuple[list[int], list[list[Score]]]:
    """The scores on the way, as these eyes may know them."""
    versions = moments(perspective.tip)

    def seen(version: int) -> Any:
        return perspective.known(perspective.at(version))

    key = (perspective.kind, perspective.id, perspective.tip, perspective.eyes, perspective.finished)
    return versions, COURSES.get_or_make(key, lambda: worth(perspective.game, seen, versions))


def figures(perspective: Perspective, reader: Reader) -> str:
    versions, scores = course(perspective)
    sheet = Sheet(reader.words, perspective.names)
    series = [
        Series(name, [row[seat].total for row in scores], f"seat-{seat}") for seat, name in enumerate(perspective.names)
    ]
    chart = lines(sheet, reader.say(Text("Score so far")), [str(version) for version in versions], series)
    return page("parts/figures.html", reader, {"chart": chart.html})
