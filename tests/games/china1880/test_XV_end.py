"""1880 XV: the last turns and the final score."""

from __future__ import annotations

from collections import Counter

from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell
from tests.games.helpers import asked

from .scenes import circle, company, investor, pass_on, play, reach, scene


def late(depot: int = 1) -> China:
    s = scene(phase="D1", cash=0)
    s.depot["8"] = depot
    company(s, "BCR", {0: 20}, par=100, trains=("6",), permits="")
    company(s, "HKR", {1: 20}, par=90, trains=("6",), treasury=800, permits="")
    company(s, "CKR", {2: 20}, par=80, trains=("6",), permits="")
    return s


def turns_until_the_end(s: China) -> Counter[str]:
    s.heard = []
    for _ in range(200):
        if not s.agenda:
            break
        pass_on(s)
    assert s.agenda == []
    turns = [event.entity for event in s.heard if type(event).__name__ == "TurnBegan"]
    s.heard = None
    assert turns[-1] == s.marker
    return Counter(turns)


def test_XV_1_where_nobody_can_do_anything_the_last_turns_pass_by_themselves() -> None:
    s = reach(circle(late(), "HKR"), "Purchase")
    play(s, "buy-train 8")
    assert s.agenda == []
    assert s.turns_left == 0
    assert s.rounds == 2


def test_c135_XV_1_three_turns_each_after_the_last_8_train_the_marker_company_last() -> None:
    s = late()
    s.cash[:] = [1000] * 4  # a share round that asks
    reach(circle(s, "HKR"), "Purchase")
    play(s, "buy-train 8")
    assert asked(s)[0] == "Trade"
    assert turns_until_the_end(s) == {"BCR": 3, "HKR": 3, "CKR": 3}


def test_c135_XV_1_also_when_8_trains_are_removed() -> None:
    s = late(depot=2)
    s.phase = "C3"
    s.treasury["HKR"] = 10
    s.marker = "HKR"
    s.cash[:] = [1000] * 4
    circle(s, "HKR")
    assert asked(s)[0] == "Trade"
    assert s.phase == "D1"
    assert turns_until_the_end(s) == {"BCR": 3, "HKR": 3, "CKR": 3}


def test_c136_XV_1_a_company_floated_in_the_last_share_round_has_three_turns() -> None:
    s = late()
    s.cash[:] = [1000] * 4
    company(s, "NJR", {3: 50}, par=70, permits="", trains=("6",), floated=False)
    reach(circle(s, "HKR"), "Purchase")
    play(s, "buy-train 8")
    while asked(s) != ("Trade", 3):
        pass_on(s)
    play(s, "buy-share NJR")
    assert turns_until_the_end(s) == {"BCR": 3, "HKR": 3, "CKR": 3, "NJR": 3}


def test_c137_XV_2_wealth_is_cash_and_shares_less_debt() -> None:
    s = scene()
    company(s, "BZU", {0: 30, 1: 20}, treasury=5000, trains=("8", "8E"))
    s.cell["BZU"] = Cell(0, 13)
    investor(s, "A3", 2, treasury=900)
    s.privates |= {"P5": 3}
    s.debt[1] = 150
    scores = GAME.scores(s)
    assert [score.total for score in scores] == [1600, 1250, 1000, 1000]
    assert [score.rank for score in scores] == [1, 2, 3, 3]
    assert [str(text) for text, _ in scores[1].items] == ["cash", "20 % of BZU", "debt"]


def test_XV_1_the_marker_stays_after_the_last_8_train() -> None:
    s = late()
    s.cash[:] = [1000] * 4
    s.treasury["CKR"] = 900
    reach(circle(s, "HKR"), "Purchase")
    play(s, "buy-train 8")
    while not (s.active == "CKR" and asked(s)[0] == "Purchase"):
        pass_on(s)
    play(s, "buy-train 8E")
    assert s.marker == "HKR"
