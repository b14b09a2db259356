"""1880 VI: private companies and their powers."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.chapters.operating_round import Circle
from stellwerk.games.china1880.rules.chapters.phases import remove_unsold
from stellwerk.games.china1880.rules.chapters.privates import Payment, Revenue, owns
from stellwerk.games.china1880.rules.chapters.running import service
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.chapters.shares import certificates
from stellwerk.games.china1880.rules.chapters.track import terrain as terrain_cost
from stellwerk.games.china1880.rules.state import CLOSED, China, Variants
from tests.games.helpers import asked, offered, section

from .scenes import begin, circle, company, investor, pass_on, play, reach, scene, turn


def test_c013_VI_1_revenue_at_the_start_of_a_circle_not_after_a_share_round() -> None:
    s = scene()
    s.privates["P5"] = 2
    company(s, "JHA", trains=("2",), treasury=90)
    s.marker = "JHA"
    circle(s, "JHA")
    reach(s, "Trade")  # the circle is complete: the 2-trains are removed and a share round is held
    reach(s, "BuildTrack")
    assert s.cash[2] == 1000 + 25
    assert s.phase == "A1"
    assert s.active == "JHA"  # its next turn, in a new circle: paid once


def test_VI_1_every_owner_is_paid_the_sum_of_his_private_companies() -> None:
    s = scene()
    s.privates |= {"P1": 0, "P2": 0, "P3": 1}
    begin(s, Revenue())
    assert s.cash == [1015, 1015, 1000, 1000]


def test_VI_P1_has_revenue_and_nothing_else() -> None:
    s = scene()
    s.privates["P1"] = 1
    company(s, "BZU", {1: 20})
    begin(s, Revenue())
    assert s.cash[1] == 1005
    turn(s, "BZU")
    assert not [line for line in offered(s) if not line.startswith(("lay-tile", "pass"))]


def test_VI_2_powers_follow_the_director_and_count_for_no_limit() -> None:
    s = scene()
    company(s, "BZU", {0: 20, 1: 20})
    investor(s, "A3", 1)
    s.privates |= {"P2": 1, "P3": 1}
    assert not owns(s, "BZU", "P2")
    assert owns(s, "A3", "P2")
    s.director["BZU"] = 1
    assert owns(s, "BZU", "P3")
    assert certificates(s, 1) == 1


@pytest.mark.parametrize("phase", ["B3", "C1", "C2", "D1"])
def test_c014_VI_1_the_first_4_train_ends_revenue_for_good(phase: str) -> None:
    s = scene(phase=phase)
    s.privates["P5"] = 2
    begin(s, Revenue())
    assert s.cash[2] == 1000


def test_c015_VI_P0_forty_or_seventy_may_be_declined_a_hundred_comes() -> None:
    s = scene()
    s.privates["P0"] = 1
    begin(s, Payment("2+2"), Payment("3"), Payment("3+3"))
    assert asked(s) == ("TakeOrWait", 1)
    assert offered(s) == ["take-payment", "pass"]
    pass_on(s)
    assert asked(s) == ("TakeOrWait", 1)
    pass_on(s)
    assert s.cash[1] == 1100
    assert s.privates["P0"] == CLOSED


def test_VI_P0_only_one_payment() -> None:
    s = scene()
    s.privates["P0"] = 1
    begin(s, Payment("2+2"), Payment("3"), Payment("3+3"))
    play(s, "take-payment")
    assert s.cash[1] == 1040
    assert s.agenda == []


@pytest.mark.parametrize(("phase", "train", "amount"), [("A2", "2+2", 40), ("B1", "3", 70), ("B2", "3+3", 100)])
def test_c016_VI_P0_pays_when_trains_were_removed(phase: str, train: str, amount: int) -> None:
    s = scene(phase=phase)
    s.privates["P0"] = 1
    remove_unsold(s)
    begin(s)
    if amount < 100:
        play(s, "take-payment")
    assert s.cash[1] == 1000 + amount
    assert s.depot[train] == 0


def test_c017_VI_P2_no_ferry_fee_for_companies_and_investor_of_the_owner() -> None:
    s = scene()
    company(s, "HKR", {0: 20, 1: 20})
    investor(s, "A4", 0)
    s.privates["P2"] = 0
    assert service(s, "HKR").tolls == ()
    assert service(s, "A4").tolls == ()
    s.director["HKR"] = 1
    assert len(service(s, "HKR").tolls) == 3


@pytest.mark.parametrize(("phase", "value"), [("A1", 50), ("B1", 50), ("C1", 20), ("D1", 20)])
def test_c018_VI_P3_taiwan(phase: str, value: int) -> None:
    s = scene(phase=phase)
    company(s, "HKR", {0: 20})
    company(s, "NJR", {1: 20})
    s.privates["P3"] = 0
    node = s.tables.atlas.node(s.board, ("N16", 0))
    assert service(s, "HKR").worth(("N16", 0), node) == value
    assert service(s, "NJR").worth(("N16", 0), node) == value - 20


@pytest.mark.parametrize(("hex", "full", "reduced"), [("K13", 20, 0), ("J2", 50, 30), ("J6", 30, 30), ("A5", 0, 0)])
def test_c019_VI_P4_rivers_cost_twenty_less(hex: str, full: int, reduced: int) -> None:
    s = scene()
    company(s, "HKR", {0: 20})
    investor(s, "A4", 0)
    assert terrain_cost(s, "HKR", hex) == full
    s.privates["P4"] = 0
    assert terrain_cost(s, "HKR", hex) == reduced
    assert terrain_cost(s, "A4", hex) == reduced


def test_VI_P4_a_hex_of_sixty_costs_forty() -> None:
    s = scene()
    company(s, "HKR", {0: 20})
    s.privates["P4"] = 0
    dearest = [hex for hex, row in s.tables.hexes.items() if row.cost == 60]
    assert dearest
    assert {terrain_cost(s, "HKR", hex) for hex in dearest} == {40}


# --- P5 --------------------------------------------------------------------------------------------------------------


def with_engineer() -> China:
    """Seat 0 owns P5 and directs BZU; NJR belongs to seat 1."""
    s = scene(phase="B1")
    company(s, "BZU", {0: 30, 1: 20}, certificate=30, permits="AB", trains=("3",))
    company(s, "NJR", {1: 20}, trains=("3",))
    s.privates["P5"] = 0
    return s


def test_c020_VI_P5_gives_permit_D_once_to_an_own_company() -> None:
    s = turn(with_engineer(), "BZU")
    assert section(s, "grant-permit NJR") == "VI.P5"
    assert section(s, "grant-permit A4") == "VI.P5"
    play(s, "grant-permit BZU")
    assert s.permits["BZU"] == "ABD"
    assert asked(s) == ("BuildTrack", 0)  # the same question again
    assert section(s, "grant-permit BZU") == "VI.P5"
    s.director["BZU"] = 1
    assert s.permits["BZU"] == "ABD"


def test_c147_VI_P5_is_offered_in_own_turns_of_share_rounds_and_own_companies() -> None:
    s = begin(with_engineer(), ShareRound())
    assert asked(s) == ("Trade", 0)
    assert "grant-permit BZU" in offered(s)
    play(s, "grant-permit BZU")
    assert asked(s) == ("Trade", 0)  # the turn goes on
    assert s.trader < 0  # and nothing has been traded
    other = turn(with_engineer(), "NJR")
    assert section(other, "grant-permit BZU") == "VI.P5"


def test_VI_P5_keeps_paying_after_its_permit_is_granted() -> None:
    s = turn(with_engineer(), "BZU")
    play(s, "grant-permit BZU")
    begin(s, Revenue())
    assert s.cash[0] == 1025


@pytest.mark.parametrize(("phase", "owner", "helps"), [("C1", 0, False), ("D1", 0, True), ("D1", 1, False)])
def test_VI_P5_without_permit_track_is_asked_for_only_where_P5_would_help(phase: str, owner: int, helps: bool) -> None:
    s = with_engineer()
    s.phase, s.privates["P5"] = phase, owner
    turn(s, "BZU")
    assert bool(s.agenda and asked(s) == ("BuildTrack", 0)) is helps


def test_VI_P5_not_for_a_company_that_has_permit_D() -> None:
    s = with_engineer()
    s.permits["BZU"] = "BCD"
    turn(s, "BZU")
    assert section(s, "grant-permit BZU") == "VI.P5"


# --- P7 --------------------------------------------------------------------------------------------------------------


def with_rocket(phase: str = "A1", trains: tuple[str, ...] = (), permits: str = "ABC") -> China:
    s = scene(phase=phase)
    company(s, "BZU", {0: 20}, permits=permits, treasury=500, trains=trains)
    s.privates["P7"] = 0
    return turn(s, "BZU")


def test_c021_VI_P7_a_train_taken_before_running_runs_in_the_same_turn() -> None:
    s = with_rocket()
    play(s, "lay-tile B8 57 1", "exchange-rocket")
    assert s.trains["BZU"] == ("2",)
    assert s.depot["2"] == 9
    assert s.marker == ""
    assert s.privates["P7"] == CLOSED


def test_VI_P7_the_exchanged_train_earns_at_once() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, treasury=500)
    s.board = s.tables.atlas.lay(s.board, "B8", "57", 2)
    s.board = s.tables.atlas.lay(s.board, "C9", "57", 2)
    s.privates["P7"] = 0
    turn(s, "BZU")
    pass_on(s)
    play(s, "exchange-rocket")
    reach(s, "Operate")
    play(s, "run 2:B8-C9")
    assert s.income == 40


def test_c022_VI_P7_needs_room_under_the_train_limit() -> None:
    s = with_rocket(trains=("2", "2", "2", "2"))
    assert section(s, "exchange-rocket") == "X.buy.7"


def test_VI_P7_serves_no_investor_and_no_foreign_company() -> None:
    s = scene()
    company(s, "BZU", {1: 20})
    investor(s, "A4", 0)
    s.privates["P7"] = 0
    begin(s, Circle())
    assert asked(s) == ("BuildTrack", 0)  # the investor's turn
    assert section(s, "exchange-rocket") == "VI.P7"
    reach(s, "BuildTrack")
    turn(s, "BZU")
    assert section(s, "exchange-rocket") == "VI.P7"


def test_c023_VI_P7_on_the_last_train_opens_a_share_round_then_the_same_step() -> None:
    s = with_rocket()
    s.depot["2"] = 1
    play(s, "exchange-rocket")
    assert asked(s)[0] == "Trade"
    assert s.trains["BZU"] == ("2",)
    pass_on(s, 4)
    assert asked(s) == ("BuildTrack", 0)
    assert s.active == "BZU"


def test_c024_VI_P7_does_not_count_as_a_purchase() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, treasury=500, trains=("2",))
    s.privates["P7"] = 0
    s.marker = "BZU"
    turn(s, "BZU")
    play(s, "exchange-rocket")
    reach(s, "Trade")
    assert s.depot["2"] == 0  # removed all the same


def test_c025_VI_P7_may_cost_the_permit_of_this_turn() -> None:
    s = with_rocket(phase="A2", permits="A")
    s.depot["2+2"] = 0
    assert section(s, "lay-tile B8 57 1") == ""
    play(s, "exchange-rocket")
    assert s.phase == "B1"
    assert asked(s) == ("BuildTrack", 0)
    assert section(s, "lay-tile B8 57 1") == "X.track.2"


def buys_first_four(room: int = 3, **more: tuple[str, ...]) -> China:
    """BZU (seat 1) is about to buy the first 4-train; seat 0 owns P7 and the companies given."""
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    company(s, "BZU", {1: 20}, treasury=1000, trains=("3",), permits="CD")
    for name, trains in more.items():
        company(s, name, {0: 20}, trains=trains)
    s.privates["P7"] = 0
    return reach(turn(s, "BZU"), "Purchase")


def test_c026_VI_P7_forced_into_the_second_4_train_after_rust() -> None:
    s = buys_first_four(NJR=("2", "2", "3"))
    play(s, "buy-train 4")
    assert s.trains["NJR"] == ("3",)
    assert asked(s) == ("AssignToCompany", 0)
    assert offered(s) == ["assign-rocket NJR"]
    play(s, "assign-rocket NJR")
    assert s.trains["NJR"] == ("3", "4")
    assert s.depot["4"] == 3
    assert s.privates["P7"] == CLOSED
    assert asked(s) == ("Purchase", 1)


def test_c027_VI_P7_forced_a_train_is_given_up_only_without_room_anywhere() -> None:
    s = buys_first_four(NJR=("3", "3", "3"), LHR=("3",))
    play(s, "buy-train 4")
    assert section(s, "assign-rocket NJR") == "X.buy.8"
    assert section(s, "assign-rocket BZU") == "VI.P7.forced"
    assert section(s, "assign-rocket LHR") == ""
    full = buys_first_four(NJR=("3", "3", "2+2"))
    play(full, "buy-train 4", "assign-rocket NJR")
    assert asked(full) == ("GiveUp", 0)
    assert offered(full) == ["give-up-train 3", "give-up-train 2+2", "give-up-train 4"]  # he need not give up another
    play(full, "give-up-train 2+2")
    assert full.trains["NJR"] == ("3", "3", "4")


def test_c028_VI_P7_forced_without_a_company_costs_the_train() -> None:
    s = buys_first_four()
    play(s, "buy-train 4")
    assert s.depot["4"] == 3
    assert s.privates["P7"] == CLOSED
    assert asked(s)[0] == "Purchase"


def test_VI_P7_forced_a_company_not_floated_has_a_director_too() -> None:
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    company(s, "BZU", {1: 20}, treasury=1000, trains=("3",), permits="CD")
    company(s, "NJR", {0: 20}, floated=False)
    s.privates["P7"] = 0
    play(reach(turn(s, "BZU"), "Purchase"), "buy-train 4", "assign-rocket NJR")
    assert s.trains["NJR"] == ("4",)


def test_c029_VI_P7_for_the_first_4_train_itself_is_exchanged_once() -> None:
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    company(s, "NJR", {0: 20}, trains=("2",), permits="ABC")
    s.privates["P7"] = 0
    turn(s, "NJR")
    play(s, "exchange-rocket")
    assert s.phase == "B3"
    assert s.trains["NJR"] == ("4",)
    assert s.depot["4"] == 4


def test_VI_P7_owner_gets_a_4_train_even_if_all_are_removed() -> None:
    s = scene(phase="B2")
    s.depot["3+3"] = 0
    company(s, "NJR", {0: 20}, trains=("3",))
    s.privates["P7"] = 0
    remove_unsold(s)
    begin(s)
    play(s, "assign-rocket NJR")
    assert s.trains["NJR"] == ("3", "4")
    assert s.depot["4"] == 0


@pytest.mark.parametrize("owner", [0, 3])
def test_VI_P7_some_tables_give_the_train_on_sale_when_no_4_train_is_left(owner: int) -> None:
    """With all that follows: phase C1, the 2+2-trains rust. Without a company the train leaves the game."""
    s = scene(phase="B2", rising_rocket=True)
    s.depot["3+3"] = 0
    company(s, "NJR", {0: 20}, trains=("3", "2+2"))
    s.privates["P7"] = owner
    remove_unsold(s)
    begin(s)
    if owner == 0:
        play(s, "assign-rocket NJR")
    assert s.trains["NJR"] == (("3", "4+4") if owner == 0 else ("3",))
    assert (s.depot["4"], s.depot["4+4"]) == (0, 4)
    assert s.phase == "C1"


def test_VI_P7_some_tables_give_the_second_4_train_while_there_is_one() -> None:
    s = buys_first_four(NJR=("3",))
    s.variants = Variants(rising_rocket=True)
    play(s, "buy-train 4", "assign-rocket NJR")
    assert s.trains["NJR"] == ("3", "4")
    assert s.phase == "B3"


# --- P7 and the second yellow tile -----------------------------------------------------------------------------------


def before_phase_b(permits: str = "ABC", **variants: bool) -> China:
    """The next train is the first 3-train; BZU has laid the one tile of phase A, its director owns P7."""
    s = scene(phase="A2", **variants)
    s.depot["2+2"] = 0
    company(s, "BZU", {0: 20}, permits=permits, treasury=500, trains=("2",))
    s.privates["P7"] = 0
    return play(turn(s, "BZU"), "lay-tile B8 57 1")


def test_X_track_1_P7_opens_phase_B_and_a_second_yellow_tile_is_due() -> None:
    s = before_phase_b()
    assert asked(s) == ("BuildTrack", 0)
    assert section(s, "lay-tile B10 8 2") == "X.track.1"  # still phase A
    play(s, "exchange-rocket")
    assert s.phase == "B1"
    assert asked(s) == ("BuildTrack", 0)
    second = next(line for line in offered(s) if line.startswith("lay-tile"))
    play(s, second)
    assert asked(s)[0] != "BuildTrack"


def test_X_track_1_track_is_over_where_P7_brings_no_second_tile() -> None:
    assert asked(before_phase_b(permits="A"))[0] != "BuildTrack"
    assert asked(before_phase_b(closed_track=True))[0] != "BuildTrack"
    earlier = with_rocket()
    play(earlier, "lay-tile B8 57 1")
    assert asked(earlier)[0] != "BuildTrack"  # a 2-train brings no phase
    full = scene(phase="A2")
    full.depot["2+2"] = 0
    company(full, "BZU", {0: 20}, treasury=500, trains=("2",) * 4)
    full.privates["P7"] = 0
    play(turn(full, "BZU"), "lay-tile B8 57 1")
    assert full.agenda == []  # no room for another train
