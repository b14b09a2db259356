"""1880 X.forced: forced purchase, emergency sales, debt."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.chapters.floating import with_interest
from stellwerk.games.china1880.rules.chapters.purchase import bank_objection
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked, offered, refusal, section

from .scenes import begin, company, pass_on, play, reach, scene, turn


def needy(cash: int = 0, treasury: int = 30, phase: str = "A1", trains: tuple[str, ...] = ()) -> China:
    """BZU of seat 0 has no train; he holds shares of NJR, too, and directs LHR."""
    s = scene(phase=phase, cash=cash)
    company(s, "BZU", {0: 40, 1: 20}, treasury=treasury, permits="", trains=trains)
    company(s, "NJR", {1: 30, 0: 30}, certificate=30, trains=("2",))
    company(s, "LHR", {0: 30, 2: 20}, certificate=20, trains=("2",))
    return turn(s, "BZU")


def test_X_buy_1_a_company_must_own_a_train_at_the_end_of_its_turn() -> None:
    s = needy(treasury=500)
    assert section(s, "pass") == "X.buy.1"
    play(s, "buy-train 2")
    assert section(s, "pass") == ""


def test_c112_X_forced_2_treasury_first_then_the_directors_cash() -> None:
    s = needy(cash=100)
    play(s, "buy-train 2")
    assert s.treasury["BZU"] == 0
    assert s.cash[0] == 30
    assert s.debt[0] == 0
    assert s.marker == "BZU"


def test_c112_X_forced_3_sales_without_change_of_director() -> None:
    s = needy(cash=10)
    assert section(s, "sell-shares NJR 10") == ""
    assert section(s, "sell-shares LHR 10") == ""
    assert section(s, "sell-shares LHR 20") == "X.forced.3"  # below the certificate
    assert section(s, "sell-shares BZU 10") == ""  # the same company, still its director
    assert section(s, "sell-shares BZU 40") == "X.forced.3"
    s.shares["LHR"] = (30, 0, 30, 0)
    assert section(s, "sell-shares LHR 10") == "X.forced.3"  # another would hold more


def test_X_forced_3_no_more_than_is_missing() -> None:
    s = needy(cash=10)
    assert section(s, "sell-shares NJR 20") == "X.forced.3"  # one brings 95, 60 are missing
    play(s, "sell-shares NJR 10")
    assert s.cash[0] == 105
    assert section(s, "sell-shares NJR 10") == "X.forced.3"
    play(s, "buy-train 2")
    assert s.cash[0] == 35


def test_X_forced_3_no_sale_while_money_is_there() -> None:
    s = needy(cash=100)
    assert section(s, "sell-shares NJR 10") == "X.forced.3"


def test_X_forced_1_only_from_the_bank_with_help() -> None:
    s = needy(cash=500, phase="B1", treasury=0)
    company(s, "WNR", {0: 20}, trains=("3",))
    assert section(s, "buy-train-from WNR 3 50") == "X.buy.3"  # the treasury is empty


def test_c113_X_forced_4_the_director_may_refuse_to_sell_and_take_debt() -> None:
    s = needy(cash=15)
    play(s, "buy-train 2")
    assert s.debt[0] == 83  # 55 and half of it, rounded up
    assert s.cash[0] == 0
    assert s.shares["NJR"][0] == 30


@pytest.mark.parametrize(("debt", "grown"), [(1, 2), (2, 3), (55, 83), (100, 150)])
def test_X_forced_4_interest_is_half_rounded_up(debt: int, grown: int) -> None:
    assert with_interest(debt) == grown


def debtor(cash: int = 300, debt: int = 100, **variants: bool) -> China:
    s = scene(cash=1000, **variants)
    s.cash[0], s.debt[0] = cash, debt
    company(s, "BZU", {0: 20, 1: 20}, trains=("2",))
    return begin(s, ShareRound())


def test_c114_X_forced_5_a_debtor_buys_and_founds_nothing() -> None:
    s = debtor()
    assert section(s, "buy-share BZU") == "X.forced.5"
    assert section(s, "found JHA 20 100 1 ABC") == "X.forced.5"
    assert not any(line.startswith(("buy", "found")) for line in offered(s))


def test_c114_X_forced_5_part_of_a_debt_may_be_paid() -> None:
    s = debtor()
    assert section(s, "pay-debt 101") == "X.forced.5"
    assert section(s, "pay-debt 0") == "X.forced.5"
    play(s, "pay-debt 40")
    assert (s.cash[0], s.debt[0]) == (260, 60)
    assert asked(s) == ("Trade", 0)
    assert section(s, "buy-share BZU") == "X.forced.5"
    play(s, "pay-debt 60")
    assert section(s, "buy-share BZU") == ""


def test_X_forced_5_no_more_than_the_cash() -> None:
    assert section(debtor(cash=20), "pay-debt 30") == "X.forced.5"


def test_X_forced_5_all_cash_where_the_table_plays_so() -> None:
    s = debtor(cash=30, whole_debt=True)
    assert str(refusal(s, "pay-debt 20")).replace("1880 ", "") == "debt is paid with all cash: ¥30 [X.forced.5]"
    play(s, "pay-debt 30")
    assert (s.cash[0], s.debt[0]) == (0, 70)


def test_c114_X_forced_4_interest_at_the_end_of_every_share_round() -> None:
    s = debtor()
    play(s, "pay-debt 49")
    reach(s, "LastPayment")
    pass_on(s)
    assert s.debt[0] == 77  # 51 and half of it, rounded up


def test_c147_X_forced_5_a_last_payment_before_interest() -> None:
    s = debtor()
    reach(s, "LastPayment")
    assert asked(s) == ("LastPayment", 0)
    assert section(s, "pay-debt 101") == "X.forced.5"
    play(s, "pay-debt 100")
    assert s.debt[0] == 0


def test_X_forced_5_paying_debt_is_neither_buying_nor_selling() -> None:
    s = debtor()
    s.priority = 2
    play(s, "pay-debt 100", "pass")
    reach(s, "Trade")
    while s.agenda:
        pass_on(s)
    assert s.priority == 2
    counts = debtor(debt_counts=True)
    play(counts, "pay-debt 100")
    while counts.agenda:
        pass_on(counts)
    assert counts.priority == 1


def test_X_forced_5_departure_a_debtor_founds() -> None:
    assert section(debtor(debtor_founds=True), "found JHA 20 100 1 ABC") == ""
    assert section(debtor(debtor_founds=True), "buy-share BZU") == "X.forced.5"


def test_c115_X_forced_6_no_second_and_no_restored_train_with_help() -> None:
    s = needy(cash=2000, phase="C2", treasury=100)
    assert section(s, "buy-train 2R") == "X.forced.6"
    play(s, "buy-train 6")
    assert s.agenda == []  # nothing more with his money
    assert bank_objection(s, "BZU", "6").rule.section == "X.buy.2"
    own = needy(cash=2000, phase="C2", treasury=300)
    play(own, "buy-train 2R")  # with own money a restored one may come before
    assert own.treasury["BZU"] == 50
    play(own, "buy-train 6")
    assert own.trains["BZU"] == ("2R", "6")
    assert own.cash[0] == 2000 - 550


def test_c141_X_forced_3_emergency_sales_take_the_fee_and_lower_the_price() -> None:
    s = needy(cash=10)
    before = s.cell["NJR"]
    play(s, "sell-shares NJR 10")
    assert s.cash[0] == 10 + 95
    assert s.cell["NJR"] == (before.row + 1, before.column)
    frozen = needy(cash=10, phase="B3")
    assert section(frozen, "sell-shares BZU 10") == ""  # own shares, too: the ban is about share rounds
    before = frozen.cell["BZU"]
    play(frozen, "sell-shares BZU 10")
    assert frozen.cell["BZU"] == before


def test_X_forced_6_debt_does_not_hinder_further_help() -> None:
    s = needy(cash=0)
    s.debt[0] = 90
    play(s, "buy-train 2")
    assert s.debt[0] == 90 + 105


# --- a sale binds ----------------------------------------------------------------------------------------------------


def with_ways_out(phase: str = "B3", **variants: bool) -> China:
    """NJR of seat 0 has no train and ¥10; his WNR has two, he owns P5 and P7 and no cash."""
    s = scene(phase=phase, cash=0, **variants)
    company(s, "NJR", {0: 30}, treasury=10, permits="")
    company(s, "WNR", {0: 50}, trains=("4", "4"))
    company(s, "LHR", {1: 30, 0: 20}, trains=("4",))
    s.privates |= {"P5": 0, "P7": 0}
    return reach(turn(s, "NJR"), "Purchase")


def test_X_forced_3_after_the_first_sale_only_sales_and_the_train_of_the_bank_remain() -> None:
    s = with_ways_out()
    assert section(s, "buy-train-from WNR 4 1") == ""
    assert section(s, "exchange-rocket") == ""
    play(s, "sell-shares LHR 10")
    assert section(s, "buy-train-from WNR 4 1") == "X.forced.3"
    assert section(s, "exchange-rocket") == "X.forced.3"
    assert offered(s) == [
        "buy-train 4",
        "sell-shares NJR 10",
        "sell-shares WNR 10",
        "sell-shares WNR 20",
        "sell-shares WNR 30",
        "sell-shares LHR 10",
        "grant-permit NJR",
        "grant-permit WNR",
    ]


def test_X_forced_3_the_bond_lasts_until_the_train_is_bought() -> None:
    s = with_ways_out()
    play(s, "sell-shares LHR 10", "sell-shares WNR 20", "grant-permit NJR")
    assert s.cash[0] == 95 + 2 * 95
    assert section(s, "exchange-rocket") == "X.forced.3"
    assert section(s, "pass") == "X.buy.1"
    play(s, "buy-train 4")
    assert s.trains["NJR"] == ("4",)
    assert section(s, "exchange-rocket") == ""


def test_X_forced_3_a_restored_train_is_bought_before_or_not_at_all() -> None:
    s = scene(phase="C2", cash=0)
    company(s, "NJR", {0: 30}, treasury=300, permits="")
    company(s, "LHR", {1: 40, 0: 40}, trains=("6",))
    reach(turn(s, "NJR"), "Purchase")
    assert section(s, "buy-train 2R") == ""
    play(s, "sell-shares LHR 10")
    assert section(s, "buy-train 2R") == "X.forced.3"
    assert "buy-train 2R" not in offered(s)


def test_X_forced_3_some_tables_leave_every_way_open() -> None:
    s = with_ways_out(unbound_sales=True)
    play(s, "sell-shares LHR 10")
    assert section(s, "exchange-rocket") == ""
    play(s, "buy-train-from WNR 4 1")
    assert s.cash[0] == 95


def test_XIV_2_own_shares_in_a_communist_emergency_as_the_table_reads_it() -> None:
    assert section(with_ways_out(), "sell-shares WNR 10") == ""  # the German book bans them in share rounds
    strict = with_ways_out(frozen_directors=True)
    assert section(strict, "sell-shares WNR 10") == "XIV.2"
    assert section(strict, "sell-shares LHR 10") == ""
    later = with_ways_out(phase="C2", frozen_directors=True)
    assert section(later, "sell-shares WNR 10") == ""
