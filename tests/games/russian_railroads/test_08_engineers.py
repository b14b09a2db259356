"""Chapter 8: engineers, own and public, and using a space again."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.chapters.rounds import majority
from stellwerk.games.russian_railroads.rules.state import RussianRailroads, Variants
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


def test_r083_13_2_example_majority_of_engineers() -> None:
    """13.2: three, two, two and none: 40, and 20 for the higher number among the twos."""
    s = table()
    for p, engineers in zip(s.players, ((2, 5, 8), (3, 9), (4, 14), ()), strict=True):
        p.engineers = engineers
    assert majority(s, ()) == [(0, 40), (2, 20)]


def test_13_2_nobody_without_engineer_gets_points() -> None:
    s = table()
    s.players[2].engineers = (4,)
    assert majority(s, ()) == [(2, 40)]


def test_r084_8_3_public_in_full_own_in_part() -> None:
    """8.2, 8.3: grey and brown without brown."""
    s = ready()
    tracks(s.me, "transsib", 4)
    s.display[1] = 7
    assert "engineer_public_right" not in spaces(s)
    assert section(s, "place engineer_public_right worker") == "2.3"
    s.me.engineers = (7,)
    play(s, "place engineer_7 worker", "build transsib grey")
    assert turn_over(s, 0)


def test_r085_8_2_own_engineer_once_a_round() -> None:
    s = ready(2, engineers=(15,))
    play(s, "place engineer_15 worker", "build kiev black", "build kiev black", "pass")
    assert section(s, "place engineer_15 worker") == "2.1"
    assert "place engineer_15 worker" not in offered(s)
    play(s, "pass")
    assert "place engineer_15 worker" in offered(s), "again in the next round"


def test_8_2_engineers_of_others_are_closed() -> None:
    s = table()
    s.players[1].engineers = (15,)
    assert section(s, "place engineer_15 worker") == "8.2"


def test_8_2_even_without_any_effect() -> None:
    """8.2: an own engineer may be used although nothing of it can be done."""
    s = ready(engineers=(11,))
    play(s, "place engineer_11 worker")
    assert s.players[0].points == 5
    assert turn_over(s, 0)


def test_r086_8_3_example_doubler_and_three_points() -> None:
    """8.3: Red uses the public engineer on the left."""
    s = play(table(), "place engineer_public_left worker")
    assert (s.players[0].doublers, s.players[0].points) == (1, 3)
    assert "engineer_public_left" not in spaces(s)


def test_r087_8_4_nobody_hires() -> None:
    s = table(3)
    play(s, "pass", "pass")
    assert "engineer 4 leaves: nobody hired" in told(s, "pass")
    play(s, "pass")
    assert s.display == [9, 10, 3, 5, 6, 0, 0]
    assert s.departed == (4,)


def test_8_4_a_hired_engineer_leaves_the_display() -> None:
    s = play(table(3), "place engineer_hire coin", "pass", "pass", "pass")
    assert s.display == [9, 10, 3, 5, 6, 0, 0]
    assert s.departed == ()


@pytest.mark.parametrize(
    ("seats", "usable"), [(4, [2, 2, 2, 2, 2, 1, 0]), (3, [2, 2, 2, 2, 1, 0]), (2, [1, 1, 1, 1, 1, 0])]
)
def test_r088_r089_8_4_public_engineers_run_dry(seats: int, usable: list[int]) -> None:
    s = table(seats)
    found = []
    for _ in usable:
        places = [x.display for x in s.box.boards[seats] if x.display]
        found.append(sum(bool(s.display[place]) for place in places))
        play(s, *["pass"] * seats)
    assert found == usable
    assert not s.agenda


def test_8_3_an_empty_public_place() -> None:
    s = ready()
    s.display[1] = 0
    assert section(s, "place engineer_public_right worker") == "8.3"


def test_r090_14_3_engineer_of_the_card() -> None:
    """14.3: counts for majority and card, brings a coin, usable in the same round."""
    s = gained(ready(), may("card", source="tile_cards"))
    play(s, "take-card engineer")
    assert s.players[0].engineers == (1,)
    assert s.players[0].coins == 2
    assert majority(s, ()) == [(0, 40)]
    play(s, "pass", "pass", "pass")
    assert "place engineer_1 worker" in offered(s)


def test_8_1_hired_and_used_in_the_same_round() -> None:
    s = play(table(2), "place engineer_hire coin", "pass", "place engineer_4 worker", "build kiev black")
    assert s.players[0].points == 3


def test_8_1_nobody_left_to_hire() -> None:
    s = ready()
    s.display[0] = 0
    assert section(s, "place engineer_hire coin") == "2.3"
    assert "no engineer to hire" in refused(s, "place engineer_hire coin")


# --- using a space again ---------------------------------------------------------------------------------------------


BY_THE_BOOK = Variants()


def reusing(*stands: tuple[str, str], variants: Variants = BY_THE_BOOK, **changes: Any) -> RussianRailroads:
    """The active player about to use one of these spaces again; each with the payment that stands there."""
    s = ready(**changes)
    s.variants = variants
    s.stands = [(space, 0, payment) for space, payment in stands]
    return gained(s, may("reuse", source="factory_3"))


@pytest.mark.parametrize("payment", ["worker", "black", "temporary"])
def test_8_5_any_worker_of_one_s_own(payment: str) -> None:
    s = play(reusing(("coins", payment)), "reuse coins")
    assert s.players[0].coins == 3


def test_8_5_a_coin_is_no_worker() -> None:
    s = reusing(("coins", "coin"), ("doubler", "worker"))
    assert offered(s) == ["reuse doubler", "forgo factory_3"]
    assert section(s, "reuse coins") == "8.5"


MIXED = (("industry_2", "worker+coin"), ("track_any", "worker+coin"), ("loco_3", "worker+coin+coin"))


def test_8_5_one_worker_is_enough_whatever_coins_lie_beside_him() -> None:
    """8.5: the book asks who stands there, not what the space costs."""
    s = reusing(*MIXED, ("track_black_2", "worker+temporary"), ("doubler", "worker"))
    assert offered(s) == [
        "reuse industry_2",
        "reuse track_any",
        "reuse loco_3",
        "reuse doubler",
        "forgo factory_3",
    ]
    assert refused(s, "reuse track_black_2") == "exactly one of your workers must stand there [8.5]"
    play(s, "reuse track_any", "build kiev black", "build kiev black")
    assert s.players[0].tracks[10] == 3


def test_8_5_narrow_only_spaces_that_cost_one_worker() -> None:
    """8.5: the switch reads it as 0.1 did."""
    s = reusing(*MIXED, ("doubler", "worker"), variants=Variants(reuse_narrow=True))
    assert offered(s) == ["reuse doubler", "forgo factory_3"]
    assert refused(s, "reuse industry_2") == "Industry, 2 steps: cannot be used again [8.5]"


def test_8_5_faq_a_coin_stands_for_the_worker() -> None:
    s = reusing(("coins", "coin"), ("industry_2", "coin+coin"), variants=Variants(reuse_faq=True))
    assert offered(s) == ["reuse coins", "forgo factory_3"]
    assert refused(s, "reuse industry_2") == "exactly one of your workers must stand there [8.5]"
    play(s, "reuse coins")
    assert s.players[0].coins == 3


def test_8_5_faq_nobody_is_hired_twice() -> None:
    s = reusing(("engineer_hire", "coin"), ("coins", "worker"), variants=Variants(reuse_faq=True))
    s.display[0] = 0
    assert refused(s, "reuse engineer_hire") == "cannot be carried out in full: no engineer to hire [2.3]"


def test_8_5_faq_the_extra_step_of_the_black_worker_again() -> None:
    """14.4: by the publisher's answers he makes his extra step once more."""
    s = reusing(("track_black_1", "black"), variants=Variants(reuse_faq=True))
    play(s, "reuse track_black_1", *["build kiev black"] * 3)
    assert s.players[0].tracks[10] == 4


def test_8_5_faq_the_extra_step_makes_no_space_possible() -> None:
    """2.3: as at the first time; here only the extra step would bring the ?-tile that moves the industry on."""
    s = reusing(("industry_3", "black+coin"), ("coins", "worker"), variants=Variants(reuse_faq=True), markers=(4,))
    tracks(s.me, "petersburg", 2)
    locomotives(s.me, petersburg=4)
    assert section(s, "reuse industry_3") == "2.3"
    tracks(s.me, "petersburg", 3)
    assert "reuse industry_3" in offered(s)


def test_8_5_of_old_logs_is_narrow() -> None:
    """8.5: a game opened with rules version 1 goes on as it was begun."""
    assert GAME.variants_from({"limited_coins": False}, 1) == Variants(reuse_narrow=True)
    assert GAME.variants_from({}) == Variants()


@pytest.mark.parametrize("space", ["turn_order_first", "temporary_workers", "engineer_12"])
def test_8_5_not_claims_nor_temporary_workers_nor_itself(space: str) -> None:
    s = reusing((space, "worker"), ("doubler", "worker"))
    assert section(s, f"reuse {space}") == "8.5"


def test_8_5_exactly_one_worker_on_the_open_space() -> None:
    s = reusing(("track_basic", "worker"), ("doubler", "worker"))
    assert "reuse track_basic" in offered(s)
    t = reusing(("track_basic", "worker"), ("track_basic", "temporary"), ("doubler", "worker"))
    assert section(t, "reuse track_basic") == "8.5"
    u = reusing(("track_basic", "worker"), ("track_basic", "coin"), ("doubler", "worker"))
    assert "reuse track_basic" in offered(u)


def test_8_5_engineers_too() -> None:
    s = reusing(("engineer_15", "worker"), ("engineer_public_left", "worker"), engineers=(15,))
    assert offered(s) == ["reuse engineer_15", "reuse engineer_public_left", "forgo factory_3"]
    play(s, "reuse engineer_public_left")
    assert (s.players[0].doublers, s.players[0].points) == (1, 3)


def test_8_5_in_full_again() -> None:
    """2.3, 8.5: a space of the board must be possible completely the second time too."""
    s = reusing(("doubler", "worker"), ("coins", "worker"), doublers=8)
    assert section(s, "reuse doubler") == "2.3"
    t = reusing(("track_grey_1", "worker"), ("coins", "worker"))
    assert section(t, "reuse track_grey_1") == "2.3"
    assert offered(t) == ["reuse coins", "forgo factory_3"]


def test_8_5_named_before_anything_else() -> None:
    """2.5: other effects wait until the space is named or the reuse is dropped."""
    s = reusing(("coins", "worker"))
    gained(s, may("reuse", source="factory_3"), must("industry", source="industry_2"))
    assert offered(s) == ["reuse coins", "forgo factory_3"]
    assert section(s, "advance 1") == "8.5"
    assert "seat 1: does without factory 3 (Shift office)" in told(s, "forgo factory_3")
    play(s, "forgo factory_3", "advance 1")
    assert turn_over(s, 0)


def test_8_5_public_reuse_needs_a_space() -> None:
    s = ready(2)
    s.display[1] = 12
    assert section(s, "place engineer_public_right worker") == "2.3"
    s.stands = [("coins", 0, "worker")]
    s.me.workers -= 1
    play(s, "place engineer_public_right worker")
    assert offered(s) == ["reuse coins"], "compulsory on a public engineer"
    assert section(s, "forgo engineer_12") == "2.6"
    play(s, "reuse coins")
    assert s.players[0].coins == 4


def test_8_5_the_space_just_used() -> None:
    """8.5: from industry space to factory 3 and the same industry space again."""
    s = ready(2, markers=(4,))
    factories(s.me, 3)
    play(s, "place industry_1 worker", "advance 1", "reuse industry_1", "advance 1")
    assert s.players[0].markers == (6,)
