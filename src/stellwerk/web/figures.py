"""Figures beside the boards: worth over time, and for 1880 who earned what in which round."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Score, Text
from stellwerk.draw.charts import Series, lines
from stellwerk.draw.sheet import Sheet
from stellwerk.study.figures import Round, income, moments, worth
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
    rounds = income(sight.told()) if sight.game.id == "1880" else []
    values = {"chart": chart.html, "rounds": rounds, "names": sight.names, **_sums(rounds, len(sight.names))}
    return page("parts/figures.html", reader, values)


def _sums(rounds: list[Round], seats: int) -> dict[str, Any]:
    companies = sorted({name for each in rounds for name in (*each.earned, *each.kept)})
    totals = [sum(each.received.get(seat, 0) for each in rounds) for seat in range(seats)]
    return {"companies": companies, "totals": totals}
