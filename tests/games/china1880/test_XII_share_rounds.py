"""1880 XII, XIII, XIV: share rounds."""

from __future__ import annotations

import pytest

from stellwerk.core import settle
from stellwerk.games.china1880.rules.chapters.floating import CloseShareRound
from stellwerk.games.china1880.rules.chapters.phases import begin_phase, remove_unsold
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound, Trade
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, for_sale, par_cell, price
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, pass_on, play, scene


def trading(phase: str = "B1", cash: int = 1000, **held: int) -> China:
    """Seat 0 is asked; BZU of seat 0 and NJR of seat 1 stand at 100."""
    s = scene(phase=phase, cash=cash)
    company(s, "BZU", {0: 40, 2: 20}, treasury=0, trains=("6",))
    company(s, "NJR", {1: 20, 0: 20}, trains=("6",))
    return begin(s, ShareRound())


def test_c117_XII_2_sell_first_then_buy_one_and_no_sale_after_it() -> None:
    s = trading()
    play(s, "sell-shares NJR 10", "sell-shares BZU 10")
    assert asked(s) == ("Trade", 0)
    play(s, "found JHA 20 100 2 ABC")
    assert asked(s) == ("Trade", 1)  # the purchase ends the turn


def test_XII_2_passing_all_round_ends_it_and_an_act_gives_everybody_another_turn() -> None:
    s = trading()
    pass_on(s, 3)
    assert asked(s) == ("Trade", 3)
    play(s, "buy-share NJR")
    assert asked(s) == ("Trade", 0)
    pass_on(s, 4)
    assert s.agenda == []
    assert s.rounds == 2


def test_XII_2_a_sale_with_a_pass_counts_as_an_act() -> None:
    s = trading()
    play(s, "sell-shares NJR 10", "pass")
    pass_on(s, 3)
    assert asked(s) == ("Trade", 0)


def test_XII_2_who_can_do_nothing_passes_by_himself() -> None:
    s = scene(cash=1000)
    s.cash[1] = 10
    company(s, "BZU", {0: 20})
    begin(s, ShareRound())
    pass_on(s)
    assert asked(s) == ("Trade", 2)


def test_c118_XII_5_no_buying_back_in_the_same_round() -> None:
    s = trading()
    play(s, "sell-shares NJR 10")
    assert section(s, "buy-share NJR") == "XII.5"
    assert section(s, "buy-share BZU") == ""
    pass_on(s, 4)
    assert section(s, "buy-share NJR") == "XII.5"
    pass_on(s, 1)
    begin(s, ShareRound())
    while asked(s)[1] != 0:
        pass_on(s)
    assert section(s, "buy-share NJR") == ""


@pytest.mark.parametrize("phase", ["B1", "C1", "D1"])
def test_c119_XII_11_a_fee_of_five_for_each_share(phase: str) -> None:
    s = trading(phase=phase)
    play(s, "sell-shares NJR 20")
    assert s.cash[0] == 1000 + 2 * 95


def test_XII_10_only_what_is_held_and_by_tens() -> None:
    s = trading()
    assert section(s, "sell-shares NJR 30") == "XII.10"
    assert section(s, "sell-shares NJR 15") == "XII.10"
    assert section(s, "sell-shares NJR 0") == "XII.10"
    assert section(s, "sell-shares JHA 10") == "XII.10"


def test_XII_4_a_share_costs_the_current_price_in_cash() -> None:
    s = trading(cash=100)
    s.cell["NJR"] = Cell(1, 5)
    assert section(s, "buy-share NJR") == "XII.4"
    s.cash[0] = 110
    play(s, "buy-share NJR")
    assert s.cash[0] == 0
    assert s.cell["NJR"] == (1, 5)


def test_c146_XII_4_sold_shares_are_for_sale_again() -> None:
    s = trading()
    play(s, "sell-shares NJR 20", "pass")
    assert for_sale(s, "NJR") == 80
    assert section(s, "buy-share NJR") == ""


# --- before the first 3-train ----------------------------------------------------------------------------------------


def test_c120_XI_3_only_five_shares_before_the_first_3_train() -> None:
    s = scene()
    company(s, "BZU", {0: 40}, certificate=40)
    assert for_sale(s, "BZU") == 10
    investor(s, "A3", 0, reserved="BZU")
    assert for_sale(s, "BZU") == 0
    before = s.cell["BZU"]
    begin(s, Trade(1))
    assert section(s, "buy-share BZU") == "XI.3"
    s.agenda.clear()
    begin(s, CloseShareRound())
    assert s.cell["BZU"] == (before.row - 1, before.column)  # sold out: up


# --- floating --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "needed"), [("A1", 20), ("A2", 20), ("B1", 30), ("B3", 40), ("C1", 40), ("C2", 60), ("D1", 60)]
)
def test_c121_XII_8_the_director_needs_the_percentage_of_the_phase(phase: str, needed: int) -> None:
    s = scene(phase=phase)
    company(s, "BZU", {0: needed}, floated=False)
    if needed > 20:
        company(s, "NJR", {0: needed - 10, 1: 10}, floated=False)
    begin(s, CloseShareRound())
    assert s.floated == ("BZU",)
    assert s.treasury["BZU"] == 500
    assert s.stations["BZU"] == ("B8",)
    assert s.board.owners("B8", 0) == ("BZU",)


def test_c122_XII_8_a_sold_out_company_floats_below_the_percentage() -> None:
    s = scene(phase="C2")
    company(s, "BZU", {0: 40, 1: 30, 2: 30}, floated=False)
    begin(s, CloseShareRound())
    assert s.floated == ("BZU",)


def test_XII_8_floating_is_judged_at_the_end_of_the_round() -> None:
    s = begin(scene(), ShareRound())
    play(s, "found BZU 20 100 0 ABC")
    assert s.floated == ()
    while s.agenda:
        pass_on(s)
    assert s.floated == ("BZU",)


# --- capital ---------------------------------------------------------------------------------------------------------


def test_c123_XII_9_the_first_3_train_brings_the_second_half_at_once() -> None:
    s = scene(phase="A2")
    company(s, "BZU", {0: 40, 1: 10}, treasury=70)
    company(s, "NJR", {0: 40}, par=90, treasury=0)
    company(s, "LHR", {0: 40}, par=80, certificate=40)
    investor(s, "A3", 0, reserved="LHR")
    begin_phase(s, "3")
    assert s.treasury["BZU"] == 570
    assert s.treasury["NJR"] == 0
    assert s.treasury["LHR"] == 400
    assert s.full == ("BZU", "LHR")


def test_c124_XII_9_later_the_share_that_leaves_five_and_only_once() -> None:
    s = trading()
    s.shares["BZU"] = (20, 0, 20, 0)
    play(s, "buy-share BZU")
    assert s.treasury["BZU"] == 500
    s.agenda.clear()
    begin(s, Trade(1))
    play(s, "buy-share BZU")
    assert s.treasury["BZU"] == 500


def test_c124_XII_9_also_by_founding_with_forty_percent_and_a_reserved_share() -> None:
    s = scene(phase="B1")
    investor(s, "A3", 0)
    begin(s, ShareRound())
    play(s, "found BZU 40 100 0 A")
    assert s.treasury["BZU"] == 500
    late = scene(phase="B1", late_capital=True)
    investor(late, "A3", 0)
    begin(late, ShareRound())
    play(late, "found BZU 40 100 0 A")
    assert late.treasury["BZU"] == 0


def test_XII_9_before_the_first_3_train_it_does_not_matter_how_many_are_sold() -> None:
    s = scene()
    company(s, "BZU", {0: 40}, treasury=0)
    begin(s, Trade(1))
    play(s, "buy-share BZU")
    assert s.treasury["BZU"] == 0


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "limit"), [(3, 20), (4, 16), (5, 14), (6, 12), (7, 11)])
def test_XII_7_certificate_limits(seats: int, limit: int) -> None:
    assert certificate_limit(scene(seats)) == limit


def laden(phase: str = "D1", own: bool = False) -> China:
    """Seat 0 holds 17 certificates at a table for four."""
    s = scene(phase=phase)
    for name, par in (("BZU", 100), ("NJR", 90)):
        company(s, name, {1: 20, 0: 20}, par=par)
    company(s, "LHR", {0: 80}, par=80)  # a director's certificate and six shares
    company(s, "CKR", {0: 70} if own else {1: 20, 0: 70}, par=70)
    s.director["CKR"] = 0
    return s


def test_c125_XII_7_who_is_above_the_limit_must_sell_in_his_turn() -> None:
    s = laden()
    assert certificates(s, 0) == 2 + 2 + 7 + 6
    s.privates |= {"P1": 0, "P2": 0}
    investor(s, "A3", 0)
    assert certificates(s, 0) == 17
    begin(s, Trade(0))
    assert section(s, "pass") == "XII.7"
    assert section(s, "buy-share BZU") == "XII.7"
    assert section(s, "found JHA 20 90 1 ABC") == "XII.7"
    assert all(line.startswith("sell") for line in offered(s))
    play(s, "sell-shares BZU 10")
    assert section(s, "pass") == ""
    assert section(s, "buy-share LHR") == "XII.7"


def at_the_limit(**variants: bool) -> China:
    """Seat 0 holds 16 certificates, three of them of BZU, as many as its director's."""
    s = scene(phase="D1", **variants)
    company(s, "BZU", {1: 30, 0: 30, 2: 10}, certificate=30)
    company(s, "NJR", {1: 40, 0: 30})
    for name, par in (("LHR", 80), ("CKR", 70)):
        company(s, name, {0: 60}, par=par)  # a director's certificate and four shares
    assert certificates(s, 0) == 16
    return begin(s, Trade(0))


def test_XII_7_at_the_limit_a_share_that_makes_a_director_may_be_bought() -> None:
    s = at_the_limit()
    assert section(s, "buy-share NJR") == "XII.7"  # 40 % are no more than the director holds
    assert [line for line in offered(s) if line.startswith("buy")] == ["buy-share BZU"]
    play(s, "buy-share BZU")
    assert s.director["BZU"] == 0
    assert certificates(s, 0) == 16 - 3 + 2
    assert section(at_the_limit(plain_limit=True), "buy-share BZU") == "XII.7"


def test_XII_7_above_the_limit_no_purchase_helps() -> None:
    s = at_the_limit()
    s.shares["LHR"] = (70, 0, 0, 0)
    assert section(s, "buy-share BZU") == "XII.7"
    assert section(s, "pass") == "XII.7"


@pytest.mark.parametrize(("early", "price_now", "price_then"), [(False, 100, 100), (True, 90, 90)])
def test_XII_10_the_price_marker_is_placed_when_a_company_floats(early: bool, price_now: int, price_then: int) -> None:
    """1880 XII.10, EN 724: sales before lower no price; the marker goes to the starting place."""
    s = scene(phase="B1", early_fall=early)
    company(s, "BZU", {0: 20, 1: 20}, floated=False)
    begin(s, Trade(1), CloseShareRound())
    play(s, "sell-shares BZU 20")
    assert s.cash[1] == 1000 + 2 * 95
    assert price(s, "BZU") == price_now
    s.shares["BZU"] = (30, 0, 0, 0)
    s.agenda = s.agenda[:1]
    settle(s)
    assert s.floated == ("BZU",)
    assert price(s, "BZU") == price_then


def test_XIII_4_a_company_that_floats_sold_out_rises_from_its_starting_place() -> None:
    s = scene(phase="B1")
    company(s, "BZU", {0: 40, 1: 30, 2: 30}, floated=False)
    begin(s, CloseShareRound())
    assert price(s, "BZU") == s.tables.market.price(s.tables.market.move(par_cell(s, 100), "up"))


def test_c143_XII_7_with_nothing_saleable_nothing_is_sold() -> None:
    s = laden(phase="B3")
    s.shares |= {"BZU": (0, 20, 0, 0), "NJR": (0, 20, 0, 0)}
    for name in ("JHA", "JHU", "WNR"):
        company(s, name, {0: 40}, par=70 if name == "WNR" else 90)
    assert certificates(s, 0) > 16
    begin(s, ShareRound())
    assert asked(s) == ("Trade", 1)  # communism: only shares of his own companies
    s.shares["BZU"] = (10, 20, 0, 0)
    s.agenda.clear()
    begin(s, ShareRound())
    assert asked(s) == ("Trade", 0)
    assert section(s, "pass") == "XII.7"


def test_c126_XII_7_one_player_may_hold_a_company_whole() -> None:
    s = scene(phase="B1")
    company(s, "BZU", {0: 90})
    begin(s, Trade(0))
    play(s, "buy-share BZU")
    assert s.shares["BZU"][0] == 100


def test_c127_XII_6_four_companies_at_one_par_price() -> None:
    s = scene()
    for name in ("BZU", "NJR", "LHR", "CKR"):
        company(s, name, {0: 20}, par=90)
    begin(s, Trade(1))
    assert section(s, "found JHA 20 90 4 ABC") == "XII.6"
    assert section(s, "found JHA 20 90 0 ABC") == "XII.6"
    assert not [line for line in offered(s) if " 90 " in line]
    assert section(s, "found JHA 20 95 0 ABC") == "XII.6"


def test_XII_6_the_uppermost_free_row() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, row=0)
    company(s, "NJR", {0: 20}, row=2)
    begin(s, Trade(1))
    assert section(s, "found JHA 20 100 3 ABC") == "XII.6"
    assert section(s, "found JHA 20 100 1 ABC") == ""
    free = scene(free_row=True)
    begin(free, Trade(1))
    assert section(free, "found JHA 20 100 3 ABC") == ""


def test_XII_6_founding_costs_the_certificate_at_par() -> None:
    s = begin(scene(cash=270), ShareRound())
    assert section(s, "found JHA 40 70 0 A") == "XII.4"
    play(s, "found JHA 30 90 0 AB")
    assert s.cash[0] == 0
    assert price(s, "JHA") == 90


# --- priority and prices ---------------------------------------------------------------------------------------------


def test_c128_V_9_priority_left_of_the_last_to_act_or_unchanged() -> None:
    s = trading()
    s.priority = 3
    pass_on(s)
    play(s, "sell-shares NJR 10")
    while s.agenda:
        pass_on(s)
    assert s.priority == 2
    begin(s, ShareRound())
    while s.agenda:
        pass_on(s)
    assert s.priority == 2


def test_c130_XIII_3_a_sale_moves_down_and_not_below_the_column() -> None:
    s = trading()
    s.cell["NJR"] = Cell(7, 3)
    play(s, "sell-shares NJR 20")
    assert s.cell["NJR"] == (8, 3)
    assert s.cash[0] == 1000 + 2 * 65  # both at the price before the sale
    s = trading()
    s.cell["NJR"] = Cell(3, 3)
    play(s, "sell-shares NJR 20")
    assert s.cell["NJR"] == (5, 3)  # one down for each 10 %


@pytest.mark.parametrize(("cell", "there"), [((3, 3), (2, 3)), ((0, 5), (0, 5)), ((2, 0), (2, 0)), ((1, 1), (1, 1))])
def test_c130_XIII_4_sold_out_moves_up_and_not_above_the_column(cell: tuple[int, int], there: tuple[int, int]) -> None:
    s = scene(phase="B1")
    company(s, "BZU", {0: 60, 1: 40})
    s.cell["BZU"] = Cell(*cell)
    begin(s, CloseShareRound())
    assert s.cell["BZU"] == there


# --- communism -------------------------------------------------------------------------------------------------------


def test_c132_XIV_1_no_price_moves_in_a_share_round_either() -> None:
    s = trading(phase="C1")
    play(s, "sell-shares NJR 20")
    assert s.cell["NJR"] == (1, 3)
    s.agenda.clear()
    s.shares["BZU"] = (60, 0, 40, 0)
    begin(s, CloseShareRound())
    assert s.cell["BZU"] == (1, 3)


def test_c133_XIV_2_a_director_sells_no_shares_of_his_company_others_do() -> None:
    s = trading(phase="B3")
    assert section(s, "sell-shares BZU 10") == "XIV.2"
    assert section(s, "sell-shares NJR 10") == ""


def test_c134_XIV_3_the_first_6_train_reopens_the_exchange_at_once() -> None:
    s = scene(phase="C1")
    s.depot["4+4"] = 0
    company(s, "BZU", {0: 40, 2: 20}, trains=("4",))
    s.privates["P5"] = 1
    remove_unsold(s)
    begin(s)
    assert s.phase == "C2"
    assert asked(s)[0] == "Trade"
    play(s, "sell-shares BZU 10")
    assert s.cell["BZU"] == (2, 3)
    assert not s.now.revenue
    assert not s.now.investors
