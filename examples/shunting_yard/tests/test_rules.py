"""Every section of the rules, and every objection, text and section."""

from __future__ import annotations

import pytest

from positions import HANDS, SIDING, dealt, end_of_round, play, refused, table, told
from shunting_yard.rules import GAME
from shunting_yard.rules.chapters.orders import wagons_for
from shunting_yard.rules.chapters.turn import Turn
from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import pending


def give(s: ShuntingYard, seat: int, *goods: str) -> ShuntingYard:
    """Wagons of the main line into a yard."""
    for wagon in goods:
        s.main_line.remove(wagon)
        s.players[seat].yard.append(wagon)
    return s


def fortune(s: ShuntingYard, seat: int, coins: int) -> ShuntingYard:
    s.bank -= coins - s.players[seat].coins
    s.players[seat].coins = coins
    return s


@pytest.mark.parametrize("seats", GAME.seats)
def test_1_1_and_1_2_what_is_there_at_the_start(seats: int) -> None:
    s = GAME.setup(seats)
    assert len(s.main_line) == 37
    assert [p.coins for p in s.players] == [3] * seats
    assert s.bank == 5 * seats


def test_1_3_orders_are_secret() -> None:
    s = dealt()
    assert s.players[1].hand == HANDS[1]
    assert GAME.view(s, 0).players[1].hand == ("?", "?", "?")
    assert GAME.view(s, None).players[0].hand == ("?", "?", "?")
    assert refused(GAME.setup(2), "begin 5") == "nobody sits there [1.5]"


def test_1_4_an_order_goes_to_the_left_and_giver_and_receiver_know_it() -> None:
    s = dealt()
    assert refused(s, "give mill") == "that order is not in your hand [1.4]"
    play(s, "give gasworks")
    assert s.players[1].hand == HANDS[1]
    assert [GAME.view(s, seat).players[0].given for seat in (0, 1, 2, None)] == ["gasworks", "gasworks", "?", "?"]
    play(s, "give barracks", "give palace")
    assert s.players[1].hand == ("mill", "paper", "gasworks")
    assert GAME.view(s, 0).players[1].hand == ("gasworks", "?", "?")
    assert GAME.view(s, 2).players[1].hand == ("?", "?", "?")


def test_1_5_the_starter_begins_every_round() -> None:
    s = GAME.setup(3)
    play(s, "begin 2", *(f"draw-wagon {goods}" for goods in SIDING))
    assert s.starter == 2
    assert [step.of for step in table().agenda if isinstance(step, Turn)] == [2, 1, 0]


def test_2_1_the_express_brings_a_point_for_each_of_its_wagons_and_none_for_a_van() -> None:
    s = give(table(), 0, "grain", "grain", "coal")
    play(s, "deliver brewery")
    assert s.players[0].express == 1
    s = give(table(), 0, "grain", "grain", "van")
    play(s, "deliver brewery")
    assert s.players[0].express == 0
    assert refused(end_of_round(s), "call-express van") == "the express does not take that [2.1]"


def test_2_2_a_turn_is_one_thing() -> None:
    s = table()
    play(s, "rest")
    assert pending(s) == Turn(1)


def test_3_1_any_wagon_that_stands_there() -> None:
    s = table()
    assert refused(s, "couple 0") == "no wagon stands on place 0 [3.1]"
    assert refused(s, "couple 6") == "no wagon stands on place 6 [3.1]"
    play(s, "couple 2")
    assert s.players[0].yard == ["grain"]


def test_3_2_shunting_lays_a_coin_on_every_wagon_in_the_way() -> None:
    s = table()
    assert refused(s, "couple 5") == "the shunting costs 4, you have 3 [3.2]"
    play(s, "couple 3")
    assert (s.players[0].coins, s.lying) == (1, [1, 1, 0, 0])


def test_3_3_coins_on_a_wagon_go_with_it_but_do_not_pay_for_it() -> None:
    s = play(table(), "couple 3", "draw-wagon milk")
    assert told(s, "couple 2")[0] == "seat 2 couples: grain (coins paid: 1, found: 1)"
    play(s, "couple 2")
    assert (s.players[1].coins, s.lying) == (3, [2, 0, 0, 0])
    s = fortune(play(table(), "couple 3", "draw-wagon milk"), 1, 0)
    assert refused(s, "couple 2") == "the shunting costs 1, you have 0 [3.2]"


def test_3_4_a_yard_has_room_for_six() -> None:
    s = give(table(), 0, *["milk"] * 6)
    assert refused(s, "couple 1") == "the yard is full: 6 wagons [3.4]"


def test_3_5_the_siding_moves_up_and_is_filled_from_the_main_line() -> None:
    s = play(table(), "couple 2")
    s.main_line = [goods for goods in s.main_line if goods != "van"]
    assert refused(s, "draw-wagon van") == "no such wagon is on the main line [3.5]"
    play(s, "draw-wagon milk")
    assert s.siding == ["milk", "van", "coal", "timber", "milk"]
    assert s.lying == [1, 0, 0, 0, 0]


def test_3_6_the_bank_pays_for_a_wagon_as_long_as_it_can() -> None:
    s = give(table(), 0, "milk")
    assert refused(s, "sell coal") == "no such wagon is in your yard [3.6]"
    assert told(s, "sell milk") == ["seat 1 sells: milk, 3 coins"]
    s.bank = 1
    play(s, "sell milk")
    assert (s.players[0].coins, s.bank, s.players[0].yard) == (4, 0, [])


def test_4_1_nobody_holds_more_than_four_orders() -> None:
    s = play(table(), "take-order")
    assert refused(s, "deal-order mill") == "that order is not in the pile [4.1]"
    play(s, "deal-order bakery")
    assert s.players[0].hand == ("creamery", "bakery", "brewery", "palace")
    end_of_round(s)
    play(s, "call-express milk")
    assert refused(s, "take-order") == "you may hold 4 orders [4.1]"
    play(s, "rest")
    s.pile = ()
    assert refused(s, "take-order") == "the pile is empty [4.1]"


def test_4_1_only_its_seat_hears_which_order_it_is() -> None:
    s = play(table(), "take-order")
    s.heard = []
    play(s, "deal-order bakery")
    assert [(str(event.text()), event.readers()) for event in s.heard] == [("seat 1: the order is Bakery", (0,))]


def test_4_2_a_delivery_sends_the_wagons_away_and_counts() -> None:
    s = give(table(), 0, "milk", "milk", "timber")
    assert refused(s, "deliver mill") == "you do not hold that order [4.2]"
    play(s, "deliver creamery")
    me = s.players[0]
    assert (me.yard, me.delivered, me.hand) == (["timber"], ("creamery",), ("brewery", "palace"))
    assert s.main_line.count("milk") == 7
    assert GAME.view(s, 1).players[0].points == 4


def test_4_3_vans_stand_for_what_is_missing() -> None:
    s = give(table(), 0, "grain", "van")
    assert refused(s, "deliver brewery") == "wagons missing: 1 [4.3]"
    assert wagons_for(s.box, "creamery", ["van", "milk", "milk"]) == ["milk", "milk"]
    give(s, 0, "van")
    play(s, "deliver brewery")
    assert s.players[0].yard == []


def test_5_1_a_coin_if_there_is_one() -> None:
    s = play(table(), "rest")
    assert s.players[0].coins == 4
    s.bank = 0
    play(s, "rest")
    assert s.players[1].coins == 3


@pytest.mark.parametrize(("short", "goal"), [(False, 4), (True, 3)])
def test_6_1_the_goal_ends_the_game_after_the_round(short: bool, goal: int) -> None:
    s = give(table(short=short), 0, "milk", "milk")
    s.players[0].delivered = ("joiner", "school", "stable")[: goal - 1]
    s.pile = tuple(order for order in s.pile if order not in s.players[0].delivered)
    assert told(s, "deliver creamery")[-1] == "this is the last round"
    play(s, "deliver creamery")
    assert pending(s) == Turn(1)
    play(s, "rest", "rest")
    assert pending(s) is None


@pytest.mark.parametrize(("short", "rounds"), [(False, 18), (True, 13)])
def test_6_1_there_is_a_last_round_in_any_case(short: bool, rounds: int) -> None:
    s = table(short=short)
    s.round = rounds - 1
    end_of_round(s)
    assert told(s, "call-express milk") == [f"round {rounds}: the express takes milk", "this is the last round"]
    play(s, "call-express milk", "rest", "rest", "rest")
    assert pending(s) is None
    assert GAME.view(s, None).players[0].hand == ("creamery", "brewery", "palace")


def test_6_2_what_counts() -> None:
    s = fortune(table(), 0, 7)
    me = s.players[0]
    me.delivered, me.hand, me.express = ("joiner", "shipyard"), ("creamery",), 2
    score = GAME.scores(s)[0]
    assert [points for _, points in score.items] == [15, 2, 2, -2]
    assert score.total == 17


def test_6_3_ties_go_to_orders_then_coins() -> None:
    s = table(2)
    for p, delivered in zip(s.players, (("joiner", "school"), ("market",)), strict=True):
        p.delivered, p.hand, p.coins = delivered, (), 3
    assert [score.rank for score in GAME.scores(s)] == [1, 2]
    s.players[0].delivered = ("hospital",)
    assert [score.rank for score in GAME.scores(s)] == [1, 1]
    s.players[1].coins = 4
    assert [score.rank for score in GAME.scores(s)] == [2, 1]


def test_a_standing_order_couples_what_costs_nothing() -> None:
    s, (program,) = table(), GAME.programs
    assert program.choices(s, 0) == tuple(s.box.goods)
    assert str(program.answer(s, 0, "milk")) == "couple 1"
    assert program.answer(s, 0, "grain") is None
    assert program.answer(s, 1, "milk") is None
    assert program.answer(give(s, 0, *["timber"] * 6), 0, "milk") is None


def test_options_in_words() -> None:
    s = play(table(), "couple 2", "draw-wagon milk")
    said = [str(GAME.describe(s, GAME.parse(line))) for line in ("couple 1", "sell milk", "deliver mill", "rest")]
    assert said == [
        "couple milk: pay 0, find 1",
        "sell milk: 3 coins",
        "Water mill: grain, grain, points: 4",
        "rest: 1 coin",
    ]
