"""What players work out on paper."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.aids import (
    Ahead,
    dividends,
    forced,
    liquidity,
    next_phase,
    rust_with,
    salable,
    turns_to_removal,
    will_float,
)
from stellwerk.games.china1880.rules.chapters.phases import begin_phase, take, top
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.state import China
from tests.games.china1880.scenes import begin, company, play, reach, scene, turn


def holdings(phase: str = "B1") -> China:
    s = scene(phase=phase, cash=50)
    company(s, "BCR", {0: 40, 1: 30})
    company(s, "QSR", {1: 50, 0: 20}, par=80)
    company(s, "NJR", {0: 30, 2: 10}, par=70)
    return s


def test_XII_11_liquidity_is_cash_and_all_sales_allowed_less_the_fee() -> None:
    """BCR goes to seat 1 when sold whole, of QSR both shares go, of NJR only what leaves seat 0 its director."""
    s = holdings()
    assert [salable(s, 0, name) for name in ("BCR", "QSR", "NJR")] == [40, 20, 10]
    assert liquidity(s, 0) == 50 + 4 * 95 + 2 * 75 + 1 * 65
    assert liquidity(s, 3) == 50


def test_V_8_nothing_is_liquid_but_cash_in_the_first_share_round() -> None:
    s = holdings()
    s.rounds = 0
    assert liquidity(s, 0) == 50


def test_XIV_2_a_director_s_shares_are_not_liquid_in_the_communist_phase() -> None:
    s = holdings()
    s.phase = next(phase.name for phase in s.tables.phases.values() if phase.communism)
    assert [salable(s, 0, name) for name in ("BCR", "QSR", "NJR")] == [0, 20, 0]


def test_liquidity_is_what_selling_everything_really_brings() -> None:
    s = holdings()
    s.priority = 0
    begin(s, ShareRound())
    expected = liquidity(s, 0)
    play(s, "sell-shares BCR 40", "sell-shares QSR 20", "sell-shares NJR 10")
    assert s.cash[0] == expected


def needy(cash: int, treasury: int = 30) -> China:
    s = scene(cash=cash)
    company(s, "BZU", {0: 40, 1: 20}, treasury=treasury, permits="")
    company(s, "NJR", {1: 30, 0: 30}, certificate=30, trains=("2",))
    return reach(turn(s, "BZU"), "Purchase")


@pytest.mark.parametrize(("cash", "treasury"), [(100, 30), (40, 30), (0, 0), (70, 30), (10, 500)])
def test_X_forced_2_cash_after_a_forced_purchase_is_what_the_purchase_leaves(cash: int, treasury: int) -> None:
    s = needy(cash, treasury)
    found = forced(s, "BZU")
    assert (found.train, found.price, found.due) == ("2", 100, True)
    play(s, "buy-train 2")
    assert (found.treasury, found.cash, found.debt) == (s.treasury["BZU"], s.cash[0], s.debt[0])
    assert found.helped == cash - s.cash[0]


def test_X_forced_3_what_could_be_sold_instead_of_debt() -> None:
    s = needy(0)
    found = forced(s, "BZU")
    assert found.debt == 105
    assert found.sales == 2 * 90 + 3 * 95  # of BZU, which has just fallen to 95, what keeps its director; NJR whole
    assert forced(needy(200), "BZU").sales == 0


def test_X_forced_a_company_with_a_train_is_not_due() -> None:
    s = needy(100)
    s.trains["BZU"] = ("2R",)
    assert forced(s, "BZU").due
    s.trains["BZU"] = ("2",)
    assert not forced(s, "BZU").due


def test_X_income_4_dividends_by_percentage() -> None:
    s = holdings()
    assert dividends(s, "BCR", 170) == (68, 51, 0, 0)


def test_XII_8_a_company_will_float_at_the_end_of_the_round() -> None:
    s = scene(phase="A1")
    company(s, "BCR", {0: 20}, floated=False)
    assert will_float(s, "BCR") == (s.now.float <= 20)
    company(s, "QSR", {0: s.now.float}, floated=False)
    assert will_float(s, "QSR")
    company(s, "NJR", {1: 60}, floated=True)
    assert not will_float(s, "NJR")


def test_XI_1_trains_until_the_next_phase() -> None:
    s = scene(phase="A1")
    assert next_phase(s) == Ahead("A2", "2+2", 10)
    s.depot["2"] = 0
    assert next_phase(s) == Ahead("A2", "2+2", 0)


def test_XI_1_the_next_phase_is_the_one_that_a_purchase_begins() -> None:
    """From the first train to the last: the promised phase begins with the train after those that are left."""
    s = scene(phase="A1")
    while ahead := next_phase(s):
        for left in range(ahead.left, 0, -1):
            assert next_phase(s) == Ahead(ahead.phase, ahead.train, left)
            take(s, top(s))
        assert next_phase(s) == Ahead(ahead.phase, ahead.train, 0)
        assert (top(s), s.phase != ahead.phase) == (ahead.train, True)
        take(s, ahead.train)
        begin_phase(s, ahead.train)
        assert s.phase == ahead.phase
    assert s.phase == list(s.tables.phases)[-1]


def test_X_buy_6_turns_until_unsold_trains_leave() -> None:
    s = scene(phase="A2")
    for par, name in ((100, "BCR"), (90, "QSR"), (80, "NJR")):
        company(s, name, {0: 20}, par=par, trains=("2",))
    s.marker, s.active = "QSR", "BCR"
    assert turns_to_removal(s) == 2
    s.active = "NJR"
    assert turns_to_removal(s) == 3
    s.active = "QSR"
    assert turns_to_removal(s) == 1
    s.bought = True
    assert turns_to_removal(s) == 4
    s.active = "A1"
    assert turns_to_removal(s) == 2
    s.marker = ""
    assert turns_to_removal(s) is None


def test_X_buy_6_trains_that_came_up_by_P7_are_counted_from_the_next_circle() -> None:
    s = scene(phase="A2")
    for par, name in ((100, "BCR"), (90, "QSR")):
        company(s, name, {0: 20}, par=par, trains=("2",))
    s.marker, s.spared = "QSR", True
    for active, turns in (("BCR", 4), ("QSR", 3), ("A1", 4)):
        s.active = active
        assert turns_to_removal(s) == turns


def test_X_buy_6_the_count_is_the_number_of_turns_really_played() -> None:
    """Everybody passes: the trains leave at the end of the turn the count promised."""
    s = scene(phase="A2")
    company(s, "BCR", {0: 20}, treasury=0, trains=("2",), permits="")
    company(s, "QSR", {1: 20}, par=90, treasury=0, trains=("2",), permits="")
    s.marker = "QSR"
    left = s.depot["2+2"]
    turn(s, "BCR")
    assert turns_to_removal(s) is not None
    while s.agenda:
        play(s, "pass")
    assert s.depot["2+2"] == left
    s.active = "QSR"
    s.bought = False
    assert turns_to_removal(s) == 1
    turn(s, "QSR")
    assert s.depot["2+2"] == 0


def test_XI_2_when_the_last_train_rusts() -> None:
    s = scene(phase="B1")
    company(s, "BCR", {0: 20}, trains=("2", "3"))
    assert rust_with(s, "BCR") == "6"
    s.trains["BCR"] = ("2", "2R")
    assert rust_with(s, "BCR") == "4"
    s.trains["BCR"] = ("6",)
    assert rust_with(s, "BCR") == ""
    s.trains["BCR"] = ()
    assert rust_with(s, "BCR") == ""
