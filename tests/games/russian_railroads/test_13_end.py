"""Chapters 12 and 13: clearing, final scoring, places."""

from __future__ import annotations

import pytest

from stellwerk.core.engine import events
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.box import box_of
from stellwerk.games.russian_railroads.rules.chapters.rounds import card_points, engineers, majority
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads
from tests.games.helpers import play
from tests.games.russian_railroads.positions import factories, locomotives, ready, table, tracks


def card(s: RussianRailroads, p: Player, id_: str) -> int:
    return card_points(s, p, s.box.end_cards[id_])


@pytest.mark.parametrize(("n", "points"), [(0, 0), (3, 0), (4, 20), (6, 20), (7, 30), (8, 30)])
def test_r108_13_1_doublers(n: int, points: int) -> None:
    s = ready(doublers=n)
    assert card(s, s.me, "doublers") == points


def test_r109_13_1_black_tracks() -> None:
    s = ready()
    assert card(s, s.me, "black_positions") == 3
    for name, space in (("transsib", 15), ("petersburg", 9), ("kiev", 9)):
        tracks(s.me, name, space)
    assert card(s, s.me, "black_positions") == 33
    assert card(s, s.me, "finished_lines") == 30


def test_r110_13_1_workers_gained() -> None:
    s = ready(crew=7)
    assert card(s, s.me, "extra_workers") == 20
    s.black_worker = 0
    assert card(s, s.me, "extra_workers") == 30
    assert card(s, s.players[1], "extra_workers") == 0


def test_r111_13_1_factories_tiles_lines_and_the_rest() -> None:
    s = ready(tiles=tuple((str(n), str(n)) for n in range(4)), engineers=(2, 9))
    factories(s.me, 2, 3, 4, 5, 6)
    tracks(s.me, "petersburg", 9)
    tracks(s.me, "kiev", 9)
    found = {id_: card(s, s.me, id_) for id_ in ("factories", "question_tiles", "finished_lines", "engineers")}
    assert found == {"factories": 20, "question_tiles": 28, "finished_lines": 20, "engineers": 12}
    assert card(s, s.me, "fifteen_points") == 15
    assert card(s, s.me, "extra_engineer") == 0


def test_13_1_locomotives_by_their_numbers() -> None:
    """13.1: both of the Trans-Siberian count, an empty place brings nothing, and neither do factories."""
    s = ready()
    assert card(s, s.me, "locomotives") == 1, "the number 1 of the set-up"
    locomotives(s.me, (4, 3), 0, 9)
    factories(s.me, 8, 7)
    assert card(s, s.me, "locomotives") == 16
    assert card(s, s.players[1], "locomotives") == 1


def test_13_1_a_returned_locomotive_no_longer_counts() -> None:
    """13.1: the 7 takes the place of a 5, which is given back: 6, 5, 7 and 3 are left."""
    s = ready()
    locomotives(s.me, (6, 5), 5, 3)
    s.stacks[2:7] = [0] * 5
    assert card(s, s.me, "locomotives") == 19
    play(s, "place loco_1 worker", "lay-locomotive 7 petersburg 5", "return-locomotive")
    assert s.returned[5] == 1
    assert card(s, s.players[0], "locomotives") == 21


def test_13_1_ten_different_cards_in_a_new_game_and_the_old_ones_in_a_game_of_0_1() -> None:
    """1.1, 13.1: until 0.1 the card of 15 points was there twice instead."""
    old = next(each.components for each in GAME.editions() if each.name == "0.1")
    was, now = box_of(old).end_cards, table().box.end_cards
    assert {id_: row.copies for id_, row in was.items()} == {**dict.fromkeys(was, 1), "fifteen_points": 2}
    assert {id_: row.copies for id_, row in now.items()} == dict.fromkeys([*was, "locomotives"], 1)


def test_r112_13_2_the_card_for_one_more_engineer() -> None:
    """13.2: it beats two with two, ties with three, and then the highest printed number decides."""
    s = table()
    s.players[0].engineers = (2, 3)
    s.players[1].engineers = (9, 10)
    takes = ((0, "extra_engineer"),)
    assert majority(s, takes) == [(0, 40), (1, 20)]
    s.players[1].engineers = (9, 10, 11)
    assert majority(s, takes) == [(1, 40), (0, 20)]
    s.players[0].engineers = (2, 15)
    assert majority(s, takes) == [(0, 40), (1, 20)]


def test_13_2_the_card_alone_is_no_engineer() -> None:
    s = table()
    s.players[1].engineers = (2,)
    assert engineers(s, ((0, "extra_engineer"),), 0) == 0
    assert majority(s, ((0, "extra_engineer"),)) == [(1, 40)]


def test_r113_13_3_equal_totals_share_a_place() -> None:
    s = table()
    for p, points in zip(s.players, (30, 50, 30, 10), strict=True):
        p.tally[0] = points
    scores = GAME.scores(s)
    assert [score.rank for score in scores] == [2, 1, 2, 4]
    assert [score.total for score in scores] == [30, 50, 30, 10]


def test_13_1_final_scoring_is_told_and_counted() -> None:
    """12.3, 13.1, 13.2: after the last round cards and majority are added."""
    s = ready(2, engineers=(4,))
    s.round = 6
    s.removed, s.takes = ("doublers", "factories"), ((1, "fifteen_points"), (0, "engineers"), (1, "locomotives"))
    play(s, "pass")
    told = [str(event.text()) for event in events(s, GAME.parse("pass"))]
    assert "seat 2: end card 15 points, 15 points" in told
    assert "seat 2: end card Locomotives, 1 point" in told
    assert "seat 1: engineers 1, 40 points" in told
    play(s, "pass")
    assert not s.agenda
    assert s.players[0].tally[7:] == [6, 40]
    assert s.players[1].tally[7:] == [16, 0]


def test_12_1_a_round_in_order() -> None:
    """12.1: turns, sorting, moving on, scoring, clearing."""
    s = table(3)
    tracks(s.players[0], "transsib", 5, 4)
    play(s, "place turn_order_second worker", "pass", "pass", "pass")
    assert s.players[0].tally[0] == 0, "nothing is scored before the worker has moved on"
    play(s, "move-worker loco_1", "lay-locomotive 2 transsib 0")
    assert s.players[0].tally[0] == 3, "the new locomotive counts"
    assert s.round == 2


def test_12_2_everything_is_cleared() -> None:
    s = play(table(3), "place temporary_workers worker", "place coins coin", "place doubler worker")
    play(s, "place industry_1 temporary", "advance 1", "pass", "pass", "pass")
    assert s.round == 2
    assert s.stands == []
    assert [p.workers for p in s.players] == [6, 6, 6]
    assert (s.temporary, s.players[0].temporary) == (2, 0)
    assert s.players[1].coins == 2
    assert s.passed == [False] * 3
