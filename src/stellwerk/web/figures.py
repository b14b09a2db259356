"""Figures beside the boards: worth over time."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Score, Text
from stellwerk.draw.charts import Series, lines
from stellwerk.draw.sheet import Sheet
from stellwerk.study.figures import moments, worth
from stellwerk.web.render import Reader, page
from stellwerk.web.sight import Shelf, Sight

COURSES = Shelf(50)


def course(sight: Sight) -> tuple[list[int], list[list[Score]]]:
    """The scores on the way, as these eyes may know them."""
    versions = moments(sight.tip)

    def seen(version: int) -> Any:
        return sight.known(sight.at(version))

    key = (sight.kind, sight.id, sight.tip, sight.eyes, sight.finished)
    return versions, COURSES.get(key, lambda: worth(sight.game, seen, versions))


def figures(sight: Sight, reader: Reader) -> str:
    versions, scores = course(sight)
    sheet = Sheet(reader.words, sight.names)
    series = [
        Series(name, [row[seat].total for row in scores], f"seat-{seat}") for seat, name in enumerate(sight.names)
    ]
    chart = lines(sheet, reader.say(Text("Score so far")), [str(version) for version in versions], series)
    return page("parts/figures.html", reader, {"chart": chart.html})
