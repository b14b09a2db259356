"""Standing orders of 1880."""

from __future__ import annotations

from stellwerk.core import pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked

from .scenes import begin, company, new_game, pass_on, play, reach, scene, turn

PROGRAMS = {program.id: program for program in GAME.programs}


def answer(s: China, program: str, argument: str) -> str:
    choice = pending(s)
    assert choice is not None
    action = PROGRAMS[program].answer(s, choice.seat(s), argument)
    assert action is None or choice.objection(s, action) is None
    return "" if action is None else str(action)


def trading() -> China:
    s = scene(phase="B1")
    company(s, "BZU", {0: 20}, floated=False)
    company(s, "NJR", {1: 20})
    return begin(s, ShareRound())


def test_XII_2_pass_throughout_one_share_round() -> None:
    s = trading()
    assert PROGRAMS["pass-share-round"].choices(s, 0) == ("2",)
    assert answer(s, "pass-share-round", "2") == "pass"
    assert answer(s, "pass-share-round", "3") == ""


def test_XII_2_pass_until_somebody_acts() -> None:
    s = trading()
    (mark,) = PROGRAMS["pass-until-trade"].choices(s, 0)
    assert answer(s, "pass-until-trade", mark) == "pass"
    pass_on(s)
    play(s, "buy-share NJR")
    assert answer(s, "pass-until-trade", mark) == ""


def test_XII_8_buy_until_a_company_floats() -> None:
    s = trading()
    assert PROGRAMS["buy-until-floated"].choices(s, 0) == ("BZU",)
    assert answer(s, "buy-until-floated", "BZU") == "buy-share BZU"
    play(s, "buy-share BZU")
    pass_on(s, 3)
    assert asked(s) == ("Trade", 0)
    assert answer(s, "buy-until-floated", "BZU") == ""  # 30 % are enough


def test_XII_4_buy_up_to_a_holding() -> None:
    s = trading()
    assert "NJR 30" in PROGRAMS["buy-shares"].choices(s, 0)
    assert answer(s, "buy-shares", "NJR 10") == "buy-share NJR"
    s.shares["NJR"] = (10, 20, 0, 0)
    assert answer(s, "buy-shares", "NJR 10") == ""
    s.cash[0] = 0
    assert answer(s, "buy-shares", "NJR 20") == ""
    assert answer(s, "buy-shares", "JHA 20") == ""


def test_V_3_stay_out_of_an_auction() -> None:
    s = new_game()
    assert PROGRAMS["pass-auction"].choices(s, 0)[0] == "P0"
    assert answer(s, "pass-auction", "P0") == "pass"
    assert answer(s, "pass-auction", "P1") == ""


def test_V_2_bid_the_least_up_to_an_amount_then_pass() -> None:
    s = new_game()
    assert answer(s, "bid-up-to", "P0 15") == "bid P0 5"
    assert answer(s, "bid-up-to", "P1 15") == ""
    play(s, "bid P0 10")
    assert answer(s, "bid-up-to", "P0 15") == "bid P0 15"
    play(s, "bid P0 15")
    assert answer(s, "bid-up-to", "P0 15") == "pass"
    assert str(PROGRAMS["bid-up-to"].said(s, "P0 15")).startswith("bid the least in an auction, up to: ¥15 for P0")


def test_V_2_what_is_bid_for_ends_with_its_auction_or_by_hand() -> None:
    s = new_game()
    assert not over(s, "bid-up-to", "P0 15")
    assert over(s, "bid-up-to", "P0 15", "bid P0 20")
    assert not over(s, "bid-up-to", "P1 15", "bid P0 20")
    s.privates["P0"] = 1
    assert over(s, "bid-up-to", "P0 15")


def test_XII_4_buy_while_a_share_costs_no_more_than_planned() -> None:
    s = trading()
    now = price(s, "NJR")
    assert answer(s, "buy-if-cheap", f"NJR {now}") == "buy-share NJR"
    assert answer(s, "buy-if-cheap", f"NJR {now - 1}") == ""
    assert not over(s, "buy-if-cheap", f"NJR {now}")
    assert over(s, "buy-if-cheap", f"NJR {now - 1}")
    assert over(s, "buy-if-cheap", f"NJR {now}", "sell-shares NJR 10")


def test_X_turn_pass_track_and_trains_but_not_the_duty() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, treasury=500)
    turn(s, "BZU")
    assert PROGRAMS["pass-track"].choices(s, 0) == ("BZU",)
    assert answer(s, "pass-track", "BZU") == "pass"
    reach(s, "Purchase")
    assert answer(s, "pass-trains", "BZU") == ""
    play(s, "buy-train 2")
    assert answer(s, "pass-trains", "BZU") == "pass"


# --- when an order has ended -----------------------------------------------------------------------------------------


def over(s: China, program: str, argument: str, by_hand: str = "", seat: int = 0) -> bool:
    return PROGRAMS[program].over(s, seat, argument, GAME.parse(by_hand) if by_hand else None)


def test_XII_4_a_holding_once_reached_ends_the_order() -> None:
    s = trading()
    assert not over(s, "buy-shares", "NJR 10")
    s.shares["NJR"] = (10, 20, 0, 0)
    assert over(s, "buy-shares", "NJR 10")
    assert not over(s, "buy-shares", "NJR 20")


def test_XII_10_a_sale_by_hand_ends_what_was_to_be_bought() -> None:
    s = trading()
    assert over(s, "buy-shares", "NJR 40", "sell-shares NJR 10")
    assert over(s, "buy-until-floated", "BZU", "sell-shares BZU 10")
    for line in ("sell-shares BZU 10", "buy-share NJR", "pass"):
        assert not over(s, "buy-shares", "NJR 40", line)
    assert not over(s, "buy-until-floated", "BZU", "sell-shares NJR 10")


def test_XII_8_a_company_that_floats_ends_the_order() -> None:
    s = trading()
    assert not over(s, "buy-until-floated", "BZU")
    play(s, "buy-share BZU")
    assert over(s, "buy-until-floated", "BZU")


def test_XII_2_a_share_round_and_a_trade_end_their_orders() -> None:
    s = trading()
    (number,), (mark,) = PROGRAMS["pass-share-round"].choices(s, 0), PROGRAMS["pass-until-trade"].choices(s, 0)
    pass_on(s)
    assert not over(s, "pass-share-round", number)
    assert not over(s, "pass-until-trade", mark)
    play(s, "buy-share BZU")
    assert over(s, "pass-until-trade", mark)
    s.rounds += 1
    assert over(s, "pass-share-round", number)


def test_V_3_and_VIII_3_what_is_no_longer_ones_own_ends_the_order() -> None:
    s = new_game()
    assert not over(s, "pass-auction", "P0")
    s.privates["P0"] = 1
    assert over(s, "pass-auction", "P0")
    s = trading()
    for program in ("pass-track", "pass-trains"):
        assert not over(s, program, "BZU")
        assert over(s, program, "NJR")
