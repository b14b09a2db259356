"""Chapter 10: special spaces of the lines."""

from __future__ import annotations

import pytest

from stellwerk.games.russian_railroads.rules.laws import LAWS
from tests.games.helpers import offered, play, section, told
from tests.games.russian_railroads.positions import gained, locomotives, may, must, ready, tracks, turn_over

TILES = [
    f"choose-tile {tile}"
    for tile in ("four_steps", "five_industry", "three_doublers", "upgrader", "kiev_medal", "cards")
]


def test_r050_10_4_worker_on_kiev_seven_without_locomotive() -> None:
    """10.4: the worker may be placed in the same round."""
    s = ready(2, workers=1)
    tracks(s.me, "kiev", 6)
    play(s, "place track_basic worker", "build kiev black")
    assert (s.players[0].workers, s.players[0].crew) == (1, 7)
    play(s, "pass")
    assert "place coins worker" in offered(s)


def test_r051_10_1_track_first_then_the_locomotive() -> None:
    """10.1, 10.4: brown on 3 waits until the locomotives reach it."""
    s = ready()
    tracks(s.me, "transsib", 7, 5, 2)
    locomotives(s.me, (1, 1))
    play(s, "place track_brown_1 worker", "build transsib brown")
    assert s.players[0].crew == 5
    s.active = 0
    gained(s, must("build"))
    assert "seat 1: gains one more worker" in told(s, "lay-locomotive 2 transsib 1")
    play(s, "lay-locomotive 2 transsib 1")
    assert s.players[0].crew == 6


def test_r051_10_4_locomotive_first_then_the_track() -> None:
    s = ready()
    tracks(s.me, "transsib", 7, 5, 2)
    locomotives(s.me, (2, 1))
    play(s, "place track_brown_1 worker", "build transsib brown")
    assert (s.players[0].crew, s.players[0].workers) == (6, 5)


def test_r052_10_5_example_question_space_with_locomotive_five() -> None:
    """10.5: the example lays a ?-tile on Petersburg 4; with a locomotive 3 nothing happens yet."""
    s = ready()
    tracks(s.me, "petersburg", 3)
    locomotives(s.me, (1, 0), 5)
    play(s, "place track_basic worker", "build petersburg black")
    assert offered(s) == [*TILES, "end-turn"]
    play(s, "choose-tile upgrader")
    assert s.players[0].tiles == (("petersburg_4", "upgrader"),)
    assert turn_over(s, 0)


def test_r052_10_5_locomotive_three_does_not_reach_it() -> None:
    s = ready()
    tracks(s.me, "petersburg", 3)
    locomotives(s.me, (1, 0), 3)
    play(s, "place track_basic worker", "build petersburg black")
    assert turn_over(s, 0)
    s.active = 0
    s.stacks[2:4] = [0, 0]
    gained(s, must("build"))
    play(s, "lay-locomotive 4 petersburg 3", "lay-locomotive 3 transsib 0")
    assert offered(s) == [*TILES, "end-turn"]


def test_r053_10_5_two_question_spaces_in_one_move() -> None:
    s = gained(ready(), must("track", 3, (0,)))
    tracks(s.me, "petersburg", 3)
    locomotives(s.me, (1, 0), 6)
    play(s, *["build petersburg black"] * 3)
    play(s, "choose-tile upgrader", "choose-tile kiev_medal")
    assert s.players[0].tiles == (("petersburg_4", "upgrader"), ("petersburg_6", "kiev_medal"))


def test_r054_10_1_a_locomotive_reaches_both() -> None:
    s = ready()
    tracks(s.me, "petersburg", 6)
    s.stacks[2:6] = [0] * 4
    play(s, "place loco_1 worker", "lay-locomotive 6 petersburg 0", "choose-tile upgrader", "choose-tile kiev_medal")
    assert [space for space, _ in s.players[0].tiles] == ["petersburg_4", "petersburg_6"]


def test_r055_10_5_a_question_space_works_once() -> None:
    s = ready(tiles=(("petersburg_4", "upgrader"),))
    tracks(s.me, "petersburg", 4)
    locomotives(s.me, (1, 0), 5)
    s.stacks[2:6] = [0] * 4
    play(s, "place loco_1 worker", "lay-locomotive 6 petersburg 5", "lay-locomotive 5 kiev 0")
    assert turn_over(s, 0), "black stands on 4 only, and space 4 has been used"


def test_10_5_a_tile_left_alone_is_lost() -> None:
    """2.6, 10.5: ending the turn without choosing uses the ?-space up."""
    s = gained(ready(), must("track", 1, (0,)))
    tracks(s.me, "petersburg", 3)
    locomotives(s.me, (1, 0), 5)
    play(s, "build petersburg black", "end-turn")
    assert s.players[0].tiles == ()
    s.active = 0
    s.stacks[2:6] = [0] * 4
    gained(s, must("build"))
    play(s, "lay-locomotive 6 petersburg 5", "lay-locomotive 5 kiev 0")
    assert turn_over(s, 0)


def test_14_2_every_tile_once() -> None:
    s = ready(tiles=(("petersburg_4", "upgrader"),))
    gained(s, may("tile", source="petersburg_6"))
    assert section(s, "choose-tile upgrader") == "14.2"


@pytest.mark.parametrize(("seats", "most"), [(4, 8), (3, 9), (2, 9)])
def test_r056_10_4_at_most_two_own_workers_and_the_black_one(seats: int, most: int) -> None:
    """10.4, 14.4: both spaces and the black worker."""
    s = ready(seats)
    tracks(s.me, "kiev", 6)
    tracks(s.me, "transsib", 7, 5, 2)
    locomotives(s.me, (9, 9), 9, 9)
    gained(s, may("card", source="tile_cards"), may("track", 4, (0, 2), "tile_four_steps"))
    play(s, "build kiev black", "build transsib brown", "build kiev black", "take-card black_worker")
    p = s.players[0]
    assert p.workers + p.black == most
    gainers = [x for x in s.box.once if x.benefit == "worker"]
    assert len(gainers) == s.box.supply["workers"] == 2
    assert next(law for law in LAWS if law.name == "workers").broken(s) is None


def test_10_7_specials_of_kiev_in_the_box() -> None:
    """10.7: stars 1, 2, 3, 4 on spaces 1 to 4 and 10 on space 8."""
    stars = [(x.space, x.n) for x in ready().box.specials if x.benefit == "star"]
    assert stars == [(1, 1), (2, 2), (3, 3), (4, 4), (8, 10)]
