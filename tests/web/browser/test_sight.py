"""A short part of `bench/sight.py`, so that its bars and the bench itself hold."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench import sight
from tests.web.conftest import Site

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("game", "size"),
    [("russian-railroads", "1280x720"), ("1880", "390x844"), ("yokohama", "1280x720"), ("yokohama", "390x844")],
)
def test_decisions_are_in_sight_and_cost_few_clicks(browser: Browser, place: Site, game: str, size: str) -> None:
    count = sight.measure(browser, place, game, size, 3)
    assert count.question == count.means == count.decisions
    assert count.single == 0
    assert count.confirmations == 0
    assert count.some_in_sight == count.rest_told == count.board
    if size not in sight.TOUCH:
        assert count.all_in_sight == count.board
        assert count.offers == count.decisions
        assert max(count.by_list, default=1) == 1
        assert max(count.by_spot, default=1) == 1
        assert count.smallest >= 11
        assert count.smallest_board >= 9
