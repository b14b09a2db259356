"""Chapter 3: building track."""

from __future__ import annotations

import pytest

from stellwerk.games.russian_railroads.rules.chapters.track import rooms, unlocked
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, refused, section, told
from tests.games.russian_railroads.positions import gained, may, must, ready, spaces, table, tracks, turn_over

ANY = (0, 1, 2, 3, 4)


def line(s: RussianRailroads, seat: int, name: str) -> list[int]:
    start = {"transsib": 0, "petersburg": 5, "kiev": 10}[name]
    found: list[int] = s.players[seat].tracks[start : start + 5]
    return found


def test_r026_3_1_example_three_black_steps_on_one_line() -> None:
    """3.1, 3.2: the first example; passing space 2 brings the grey tracks."""
    s = play(table(), "place track_black_2 worker+worker")
    play(s, "build transsib black")
    assert "seat 1: may build grey track from now on" not in told(s, "build transsib black")
    play(s, "build transsib black", "build transsib black")
    assert line(s, 0, "transsib") == [4, 0, 0, 0, 0]
    assert turn_over(s, 0)
    assert s.players[0].workers == 3
    assert rooms(s.box, s.players[0].tracks)[1] == 3, "grey may be built now"


def test_r026_3_2_grey_comes_with_space_two() -> None:
    s = play(table(), "place track_black_2 worker+worker")
    assert "seat 1: may build grey track from now on" in told(s, "build transsib black")


def test_r027_3_1_example_steps_split_over_lines() -> None:
    s = play(table(), "place track_black_2 worker+worker")
    play(s, "build kiev black", "build kiev black", "build petersburg black")
    assert [line(s, 0, name)[0] for name in ("transsib", "petersburg", "kiev")] == [1, 2, 3]
    assert turn_over(s, 0)


def test_r028_3_2_example_grey_enters_on_space_one() -> None:
    """3.2: the example of two grey steps: onto space 1, then onto space 2."""
    s = ready()
    tracks(s.me, "transsib", 3)
    play(s, "place track_grey_1 worker", "build transsib grey")
    assert line(s, 0, "transsib")[1] == 1
    play(s, "build transsib grey")
    assert line(s, 0, "transsib")[1] == 2
    assert turn_over(s, 0)


def test_r028_3_1_grey_steps_may_be_split_too() -> None:
    s = ready()
    tracks(s.me, "transsib", 3)
    tracks(s.me, "kiev", 2)
    play(s, "place track_grey_1 worker", "build transsib grey", "build kiev grey")
    assert (line(s, 0, "transsib")[1], line(s, 0, "kiev")[1]) == (1, 1)


def test_r029_2_3_a_space_that_cannot_be_completed_is_not_offered() -> None:
    """2.3: with black on 2, 1, 1 only one grey step exists."""
    s = ready()
    tracks(s.me, "transsib", 2)
    assert "track_grey_1" not in spaces(s)
    assert section(s, "place track_grey_1 worker") == "2.3"
    tracks(s.me, "kiev", 2)
    assert "track_grey_1" in spaces(s)


def test_r030_3_3_grey_never_draws_level() -> None:
    s = ready()
    tracks(s.me, "transsib", 3, 2)
    tracks(s.me, "kiev", 3)
    play(s, "place track_grey_1 worker")
    assert offered(s) == ["build kiev grey"]
    assert section(s, "build transsib grey") == "3.3"


def test_r031_3_3_brown_needs_grey_before_it() -> None:
    s = ready()
    tracks(s.me, "transsib", 6, 2)
    play(s, "place track_brown_1 worker")
    assert offered(s) == ["build transsib brown"]
    assert section(s, "build kiev brown") == "3.3"


@pytest.mark.parametrize("step", ["build kiev natural", "build kiev white", "build petersburg white"])
def test_r032_3_3_colours_a_line_does_not_have(step: str) -> None:
    s = table()
    tracks(s.me, "transsib", 15, 10, 9, 8)
    for name in ("petersburg", "kiev"):
        tracks(s.me, name, 9, 8, 7)
    gained(s, may("track", 4, ANY))
    assert refused(s, step).endswith("track cannot be built there [3.3]")


def test_3_2_a_colour_must_have_been_unlocked() -> None:
    s = gained(table(), may("track", 2, ANY))
    tracks(s.me, "kiev", 5)
    assert section(s, "build kiev grey") == "3.2"
    assert "space 2" in refused(s, "build kiev grey")


@pytest.mark.parametrize(
    ("start", "colour", "pieces"), [(1, "grey", 3), (5, "brown", 3), (9, "natural", 2), (14, "white", 1)]
)
def test_r033_r034_3_2_reaching_or_passing_the_space(start: int, colour: str, pieces: int) -> None:
    """3.2: spaces 2, 6, 10 and 15 bring three, three, two and one track, natural none for Kiev."""
    s = gained(ready(), must("track", 1, (0,)))
    tracks(s.me, "transsib", start)
    assert f"seat 1: may build {colour} track from now on" in told(s, "build transsib black")
    number = s.box.colour[colour]
    assert not unlocked(s.box, s.me.tracks, number)
    for space in range(start + 1, 16):
        tracks(s.me, "transsib", space)
        assert unlocked(s.box, s.me.tracks, number)
    assert sum(piece.colour == number for piece in s.box.pieces) == pieces
    assert [s.box.lines[piece.line].id for piece in s.box.pieces if piece.colour == 3] == ["transsib", "petersburg"]


def test_r033_3_2_black_passes_six_without_stopping() -> None:
    s = ready()
    tracks(s.me, "transsib", 5, 4)
    assert rooms(s.box, s.me.tracks)[2] == 0
    play(s, "place track_black_1 worker", "build transsib black", "build transsib black")
    assert line(s, 0, "transsib")[0] == 7
    assert rooms(s.box, s.players[0].tracks)[2] == 3


def test_r035_10_2_white_steps_at_once() -> None:
    """10.2, 10.3: with natural on 3 white may go to 1 and 2; the end of the line brings 10 points."""
    s = ready()
    tracks(s.me, "transsib", 14, 13, 12, 3)
    play(s, "place track_basic worker", "build transsib black")
    assert s.players[0].points == 10
    assert offered(s) == ["build transsib white", "end-turn"]
    play(s, "build transsib white", "build transsib white")
    assert line(s, 0, "transsib")[4] == 2
    assert turn_over(s, 0)


def test_r035_10_2_white_steps_are_not_compulsory() -> None:
    s = ready()
    tracks(s.me, "transsib", 14, 13, 12, 3)
    play(s, "place track_basic worker", "build transsib black", "end-turn")
    assert line(s, 0, "transsib")[4] == 0


def test_r036_10_2_white_steps_without_room_lapse() -> None:
    s = ready()
    tracks(s.me, "transsib", 14, 5)
    play(s, "place track_basic worker", "build transsib black")
    assert turn_over(s, 0)
    assert s.players[0].points == 10
    tracks(s.players[0], "transsib", 15, 5, 4, 3)
    assert rooms(s.box, s.players[0].tracks)[4] == 2, "the white track is kept for later"


def test_r037_10_3_no_further_than_the_last_space() -> None:
    s = ready()
    tracks(s.me, "kiev", 8)
    play(s, "place track_black_1 worker", "build kiev black")
    assert s.me.points == 10
    assert section(s, "build kiev black") == "10.3"
    play(s, "build petersburg black")
    assert s.players[0].points == 10


def test_r038_10_3_three_ends_bring_thirty_points() -> None:
    s = ready()
    for name, space in (("transsib", 14), ("petersburg", 8), ("kiev", 8)):
        tracks(s.me, name, space)
    play(
        s, "place track_black_2 worker+worker", *(f"build {name} black" for name in ("transsib", "petersburg", "kiev"))
    )
    assert s.players[0].tally[5] == 30


@pytest.mark.parametrize("colours", [("black", "grey"), ("black", "black"), ("grey", "grey")])
def test_r039_3_4_example_track_of_your_choice(colours: tuple[str, str]) -> None:
    """3.4: the example moves black and grey; two steps of one colour are as good."""
    s = ready()
    tracks(s.me, "transsib", 4)
    play(s, "place track_any worker+coin", *(f"build transsib {colour}" for colour in colours))
    assert turn_over(s, 0)
    assert s.players[0].coins == 0


def test_r040_3_4_a_colour_unlocked_by_the_first_step() -> None:
    s = ready()
    play(s, "place track_any worker+coin")
    assert "build transsib grey" not in offered(s)
    play(s, "build transsib black", "build transsib grey")
    assert line(s, 0, "transsib") == [2, 1, 0, 0, 0]


def test_r041_3_5_example_the_open_space_again_and_again() -> None:
    """3.5: the example uses it by two players, and by one of them twice."""
    s = table(2)
    play(s, "place track_basic worker", "build kiev black", "place track_basic worker", "build kiev black")
    play(s, "place track_basic worker", "build kiev black")
    assert [stand[:2] for stand in s.stands] == [("track_basic", 0), ("track_basic", 1), ("track_basic", 0)]
    assert "track_basic" in spaces(s)


def test_3_5_a_coin_does_not_close_it() -> None:
    s = play(table(2), "place track_basic coin", "build kiev black")
    assert "track_basic" in spaces(s)


def test_3_5_black_or_grey_only() -> None:
    s = ready()
    tracks(s.me, "transsib", 6, 4)
    play(s, "place track_basic worker")
    assert section(s, "build transsib brown") == "3.1"
    assert "build transsib grey" in offered(s)


def test_r042_2_6_four_steps_as_far_as_they_go() -> None:
    """14.2: with two steps possible two are made, and the ?-tile is used up."""
    s = ready()
    for name, space in (("transsib", 15), ("petersburg", 9), ("kiev", 7)):
        tracks(s.me, name, space)
    tracks(s.me, "transsib", 15, 14, 13, 12, 11)
    tracks(s.me, "petersburg", 9, 8, 7, 6)
    tracks(s.me, "kiev", 9, 8, 5)
    gained(s, may("tile", source="petersburg_4"))
    play(s, "choose-tile four_steps", "build kiev brown", "build kiev brown")
    assert turn_over(s, 0)
    assert s.players[0].tiles == (("petersburg_4", "four_steps"),)


def test_2_5_a_step_uses_the_narrowest_effect() -> None:
    """2.5: a black step uses up the black effect first and leaves the one for any colour."""
    s = gained(ready(), may("track", 1, (0,), "black_worker"), may("track", 1, ANY))
    tracks(s.me, "transsib", 3)
    play(s, "build transsib black")
    assert "build transsib grey" in offered(s)


def test_2_5_a_bonus_step_can_be_dropped_before_a_wider_compulsory_one() -> None:
    """2.5, 2.6: without the bonus the compulsory step may be black, and the turn is over after it."""
    s = gained(ready(), must("track", 1, ANY), may("track", 1, (0,), "black_worker"))
    assert "forgo black_worker" in offered(s)
    assert section(s, "forgo track_any") == "2.6"
    play(s, "forgo black_worker", "build kiev black")
    assert turn_over(s, 0)


def test_2_3_the_turn_cannot_end_before_everything_compulsory_is_done() -> None:
    s = play(table(), "place track_black_1 worker", "build kiev black")
    assert section(s, "end-turn") == "2.3"
    assert "1 × track step, black" in refused(s, "end-turn")
