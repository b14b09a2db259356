"""Chapter 14: ?-tiles, ?-cards, the black worker, end cards."""

from __future__ import annotations

from typing import Any

import pytest

from stellwerk.core import CHANCE, pending
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, refused, section, told
from tests.games.russian_railroads.positions import factories, gained, locomotives, may, ready, tracks, turn_over


def black(**changes: Any) -> RussianRailroads:
    s = ready(**dict({"black": 1}, **changes))
    s.black_worker = 0
    return s


def carded(**changes: Any) -> RussianRailroads:
    """The active player about to take a ?-card."""
    return gained(ready(**changes), may("card", source="tile_cards"), may("end_card", 10, source="tile_cards"))


# --- the black worker ------------------------------------------------------------------------------------------------


def test_r101_14_4_one_more_black_step() -> None:
    s = play(black(), "place track_black_1 black", *["build kiev black"] * 3)
    assert s.players[0].tracks[10] == 4
    assert turn_over(s, 0)
    t = black()
    tracks(t.me, "transsib", 4)
    play(t, "place track_grey_1 black", "build transsib grey", "build transsib grey")
    assert turn_over(t, 0), "no black step on a space for grey"


def test_14_4_the_extra_step_is_not_compulsory() -> None:
    s = play(black(), "place track_black_1 black", "build kiev black", "build kiev black", "end-turn")
    assert s.players[0].tracks[10] == 3


def test_r102_14_4_beside_another_worker() -> None:
    s = play(black(), "place industry_3 worker+black", "advance 1", "build kiev black", "build kiev black")
    assert (s.players[0].markers, s.players[0].tracks[10]) == ((1,), 3)


def test_r103_14_4_on_the_open_space_moving_grey() -> None:
    s = black()
    tracks(s.me, "transsib", 3)
    play(s, "place track_basic black", "build transsib grey")
    assert offered(s) == ["build transsib black", "build petersburg black", "build kiev black", "end-turn"]
    play(s, "build kiev black")
    assert turn_over(s, 0)


def test_r104_14_4_not_with_brown_and_points() -> None:
    s = black()
    tracks(s.me, "transsib", 6, 3)
    s.display[1] = 8
    play(s, "place engineer_public_right black", "build transsib brown")
    assert turn_over(s, 0)
    assert s.players[0].points == 5


def test_14_4_on_an_own_engineer_with_any_colour() -> None:
    s = play(black(engineers=(3,)), "place engineer_3 black", "build kiev black", "build kiev black")
    assert s.players[0].tracks[10] == 3


def test_14_4_the_extra_step_does_not_make_a_space_possible() -> None:
    """2.3, 14.4: black and grey, both needed: the bonus would open grey but does not count."""
    s = black()
    for name, space in (("transsib", 15), ("petersburg", 9), ("kiev", 8)):
        tracks(s.me, name, space)
    assert section(s, "place track_black_1 black") == "2.3"


def test_14_4_moved_on_from_a_claim_he_counts_as_placed() -> None:
    s = ready(3, black=1)
    s.black_worker = 0
    play(s, "place turn_order_second black", "pass", "pass", "pass", "move-worker track_black_1")
    play(s, *["build kiev black"] * 3)
    assert s.players[0].tracks[10] == 4


def test_14_4_no_bonus_when_a_space_is_used_again() -> None:
    """8.5: nobody is placed."""
    s = black(black=0)
    s.stands = [("track_black_1", 0, "black")]
    gained(s, may("reuse", source="factory_3"))
    play(s, "reuse track_black_1", "build kiev black", "build kiev black")
    assert turn_over(s, 0)


def test_14_4_he_returns_to_his_player() -> None:
    s = ready(2, black=1)
    s.black_worker = 0
    play(s, "place coins black", "pass", "pass")
    assert (s.round, s.players[0].black, s.players[1].black) == (2, 1, 0)


# --- ?-tiles ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("tile", "doublers"), [("three_doublers", 3), ("kiev_medal", 0)])
def test_14_2_tiles_that_ask_nothing(tile: str, doublers: int) -> None:
    s = gained(ready(), may("tile", source="petersburg_4"))
    assert any("?-tile" in line for line in told(s, f"choose-tile {tile}"))
    play(s, f"choose-tile {tile}")
    assert s.players[0].doublers == doublers
    assert s.players[0].laid(tile)
    assert turn_over(s, 0)


def test_14_2_four_steps_with_colours_taken_on_the_way() -> None:
    s = gained(ready(), may("tile", source="petersburg_4"))
    play(
        s,
        "choose-tile four_steps",
        "build transsib black",
        "build transsib grey",
        "build kiev black",
        "build kiev black",
    )
    assert s.players[0].tracks[:2] == [2, 1]
    assert turn_over(s, 0)


def test_14_2_three_doublers_as_far_as_there_is_room() -> None:
    s = gained(ready(doublers=6), may("tile", source="petersburg_4"))
    play(s, "choose-tile three_doublers")
    assert s.players[0].doublers == 8


def test_14_2_cards_bring_a_card_now_and_an_end_card_last() -> None:
    """2.5, 14.5: the end card is chosen when everything else is done."""
    s = gained(ready(), may("tile", source="petersburg_4"))
    play(s, "choose-tile cards", "take-card black_worker")
    assert offered(s) == ["look", "take-points"]
    assert s.players[0].black == 1


# --- ?-cards ---------------------------------------------------------------------------------------------------------


def test_14_3_mixed_card() -> None:
    """14.3: doubler, industry and black step, then one of them once more."""
    s = play(carded(), "take-card mixed")
    assert s.me.doublers == 1
    assert section(s, "repeat doubler") == "14.3"
    assert section(s, "end-turn") == "2.3"
    play(s, "advance 1", "build kiev black")
    assert offered(s) == ["repeat doubler", "repeat industry", "repeat track", "end-turn"]
    play(s, "repeat track", "build petersburg black", "take-points")
    assert s.players[0].tracks[5] == 2


@pytest.mark.parametrize(("again", "doublers", "marker"), [("doubler", 2, 1), ("industry", 1, 2)])
def test_14_3_mixed_card_other_repeats(again: str, doublers: int, marker: int) -> None:
    s = play(carded(), "take-card mixed", "build kiev black", "advance 1", f"repeat {again}")
    if again == "industry":
        play(s, "advance 1")
    assert (s.me.doublers, s.me.markers) == (doublers, (marker,))


def test_14_3_mixed_card_without_repeat() -> None:
    s = play(carded(), "take-card mixed", "advance 1", "build kiev black", "end-turn", "take-points")
    assert s.active == 1


def test_14_3_mixed_card_must_be_possible_in_full() -> None:
    s = carded(markers=(4,))
    assert section(s, "take-card mixed") == "2.3"
    t = carded(doublers=8)
    assert section(t, "take-card mixed") == "14.3"


def test_14_3_no_room_for_the_doubler_again() -> None:
    s = play(carded(doublers=7), "take-card mixed", "advance 1", "build kiev black")
    assert section(s, "repeat doubler") == "7.1"
    assert offered(s, "repeat") == ["repeat industry", "repeat track"]


def test_14_3_factory_and_two_industry_steps() -> None:
    """2.3: with the marker before gap 1 the factory comes first."""
    s = play(carded(markers=(4,)), "take-card factory_and_industry")
    assert offered(s) == ["build-factory 2 stack 1"]
    play(s, "build-factory 2 stack 1", "advance 1", "advance 1")
    assert s.players[0].markers == (6,)


def test_14_3_a_card_is_there_once() -> None:
    s = play(carded(), "take-card black_worker", "take-points", "pass", "pass", "pass")
    gained(s, may("card", source="tile_cards"))
    assert section(s, "take-card black_worker") == "14.3"


def test_14_3_if_no_card_is_possible_the_end_card_is_left() -> None:
    s = ready(markers=(15,))
    s.cards = ("mixed", "factory_and_industry")
    gained(s, may("tile", source="industry"))
    play(s, "choose-tile cards")
    assert section(s, "take-card mixed") == "2.3"
    assert offered(s) == ["end-turn"]
    play(s, "end-turn")
    assert offered(s) == ["look", "take-points"]


def test_14_3_the_nine_displaces_like_any_other() -> None:
    s = carded()
    locomotives(s.me, (4, 3), 5, 2)
    play(
        s,
        "take-card loco_nine",
        "lay-locomotive 9 petersburg 5",
        "lay-locomotive 5 transsib 3",
        "lay-locomotive 3 kiev 2",
    )
    assert s.players[0].locomotives == (5, 4, 9, 3)
    assert s.returned[2] == 1


# --- end cards -------------------------------------------------------------------------------------------------------


def looking(**changes: Any) -> RussianRailroads:
    s = gained(ready(**changes), may("end_card", 10, source="factory_9"), may("industry"))
    return play(s, "end-turn")


def test_14_5_two_cards_are_removed_at_the_first_look() -> None:
    """1.1, 14.5: nobody could tell earlier."""
    s = play(looking(), "look")
    choice = pending(s)
    assert choice is not None
    assert choice.seat(s) == CHANCE
    assert "remove-end-card fifteen_points" in offered(s)
    play(s, "remove-end-card doublers", "remove-end-card fifteen_points")
    assert "take-end-card doublers" not in offered(s)
    assert offered(s)[-1] == "take-points"
    assert len(offered(s)) == 9
    assert section(s, "take-end-card doublers") == "14.5"
    play(s, "take-end-card engineers")
    assert s.takes == ((0, "engineers"),)
    assert s.active == 1


def test_14_5_the_next_look_removes_nothing() -> None:
    s = play(looking(), "look", "remove-end-card doublers", "remove-end-card black_positions", "take-points")
    assert s.players[0].points == 10
    gained(s, may("end_card", 10, source="factory_9"))
    play(s, "end-turn", "look")
    assert "take-end-card doublers" not in offered(s)
    assert len(offered(s)) == 9, "eight cards and the points"


def test_14_5_an_empty_stack_leaves_the_points() -> None:
    s = looking()
    kinds = [card.id for card in s.box.end_cards.values() for _ in range(card.copies)]
    s.removed = tuple(sorted(kinds[:2]))
    s.takes = tuple((1, card) for card in kinds[2:])
    assert offered(s) == ["take-points"]
    assert section(s, "look") == "14.5"


def test_14_5_look_reveals_and_only_the_taker_reads() -> None:
    s = looking()
    choice = pending(s)
    assert choice is not None
    look = next(a for a in choice.options(s) if str(a) == "look")
    assert choice.reveals(s, look)
    assert not choice.reveals(s, next(a for a in choice.options(s) if str(a) == "take-points"))
    play(s, "look")
    removal = pending(s)
    assert removal is not None
    assert removal.readers(s, next(iter(removal.options(s)))) == (0,)
    play(s, "remove-end-card doublers", "remove-end-card black_positions")
    pick = pending(s)
    assert pick is not None
    assert pick.readers(s, next(iter(pick.options(s)))) == (0,)
    assert pick.readers(s, list(pick.options(s))[-1]) is None


def test_14_1_start_bonuses_in_the_box() -> None:
    """14.1: black step, industry step, doubler, coin."""
    s = ready()
    assert [card.effects[0].op for card in s.box.bonuses.values()] == ["track", "industry", "doubler", "coins"]


def test_14_6_functions_by_number() -> None:
    """14.6: in the order of the rulebook's list."""
    s = ready()
    ops = [row.effects[0].op for row in s.box.locomotives.values()]
    assert ops == [
        "engineer_sum",
        "build",
        "reuse",
        "doubler",
        "industry",
        "coins",
        "track",
        "best_locomotives",
        "end_card",
    ]


def test_2_5_points_for_locomotives_are_counted_when_the_turn_ends() -> None:
    """2.5: factory 8 on the way, a locomotive from factory 2 later: the new one counts."""
    s = ready(markers=(4,))
    factories(s.me, 8, 2)
    s.round = 7
    locomotives(s.me, (1, 0), 0, 0)
    play(s, "place last_round_industry worker", "advance 1", "advance 1", "advance 1", "lay-locomotive 2 kiev 0")
    assert s.players[0].points == 3


def test_2_6_refusal_of_a_source_that_is_not_there() -> None:
    s = carded()
    assert "unknown: " in refused(s, "forgo nothing")
