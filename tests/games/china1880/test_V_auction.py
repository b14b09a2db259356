"""1880 IV, V: numbers, auction, seating, the first share round."""

from __future__ import annotations

import pytest

from stellwerk.core import pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.auction import Auction
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked, offered, refusal, section

from .scenes import auction, begin, new_game, pass_on, play


@pytest.mark.parametrize(("seats", "cash"), [(3, 600), (4, 480), (5, 400), (6, 340), (7, 300)])
def test_IV_1_starting_capital(seats: int, cash: int) -> None:
    assert new_game(seats).cash == [cash] * seats


def test_IV_2_numbers_decide_the_temporary_order() -> None:
    s = play(GAME.setup(4), "draw-number 2", "draw-number 0", "draw-number 3")
    assert s.order == (1, 3, 0, 2)
    assert asked(s) == ("Bidding", 1)


def test_IV_2_a_number_is_drawn_once() -> None:
    s = play(GAME.setup(4), "draw-number 2")
    assert refusal(s, "draw-number 2").rule.section == "IV.2"
    assert section(s, "draw-number 4") == "IV.2"


def test_c001_V_1_opener_moves_on_whoever_won() -> None:
    s = new_game(3)
    openers = []
    while asked(s)[0] in ("Bidding", "ImperialGrant"):
        choice = pending(s)
        if asked(s)[0] == "ImperialGrant":
            play(s, "found BCR 20 100 0 BCD")
            continue
        if choice.leader < 0:  # the opener, who wins at once
            openers.append(asked(s)[1])
            play(s, f"bid {choice.private} {choice.least}")
        else:
            pass_on(s)
    assert openers == [0, 1, 2, 0, 1, 2, 0, 1]


def test_c002_V_2_bids_are_multiples_of_five_and_may_jump() -> None:
    s = pass_on(play(new_game(), "bid P0 5"), 3)
    s = pass_on(play(s, "bid P1 10"), 3)
    assert section(s, "bid P2 27") == "V.2"
    play(s, "bid P2 25")
    assert section(s, "bid P2 25") == "V.2"
    assert section(s, "bid P2 30") == ""
    assert section(s, "bid P2 35") == ""
    assert section(s, "bid P2 485") == "V.2"
    assert section(s, "bid P3 45") == "V.1"


def test_V_2_departure_a_bid_need_only_be_five_higher() -> None:
    s = play(new_game(any_bid=True), "bid P0 7")
    assert section(s, "bid P0 11") == "V.2"
    assert section(s, "bid P0 12") == ""


def test_V_2_the_winner_pays_the_bank_at_once() -> None:
    s = pass_on(play(new_game(), "bid P0 40"), 3)
    assert s.cash == [440, 480, 480, 480]
    assert s.privates["P0"] == 0


def test_V_2_who_cannot_bid_is_not_asked() -> None:
    s = new_game()
    s.cash[1] = 5
    play(s, "bid P0 5")
    assert asked(s) == ("Bidding", 2)


def test_c003_V_3_who_has_passed_stays_out_until_the_next_auction() -> None:
    s = play(new_game(3), "bid P0 5", "pass", "bid P0 10")
    assert asked(s) == ("Bidding", 0)
    play(s, "bid P0 15", "pass")
    assert s.privates["P0"] == 0
    assert asked(s) == ("Bidding", 1)  # opens P1


def test_c004_V_4_V_5_P0_falls_to_nothing_and_goes_to_its_opener() -> None:
    s = pass_on(new_game(), 4)
    assert s.privates["P0"] == 0
    assert s.cash == [480] * 4
    assert asked(s) == ("Bidding", 1)
    assert "bid P1 10" in offered(s)


def test_V_1_departure_after_a_gift_the_next_auction_alone_begins_one_seat_further() -> None:
    s = pass_on(new_game(3, skipped_opener=True), 3)
    assert asked(s) == ("Bidding", 2)
    pass_on(s, 3)
    assert asked(s) == ("Bidding", 2)  # after a fall, too
    stalled = s.copy()
    stalled.privates["P1"] = 0
    stalled.agenda.clear()
    pass_on(begin(stalled, Auction("P2", 0, 20, 1)), 3)
    assert asked(stalled) == ("Bidding", 1)  # nor does a stalled auction give the shift back
    play(s, "bid P1 5", "pass", "pass")
    assert asked(s) == ("Bidding", 2)  # P2 is opened as it would have been


def test_c005_V_4_P1_falls_twice_and_everybody_may_bid_again() -> None:
    s = pass_on(play(new_game(), "bid P0 5"), 3)
    pass_on(s, 4)
    assert "bid P1 5" in offered(s)
    assert asked(s) == ("Bidding", 1)
    pass_on(s, 4)
    assert s.privates["P1"] == 1
    assert asked(s) == ("Bidding", 2)


def test_V_3_after_a_fall_those_who_passed_bid_again() -> None:
    s = pass_on(play(new_game(), "bid P0 5"), 3)
    pass_on(s, 4)
    play(s, "pass", "pass", "pass", "bid P1 5")
    assert s.privates["P1"] == 0


def test_c006_V_6_a_stalled_auction_pays_and_offers_the_same_again() -> None:
    s = pass_on(play(new_game(), "bid P0 5"), 3)
    pass_on(play(s, "bid P1 10"), 3)
    before = s.cash[:]
    pass_on(s, 4)
    assert [now - then for now, then in zip(s.cash, before, strict=True)] == [0, 5, 0, 0]
    assert asked(s) == ("Bidding", 2)
    assert "bid P2 25" in offered(s)
    assert "bid P2 20" not in offered(s)
    assert section(s, "buy-share BCR") == "kind"
    assert s.rounds == 0


def test_c007_V_7_least_cash_sits_first_and_equals_as_before() -> None:
    s = auction(new_game(), P6=1, P7=3, P5=3)
    # seat 0 has paid 5 + 10 + 25 + 45 + 70 = 155, seat 1 160, seat 3 150, seat 2 nothing
    assert s.cash == [325, 320, 480, 330]
    assert s.order == (1, 0, 3, 2)
    assert s.priority == 1
    tie = auction(new_game(), P0=0, P1=0, P2=0, P3=0, P4=1, P5=2, P6=3, P7=2)
    assert tie.cash == [395, 410, 330, 320]
    assert tie.order == (3, 2, 0, 1)


def test_V_7_equals_keep_their_old_order() -> None:
    s = auction(new_game(), P5=3, P6=0, P7=3)
    assert s.cash[1] == s.cash[2] == 480
    assert s.order.index(1) < s.order.index(2)


def test_c008_VII_1_investors_are_chosen_in_the_new_order_and_the_rest_leaves() -> None:
    s = auction(new_game(), P6=1)
    chosen = [asked(s)[1]]
    play(s, "choose-investor A7")
    assert section(s, "choose-investor A7") == "VII.1"
    chosen.append(asked(s)[1])
    play(s, "choose-investor A2", "choose-investor A5", "choose-investor A1")
    assert chosen == list(s.order[:2])
    assert list(s.investors) == ["A1", "A2", "A5", "A7"]
    assert sorted(station.owner for station in s.board.stations) == ["A1", "A2", "A5", "A7"]


def test_c144_VII_1_markers_of_all_investors_stand_from_the_start() -> None:
    owners = sorted(station.owner for station in new_game().board.stations)
    assert owners == ["A1", "A2", "A3", "A4", "A5", "A6", "A7"]


def test_c009_VI_P6_brings_twenty_percent_of_BCR_with_three_permits() -> None:
    s = new_game(3)
    while asked(s)[0] == "Bidding":
        choice = pending(s)
        play(s, f"bid {choice.private} {choice.least}" if choice.leader < 0 else "pass")
    assert asked(s) == ("ImperialGrant", 0)
    cash = s.cash[0]
    assert offered(s) == ["found BCR 20 100 0 ABC", "found BCR 20 100 0 BCD"]
    assert section(s, "found BCR 30 100 0 AB") == "VI.P6"
    assert section(s, "found JHA 20 100 0 ABC") == "VI.P6"
    play(s, "found BCR 20 100 0 BCD")
    assert s.cash[0] == cash
    assert (s.par["BCR"], s.permits["BCR"], s.shares["BCR"]) == (100, "BCD", (20, 0, 0))
    assert s.privates["P6"] < 0


def opened(seats: int = 3) -> China:
    """After auction and choice of investors: the first share round begins."""
    s = auction(new_game(seats), P6=1)
    return play(s, *(f"choose-investor A{number + 1}" for number in range(seats)))


def test_c010_V_8_BCR_floats_after_the_first_share_round_by_itself() -> None:
    s = opened()
    assert s.floated == ()
    while asked(s)[0] == "Trade":
        pass_on(s)
    assert s.floated == ("BCR",)
    assert s.treasury["BCR"] == 500
    assert s.stations["BCR"] == ("M3",)
    assert s.rounds == 1


def test_c011_V_8_no_sale_in_the_first_share_round() -> None:
    s = opened()
    while asked(s)[1] != 1:
        pass_on(s)
    assert section(s, "sell-shares BCR 10") == "V.8"
    assert section(s, "found JHA 20 100 1 ABC") == ""


def test_c012_VII_5_the_investor_of_BCRs_owner_takes_a_BCR_share() -> None:
    s = opened()
    own = next(investor for investor, seat in s.investors.items() if seat == 1)
    assert s.reserved == {own: "BCR"}
    while asked(s)[1] != 1:
        pass_on(s)
    play(s, "found JHA 20 100 1 ABC")
    assert s.reserved == {own: "BCR"}


def test_V_9_priority_goes_to_the_left_of_the_last_to_act() -> None:
    s = opened()
    while asked(s)[1] != s.order[1]:
        pass_on(s)
    play(s, "buy-share BCR")
    while asked(s)[0] == "Trade":
        pass_on(s)
    assert s.priority == s.order[2]
