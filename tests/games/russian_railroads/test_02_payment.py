"""Chapters 2 and 7: paying for a space, coins and temporary workers."""

from __future__ import annotations

import pytest

from stellwerk.core import pending
from stellwerk.games.russian_railroads.rules.payment import named, payments
from tests.games.helpers import offered, play, refused, section, told
from tests.games.russian_railroads.positions import ready, spaces, table, tracks


@pytest.mark.parametrize("payment", ["worker+worker", "worker+coin", "coin+coin", "worker+temporary", "black+worker"])
def test_r043_7_3_two_workers_in_every_mixture(payment: str) -> None:
    """7.3, 7.4: coins and temporary workers stand for workers."""
    s = ready(coins=2, temporary=1, black=1)
    s.temporary, s.black_worker = 1, 0
    word = "+".join(sorted(payment.split("+"), key=("worker", "black", "temporary", "coin").index))
    assert f"place track_black_2 {word}" in offered(s)
    play(s, f"place track_black_2 {word}")
    assert s.stands == [("track_black_2", 0, word)]


def test_r044_7_3_track_of_your_choice_needs_a_coin() -> None:
    s = ready(coins=2)
    assert "place track_any coin+coin" in offered(s)
    assert section(s, "place track_any worker+worker") == "2.2"
    assert "1 × worker, 1 × coin" in refused(s, "place track_any worker+worker")
    play(s, "place track_any coin+coin")
    assert s.me.coins == 0


def test_r045_8_1_example_hiring_costs_a_coin_only() -> None:
    """8.1: Red lays a coin on the hire space and takes the engineer."""
    s = table()
    assert section(s, "place engineer_hire worker") == "2.2"
    play(s, "place engineer_hire coin")
    assert s.players[0].engineers == (4,)
    assert s.display[0] == 0
    assert s.players[0].coins == 0


def test_r046_7_3_a_coin_occupies_a_space() -> None:
    s = play(table(), "place doubler coin")
    assert section(s, "place doubler worker") == "2.1"
    assert "occupied" in refused(s, "place doubler worker")


def test_r047_2_4_coins_alone_are_enough_to_go_on() -> None:
    s = ready(workers=0, crew=0, coins=1)
    assert {line.split()[2] for line in offered(s, "place ")} == {"coin"}
    play(s, "place coins coin")
    assert s.players[0].coins == 2


def test_r048_7_4_temporary_workers_are_for_one_round() -> None:
    s = play(table(3), "place temporary_workers worker")
    assert (s.players[0].temporary, s.temporary) == (2, 0)
    play(s, "pass", "pass", "place coins temporary", "pass")
    assert s.round == 2
    assert (s.players[0].temporary, s.temporary) == (0, 2)


def test_r049_12_2_coins_placed_go_and_coins_in_hand_stay() -> None:
    """7.2, 12.2: the two coins taken are still there in the next round, the one placed is not."""
    s = play(table(2), "place coins coin", "pass", "pass")
    assert s.round == 2
    assert s.players[0].coins == 3
    assert s.stands == []
    assert s.players[0].workers == 6


def test_2_1_one_space_a_turn_then_the_next_player() -> None:
    """2.1, 9.1: places in order, over and over."""
    s = play(table(3), "place coins worker")
    assert s.active == 1
    play(s, "place doubler worker")
    assert s.active == 2
    play(s, "pass")
    assert s.active == 0


def test_2_1_an_occupied_space_is_closed_for_everybody() -> None:
    s = play(table(), "place coins worker")
    assert "coins" not in spaces(s)
    assert section(s, "place coins coin") == "2.1"


def test_2_2_exactly_the_workers_shown() -> None:
    s = table()
    assert section(s, "place coins worker+worker") == "2.2"
    assert section(s, "place loco_3 worker+worker") == "2.2"


def test_2_2_only_from_the_own_supply() -> None:
    s = ready(workers=1, crew=1, coins=0)
    assert section(s, "place industry_2 worker+worker") == "2.2"
    assert section(s, "place coins coin") == "2.2"
    assert "not in your supply: 2 × worker" in refused(s, "place industry_2 worker+worker")
    assert "place coins worker" in offered(s)


def test_2_2_what_does_not_exist_is_refused_politely() -> None:
    s = table()
    for line in ("place moon worker", "place coins gold", "place coins coin+worker+coin"):
        assert "unknown: " in refused(s, line)
    play(s, "place track_black_1 worker")
    for line in ("build moon black", "build kiev pink", "lay-locomotive 77 kiev 0", "build-factory 2 stack 9"):
        assert "unknown: " in refused(s, line)


def test_2_4_example_a_pass_is_final_and_scores_at_once() -> None:
    s = play(table(), "place coins worker", "pass")
    assert s.players[1].points == 2
    assert s.passed[1]
    play(s, "pass", "pass")
    assert s.active == 0
    play(s, "place doubler worker")
    assert s.active == 0, "nobody else is left in the round"
    choice = pending(s)
    assert choice is not None
    assert "pass (0 points)" in str(choice.question(s))


def test_2_3_events_tell_what_was_paid() -> None:
    assert "seat 1: 1 own worker on the space “Coins”" in told(table(), "place coins worker")
    assert "seat 1: takes 2 coins" in told(table(), "place coins worker")


def test_7_3_every_price_can_be_paid_in_every_mixture() -> None:
    assert payments(1, 0) == ("worker", "black", "temporary", "coin")
    assert payments(0, 1) == ("coin",)
    assert len(payments(2, 0)) == 9
    assert len(payments(3, 0)) == 16
    assert str(named("worker+worker+coin")) == "2 × worker, coin"


def test_7_1_doublers_are_limited_by_the_supply() -> None:
    s = ready()
    s.doublers = 0
    assert section(s, "place doubler worker") == "2.3"
    s.doublers = 1
    play(s, "place doubler worker")
    assert (s.players[0].doublers, s.doublers) == (1, 0)


def test_7_1_eight_places_for_doublers() -> None:
    s = ready(doublers=8)
    assert "doubler" not in spaces(s)


def test_7_2_coins_are_unlimited_unless_the_table_says_so() -> None:
    """7.2: the switch makes the eighteen coins of the box a limit; the one beside its ?-card counts."""
    s = ready()
    s.players[1].coins = 40
    assert "coins" in spaces(s)
    t = table(4, limited_coins=True)
    t.players[1].coins = 13
    assert "place coins worker" not in offered(t), "17 coins are out and one lies beside its card"
    t.players[1].coins = 11
    play(t, "place coins worker")
    assert t.players[0].coins == 3
    assert section(t, "place coins worker") == "2.1"


def test_7_4_temporary_workers_that_are_gone() -> None:
    s = ready(3)
    s.temporary = 0
    assert section(s, "place temporary_workers worker") == "2.3"


def test_2_6_an_own_engineer_in_part() -> None:
    """2.6, 8.2: grey and brown without brown: the grey step is made and the rest is lost."""
    s = ready(engineers=(7,))
    tracks(s.me, "transsib", 3)
    play(s, "place engineer_7 worker", "build transsib grey")
    assert s.active == 1
