"""What the drawing of Yokohama must show and say: rounds, and all that Port and Dock bring."""

from __future__ import annotations

import pytest

from stellwerk import draw
from stellwerk.games.yokohama.rules import GAME
from stellwerk.locale import translator
from tests.games.yokohama.table import RED, Table


def areas(t: Table, language: str = "en") -> str:
    return draw.board("yokohama", GAME.view(t.s, RED), translator(language))["pyramid"].html.html


@pytest.mark.parametrize(
    ("round_", "last", "said"),
    [(3, 0, "round 3"), (3, 4, "round 3, last round: 4"), (4, 4, "round 4, last round")],
)
def test_end_1_the_round_and_the_last_one_are_always_in_sight(round_: int, last: int, said: str) -> None:
    """end.1: everybody knows which turn of his own is the last."""
    t = Table(4)
    t.s.round, t.s.last_round = round_, last
    assert f"<title>{said}</title>" in areas(t)
    assert all(f">{line}</text>" in areas(t) for line in said.split(", "))


def test_end_1_the_last_round_in_other_languages() -> None:
    t = Table(2)
    t.s.round = t.s.last_round = 5
    assert "letzte Runde" in areas(t, "de")
    assert "ostatnia runda" in areas(t, "pl")


@pytest.mark.parametrize("area", ["port", "dock"])
def test_area_port_power_five_shows_order_and_points(area: str) -> None:
    """area.port: both are drawn, and both are said to those who cannot see them."""
    drawn = areas(Table(4)).split(f'id="area-{area}"')[1].split('id="area-')[0]
    assert drawn.count('class="power-worth">3<') == 2, "powers 4 and 5"
    assert drawn.count('class="bit-points">3<') >= 1
    assert "any order, any order and 3 points" in drawn
