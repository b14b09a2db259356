"""1880 X.buy, X.train.4, XI: the purchase of trains and what it sets off."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.chapters.phases import remove_unsold
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked, offered, section

from .scenes import begin, circle, company, pass_on, play, reach, scene, tell, turn


def buying(phase: str = "A1", treasury: int = 1000, trains: tuple[str, ...] = ("6",), **more: object) -> China:
    """BZU of seat 0 is asked for trains; it has no permit, so nothing comes before."""
    s = scene(phase=phase)
    company(s, "BZU", {0: 20, 1: 10}, treasury=treasury, trains=trains, permits="", **more)
    return reach(turn(s, "BZU"), "Purchase")


def test_c101_X_buy_2_a_train_bought_now_does_not_run_now() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, treasury=500, permits="")
    s.board = s.tables.atlas.lay(s.board, "B8", "57", 2)
    s.board = s.tables.atlas.lay(s.board, "C9", "57", 2)
    reach(turn(s, "BZU"), "Purchase")  # nothing ran
    play(s, "buy-train 2")
    assert asked(s) == ("Purchase", 0)
    assert s.income == 0


def test_X_buy_2_trains_are_sold_in_ascending_order() -> None:
    s = buying()
    assert section(s, "buy-train 2+2") == "X.buy.2"
    assert section(s, "buy-train 2") == ""
    play(s, "buy-train 2", "buy-train 2")
    assert s.trains["BZU"] == ("6", "2", "2")
    assert s.treasury["BZU"] == 800
    assert s.depot["2"] == 8


def test_X_buy_2_a_company_that_has_a_train_pays_itself() -> None:
    s = buying()
    s.treasury["BZU"] = 99
    assert section(s, "buy-train 2") == "X.buy.2"


def test_c102_X_buy_4_the_marker_goes_to_the_buyer() -> None:
    s = buying()
    play(s, "buy-train 2")
    assert s.marker == "BZU"
    rocket = buying()
    rocket.privates["P7"] = 0
    play(rocket, "exchange-rocket")
    assert rocket.marker == ""
    restored = buying(phase="C2")
    play(restored, "buy-train 2R")
    assert restored.marker == ""
    late = buying(phase="D1")
    late.depot["8"] = 0
    late.turns_left, late.marker = 2, "NJR"
    play(late, "buy-train 8E")
    assert late.marker == "NJR"


def four_companies() -> China:
    """The rulebook's example: BCR and HKR at 100, CKR and NXR at 90, five 2-trains left, the marker with CKR."""
    s = scene(cash=0)
    s.depot["2"] = 5
    for seat, (name, par) in enumerate((("BCR", 100), ("HKR", 100), ("CKR", 90), ("NXR", 90))):
        company(s, name, {seat: 20}, par=par, treasury=350, trains=("2",), permits="")
    s.marker = "CKR"
    return s


def test_c103_X_buy_6_the_rulebooks_example_of_a_circle_without_purchase() -> None:
    s = circle(four_companies(), "NXR")
    for name in ("NXR", "BCR", "HKR"):
        assert (asked(s)[0], s.active) == ("Purchase", name)
        pass_on(s)
    assert (asked(s)[0], s.active) == ("Purchase", "CKR")
    bought = play(s.copy(), "buy-train 2")
    pass_on(bought)
    assert bought.depot["2"] == 4  # the round goes on as before
    pass_on(s)
    assert s.depot["2"] == 0
    assert s.rounds == 2  # nobody had money: the share round passed by itself
    assert (asked(s)[0], s.active) == ("Purchase", "CKR")
    play(s, "buy-train 2+2")
    assert s.phase == "A2"
    assert s.active == "NXR"  # 170 are left: nothing more to buy


def test_c104_X_buy_6_the_same_without_room_or_money() -> None:
    s = four_companies()
    s.treasury["CKR"] = 10
    turn(s, "CKR")
    assert s.depot["2"] == 0
    assert s.rounds == 2


def test_X_buy_6_after_the_removal_the_next_type_stays_for_a_whole_circle() -> None:
    s = circle(four_companies(), "CKR")
    pass_on(s, 2)  # declines, and again after the share round
    assert s.active == "NXR"
    assert s.depot["2+2"] == 5
    pass_on(s, 3)
    assert s.active == "CKR"
    pass_on(s)
    assert s.depot["2+2"] == 0


def test_X_buy_6_the_circle_begins_with_the_purchase() -> None:
    s = circle(four_companies(), "CKR")
    play(s, "buy-train 2", "pass")
    assert s.depot["2"] == 4
    pass_on(s, 3)
    assert s.active == "CKR"
    assert s.depot["2"] == 4


def test_c105_XI_1_removing_trains_none_of_which_was_bought_starts_their_phase() -> None:
    s = scene(phase="A2")
    s.depot["2+2"] = 0
    company(s, "BZU", {0: 50}, treasury=0, trains=("2",))
    company(s, "NJR", {1: 20}, treasury=0, trains=("2",))
    remove_unsold(s)
    assert s.phase == "B1"
    assert s.depot["3"] == 0
    assert s.treasury == {"BZU": 500, "NJR": 0}


def test_c106_X_buy_9_8E_trains_are_removed_only_while_none_was_bought_and_no_share_round_follows() -> None:
    s = scene(phase="D1")
    s.depot["8"] = 0
    company(s, "BZU", {0: 20}, treasury=900, trains=("6", "6E"), permits="")
    s.marker, s.turns_left = "BZU", 3
    turn(s, "BZU")
    assert s.depot["8E"] == 0
    assert s.phase == "D2"
    assert s.rounds == 1
    bought = scene(phase="D2")
    company(bought, "BZU", {0: 20}, treasury=0, trains=("6", "6E"), permits="")
    bought.marker, bought.turns_left = "BZU", 3
    turn(bought, "BZU")
    assert bought.depot["8E"] == 1


def test_X_buy_9_10_trains_never_run_out() -> None:
    s = scene(phase="D2")
    s.depot["8E"] = 0
    company(s, "BZU", {0: 20}, treasury=5000, trains=(), permits="")
    turn(s, "BZU")
    play(s, "buy-train 10")
    assert s.phase == "D3"
    play(s, "buy-train 10")
    assert s.trains["BZU"] == ("10", "10")
    assert s.depot["10"] > 0


def test_c107_X_buy_7_at_the_limit_no_purchase_even_if_trains_would_rust_by_it() -> None:
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    company(s, "BZU", {0: 20}, treasury=1000, trains=("2", "2", "3"), permits="")
    company(s, "NJR", {0: 20}, trains=("3",))
    turn(s, "BZU")
    assert s.agenda == []  # not even asked
    s.trains["BZU"] = ("2", "3")
    turn(s, "BZU")
    assert section(s, "buy-train 4") == ""


def test_c108_X_buy_7_the_limit_falls_to_three_and_two_and_restored_trains_count() -> None:
    s = scene(phase="B1")
    s.depot["3"] = 0
    company(s, "BZU", {0: 20}, treasury=1000, trains=("2", "2", "3"), permits="")
    company(s, "NJR", {1: 20}, trains=("2", "3", "2", "2+2"))
    turn(s, "BZU")
    play(s, "buy-train 3+3")
    assert s.now.limit == 3
    assert asked(s) == ("GiveUp", 0)
    assert offered(s) == ["give-up-train 2", "give-up-train 3", "give-up-train 3+3"]
    assert section(s, "give-up-train 4") == "X.buy.7"
    play(s, "give-up-train 3")
    assert asked(s) == ("GiveUp", 1)


def test_c108_XI_the_first_6E_lowers_the_limit_to_two() -> None:
    s = scene(phase="C2")
    s.depot["6"] = 0
    company(s, "BZU", {0: 20}, treasury=1000, trains=("6", "2R"), permits="")
    turn(s, "BZU")
    play(s, "buy-train 6E")
    assert asked(s) == ("GiveUp", 0)
    play(s, "give-up-train 2R")
    assert s.trains["BZU"] == ("6", "6E")


def test_X_buy_7_surplus_goes_before_the_share_round() -> None:
    s = scene(phase="B1")
    s.depot["3"] = 0
    company(s, "BZU", {0: 20}, trains=("2", "2", "3", "3"))
    remove_unsold(s)
    begin(s)
    assert asked(s)[0] == "GiveUp"
    late = scene(phase="B1", surplus_after_share_round=True)
    late.depot["3"] = 0
    company(late, "BZU", {0: 20}, trains=("2", "2", "3", "3"))
    remove_unsold(late)
    begin(late)
    assert asked(late)[0] == "Trade"
    reach(late, "GiveUp")


@pytest.mark.parametrize(
    ("phase", "train", "rusting"),
    [
        ("B2", "4", "2"),
        ("B3", "4+4", "2+2"),
        ("C1", "6", "3"),
        ("C2", "6E", "3+3"),
        ("C3", "8", "4"),
        ("D1", "8E", "4+4"),
    ],
)
@pytest.mark.parametrize("removed", [False, True])
def test_c109_XI_2_rust(phase: str, train: str, rusting: str, removed: bool) -> None:
    s = scene(phase=phase)
    s.depot[s.now.train] = 0
    company(s, "BZU", {0: 20}, treasury=1000, trains=("6",), permits="")
    company(s, "NJR", {1: 20}, trains=(rusting, "6"))
    if removed:
        remove_unsold(s)
    else:
        turn(s, "BZU")
        play(s, f"buy-train {train}")
    assert s.trains["NJR"] == ("6",)


def sisters(phase: str = "B1") -> China:
    s = scene(phase=phase)
    company(s, "BZU", {0: 20}, treasury=200, trains=("3",), permits="")
    company(s, "NJR", {0: 20}, treasury=0, trains=("2",))
    company(s, "LHR", {1: 20}, treasury=0, trains=("2",))
    return reach(turn(s, "BZU"), "Purchase")


def test_c110_X_buy_3_trade_with_the_same_director_for_at_least_one_from_the_treasury() -> None:
    s = sisters()
    s.marker = "LHR"
    assert section(s, "buy-train-from LHR 2 50") == "X.buy.3"
    assert section(s, "buy-train-from BZU 3 50") == "X.buy.3"
    assert section(s, "buy-train-from NJR 3 50") == "X.buy.3"
    assert section(s, "buy-train-from NJR 2 0") == "X.buy.3"
    assert section(s, "buy-train-from NJR 2 201") == "X.buy.3"
    play(s, "buy-train-from NJR 2 200")
    assert s.treasury["BZU"] == 0
    assert s.treasury["NJR"] == 200
    assert (s.trains["BZU"], s.trains["NJR"]) == (("3", "2"), ())
    assert s.marker == "LHR"


def test_X_buy_3_no_trade_before_the_first_3_train() -> None:
    s = sisters("A2")
    assert section(s, "buy-train-from NJR 2 50") == "X.buy.3"


def test_X_buy_7_no_trade_above_the_limit() -> None:
    s = sisters()
    s.trains["BZU"] = ("3",) * 4
    assert section(s, "buy-train-from NJR 2 50") == "X.buy.7"
    assert section(s, "buy-train 3") == "X.buy.7"


def test_c111_X_train_4_one_restored_train_per_company_from_the_first_6() -> None:
    early = buying(phase="C1")
    assert section(early, "buy-train 2R") == "X.train.4"
    s = buying(phase="C2", trains=())
    play(s, "buy-train 2R")
    assert s.treasury["BZU"] == 750
    assert section(s, "buy-train 2R") == "X.train.4"
    assert section(s, "pass") == "X.buy.1"  # still no train for the duty
    s.depot["2R"] = 0
    s.trains["BZU"] = ("6",)
    assert section(s, "buy-train 2R") == "X.train.4"


def test_X_train_4_a_second_restored_train_cannot_be_traded_either() -> None:
    s = buying(phase="C2", trains=("6", "2R"))
    company(s, "NJR", {0: 20}, trains=("2R",))
    assert section(s, "buy-train-from NJR 2R 10") == "X.train.4"


def test_X_train_4_the_last_restored_train_opens_no_share_round() -> None:
    s = buying(phase="C2")
    s.depot["2R"] = 1
    play(s, "buy-train 2R")
    assert asked(s)[0] == "Purchase"


@pytest.mark.parametrize(
    ("phase", "train"),
    [
        ("A1", "2"),
        ("A2", "2+2"),
        ("B1", "3"),
        ("B2", "3+3"),
        ("B3", "4"),
        ("C1", "4+4"),
        ("C2", "6"),
        ("C3", "6E"),
        ("D1", "8"),
    ],
)
def test_c116_XII_1_the_last_train_of_a_type_opens_a_share_round(phase: str, train: str) -> None:
    s = scene(phase=phase)
    s.depot[train] = 1
    company(s, "BZU", {0: 20}, treasury=1000, trains=("6",), permits="")
    turn(s, "BZU")
    play(s, f"buy-train {train}")
    assert asked(s)[0] == "Trade"


def test_c116_XII_1_none_for_the_last_8E() -> None:
    s = scene(phase="D2")
    company(s, "BZU", {0: 20}, treasury=2000, trains=("6",), permits="")
    s.turns_left, s.marker = 3, "BZU"
    turn(s, "BZU")
    play(s, "buy-train 8E")
    assert s.depot["8E"] == 0
    assert s.rounds == 1


def test_X_buy_5_XII_3_after_the_share_round_the_same_company_may_buy_on() -> None:
    s = buying(treasury=500)
    s.depot["2"] = 1
    play(s, "buy-train 2")
    assert asked(s)[0] == "Trade"
    pass_on(s, 4)
    assert (asked(s)[0], s.active) == ("Purchase", "BZU")
    play(s, "buy-train 2+2")
    assert s.phase == "A2"


# --- a circle without a marker, and one cut short by P7 --------------------------------------------------------------


def alone(**variants: bool) -> China:
    """BZU is the only company; P7 has brought it its train, and nobody has bought from the bank."""
    s = scene(cash=0, **variants)
    company(s, "BZU", {0: 20}, permits="ABCD", treasury=0)
    s.privates["P7"] = 0
    return play(circle(s, "BZU"), "exchange-rocket")


def test_X_buy_4_without_a_purchase_the_circle_is_counted_from_the_first_turn() -> None:
    """1880 X.buy.4, X.buy.6, EN 554: trains leave after a circle without purchase, also if nobody has the marker."""
    s = alone()
    while not s.marker:
        heard = tell(s, "pass")
    assert "nobody has bought a train from the bank yet: BZU takes the train purchase marker" in heard
    while s.depot["2+2"] and s.agenda:
        pass_on(s)
    assert s.marker == "BZU"
    assert s.depot["2"] == 0


def test_XV_1_a_game_in_which_nobody_ever_buys_comes_to_its_end() -> None:
    s = alone()
    s.trains["BZU"] = ("8",)
    for _ in range(200):
        if not s.agenda:
            break
        pass_on(s)
    assert s.agenda == []
    assert s.turns_left == 0


def test_X_buy_4_some_tables_wait_for_the_first_purchase() -> None:
    s = alone(absent_marker=True)
    pass_on(s, 30)
    assert s.marker == ""
    assert s.depot["2"] == 9


def cut_short(other: str = "", **variants: bool) -> China:
    """BZU has the marker; P7 takes the last 2-train in its turn, or in that of NJR before it."""
    s = scene(**variants)
    company(s, "NJR", {1: 20}, permits="", trains=("2",), treasury=500)
    company(s, "BZU", {0: 20}, permits="", trains=("2",), treasury=500)
    s.depot["2"], s.marker = 1, "BZU"
    s.privates["P7"] = 1 if other else 0
    circle(s, other or "BZU")
    play(s, "exchange-rocket")
    pass_on(s, 4)  # a share round
    assert (s.depot["2"], s.depot["2+2"]) == (0, 5)
    return s


@pytest.mark.parametrize("other", ["", "NJR"])
def test_X_buy_6_trains_that_came_up_by_P7_stay_for_a_circle(other: str) -> None:
    s = cut_short(other)
    reach(s, "Purchase")
    while s.active != "BZU":
        pass_on(s)
    while s.active == "BZU":
        pass_on(s)
    assert s.depot["2+2"] == 5
    for _ in range(12):
        pass_on(s)
    assert s.depot["2+2"] == 0  # the next circle counts


@pytest.mark.parametrize("other", ["", "NJR"])
def test_X_buy_6_some_tables_remove_them_at_once(other: str) -> None:
    s = cut_short(other, hasty_removal=True)
    reach(s, "Trade")
    assert s.depot["2+2"] == 0
    assert s.active == "BZU"


def test_X_buy_6_a_purchase_begins_the_count_anew_whatever_P7_did() -> None:
    s = cut_short()
    reach(s, "Purchase")
    play(s, "buy-train 2+2")
    assert not s.spared
