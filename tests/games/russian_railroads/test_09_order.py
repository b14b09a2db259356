"""Chapter 9: turn order, claims, sorting, moving on."""

from __future__ import annotations

import pytest

from stellwerk.core import pending
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, refused, section, told
from tests.games.russian_railroads.positions import ready, spaces, table, tracks

YELLOW, BLUE, GREEN, RED = range(4)


def passed(s: RussianRailroads, *seats: int) -> RussianRailroads:
    """Everybody has passed except these."""
    s.passed = [seat not in seats for seat in range(len(s.players))]
    return s


def test_r091_9_4_example_two_claims() -> None:
    """9.4, 9.6: Green claims first, Red second: G, R, Y, B; Red's worker moves on before Green's."""
    s = play(table(), "pass", "pass", "place turn_order_first worker", "place turn_order_second worker", "pass")
    assert any("turn order of the next round: seat 3, seat 4, seat 1, seat 2" in line for line in told(s, "pass"))
    play(s, "pass")
    assert s.order == [GREEN, RED, YELLOW, BLUE]
    assert s.active == RED
    play(s, "move-worker coins")
    assert s.active == GREEN
    assert s.players[RED].coins == 3
    assert section(s, "move-worker coins") == "2.1"
    play(s, "move-worker doubler")
    assert s.round == 2
    assert s.active == GREEN


def test_9_6_example_red_moves_brown() -> None:
    """9.6: Red puts his worker on brown track for one worker and makes a step."""
    s = table()
    tracks(s.players[RED], "transsib", 6, 3)
    play(s, "pass", "pass", "pass", "place turn_order_second worker", "pass", "move-worker track_brown_1")
    play(s, "build transsib brown")
    assert s.players[RED].tracks[2] == 1
    assert s.round == 2


def test_r092_9_5_only_the_start_player_claims_second() -> None:
    """9.5: the example of Yellow: nothing changes, and his worker moves on all the same."""
    s = play(table(), "place turn_order_second worker", "pass", "pass", "pass", "pass")
    assert s.order == [YELLOW, BLUE, GREEN, RED]
    assert s.active == YELLOW
    assert "move-worker coins" in offered(s)


def test_r093_9_4_the_third_claims_second() -> None:
    s = play(table(), "pass", "pass", "place turn_order_second worker", "pass", "pass")
    assert s.order == [0, 2, 1, 3]


def test_r094_9_4_the_last_claims_first() -> None:
    s = play(table(), "pass", "pass", "pass", "place turn_order_first worker", "pass")
    assert s.order == [3, 0, 1, 2]


def test_9_4_the_start_player_claims_second_behind_a_new_first() -> None:
    s = play(table(), "place turn_order_second worker", "pass", "pass", "place turn_order_first worker", "pass", "pass")
    assert s.order == [3, 0, 1, 2]


def test_9_4_without_claims_nothing_changes() -> None:
    s = play(table(3), "pass", "pass", "pass")
    assert s.order == [0, 1, 2]
    assert s.round == 2


def test_r095_9_2_the_place_one_has() -> None:
    """9.2: not with three or four players, but with two."""
    assert section(table(4), "place turn_order_first worker") == "9.2"
    assert section(table(3), "place turn_order_first worker") == "9.2"
    assert "place turn_order_second worker" in offered(table(3))
    s = play(table(2), "place turn_order_first worker", "pass", "pass")
    assert s.order == [0, 1]
    assert "move-worker coins" in offered(s)


def test_r096_9_2_not_both_places() -> None:
    s = table()
    play(s, "pass", "pass", "place turn_order_first worker", "pass")
    assert section(s, "place turn_order_second worker") == "9.2"
    assert "claimed a place already" in refused(s, "place turn_order_second worker")


def test_r097_9_3_a_claim_paid_by_coin() -> None:
    """9.3: the own worker from the doubler stands on the claim, the coin on the doubler."""
    s = table(2)
    play(s, "place doubler worker", "place turn_order_first worker", "pass", "pass")
    s = table(2)
    play(s, "place doubler worker", "pass", "place turn_order_first coin", "swap-worker doubler")
    assert s.stands == [("doubler", 0, "coin"), ("turn_order_first", 0, "worker")]
    assert (s.players[0].workers, s.players[0].coins) == (5, 1)


def test_9_3_a_temporary_worker_changes_places() -> None:
    s = ready(3, temporary=1)
    s.temporary = 1
    play(
        s, "place industry_2 worker+coin", "advance 1", "advance 1", "pass", "pass", "place turn_order_second temporary"
    )
    assert offered(s) == ["swap-worker industry_2"]
    assert section(s, "swap-worker doubler") == "9.3"
    play(s, "swap-worker industry_2")
    assert s.stands == [("industry_2", 0, "temporary+coin"), ("turn_order_second", 0, "worker")]


@pytest.mark.parametrize("payment", ["coin", "temporary"])
def test_9_3_not_without_an_own_worker_elsewhere(payment: str) -> None:
    s = ready(2, temporary=2)
    s.temporary = 0
    assert section(s, f"place turn_order_first {payment}") == "9.3"
    assert "place turn_order_first worker" in offered(s)


def test_9_3_the_black_worker_needs_no_exchange() -> None:
    s = ready(2, black=1)
    s.black_worker = 0
    play(s, "place turn_order_first black", "pass", "pass")
    assert "move-worker coins" in offered(s)


def test_r098_9_6_only_spaces_for_exactly_one_worker() -> None:
    s = table(2)
    s.players[0].engineers = (15,)
    play(s, "place turn_order_first worker", "pass", "pass")
    assert section(s, "move-worker industry_2") == "9.6"
    assert section(s, "move-worker engineer_hire") == "9.6"
    assert section(s, "move-worker track_any") == "9.6"
    assert section(s, "move-worker track_brown_1") == "2.3"
    assert section(s, "withdraw") == "9.6"
    play(s, "move-worker engineer_15", "build kiev black", "build kiev black")
    assert s.round == 2


def test_9_6_not_back_to_a_claim() -> None:
    s = play(table(3), "place turn_order_second worker", "pass", "pass", "pass")
    assert section(s, "move-worker turn_order_first") == "9.6"


def test_9_6_temporary_workers_without_benefit() -> None:
    s = play(table(3), "place turn_order_second worker", "pass", "pass", "pass", "move-worker temporary_workers")
    assert s.round == 2
    assert (s.players[0].temporary, s.temporary) == (0, 2)


@pytest.mark.parametrize("payment", ["worker", "black"])
def test_9_6_a_worker_that_can_go_nowhere_returns(payment: str) -> None:
    s = ready(2, black=1)
    s.black_worker = 0
    tracks(s.me, "transsib", 15, 14, 13, 12, 11)
    tracks(s.me, "petersburg", 9, 8, 7, 6)
    tracks(s.me, "kiev", 9, 8, 7)
    s.me.markers = (15,)
    s.me.doublers = 8
    s.stacks = [0] * 10
    s.stands = [("coins", 1, "worker"), ("engineer_public_right", 1, "worker")]
    s.players[1].workers -= 2
    play(s, f"place turn_order_first {payment}", "pass", "pass")
    assert offered(s) == ["withdraw"]
    assert "seat 1: the worker can go nowhere and returns" in told(s, "withdraw")
    choice, before = pending(s), s.copy()
    assert choice is not None
    choice.resolve(before, GAME.parse("withdraw"))
    assert (before.players[0].workers, before.players[0].black) == (6, 1), "back at once, not only after the round"
    play(s, "withdraw")
    assert s.round == 2


def test_r099_2_4_points_for_passing_by_place() -> None:
    """2.4: 0, 2, 3, 4, by the place, not by the seat."""
    s = table(order=(3, 1, 0, 2))
    play(s, "pass", "pass", "pass", "pass")
    assert [p.points for p in s.players] == [3, 2, 4, 0]


def test_r100_9_7_the_last_round() -> None:
    s = ready(3)
    s.round = 6
    assert {"turn_order_first", "turn_order_second"}.isdisjoint(spaces(s))
    assert section(s, "place turn_order_second worker") == "9.7"
    assert "last_round_industry" in spaces(s)
    play(s, "pass", "pass", "pass")
    assert not s.agenda, "no moving on, the game is over"


def test_9_7_no_last_round_space_before() -> None:
    assert section(table(), "place last_round_industry worker") == "9.7"


def test_12_3_the_next_round_begins_with_the_new_first_player() -> None:
    """9.1, 12.3: cards of the new places count for passing."""
    s = play(table(3), "pass", "pass", "place turn_order_first worker", "pass", "move-worker coins")
    assert s.order == [2, 0, 1]
    assert s.active == 2
    play(s, "pass", "pass", "pass")
    assert [p.tally[4] for p in s.players] == [0 + 2, 2 + 3, 3 + 0]
