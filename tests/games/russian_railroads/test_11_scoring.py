"""Chapter 11: scoring, with the example of the rulebook first."""

from __future__ import annotations

import pytest

from stellwerk.core.engine import events
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.chapters.scoring import board_points, industry_points, line_points
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads
from tests.games.helpers import play
from tests.games.russian_railroads.positions import factories, locomotives, table, tracks

TRANSSIB, PETERSBURG, KIEV = 0, 1, 2


def red(s: RussianRailroads) -> Player:
    """The board of Red in the scoring example."""
    p = s.players[0]
    tracks(p, "transsib", 9, 7, 3)
    tracks(p, "kiev", 2)
    locomotives(p, (6, 2), 0, 2)
    p.doublers = 1
    factories(p, 6)
    p.markers = (5,)
    return p


def upgraded(p: Player) -> Player:
    p.tiles = (("petersburg_4", "upgrader"),)
    return p


def medal(p: Player) -> Player:
    p.tiles = (*p.tiles, ("petersburg_6", "kiev_medal"))
    return p


def line(s: RussianRailroads, name: str, *spaces: int, reach: int = 9, doublers: int = 0) -> int:
    """Points of a line with these tracks and a locomotive of that number."""
    p = s.players[0]
    tracks(p, name, *spaces)
    index = {"transsib": TRANSSIB, "petersburg": PETERSBURG, "kiev": KIEV}[name]
    here = [(min(reach, 9), max(0, reach - 9)), reach, reach]
    locomotives(p, *(here[i] if i == index else ((0, 0) if i == 0 else 0) for i in range(3)))  # type: ignore[arg-type]
    p.doublers = doublers
    return line_points(s, p, index)


def test_r001_11_1_example_of_red_scores_twenty() -> None:
    """11.1, 11.2, 11.3, 11.4: 12 for the Trans-Siberian, 0, 3 for Kiev, 5 for industry."""
    s = table()
    assert board_points(s, red(s)) == (12, 0, 3, 5)


def test_r001_12_1_example_of_red_reaches_the_score_when_everybody_has_passed() -> None:
    s = table()
    red(s)
    play(s, "pass", "pass", "pass")
    told = [str(event.text()) for event in events(s, GAME.parse("pass"))]
    assert "seat 1: scores 20 (Trans-Siberian 12, St Petersburg 0, Kiev 3, industry 5), now 20" in told
    play(s, "pass")
    assert s.players[0].points == 20


@pytest.mark.parametrize(("reach", "points"), [(3, 8), (7, 12), (8, 12)])
def test_r002_11_1_parts_of_the_example(reach: int, points: int) -> None:
    """11.1: spaces 1 to 3 bring 8, 4 to 7 bring 4 more, space 8 nothing."""
    assert line(table(), "transsib", 9, 7, 3, reach=reach, doublers=1) == points


def test_r003_11_1_example_with_revaluation() -> None:
    s = table()
    assert board_points(s, upgraded(red(s))) == (16, 0, 3, 5)


def test_r004_11_1_nothing_scores_at_the_start() -> None:
    s = play(table(), "pass", "pass", "pass", "pass")
    assert [p.points for p in s.players] == [0, 2, 3, 4], "only the points for passing"
    assert all(p.tally[:4] == [0, 0, 0, 0] for p in s.players)


def test_r005_10_7_stars_come_at_every_scoring() -> None:
    """11.3: black on 3 with a locomotive 3 brings 6, again and again."""
    s = table(2)
    tracks(s.players[0], "kiev", 3)
    locomotives(s.players[0], (1, 0), 0, 3)
    play(s, "pass", "pass")
    assert s.players[0].tally[KIEV] == 6
    play(s, "pass", "pass")
    assert s.players[0].tally[KIEV] == 12


@pytest.mark.parametrize(("black", "reach", "points"), [(4, 3, 6), (2, 9, 3), (8, 7, 10), (8, 8, 20)])
def test_r006_r007_r008_11_3_stars_need_track_and_locomotive(black: int, reach: int, points: int) -> None:
    assert line(table(), "kiev", black, reach=reach) == points


@pytest.mark.parametrize(
    ("spaces", "reach", "with_medal", "points"),
    [((8, 5), 8, True, 45), ((8, 5), 8, False, 25), ((6, 5), 5, True, 35), ((6, 4), 9, True, 14)],
)
def test_r009_r010_r011_11_3_medal(spaces: tuple[int, ...], reach: int, with_medal: bool, points: int) -> None:
    """10.7: the medal brings 20 once grey and a locomotive reach space 5."""
    s = table()
    if with_medal:
        medal(s.players[0])
    assert line(s, "kiev", *spaces, reach=reach) == points


def test_r012_11_3_kiev_complete() -> None:
    s = table()
    medal(s.players[0])
    assert line(s, "kiev", 9, 8, 7) == 55
    medal(upgraded(s.players[0]))
    assert line(s, "kiev", 9, 8, 7) == 62


@pytest.mark.parametrize(
    ("spaces", "reach", "points"),
    [((8, 7), 6, 6), ((8, 7), 7, 14), ((8, 6), 9, 6), ((9, 8, 7, 6), 9, 54), ((9, 8, 7, 6), 6, 24), ((9, 8, 7), 0, 0)],
)
def test_r013_r014_r015_r016_11_2_petersburg(spaces: tuple[int, ...], reach: int, points: int) -> None:
    """10.6: the line counts twice once grey and a locomotive reach space 7."""
    assert line(table(), "petersburg", *spaces, reach=reach) == points


def test_r015_11_2_petersburg_with_revaluation() -> None:
    s = table()
    upgraded(s.players[0])
    assert line(s, "petersburg", 9, 8, 7, 6) == 80


@pytest.mark.parametrize(
    ("doublers", "better", "points"), [(0, False, 84), (8, False, 140), (0, True, 120), (8, True, 200)]
)
def test_r017_11_1_transsib_complete(doublers: int, better: bool, points: int) -> None:
    s = table()
    if better:
        upgraded(s.players[0])
    assert line(s, "transsib", 15, 14, 13, 12, 11, reach=15, doublers=doublers) == points


def test_r018_11_1_reach_ends_with_the_line() -> None:
    assert line(table(), "transsib", 15, 14, 13, 12, 11, reach=18) == 84


def test_r019_11_1_doublers_of_nothing_are_nothing() -> None:
    assert line(table(), "transsib", 12, reach=15, doublers=8) == 0


@pytest.mark.parametrize(("reach", "doublers", "points"), [(1, 0, 1), (3, 0, 2), (3, 3, 4)])
def test_r020_11_1_only_what_is_reached_counts(reach: int, doublers: int, points: int) -> None:
    assert line(table(), "transsib", 3, 2, reach=reach, doublers=doublers) == points


def test_r021_11_1_doublers_over_several_colours() -> None:
    s = table()
    assert line(s, "transsib", 10, 6, 5, 4, reach=7, doublers=5) == 37
    upgraded(s.players[0])
    assert line(s, "transsib", 10, 6, 5, 4, reach=7, doublers=5) == 55


def test_r022_11_1_virtual_tracks_end_at_the_next_colour() -> None:
    assert line(table(), "transsib", 15, 5, 4, 3, 2, reach=15) == 21


def test_r023_r025_11_4_the_lane() -> None:
    """A space without number brings the last number before it; the ?-space brings 15."""
    s = table()
    points = []
    for entry in range(16):
        s.players[0].markers = (entry,)
        points.append(industry_points(s.box, s.players[0]))
    assert points == [0, 1, 2, 3, 5, 5, 10, 10, 15, 15, 15, 15, 20, 20, 25, 30]
    assert s.box.lane[10].kind == "tile"


def test_r024_11_4_two_markers_both_score() -> None:
    s = table()
    s.players[0].markers = (15, 14)
    assert industry_points(s.box, s.players[0]) == 55


def test_4_2_reach_adds_up() -> None:
    """4.2: the example of a 1 and a 4 at the Trans-Siberian, which reach spaces 1 to 5."""
    s = table()
    p = s.players[0]
    tracks(p, "transsib", 7, 6)
    locomotives(p, (4, 1))
    assert line_points(s, p, TRANSSIB) == 5
