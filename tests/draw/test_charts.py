"""Charts: scales, gaps, tables beside them."""

from __future__ import annotations

import re

import pytest

from stellwerk.draw.charts import Series, bars, lines, multiples, stacked, step_of
from stellwerk.draw.sheet import Sheet

X = ("1", "2", "3")
TWO = (Series("Anna", (10, None, 30), "seat-0"), Series("<Bob>", (5, 20, -10), "seat-1"))


@pytest.mark.parametrize(("span", "step"), [(10, 2), (100, 20), (7, 2), (1, 0.2), (1500, 500), (0, 1)])
def test_scales_go_by_round_numbers(span: float, step: float) -> None:
    assert step_of(span) == pytest.approx(step)


@pytest.mark.parametrize("chart", [lines, bars, stacked])
def test_every_chart_has_its_figures_in_a_table(chart: object) -> None:
    html = chart(Sheet(), "Worth", X, TWO).html  # type: ignore[operator]
    assert html.count("<th scope") + html.count('<th scope="row"') >= 4
    assert re.findall(r"<td>([^<]*)</td>", html) == ["10", "–", "30", "5", "20", "-10"]
    assert "&lt;Bob&gt;" in html
    assert "<Bob>" not in html
    assert "style=" not in html


def test_a_gap_in_a_line_is_no_point() -> None:
    html = lines(Sheet(), "Worth", X, TWO[:1]).html
    assert html.count('class="chart-dot"') == 2 + 0  # no legend for a single series


def test_parts_below_zero_hang_down_from_the_zero_line() -> None:
    html = stacked(Sheet(), "Points", ("a",), (Series("up", (10,)), Series("down", (-5,)))).html
    boxes = [(float(y), float(h)) for y, h in re.findall(r'y="([\d.]+)" width="[\d.]+" height="([\d.]+)"', html)]
    (top, high), (below, _) = boxes
    assert top + high == pytest.approx(below, abs=0.2)


def test_empty_series_draw() -> None:
    assert "chart-line" in lines(Sheet(), "Nothing", (), (Series("none", ()),)).html


def test_small_multiples_hold_their_charts() -> None:
    html = multiples(Sheet(), "All", [lines(Sheet(), name, X, TWO) for name in ("a", "b")]).html
    assert html.count("<figure") == 2
