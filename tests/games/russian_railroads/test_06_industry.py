"""Chapter 6: industrialisation, and what the factories do (14.6)."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, section, told
from tests.games.russian_railroads.positions import (
    factories,
    gained,
    locomotives,
    may,
    must,
    ready,
    spaces,
    table,
    tracks,
    turn_over,
)


def entering(number: int, **changes: Any) -> RussianRailroads:
    """A marker on the 5 points before a factory of this number, with one step due."""
    s = ready(**{"markers": (4,), **changes})
    factories(s.me, number)
    return gained(s, must("industry", source="industry_1"))


def test_6_1_example_one_step() -> None:
    """6.1: Yellow moves his marker one space ahead."""
    s = play(table(), "place industry_1 worker", "advance 1")
    assert s.players[0].markers == (1,)
    assert turn_over(s, 0)


def test_6_4_the_three_spaces() -> None:
    """6.4: one step, two steps, one step and a black one."""
    s = play(table(), "place industry_2 worker+worker", "advance 1", "advance 1")
    assert s.players[0].markers == (2,)
    play(s, "place industry_3 worker+worker", "build kiev black", "advance 1")
    assert (s.players[1].markers, s.players[1].tracks[10]) == ((1,), 2)


def test_r071_6_2_a_gap_stops_the_marker() -> None:
    s = ready(markers=(4,))
    assert spaces(s).isdisjoint({"industry_1", "industry_2", "industry_3"})
    assert section(s, "place industry_1 worker") == "2.3"
    gained(s, may("industry"))
    assert section(s, "advance 1") == "6.2"


def test_6_2_example_a_factory_opens_the_lane() -> None:
    s = ready(markers=(4,))
    factories(s.me, 6)
    play(s, "place industry_2 worker+worker", "advance 1", "advance 1")
    assert s.players[0].markers == (6,)


def test_6_1_the_end_of_the_lane() -> None:
    s = gained(ready(markers=(15,)), may("industry"))
    assert section(s, "advance 1") == "6.1"
    assert section(s, "advance 2") == "6.5"


def test_r072_6_3_example_a_factory_between_two_steps() -> None:
    """6.3: the first of two steps enters a factory, its effect comes, then the second step."""
    s = ready(markers=(4,))
    factories(s.me, 7)
    play(s, "place industry_2 worker+worker", "advance 1")
    play(s, "build kiev black", "build kiev black", "advance 1")
    assert (s.players[0].markers, s.players[0].tracks[10]) == ((6,), 3)
    assert turn_over(s, 0)


def test_6_3_the_effect_may_wait_for_the_second_step() -> None:
    """2.5: effects of a turn in any order."""
    s = ready(markers=(4,))
    factories(s.me, 7)
    play(s, "place industry_2 worker+worker", "advance 1", "advance 1", "build kiev black", "end-turn")
    assert (s.players[0].markers, s.players[0].tracks[10]) == ((6,), 2)


def test_r073_14_6_factory_five_goes_one_further() -> None:
    s = play(entering(5), "advance 1", "advance 1")
    assert s.players[0].markers == (6,)
    assert s.box.lane_points[6] == 10


def test_r074_14_6_factory_eight_counts_the_two_best_locomotives() -> None:
    s = entering(8)
    locomotives(s.me, (6, 2), 4)
    play(s, "advance 1")
    assert s.players[0].points == 10


@pytest.mark.parametrize(("engineers", "points"), [((2, 13), 15), ((), 0)])
def test_r075_14_6_factory_one_counts_engineers(engineers: tuple[int, ...], points: int) -> None:
    s = play(entering(1, engineers=engineers), "advance 1")
    assert s.players[0].points == points


def test_r076_14_6_factory_three_uses_the_coin_space_again() -> None:
    """8.5: the worker on the coin space brings two more coins."""
    s = entering(3)
    s.stands = [("coins", 0, "worker")]
    play(s, "advance 1", "reuse coins")
    assert s.players[0].coins == 3
    assert turn_over(s, 0)


def test_14_6_factory_three_without_a_space_lapses() -> None:
    s = play(entering(3), "advance 1")
    assert turn_over(s, 0)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (7, 8), (8, 8)])
def test_r077_14_6_factory_four_lays_what_fits(before: int, after: int) -> None:
    s = play(entering(4, doublers=before), "advance 1")
    assert s.players[0].doublers == after
    assert turn_over(s, 0)


def test_14_6_factory_two_builds() -> None:
    s = play(entering(2), "advance 1", "build-factory 2 stack 2")
    assert s.players[0].factories == (2, 2, 0, 0, 0)


def test_14_6_factory_two_may_be_left_alone() -> None:
    s = play(entering(2), "advance 1", "end-turn")
    assert s.players[0].factories == (2, 0, 0, 0, 0)


def test_14_6_factory_six_brings_a_coin() -> None:
    s = entering(6)
    assert "seat 1: takes 1 coin" in told(s, "advance 1")
    play(s, "advance 1")
    assert s.players[0].coins == 2


def test_r078_14_6_factory_nine_an_end_card_or_points() -> None:
    """14.5: at the end of the turn."""
    s = play(entering(9), "advance 1")
    assert offered(s) == ["look", "take-points"]
    play(s, "take-points")
    assert s.players[0].points == 10
    assert s.active == 1


def test_r079_14_2_five_steps_stop_at_a_gap() -> None:
    s = gained(ready(markers=(2,)), may("tile", source="petersburg_4"))
    play(s, "choose-tile five_industry", "advance 1", "advance 1")
    assert s.players[0].markers == (4,)
    assert turn_over(s, 0)


def test_r080_6_5_the_second_marker_uses_factories_again_but_not_the_question_space() -> None:
    s = ready(markers=(11, 8))
    factories(s.me, 6, 6, 6, 6)
    gained(s, must("industry", 2, source="industry_2"))
    play(s, "advance 2")
    assert s.me.coins == 2, "the factory in gap 3 once more"
    play(s, "advance 2")
    assert turn_over(s, 0), "no ?-tile for the second marker"
    assert s.players[0].markers == (11, 10)


def test_10_5_the_first_marker_on_the_question_space() -> None:
    s = ready(markers=(9,))
    factories(s.me, 6, 6, 6)
    play(s, "place industry_1 worker", "advance 1", "choose-tile kiev_medal")
    assert s.players[0].tiles == (("industry", "kiev_medal"),)


def test_r081_6_5_markers_never_share_a_space_or_pass() -> None:
    s = ready(markers=(3, 2))
    play(s, "place industry_1 worker")
    assert offered(s) == ["advance 1"]
    assert section(s, "advance 2") == "6.5"


def test_6_5_steps_split_over_both_markers() -> None:
    s = ready(markers=(3, 0))
    play(s, "place industry_2 worker+worker", "advance 2", "advance 1")
    assert s.players[0].markers == (4, 1)


def test_6_5_the_second_marker_needs_a_free_start_space() -> None:
    s = gained(ready(), may("tile", source="petersburg_4"))
    assert section(s, "choose-tile second_marker") == "6.5"
    s.me.markers = (1,)
    play(s, "choose-tile second_marker")
    assert s.players[0].markers == (1, 0)


def test_r082_9_7_the_last_round_space_needs_three_steps() -> None:
    s = ready(markers=(2,))
    s.round = 7
    assert "last_round_industry" not in spaces(s)
    assert section(s, "place last_round_industry worker") == "2.3"
    s.me.markers = (1,)
    play(s, "place last_round_industry worker", "advance 1", "advance 1", "advance 1")
    assert s.players[0].markers == (4,)


def test_2_3_a_factory_entered_on_the_way_counts() -> None:
    """2.3: three steps from before factory 2, which fills the next gap; building a locomotive instead is refused."""
    s = ready(markers=(4,))
    s.round = 7
    factories(s.me, 2)
    assert "last_round_industry" in spaces(s)
    play(s, "place last_round_industry worker", "advance 1", "advance 1")
    assert offered(s) == ["build-factory 2 stack 2"]
    assert section(s, "lay-locomotive 2 kiev 0") == "2.3"
    play(s, "build-factory 2 stack 2", "advance 1")
    assert s.players[0].markers == (7,)


def test_2_3_a_question_tile_on_the_way_counts() -> None:
    """2.3: the black step reaches a ?-space, the second marker it gives makes the industry step."""
    s = ready(3, markers=(4,))
    tracks(s.me, "petersburg", 3)
    locomotives(s.me, (1, 0), 4)
    assert "industry_3" in spaces(s)
    play(s, "place industry_3 worker+worker")
    assert offered(s) == ["build petersburg black"]
    play(s, "build petersburg black")
    assert offered(s, "choose-tile") == ["choose-tile second_marker", "choose-tile cards"]
    play(s, "choose-tile second_marker", "advance 2")
    assert s.players[0].markers == (4, 1)
