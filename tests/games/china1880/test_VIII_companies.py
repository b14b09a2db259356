"""1880 VIII, IX: certificates, directors, permits, operating order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stellwerk.core.dump import plain
from stellwerk.core.editions import opening
from stellwerk.core.log import Record, beginning
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, successor
from stellwerk.games.china1880.rules.chapters.phases import begin_phase
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound, Trade
from stellwerk.games.china1880.rules.chapters.shares import certificates, for_sale, in_bank
from stellwerk.games.china1880.rules.chapters.track import may_build
from stellwerk.games.china1880.rules.laws import LAWS
from stellwerk.games.china1880.rules.rulings import RulingShares, RulingStack
from stellwerk.games.china1880.rules.state import PROFILES, China
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, pass_on, play, scene, turn


@pytest.mark.parametrize(
    ("percent", "permits", "wrong"),
    [(20, ["ABC", "BCD"], "AB"), (30, ["AB", "BC", "CD"], "ABC"), (40, ["A", "B", "C", "D"], "CD")],
)
def test_c048_VIII_7_permits_by_certificate(percent: int, permits: list[str], wrong: str) -> None:
    s = begin(scene(), ShareRound())
    prefix = f"found JHA {percent} 100 0 "
    assert [line for line in offered(s) if line.startswith(prefix)] == [prefix + letters for letters in permits]
    assert section(s, prefix + wrong) == "VIII.7"
    assert section(s, prefix + "ABD") == "VIII.7"


@pytest.mark.parametrize(("percent", "permits", "shares"), [(20, "ABC", 8), (30, "AB", 7), (40, "A", 6)])
def test_c049_VIII_1_single_shares_beside_the_certificate(percent: int, permits: str, shares: int) -> None:
    s = begin(scene(), ShareRound())
    play(s, f"found JHA {percent} 100 0 {permits}")
    assert in_bank(s, "JHA") == 10 * shares
    assert certificates(s, 0) == 1
    assert section(s, "found JHA 20 100 1 ABC") == "XII.6"
    assert section(s, "found JHU 50 100 1 ABC") == "VIII.1"


def test_VIII_1_the_first_share_is_the_directors() -> None:
    s = begin(scene(), ShareRound())
    assert section(s, "buy-share JHA") == "VIII.1"


def test_VIII_2_the_director_decides_for_the_company() -> None:
    s = scene()
    company(s, "JHA", {2: 20, 1: 10})
    turn(s, "JHA")
    assert asked(s) == ("BuildTrack", 2)
    s.director["JHA"] = 1  # asked of the state each time
    assert asked(s) == ("BuildTrack", 1)


def test_c050_VIII_3_equal_holdings_change_nothing_one_more_does() -> None:
    s = scene()
    company(s, "JHA", {0: 20, 1: 10})
    begin(s, Trade(1))
    play(s, "buy-share JHA")
    assert s.director["JHA"] == 0
    s.agenda.clear()
    begin(s, Trade(1))
    play(s, "buy-share JHA")
    assert s.director["JHA"] == 1


def test_c051_VIII_3_of_equal_challengers_the_next_clockwise() -> None:
    s = scene(phase="B1")
    s.order = (0, 3, 2, 1)
    company(s, "JHA", {0: 40, 1: 30, 2: 30})
    begin(s, Trade(0))
    play(s, "sell-shares JHA 20")
    assert s.director["JHA"] == 2


def test_c052_VIII_4_below_the_certificate_only_if_another_can_take_over() -> None:
    s = scene(phase="B1")
    company(s, "JHA", {0: 40, 1: 20}, certificate=30)
    begin(s, Trade(0))
    assert section(s, "sell-shares JHA 10") == ""
    assert section(s, "sell-shares JHA 20") == "VIII.4"
    s.shares["JHA"] = (40, 30, 0, 0)
    assert section(s, "sell-shares JHA 20") == ""
    assert section(s, "sell-shares JHA 40") == ""


def test_c053_VIII_5_the_old_director_gets_single_shares() -> None:
    s = scene()
    company(s, "JHA", {0: 40, 1: 40}, certificate=40)
    assert certificates(s, 0) == 1
    assert certificates(s, 1) == 4
    s.shares["JHA"] = (40, 30, 0, 0)
    s.phase = "B1"
    begin(s, Trade(1))
    play(s, "buy-share JHA")
    assert s.director["JHA"] == 0
    s.agenda.clear()
    begin(s, Trade(1))
    play(s, "buy-share JHA")
    assert s.director["JHA"] == 1
    assert certificates(s, 0) == 4
    assert certificates(s, 1) == 2


def test_c054_VIII_6_the_right_to_build_ends_with_the_letter() -> None:
    s = scene(phase="A2")
    s.depot["2+2"] = 0
    company(s, "JHA", {0: 30}, certificate=30, permits="A", treasury=400)
    company(s, "BZU", {1: 20}, permits="ABC")
    assert may_build(s, "JHA")
    turn(s, "JHA")
    pass_on(s)
    play(s, "buy-train 3")
    assert s.phase == "B1"
    assert not may_build(s, "JHA")
    assert may_build(s, "BZU")


# --- operating order -------------------------------------------------------------------------------------------------


def test_c055_IX_1_order_by_par_and_row_not_by_price() -> None:
    s = scene()
    company(s, "JHA", {0: 20}, par=70)
    company(s, "BZU", {1: 20}, par=100, row=1)
    company(s, "NJR", {1: 20}, par=100, row=0)
    company(s, "LHR", {2: 20}, par=90)
    s.cell["JHA"] = max(s.tables.market.prices, key=s.tables.market.prices.__getitem__)
    assert s.floated == ("NJR", "BZU", "LHR", "JHA")
    assert [successor(s, name) for name in ("", "NJR", "BZU", "LHR", "JHA")] == ["NJR", "BZU", "LHR", "JHA", None]


def test_c056_IX_2_a_company_floated_meanwhile_acts_if_its_place_is_still_to_come() -> None:
    s = scene()
    company(s, "LHR", {0: 20}, par=90)
    company(s, "BZU", {1: 20}, par=100)
    company(s, "JHA", {2: 20}, par=80)
    assert successor(s, "LHR") == "JHA"  # the lower one acts in this circle
    assert successor(s, "JHA") is None  # the higher one waits for the next


def test_c057_IX_1_a_company_not_floated_has_no_turn() -> None:
    s = scene(phase="B1")
    company(s, "LHR", {0: 20}, floated=False)
    company(s, "BZU", {1: 20}, par=80)
    assert successor(s, "") == "BZU"


def test_IX_1_investors_come_before_companies() -> None:
    s = scene()
    company(s, "LHR", {0: 20})
    investor(s, "A4", 0)
    assert successor(s, "") == "A4"
    assert successor(s, "A4") == "LHR"
    begin(s, Circle())
    assert asked(s) == ("BuildTrack", 0)
    assert s.active == "A4"


# --- departure: change from the stack --------------------------------------------------------------------------------


def half_a_certificate_sold(**variants: bool) -> China:
    """Seat 0 has sold 10 % of his director's certificate of JHA; all three shares for sale were in other hands."""
    s = begin(scene(**variants), ShareRound())
    play(s, "found JHA 20 100 0 ABC", "buy-share JHA", "buy-share JHA", "pass")
    play(s, "pass", "buy-share JHA", "pass", "pass", "sell-shares JHA 10", "pass")
    return s


def test_VIII_5_change_for_a_certificate_makes_nothing_else_available() -> None:
    s = half_a_certificate_sold()
    assert s.shares["JHA"] == (10, 20, 10, 0)
    assert (s.director["JHA"], for_sale(s, "JHA")) == (1, 10)
    assert s.stacks == {}
    begin_phase(s, "3")
    assert for_sale(s, "JHA") == 60


def test_VIII_5_departure_change_comes_from_the_lower_half_and_what_comes_back_is_for_sale() -> None:
    s = half_a_certificate_sold(change_from_stack=True)
    assert s.shares["JHA"] == (10, 20, 10, 0)
    assert s.stacks["JHA"].held == ((4,), (0,), (2,), ())
    assert s.stacks["JHA"].bank == (5, 6, 7, 8, 1, 3)
    assert for_sale(s, "JHA") == 20
    play(s, "pass", "pass", "buy-share JHA")
    assert s.stacks["JHA"].held[3] == (1,)
    assert not any(law.broken(s) for law in LAWS)


def test_VIII_5_departure_a_card_of_the_lower_half_that_was_out_is_never_for_sale_again() -> None:
    s = half_a_certificate_sold(change_from_stack=True)
    begin_phase(s, "3")
    assert for_sale(s, "JHA") == 60
    s.agenda.clear()
    begin(s, Trade(0))
    play(s, "sell-shares JHA 10")
    assert in_bank(s, "JHA") == 70
    assert for_sale(s, "JHA") == 60


def test_VIII_5_departure_shares_of_investors_are_cards_too() -> None:
    s = scene(change_from_stack=True)
    investor(s, "A1", 0)
    begin(s, ShareRound())
    play(s, "found JHA 30 100 0 AB")
    stack = s.stacks["JHA"]
    assert (stack.charter, stack.bank, stack.merged(0).held[0]) == ((1,), (2, 4, 5, 6, 7, 8), (0, 1))
    assert not any(law.broken(s) for law in LAWS)


def test_VIII_5_departure_rulings_about_shares_reach_the_cards() -> None:
    s = half_a_certificate_sold(change_from_stack=True)
    RulingShares("JHA", 20, "agreed").resolve(s)
    assert for_sale(s, "JHA") == 40
    RulingShares("JHA", -10, "agreed").resolve(s)
    assert for_sale(s, "JHA") == 30
    for nobody in ("0", "9", "JGG"):
        assert f"{nobody} has no such share" in str(RulingStack("JHA", nobody, 3, "agreed").objection(s))
    assert RulingStack("JHA", "bank", 3, "agreed").objection(s) is None
    RulingStack("JHA", "bank", 3, "agreed").resolve(s)
    assert s.stacks["JHA"].bank[0] == 3
    assert RulingStack("JHA", "bank", 3, "agreed").objection(half_a_certificate_sold()) is not None


def test_VIII_5_a_game_begun_with_the_readings_of_18xx_games_before_goes_on_without_the_cards() -> None:
    header = Record.new(GAME, 3, PROFILES["18xx.games"]).header
    assert beginning(GAME, header).variants.change_from_stack
    named = {name: value for name, value in header.variants.items() if name != "change_from_stack"}
    before = beginning(GAME, replace(header, rules_version=2, variants=named))
    assert not before.variants.change_from_stack
    assert before.variants.plain_limit
    assert "stacks" not in plain(before, 2)
    assert GAME.load(plain(before, 2), opening(GAME, replace(header, variants=named)), 2).stacks == {}
