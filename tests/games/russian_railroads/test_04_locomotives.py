"""Chapters 4 and 5: locomotives and factories."""

from __future__ import annotations

import pytest

from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, refused, section, told
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


def lowest(s: RussianRailroads, number: int) -> None:
    """Take all stacks below a number away."""
    s.stacks[2:number] = [0] * (number - 2)


def test_r057_4_1_example_the_lowest_stack() -> None:
    """4.1: the first purchase is a 2, as in the example of Green; after all 2s are gone a 3 comes."""
    s = play(table(), "place loco_1 worker")
    assert offered(s, "lay-locomotive") == [
        "lay-locomotive 2 transsib 1",
        "lay-locomotive 2 transsib 0",
        "lay-locomotive 2 petersburg 0",
        "lay-locomotive 2 kiev 0",
    ]
    assert section(s, "lay-locomotive 3 petersburg 0") == "4.1"
    play(s, "lay-locomotive 2 petersburg 0")
    assert s.players[0].locomotives == (1, 0, 2, 0)
    s.stacks[2] = 0
    play(s, "place loco_2 worker+worker", "lay-locomotive 3 kiev 0")
    assert s.stacks[2:5] == [0, 3, 4]


def test_r058_4_3_example_the_old_locomotive_goes_to_kiev() -> None:
    """4.3: a 4 replaces the 1 beside a 3 on the Trans-Siberian; the 1 goes to empty Kiev."""
    s = ready()
    locomotives(s.me, (3, 1), 2)
    lowest(s, 4)
    play(s, "place loco_1 worker", "lay-locomotive 4 transsib 1", "lay-locomotive 1 kiev 0")
    assert s.players[0].locomotives == (4, 3, 2, 1)


def test_r059_4_4_example_a_chain_ends_with_a_returned_tile() -> None:
    """4.3, 4.4: 4 over 2 on Petersburg, 2 over 1 on Kiev, and the 1 fits nowhere."""
    s = ready()
    locomotives(s.me, (4, 3), 2, 1)
    lowest(s, 4)
    play(s, "place loco_1 worker", "lay-locomotive 4 petersburg 2")
    assert "seat 1: locomotive 1 returned as a factory" in told(s, "lay-locomotive 2 kiev 1")
    play(s, "lay-locomotive 2 kiev 1")
    assert s.players[0].locomotives == (4, 3, 4, 2)
    assert s.returned[1] == 1
    assert turn_over(s, 0)


def test_r060_4_3_an_equal_number_is_not_replaced() -> None:
    s = ready()
    locomotives(s.me, (2, 2), 2, 1)
    play(s, "place loco_1 worker")
    assert offered(s, "lay-locomotive") == ["lay-locomotive 2 kiev 1"]
    assert section(s, "lay-locomotive 2 petersburg 2") == "4.3"


def test_r061_4_4_no_return_while_a_place_is_empty() -> None:
    s = ready()
    locomotives(s.me, (3, 1), 2)
    lowest(s, 4)
    play(s, "place loco_1 worker", "lay-locomotive 4 petersburg 2")
    assert offered(s) == ["lay-locomotive 2 transsib 1", "lay-locomotive 2 kiev 0"]
    assert section(s, "return-locomotive") == "4.4"


def test_r062_4_4_with_four_filled_places_the_player_may_stop() -> None:
    s = ready()
    locomotives(s.me, (6, 5), 5, 3)
    lowest(s, 7)
    play(s, "place loco_1 worker", "lay-locomotive 7 petersburg 5")
    assert offered(s) == ["lay-locomotive 5 kiev 3", "return-locomotive"]
    play(s, "return-locomotive")
    assert s.returned[5] == 1
    assert s.players[0].locomotives == (6, 5, 7, 3)


def test_4_3_the_chain_is_about_the_replaced_locomotive() -> None:
    s = ready()
    locomotives(s.me, (3, 1), 2)
    lowest(s, 4)
    play(s, "place loco_1 worker", "lay-locomotive 4 petersburg 2")
    assert section(s, "lay-locomotive 4 kiev 0") == "4.3"


def test_r063_4_4_returned_tiles_are_factories_only() -> None:
    """4.4, 5.3: a returned 1 is offered as a factory, never as a locomotive."""
    s = ready()
    s.returned[1] = 1
    play(s, "place loco_1 worker")
    assert "build-factory 1 returned 1" in offered(s)
    assert not any(line.startswith("lay-locomotive 1 ") for line in offered(s))
    play(s, "build-factory 1 returned 1")
    assert (s.returned[1], s.players[0].factories[0]) == (0, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r064_1_1_stacks_have_a_tile_for_each_player(seats: int) -> None:
    """1.1, 1.4: numbers 2 to 9, as many tiles of each as there are players."""
    assert table(seats).stacks == [0, 0, *[seats] * 8]


def test_r065_5_4_the_last_three_as_locomotive_or_as_factory() -> None:
    """5.4: the order decides which number becomes what."""
    s = ready()
    lowest(s, 3)
    s.stacks[3] = 1
    first = play(s.copy(), "place loco_3 worker+worker+worker", "lay-locomotive 3 kiev 0", "build-factory 4 stack 1")
    assert (first.players[0].locomotives[3], first.players[0].factories[0]) == (3, 4)
    second = play(s.copy(), "place loco_3 worker+worker+worker", "build-factory 3 stack 1", "lay-locomotive 4 kiev 0")
    assert (second.players[0].locomotives[3], second.players[0].factories[0]) == (4, 3)


def test_r066_5_4_not_twice_the_same() -> None:
    s = play(table(), "place loco_3 worker+worker+worker", "lay-locomotive 2 kiev 0")
    assert section(s, "lay-locomotive 2 petersburg 0") == "4.1"
    t = play(table(), "place loco_3 worker+worker+worker", "build-factory 2 stack 1")
    assert section(t, "build-factory 2 stack 2") == "5.1"


def test_5_4_either_on_the_cheaper_spaces() -> None:
    s = play(table(), "place loco_2 worker+worker")
    assert {line.split()[0] for line in offered(s)} == {"lay-locomotive", "build-factory"}
    play(s, "build-factory 2 stack 1")
    assert turn_over(s, 0)


def test_5_1_example_a_two_as_a_factory() -> None:
    """5.1: Green turns the 2 over and lays it into his lane."""
    s = play(table(), "place loco_1 worker")
    assert any("factory 2 (Locomotive works) in gap 1" in line for line in told(s, "build-factory 2 stack 1"))
    play(s, "build-factory 2 stack 1")
    assert s.players[0].factories == (2, 0, 0, 0, 0)


def test_r067_4_3_a_nine_stays() -> None:
    s = ready()
    locomotives(s.me, (9, 9), 9, 9)
    gained(s, may("build"), may("nine"))
    assert not offered(s, "lay-locomotive")
    assert section(s, "lay-locomotive 9 kiev 9") == "4.3"


def test_r068_14_3_the_nine_of_its_card_reaches_a_question_space() -> None:
    """14.3, 10.1: 9 and 4 reach space 13, where black stands."""
    s = gained(ready(), may("card", source="tile_cards"))
    tracks(s.me, "transsib", 13)
    locomotives(s.me, (4, 0))
    play(s, "take-card loco_nine", "lay-locomotive 9 transsib 0", "choose-tile upgrader")
    assert s.players[0].locomotives == (9, 4, 0, 0)
    assert s.players[0].tiles == (("transsib_13", "upgrader"),)
    assert s.stacks[9] == 4, "the nines of the stack are untouched"


def test_r069_5_1_gaps_from_left_to_right() -> None:
    s = play(table(), "place loco_1 worker")
    assert section(s, "build-factory 2 stack 2") == "5.1"
    play(s, "build-factory 2 stack 1")


def test_r070_5_2_the_sixth_factory_replaces_one() -> None:
    s = ready()
    factories(s.me, 2, 3, 4, 5, 6)
    lowest(s, 7)
    play(s, "place loco_1 worker")
    assert offered(s, "build-factory") == [f"build-factory 7 stack {gap}" for gap in range(1, 6)]
    play(s, "build-factory 7 stack 3")
    assert s.players[0].factories == (2, 3, 7, 5, 6)
    assert s.returned[4] == 1


def test_5_2_a_marker_on_an_exchanged_factory_stays() -> None:
    s = ready(markers=(5,))
    factories(s.me, 6, 3, 4, 5, 2)
    lowest(s, 7)
    play(s, "place loco_1 worker", "build-factory 7 stack 1")
    assert s.players[0].markers == (5,)
    assert turn_over(s, 0), "no effect of the new factory"


def test_4_1_a_locomotive_that_fits_nowhere_leaves_the_factory() -> None:
    s = ready()
    locomotives(s.me, (9, 9), 9, 9)
    play(s, "place loco_1 worker")
    assert all(line.startswith("build-factory") for line in offered(s))
    t = ready()
    locomotives(t.me, (9, 9), 9, 9)
    assert section(t, "place loco_3 worker+worker+worker") == "2.3"


def test_5_3_without_stacks_only_returned_tiles() -> None:
    s = ready()
    s.stacks = [0] * 10
    assert "loco_1" not in spaces(s)
    s.returned[3] = 1
    play(s, "place loco_1 worker")
    assert offered(s) == ["build-factory 3 returned 1"]
    assert "no stack of locomotives is left" in refused(s, "lay-locomotive 3 kiev 0")
    assert section(s, "build-factory 2 returned 1") == "5.3"


def test_5_4_the_last_tile_is_enough_when_it_replaces_one() -> None:
    """2.3, 5.4: the locomotive gives one back, which becomes the factory; the other order is refused."""
    s = ready()
    s.stacks = [0] * 9 + [1]
    locomotives(s.me, (4, 3), 2, 5)
    play(s, "place loco_3 worker+worker+worker")
    assert section(s, "build-factory 9 stack 1") == "2.3"
    play(s, "lay-locomotive 9 petersburg 2", "build-factory 2 returned 1")
    assert s.players[0].locomotives == (4, 3, 9, 5)


def test_4_2_no_empty_place() -> None:
    s = ready()
    locomotives(s.me, (3, 1), 2)
    play(s, "place loco_1 worker")
    assert section(s, "lay-locomotive 2 transsib 0") == "4.2"
    assert section(s, "lay-locomotive 2 transsib 7") == "4.3"


def test_2_5_compulsory_locomotive_before_an_optional_one() -> None:
    """2.5: a locomotive uses the compulsory effect first."""
    s = gained(ready(), may("build", source="factory_2"), must("locomotive", source="loco_3"))
    play(s, "lay-locomotive 2 kiev 0")
    assert "end-turn" in offered(s)
