"""1880: what each seat is asked, word for word, and what it may answer."""

from __future__ import annotations

from typing import Any

from stellwerk.core import pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.investors import MergerCheck
from stellwerk.games.china1880.rules.chapters.phases import remove_unsold
from stellwerk.games.china1880.rules.chapters.privates import LastCall, Payment
from stellwerk.games.china1880.rules.chapters.share_round import LastPayments, ShareRound
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import CLOSED, China, Variants
from tests.games.helpers import asked, offered, said

from .scenes import auction, begin, company, investor, new_game, play, reach, scene, turn
from .test_X_forced import needy
from .test_X_running import SIBERIA, running
from .test_X_stations import placing
from .test_X_track import builder, track


def question(s: China) -> tuple[str, int]:
    choice = pending(s)
    assert choice is not None
    return said(s, choice.question(s)), choice.seat(s)


def test_V_the_auction_asks() -> None:
    s = GAME.setup(4, Variants())
    assert question(s) == ("a number for seat 1", -1)
    assert offered(s) == ["draw-number 0", "draw-number 1", "draw-number 2", "draw-number 3"]
    play(s, "draw-number 3")
    assert question(s) == ("a number for seat 2", -1)
    assert offered(s) == ["draw-number 0", "draw-number 1", "draw-number 2"]
    play(s, "draw-number 0", "draw-number 2")
    assert s.order == (1, 3, 2, 0)
    assert question(s) == ("bid ¥5 or more for P0 (Woosong Railway, income ¥0), or pass", 1)
    play(s, "bid P0 15")
    assert question(s) == ("bid ¥20 or more for P0 (Woosong Railway, income ¥0), or pass", 3)


def label(s: China, line: str) -> str:
    return said(s, GAME.describe(s, GAME.parse(line)))


def test_V_a_bid_names_the_private_company_and_its_income() -> None:
    s = new_game()
    assert label(s, "bid P3 50") == "bid ¥50 for P3 (Taiwan Western Line, income ¥15)"
    assert label(s, "bid P9 50") == "bid P9 50"


def test_VI_P6_the_certificate_of_P6_costs_nothing() -> None:
    s = new_game(3)
    while asked(s)[0] != "ImperialGrant":
        play(s, f"bid {(private := s.agenda[-1].private)} {s.tables.privates[private].price}", "pass", "pass")  # type: ignore[attr-defined]
    assert label(s, "found BCR 20 100 0 ABC") == "found BCR with P6: 20 % at ¥100, permits ABC"
    auction(s)
    assert label(s, "found QSR 20 100 1 ABC") == "found QSR: 20 % at ¥100 for ¥200, permits ABC"


def test_VI_P7_names_the_train_it_is_exchanged_for() -> None:
    s = scene(phase="A2")
    assert label(s, "exchange-rocket") == "exchange P7 for a 2+2-train"
    s.depot["2+2"] = 0
    assert label(s, "exchange-rocket") == "exchange P7 for a 3-train"


def with_powers(phase: str, permits: str, *, P5: int = CLOSED, P7: int = CLOSED, **more: Any) -> China:  # noqa: N803
    s = scene(phase=phase, **more)
    s.privates |= {"P5": P5, "P7": P7}
    company(s, "BZU", {0: 20}, permits=permits, trains=("8",))
    return turn(s, "BZU")


def test_VI_asked_only_for_the_sake_of_a_power_the_question_says_so() -> None:
    assert question(with_powers("A1", "BCD", P7=0)) == ("BZU: use P7?", 0)
    assert question(with_powers("D1", "ABC", P5=0)) == ("BZU: use P5?", 0)
    assert question(with_powers("D1", "ABC", P5=0, P7=0)) == ("BZU: use P5 or P7?", 0)
    assert question(with_powers("D1", "BCD", P7=0)) == ("BZU: lay or upgrade a tile", 0)


def test_VI_P5_once_the_permit_is_there_a_tile_may_be_laid() -> None:
    s = with_powers("D1", "ABC", P5=0)
    play(s, "grant-permit BZU")
    assert question(s) == ("BZU: lay or upgrade a tile", 0)


def test_VI_P7_once_it_is_used_nothing_is_left_to_do_without_a_permit() -> None:
    s = with_powers("A1", "BCD", P7=0)
    play(s, "exchange-rocket")
    assert offered(s) == ["pass"]
    assert question(s) == ("BZU: nothing left to do here, pass", 0)


def test_VI_P7_markers_and_trains_are_not_asked_for_when_only_P7_can_be_used() -> None:
    s = with_powers("A1", "BCD", P7=0)
    play(s, "pass")
    assert (asked(s)[0], question(s)[0]) == ("BuildStation", "BZU: use P7?")
    play(s, "pass")
    assert (asked(s)[0], question(s)[0]) == ("Purchase", "BZU: use P7?")
    s.treasury["BZU"] = 100
    assert question(s)[0] == "BZU: buy a train?"


def test_X_track_1_after_a_yellow_tile_no_upgrade_is_asked_for() -> None:
    s = builder("BZU", "B1")
    assert said(s, BuildTrack("BZU", 1).question(s)) == "BZU: lay a second yellow tile"


def test_V_bids_that_are_offered() -> None:
    s = new_game(7)
    assert offered(s) == ["pass", *(f"bid P0 {price}" for price in range(5, 301, 5))]
    s = new_game(7, any_bid=True)
    assert offered(s) == ["pass", *(f"bid P0 {price}" for price in range(5, 301))]


def test_VI_P6_asks_its_buyer_for_permits_then_investors_are_chosen() -> None:
    s = new_game(3)
    for private in s.tables.privates.values():
        play(s, f"bid {private.id} {private.price}", "pass", "pass")
        if private.id == "P6":
            break
    assert question(s) == ("building permits of BCR?", s.agenda[-1].of)  # type: ignore[attr-defined]
    assert offered(s) == ["found BCR 20 100 0 ABC", "found BCR 20 100 0 BCD"]
    auction(s)
    assert question(s) == ("choose a foreign investor", s.order[0])
    assert offered(s) == [f"choose-investor A{number}" for number in range(1, 8)]
    play(s, "choose-investor A3")
    assert question(s) == ("choose a foreign investor", s.order[1])
    assert "choose-investor A3" not in offered(s)
    assert s.treasury["A3"] == 0


def test_VI_private_companies_ask() -> None:
    s = scene(phase="B3")
    s.privates |= {"P0": 2, "P7": 1}
    begin(s, Payment("2+2"))
    assert question(s) == ("take ¥40 for P0 now?", 2)
    assert offered(s) == ["take-payment", "pass"]
    play(s, "pass")
    company(s, "BZU", {1: 20}, trains=("3", "3", "3"))
    company(s, "NJR", {1: 20}, trains=("3", "3", "4"))
    company(s, "JHA", {0: 20})
    begin(s, LastCall("4"))
    assert question(s) == ("which company gets the 4-train for P7?", 1)
    play(s, "assign-rocket NJR")
    assert question(s) == ("NJR: limit of 3 trains, which one goes?", 1)
    assert offered(s) == ["give-up-train 3", "give-up-train 4"]


def test_VII_a_merger_asks_owner_and_director() -> None:
    s = scene()
    company(s, "BZU", {1: 20, 0: 10})
    investor(s, "A1", 0, reserved="BZU", treasury=104)
    track(s, "B8 57 1", "B6 8 2", "A5 6 5")
    begin(s, MergerCheck("A1"))
    assert question(s) == ("¥104 to BZU, or ¥20 to yourself?", 0)
    assert offered(s) == ["move-treasury company", "move-treasury owner"]
    play(s, "move-treasury company")
    assert s.treasury["BZU"] == 104
    assert question(s) == ("BZU: replace the marker of A1 on A3?", 1)
    assert offered(s) == ["replace-marker", "pass"]


def test_X_a_turn_asks_the_director() -> None:
    assert question(builder("BZU", "B1")) == ("BZU: lay or upgrade a tile", 0)
    assert question(placing()) == ("BZU: place a station marker", 0)
    s = running("BZU", ("2",), *SIBERIA)
    assert question(s) == ("BZU: run trains", 0)
    s = scene()
    company(s, "BZU", {1: 20, 0: 10}, treasury=150, trains=("2",), permits="")
    track(s, "B8 57 2", "C9 57 2")
    reach(turn(s, "BZU"), "Operate")
    play(s, "run 2:B8-C9")
    assert question(s) == ("BZU: pay out ¥40 or keep it?", 1)
    assert offered(s) == ["pay-out", "withhold"]
    play(s, "withhold")
    assert question(s) == ("BZU: buy a train?", 1)
    assert offered(s) == ["pass", "buy-train 2"]


def test_X_station_5_the_director_is_asked_for_a_home_city() -> None:
    s = track(scene(phase="B1"), "D12 235 0", "D12 8860 1")
    company(s, "QSR", {2: 20})
    assert question(begin(s)) == ("QSR: home city", 2)


def test_X_forced_what_a_company_without_train_is_asked() -> None:
    assert question(needy(treasury=100)) == ("BZU must buy a train", 0)
    s = needy(cash=10)
    lacking = "BZU must buy a train and lacks ¥60: sell shares, or buy and take the rest as debt"
    assert question(s) == (lacking, 0)
    assert offered(s) == [
        "buy-train 2",
        "sell-shares BZU 10",
        "sell-shares NJR 10",
        "sell-shares LHR 10",
    ]


def test_X_buy_3_trains_of_other_companies_are_offered_at_every_price() -> None:
    s = scene(phase="C2")
    company(s, "BZU", {0: 20}, treasury=3, trains=("4",), permits="")
    company(s, "NJR", {0: 20}, trains=("4", "4", "2R"))
    company(s, "JHA", {1: 20}, trains=("4",))
    turn(s, "BZU")
    assert offered(s) == [
        "pass",
        *(f"buy-train-from NJR 4 {price}" for price in (1, 2, 3)),
        *(f"buy-train-from NJR 2R {price}" for price in (1, 2, 3)),
    ]
    s.trains["BZU"] = ("4", "2R")
    assert offered(s) == ["pass", *(f"buy-train-from NJR 4 {price}" for price in (1, 2, 3))]
    s.trains["BZU"] = ("4", "4", "4")
    assert offered(s) == ["pass"]


def test_XII_a_share_round_asks() -> None:
    s = scene(phase="A1", cash=80)
    company(s, "BZU", {0: 20, 1: 10}, par=70)
    begin(s, ShareRound())
    assert question(s) == ("sell shares, then buy one or found a company, or pass", 0)
    assert offered(s) == ["pass", "buy-share BZU"]
    play(s, "pass")
    assert question(s) == ("sell shares, then buy one or found a company, or pass", 1)
    assert offered(s) == ["pass", "sell-shares BZU 10", "buy-share BZU"]
    s.debt[1] = 2
    assert offered(s) == ["pass", "sell-shares BZU 10", "pay-debt 1", "pay-debt 2"]


def test_XII_7_above_the_limit_a_player_must_sell() -> None:
    s = scene(7, "B1")
    for name in ("JHA", "JHU", "JGG"):
        company(s, name, {1: 40, 0: 40}, certificate=40)
    s.priority = 0
    begin(s, ShareRound())
    assert question(s) == ("certificate limit of 11: sell shares", 0)
    assert "pass" not in offered(s)
    play(s, "sell-shares JHA 10")
    assert question(s) == ("sell shares, then buy one or found a company, or pass", 0)


def test_X_forced_5_debtors_are_asked_before_interest() -> None:
    s = scene(cash=3)
    s.debt[:] = [50, 0, 2, 0]
    begin(s, LastPayments())
    assert question(s) == ("pay debt before interest is added? ¥50", 0)
    assert offered(s) == ["pass", "pay-debt 1", "pay-debt 2", "pay-debt 3"]
    play(s, "pass")
    assert question(s) == ("pay debt before interest is added? ¥2", 2)
    assert offered(s) == ["pass", "pay-debt 1", "pay-debt 2"]
    play(s, "pay-debt 2")
    assert (s.debt, s.cash) == ([50, 0, 0, 0], [3, 3, 1, 3])


def test_X_buy_7_every_company_above_the_limit_gives_up_trains_before_the_share_round() -> None:
    s = scene(phase="C2")
    s.depot["6"] = 0
    company(s, "BZU", {0: 20}, trains=("4+4", "6", "6"))
    company(s, "NJR", {1: 20}, trains=("4+4", "4+4", "6"))
    company(s, "JHA", {1: 20}, trains=("6", "6"))
    remove_unsold(s)
    asked = []
    for _ in range(2):
        asked.append(question(begin(s)))
        play(s, "give-up-train 4+4")
    assert sorted(asked) == [
        ("BZU: limit of 2 trains, which one goes?", 0),
        ("NJR: limit of 2 trains, which one goes?", 1),
    ]
    assert question(s)[0] == "sell shares, then buy one or found a company, or pass"
    assert s.trains == {"BZU": ("6", "6"), "NJR": ("4+4", "6"), "JHA": ("6", "6")}
