"""1880 X.income, XIII: bonus, dividend, price changes."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.chapters.income import Dividend, price_bonus
from stellwerk.games.china1880.rules.chapters.shares import move_price, price
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, play, scene, turn


def earning(income: int = 100, phase: str = "A1") -> China:
    s = scene(phase=phase)
    company(s, "BZU", {0: 30, 1: 20}, treasury=40, trains=("2",))
    investor(s, "A3", 0, reserved="BZU")
    s.active, s.income, s.ran = "BZU", income, True
    return begin(s, Dividend("BZU"))


def test_X_income_4_paid_out_by_percentage_or_kept_whole() -> None:
    s = earning()
    assert offered(s)[:2] == ["pay-out", "withhold"]
    kept = play(s.copy(), "withhold")
    assert kept.treasury["BZU"] == 140
    assert kept.cash == [1000] * 4


def test_c100_X_income_4_bank_and_investor_receive_nothing() -> None:
    s = play(earning(), "pay-out")
    assert s.cash == [1030, 1020, 1000, 1000]
    assert s.treasury == {"BZU": 40, "A3": 0}


def test_X_income_5_the_rulebooks_example_of_HKR() -> None:
    s = scene()
    company(s, "HKR", {0: 20}, trains=("2",), permits="")
    s.cell["HKR"] = Cell(1, 7)
    assert price(s, "HKR") == 120
    assert price_bonus(s, "HKR") == 50
    s.cell["HKR"] = Cell(1, 8)
    assert price(s, "HKR") == 125
    assert price_bonus(s, "HKR") == 100


def test_c098_X_income_5_the_cell_at_the_start_of_the_turn_counts() -> None:
    s = scene()
    company(s, "HKR", {0: 20}, trains=("2",), treasury=10)
    s.cell["HKR"] = Cell(1, 8)
    turn(s, "HKR")
    s.cell["HKR"] = Cell(1, 3)  # a share round on the way has lowered the price
    play(s, "pass")
    assert asked(s) == ("PayOrKeep", 0)
    assert s.income == 100  # also without a route, also when kept
    play(s, "withhold")
    assert s.treasury["HKR"] == 110


def test_c098_X_income_5_lost_without_a_train() -> None:
    s = scene()
    company(s, "HKR", {0: 20}, treasury=10)
    s.cell["HKR"] = Cell(1, 8)
    turn(s, "HKR")
    play(s, "pass")
    assert asked(s)[0] == "Purchase"
    assert s.treasury["HKR"] == 10


def test_X_income_5_departure_the_bonus_of_the_cell_when_running() -> None:
    s = scene(bonus_when_running=True)
    company(s, "HKR", {0: 20}, trains=("2",), permits="")
    s.cell["HKR"] = Cell(1, 8)
    s.active, s.bonus, s.income = "HKR", 0, 0
    begin(s, Dividend("HKR"))
    assert s.income == 0  # no route, no bonus
    s.income, s.ran, s.cell["HKR"] = 30, True, Cell(1, 8)
    begin(s, Dividend("HKR"))
    assert s.income == 130


def test_VI_P5_VI_P7_may_be_used_before_the_dividend_is_decided() -> None:
    s = scene(phase="B1")
    company(s, "HKR", {0: 20}, trains=("2",), permits="")
    s.cell["HKR"] = Cell(1, 8)
    s.privates |= {"P5": 0, "P7": 0}
    s.active, s.bonus = "HKR", 100
    begin(s, Dividend("HKR"))
    assert offered(s) == ["pay-out", "withhold", "exchange-rocket", "grant-permit HKR"]
    assert section(s, "grant-permit BZU") == "VI.P5"
    play(s, "grant-permit HKR", "exchange-rocket")
    assert (s.permits["HKR"], s.trains["HKR"]) == ("D", ("2", "3"))
    assert asked(s) == ("PayOrKeep", 0)
    assert offered(s) == ["pay-out", "withhold"]
    assert s.income == 100


def test_c099_X_train_4_a_restored_train_alone_earns_the_bonus() -> None:
    s = scene(phase="C2")
    company(s, "HKR", {0: 20}, trains=("2R",), permits="")
    s.cell["HKR"] = Cell(1, 8)
    turn(s, "HKR")
    assert asked(s) == ("PayOrKeep", 0)


@pytest.mark.parametrize(
    ("cell", "step", "there"),
    [
        ((3, 3), "right", (3, 4)),
        ((3, 11), "right", (2, 11)),  # the end of a row: up
        ((0, 13), "right", (0, 13)),  # the top right corner
        ((3, 3), "left", (3, 2)),
        ((3, 0), "left", (4, 0)),  # the beginning of a row: down
        ((1, 1), "left", (2, 1)),
        ((8, 0), "left", (8, 0)),  # the bottom left corner
    ],
)
def test_c129_XIII_1_XIII_2_moves_in_the_operating_round(
    cell: tuple[int, int], step: str, there: tuple[int, int]
) -> None:
    s = scene()
    company(s, "BZU")
    s.cell["BZU"] = Cell(*cell)
    move_price(s, "BZU", step)
    assert s.cell["BZU"] == there


@pytest.mark.parametrize(("line", "column"), [("pay-out", 4), ("withhold", 2)])
def test_XIII_1_paying_moves_right_keeping_left(line: str, column: int) -> None:
    s = play(earning(), line)
    assert s.cell["BZU"] == (1, column)


def test_XIII_2_nothing_earned_moves_left() -> None:
    s = earning(income=0)
    assert s.agenda == []
    assert s.cell["BZU"] == (1, 2)


def test_c131_XIII_2_a_company_without_train_moves_left_in_its_turn() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, permits="")
    turn(s, "BZU")
    assert asked(s)[0] == "Purchase"
    assert s.cell["BZU"] == (1, 2)


def test_c132_XIV_1_no_move_in_the_communist_phase() -> None:
    for line in ("pay-out", "withhold"):
        assert play(earning(phase="B3"), line).cell["BZU"] == (1, 3)
        assert play(earning(phase="C1"), line).cell["BZU"] == (1, 3)
        assert play(earning(phase="C2"), line).cell["BZU"] != (1, 3)
