"""A loss weighed by places: many where everybody is close, none where every rank is safe."""

from __future__ import annotations

import pytest

from stellwerk.bots.advice import _Rank


@pytest.mark.parametrize(
    ("expected", "places"),
    [
        ((100.0, 100.0), 0.231),
        ((100.0, 100.0, 100.0), 0.462),
        ((900.0, 100.0, 50.0), 0.0),
        ((100.0, 900.0, 950.0), 0.0),
        ((110.0, 100.0, 900.0), 0.231),
    ],
)
def test_points_count_by_the_places_they_change(expected: tuple[float, ...], places: float) -> None:
    rank = _Rank(expected, 10.0, 0)
    assert rank.lost(10.0) == pytest.approx(places, abs=0.001)
    assert rank.lost(0.0) == 0.0
