"""What a reader of the log is told, chapter by chapter."""

from __future__ import annotations

from stellwerk.games.china1880.rules.chapters.investors import MergerCheck
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, Turn
from stellwerk.games.china1880.rules.chapters.phases import remove_unsold
from stellwerk.games.china1880.rules.chapters.privates import Payment, Revenue
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import said

from .scenes import auction, begin, circle, company, investor, new_game, pass_on, reach, scene, tell, turn


def heard(s: China, *steps: object) -> list[str]:
    """What is told while steps run."""
    s.heard = []
    begin(s, *steps)  # type: ignore[arg-type]
    texts = [said(s, event.text()) for event in s.heard]
    s.heard = None
    return texts


def test_V_auction_in_words() -> None:
    s = new_game()
    assert tell(s, "bid P0 5") == ["seat 1: ¥5 bid for P0"]
    assert tell(s, "pass") == ["seat 2: pass"]
    pass_on(s)
    assert tell(s, "pass") == ["seat 4: pass", "P0 for ¥5: seat 1"]
    pass_on(s, 3)
    assert tell(s, "pass")[-1] == "no bid, P1 falls to ¥5"
    pass_on(s, 3)
    assert tell(s, "pass")[1:] == ["no bid, P1 falls to ¥0", "P1 for ¥0: seat 2"]
    pass_on(s, 3)
    assert tell(s, "pass")[1:] == ["no bid for P2: private companies pay", "seat 2: ¥5 from private companies"]


def test_V_3_who_can_no_longer_bid_is_named_once() -> None:
    s = new_game()
    s.cash[:] = [300, 40, 20, 20]
    assert tell(s, "bid P0 15") == ["seat 1: ¥15 bid for P0"]
    assert tell(s, "bid P0 20") == [
        "seat 2: ¥20 bid for P0",
        "seat 3: cannot bid ¥25 for P0",
        "seat 4: cannot bid ¥25 for P0",
    ]
    assert tell(s, "bid P0 30") == ["seat 1: ¥30 bid for P0"]
    assert tell(s, "bid P0 35") == ["seat 2: ¥35 bid for P0"]
    assert tell(s, "bid P0 40") == ["seat 1: ¥40 bid for P0", "seat 2: cannot bid ¥45 for P0", "P0 for ¥40: seat 1"]


def test_V_3_a_leader_who_is_outbid_and_cannot_go_on_is_named() -> None:
    s = new_game()
    s.cash[:] = [10, 300, 300, 300]
    tell(s, "bid P0 10")
    assert tell(s, "bid P0 15") == ["seat 2: ¥15 bid for P0", "seat 1: cannot bid ¥20 for P0"]
    assert tell(s, "pass") == ["seat 3: pass"]


def test_V_3_who_has_passed_is_not_named_again() -> None:
    s = new_game()
    s.cash[:] = [10, 300, 300, 300]
    tell(s, "pass")
    assert tell(s, "bid P0 15") == ["seat 2: ¥15 bid for P0"]


def test_V_1_who_cannot_bid_from_the_start_is_named_when_a_private_company_is_put_up() -> None:
    s = new_game()
    s.cash[:] = [300, 300, 5, 300]
    tell(s, "bid P0 5")
    pass_on(s)
    assert tell(s, "pass")[-2:] == ["P0 for ¥5: seat 1", "seat 3: cannot bid ¥10 for P1"]


def test_V_2_an_opener_who_is_asked_without_money_is_not_named() -> None:
    s = new_game(asked_opener=True)
    s.cash[:] = [300, 5, 300, 300]
    tell(s, "bid P0 5")
    pass_on(s)
    assert tell(s, "pass")[-1] == "P0 for ¥5: seat 1"
    assert tell(s, "pass") == ["seat 2: pass"]


def test_V_7_seating_and_investors_in_words() -> None:
    s = new_game(3)
    s.heard = []
    auction(s, P6=1)
    assert said(s, s.heard[-1].text()) == "seating order: seat 1, seat 2, seat 3"
    s.heard = None
    assert tell(s, "choose-investor A2") == ["seat 1: investor A2"]
    assert tell(s, "choose-investor A3") == ["seat 2: investor A3", "A3: one share of BCR reserved"]


def trading(phase: str = "B1") -> China:
    s = scene(phase=phase)
    company(s, "BZU", {0: 40, 2: 20}, par=90)
    company(s, "NJR", {1: 20, 0: 20})
    return begin(s, ShareRound())


def test_XII_share_round_in_words() -> None:
    s = trading()
    assert tell(s, "sell-shares NJR 10") == ["seat 1: 10 % of NJR sold for ¥95", "price of NJR: ¥100 → ¥95"]
    assert tell(s, "buy-share BZU") == [
        "seat 1: share of BZU bought for ¥90",
        "BZU: second half of the capital, ¥450",
    ]
    assert tell(s, "found JHA 20 80 0 ABC") == ["seat 2: JHA founded with 20 % at ¥80, permits ABC"]
    s.debt[2] = 10
    assert tell(s, "pay-debt 4") == ["seat 3: ¥4 of debt paid"]


def test_XII_8_end_of_a_share_round_in_words() -> None:
    s = scene()
    company(s, "BZU", {0: 40, 1: 10}, certificate=40, floated=False)
    s.debt[3] = 10
    s.cash[3] = 0
    s.cash[:3] = [0] * 3
    s.rounds = 0
    assert heard(s, ShareRound()) == [
        "share round 1",
        "BZU floats with ¥500",
        "BZU: marker on B8 for ¥0",
        "seat 4: debt grows to ¥15",
        "BZU: no share left for sale",
        "price of BZU: ¥100 → ¥105",
        "priority: seat 1",
    ]


def test_VIII_3_change_of_director_in_words() -> None:
    s = trading()
    s.shares["NJR"] = (20, 20, 0, 0)
    assert "new director of NJR: seat 1" in tell(s, "buy-share NJR")


def test_VI_powers_in_words() -> None:
    s = scene()
    s.privates |= {"P0": 0, "P1": 1, "P5": 0, "P7": 0}
    company(s, "BZU", {0: 20})
    assert heard(s, Revenue()) == ["seat 1: ¥25 from private companies", "seat 2: ¥5 from private companies"]
    begin(s, Payment("2+2"))
    assert tell(s, "take-payment") == ["seat 1: ¥40 for P0"]
    turn(s, "BZU")
    assert tell(s, "grant-permit BZU") == ["BZU: permit D by P5"]
    assert tell(s, "exchange-rocket")[0] == "BZU: 2-train for P7"


def test_VII_merger_in_words() -> None:
    s = scene()
    company(s, "BZU", {0: 20})
    investor(s, "A1", 0, reserved="BZU", treasury=100)
    for hex, tile, rotation in (("B8", "57", 1), ("B6", "8", 2), ("A5", "6", 5)):
        s.board = s.tables.atlas.lay(s.board, hex, tile, rotation)
    assert heard(s, MergerCheck("A1")) == ["A1 merges into BZU: one share and ¥50 to seat 1"]
    assert tell(s, "move-treasury owner") == ["¥20 of A1 to seat 1"]
    assert tell(s, "replace-marker") == ["BZU: marker on A3 in place of the investor's"]


def test_X_turn_in_words() -> None:
    s = scene()
    company(s, "BZU", {0: 20, 1: 10}, treasury=150, trains=("2",), permits="")
    company(s, "NJR", {1: 20}, trains=("2",))
    s.board = s.tables.atlas.lay(s.board, "B8", "57", 2)
    s.board = s.tables.atlas.lay(s.board, "C9", "57", 2)
    assert heard(s, Circle()) == ["turn of BZU (seat 1)"]
    reach(s, "Operate")
    tell(s, "run 2:B8-C9")
    assert tell(s, "pay-out") == [
        "BZU: dividend of ¥40 paid",
        "seat 1: ¥8 received",
        "seat 2: ¥4 received",
        "price of BZU: ¥100 → ¥105",
    ]
    assert tell(s, "buy-train 2")[0] == "BZU: 2-train for ¥100"


def earning(trains: tuple[str, ...] = ("2",)) -> China:
    """A company at ¥120, where the price brings a bonus of ¥50."""
    s = scene()
    company(s, "BZU", {0: 20, 1: 10}, trains=trains, permits="")
    s.cell["BZU"] = next(cell for cell, bonus in s.tables.bonuses.items() if bonus == 5)
    s.board = s.tables.atlas.lay(s.board, "B8", "57", 2)
    s.board = s.tables.atlas.lay(s.board, "C9", "57", 2)
    return s


def test_X_income_5_the_price_bonus_stands_between_run_and_dividend() -> None:
    s = earning()
    reach(turn(s, "BZU"), "Operate")
    assert tell(s, "run 2:B8-C9") == ["BZU: ¥40 by 2:B8-C9", "BZU: price bonus of ¥50"]
    assert tell(s, "pay-out")[0] == "BZU: dividend of ¥90 paid"


def test_X_income_5_a_bonus_that_is_not_earned_is_not_told() -> None:
    assert not [text for text in heard(earning(()), Turn("BZU")) if "bonus" in text]
    s = earning()
    s.cell["BZU"] = next(cell for cell, bonus in s.tables.bonuses.items() if not bonus)
    reach(turn(s, "BZU"), "Operate")
    assert tell(s, "run 2:B8-C9") == ["BZU: ¥40 by 2:B8-C9"]


def test_X_income_4_kept_income_in_words() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, trains=("2",), permits="")
    s.board = s.tables.atlas.lay(s.board, "B8", "57", 2)
    s.board = s.tables.atlas.lay(s.board, "C9", "57", 2)
    reach(turn(s, "BZU"), "Operate")
    tell(s, "run 2:B8-C9")
    assert tell(s, "withhold")[0] == "BZU: ¥40 kept"


def test_X_forced_in_words() -> None:
    s = scene(cash=20)
    company(s, "BZU", {0: 20}, treasury=30, permits="")
    turn(s, "BZU")
    assert tell(s, "buy-train 2") == [
        "BZU: 2-train for ¥100",
        "seat 1: ¥20 added for BZU",
        "seat 1: ¥75 of debt, interest included",
    ]


def test_X_buy_3_trade_in_words() -> None:
    s = scene(phase="B1")
    company(s, "BZU", {0: 20}, treasury=30, permits="", trains=("3",))
    company(s, "NJR", {0: 20}, trains=("2",))
    turn(s, "BZU")
    assert tell(s, "buy-train-from NJR 2 7")[0] == "BZU: 2-train of NJR for ¥7"


def test_XI_phases_in_words() -> None:
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    s.privates["P7"] = 2
    company(s, "BZU", {0: 20}, treasury=400, permits="", trains=("2", "3"))
    company(s, "NJR", {1: 20}, trains=("2", "2"))
    turn(s, "BZU")
    assert tell(s, "buy-train 4") == [
        "BZU: 4-train for ¥300",
        "phase B3 begins",
        "2-trains rust: BZU, NJR",
        "communist takeover: no price changes any more",
        "P7 without a company: one 4-train leaves the game",
    ]


def test_XIV_3_reopening_in_words() -> None:
    s = scene(phase="C1", cash=0)
    s.depot["4+4"] = 0
    s.heard = []
    remove_unsold(s)
    assert [said(s, event.text()) for event in s.heard] == [
        "a circle without purchase: 5 × 6 leave the bank",
        "phase C2 begins",
        "the Shanghai stock exchange opens again",
    ]


def test_X_buy_7_surplus_in_words() -> None:
    s = scene(phase="B1")
    s.depot["3"] = 0
    company(s, "BZU", {0: 20}, trains=("2", "2", "3", "3"))
    remove_unsold(s)
    begin(s)
    assert tell(s, "give-up-train 2")[0] == "BZU: 2-train given up"


def test_XV_1_the_end_in_words() -> None:
    s = scene(phase="D1", cash=0)
    company(s, "BZU", {0: 20}, trains=("6",), permits="", treasury=800)
    investor(s, "A3", 1, treasury=55)
    circle(s, "BZU")
    texts = tell(s, "buy-train 8")
    assert "last share round, then three turns each; BZU is the last" in texts
    assert texts[-2:] == ["¥11 of A3 to seat 2", "the game is over"]
