"""1880 VII: foreign investors, their turns and their mergers."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules.chapters.end import GameOver
from stellwerk.games.china1880.rules.chapters.floating import floats
from stellwerk.games.china1880.rules.chapters.homes import joined
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf, MergerCheck
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, InvestorTurn
from stellwerk.games.china1880.rules.chapters.running import train_names
from stellwerk.games.china1880.rules.chapters.shares import certificates, for_sale, in_bank
from stellwerk.games.china1880.rules.chapters.stations import station_price
from stellwerk.games.china1880.rules.chapters.track import yellow_tiles
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, pass_on, play, scene, turn


def lay(s: China, *lays: str) -> None:
    """Tiles put on the map beforehand: hex, number, rotation."""
    for line in lays:
        hex, tile, rotation = line.split()
        s.board = s.tables.atlas.lay(s.board, hex, tile, int(rotation))
        s.stock[tile] -= 1


def test_c030_IX_1_investors_act_by_number_before_companies_in_every_circle() -> None:
    s = scene(phase="B3")
    company(s, "BZU", {0: 20}, trains=("4",))
    company(s, "NJR", {1: 20}, trains=("4",), par=70)
    for name, seat in (("A6", 0), ("A2", 1), ("A4", 2)):
        investor(s, name, seat)
    s.investors = {name: s.investors[name] for name in sorted(s.investors)}
    s.heard = []
    s.marker = "JHA"  # no trains are removed here
    begin(s, Circle())
    for _ in range(40):
        pass_on(s)
    acted = [event.entity for event in s.heard if type(event).__name__ == "TurnBegan"]
    assert acted[:6] == ["A2", "A4", "A6", "BZU", "NJR", "A2"]


def test_c031_VII_2_an_investor_runs_the_train_on_top_of_the_bank() -> None:
    s = scene(phase="A2")
    investor(s, "A3", 0)
    lay(s, "H6 57 1", "H8 235 1")
    s.depot["2+2"] = 1
    assert train_names(s, "A3") == ("2+2",)
    begin(s, InvestorTurn("A3"))
    pass_on(s)
    play(s, "run 2+2:H6-H8.0")
    assert s.depot["2+2"] == 1
    assert s.agenda == []  # leased, not sold: no share round


def test_c032_VII_3_without_money_no_tile_on_paid_terrain() -> None:
    s = scene()
    investor(s, "A3", 0)
    lay(s, "H6 57 1")
    begin(s, InvestorTurn("A3"))
    assert s.tables.hexes["H4"].cost > 0
    assert section(s, "lay-tile H4 9 1") == "X.track.9"
    s.treasury["A3"] = s.tables.hexes["H4"].cost
    assert section(s, "lay-tile H4 9 1") == ""


@pytest.mark.parametrize("phase", ["A1", "B1", "B2"])
def test_c033_VII_3_one_tile_or_upgrade_and_no_permit(phase: str) -> None:
    s = scene(phase=phase)
    investor(s, "A3", 0)
    assert yellow_tiles(s, "A3") == 1
    begin(s, InvestorTurn("A3"))
    play(s, "lay-tile H6 57 1")
    assert s.agenda == [] or asked(s)[0] != "BuildTrack"


def test_c034_VII_4_income_is_kept_and_nothing_is_bought() -> None:
    s = scene()
    investor(s, "A3", 0)
    lay(s, "H6 57 1", "H8 235 1")
    begin(s, InvestorTurn("A3"))
    pass_on(s)
    play(s, "run 2:H6-H8.0")
    assert s.treasury["A3"] == 50
    assert s.agenda == []
    assert "A3" not in s.cell


def test_c035_VII_5_the_reserved_share_serves_nobody() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, floated=False)
    before = (for_sale(s, "BZU"), certificates(s, 0))
    investor(s, "A3", 0, reserved="BZU")
    assert for_sale(s, "BZU") == before[0] - 10
    assert certificates(s, 0) == before[1]
    s.phase = "B1"
    assert not floats(s, "BZU")  # 20 % and a reserved share are no 30 %


def test_c036_XII_9_the_reserved_share_is_not_in_the_bank() -> None:
    s = scene(phase="A2")
    company(s, "BZU", {0: 40}, certificate=40)
    assert in_bank(s, "BZU") == 60
    investor(s, "A3", 0, reserved="BZU")
    assert in_bank(s, "BZU") == 50


# --- merger ----------------------------------------------------------------------------------------------------------


def neighbours(director: int = 0, treasury: int = 101) -> China:
    """BZU in Harbin (B8) is joined to the Russian investor in A3 by way of A5 and B6."""
    s = scene()
    company(s, "BZU", {director: 20, 1 - director: 20})
    investor(s, "A1", 0, reserved="BZU", treasury=treasury)
    lay(s, "B8 57 1", "B6 8 2", "A5 6 5")
    return s


def test_VII_6_the_neighbours_are_joined() -> None:
    assert joined(neighbours(), "A1", "BZU")


def test_c037_VII_6_home_to_home_whatever_markers_stand_between() -> None:
    s = scene()
    company(s, "BZU", {0: 20})
    investor(s, "A1", 0, reserved="BZU")
    begin(s, MergerCheck("A1"))
    assert s.reserved == {"A1": "BZU"}  # no track, no merger
    assert not s.agenda
    lay(s, "B8 57 1", "B6 8 2", "A5 6 5")
    s.board = s.board.with_station("A5", 0, "NJR")  # a full foreign city on the way
    begin(s, MergerCheck("A1"))
    assert "A1" not in s.reserved


def test_c038_VII_6_a_second_station_is_not_home() -> None:
    s = scene()
    company(s, "NJR", {0: 20})
    investor(s, "A1", 0, reserved="NJR")
    lay(s, "A5 57 1")
    s.board = s.board.with_station("A5", 0, "NJR")
    assert not joined(s, "A1", "NJR")


def test_VII_6_departure_any_station_will_do() -> None:
    s = scene(merger_from_any_station=True)
    company(s, "NJR", {0: 20})
    investor(s, "A1", 0, reserved="NJR")
    lay(s, "A5 57 1")
    s.board = s.board.with_station("A5", 0, "NJR")
    assert joined(s, "A1", "NJR")


def test_c039_VII_6_ferries_are_track_for_the_merger() -> None:
    s = scene()
    company(s, "HKR", {0: 20})
    investor(s, "A4", 0, reserved="HKR")
    lay(s, "H14 57 2", "K15 8877 0")
    assert joined(s, "A4", "HKR")


def test_c040_VII_7_all_to_the_company_or_a_fifth_to_the_owner_and_the_premium_in_both_cases() -> None:
    s = begin(neighbours(), MergerCheck("A1"))
    assert asked(s) == ("SplitTreasury", 0)
    assert s.cash[0] == 1050
    play(s, "move-treasury company")
    assert s.treasury["BZU"] == 101
    other = begin(neighbours(), MergerCheck("A1"))
    play(other, "move-treasury owner", "pass")
    assert other.cash[0] == 1070  # a fifth of 101, rounded down
    assert other.treasury["BZU"] == 0
    assert "A1" not in other.treasury


def test_c041_VII_8_VIII_3_the_share_goes_to_the_investors_owner_and_may_change_the_director() -> None:
    s = begin(neighbours(director=1), MergerCheck("A1"))
    assert s.shares["BZU"][:2] == (30, 20)
    assert s.director["BZU"] == 0


def test_c042_VII_9_the_director_replaces_the_marker_with_the_cheapest_for_free() -> None:
    s = scene()
    company(s, "BZU", {1: 40}, certificate=40)
    investor(s, "A1", 0, reserved="BZU")
    lay(s, "B8 57 1", "B6 8 2", "A5 6 5")
    begin(s, MergerCheck("A1"))
    assert asked(s) == ("ReplaceOrNot", 1)
    assert offered(s) == ["replace-marker", "pass"]
    play(s, "replace-marker")
    assert s.stations["BZU"] == ("B8", "A3")
    assert s.treasury["BZU"] == 0
    assert s.board.owners("A3", 0) == ("BZU",)


def test_c043_X_station_2_after_replacing_the_next_marker_costs_a_hundred() -> None:
    s = begin(neighbours(treasury=0), MergerCheck("A1"))
    assert station_price(s, "BZU") == 40
    play(s, "replace-marker")
    assert station_price(s, "BZU") == 100


def test_c044_VII_9_no_replacement_without_marker_or_beside_an_own_one() -> None:
    s = neighbours(treasury=0)
    s.stations["BZU"] = ("B8", "C9", "D10")
    begin(s, MergerCheck("A1"))
    assert s.agenda == []
    beside = scene()
    company(beside, "BZU", {0: 20})
    investor(beside, "A2", 0, reserved="BZU")
    beside.stations["BZU"] = ("B8", "E13")
    begin(beside, MarkerOf("A2", "BZU"))
    assert beside.agenda == []


def test_c144_VII_9_a_marker_not_replaced_is_taken_off() -> None:
    s = begin(neighbours(treasury=0), MergerCheck("A1"))
    pass_on(s)
    assert s.board.owners("A3", 0) == ()
    assert s.stations["BZU"] == ("B8",)


def test_c045_VII_6_a_company_that_completes_the_line_does_not_merge() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, trains=("2",))
    investor(s, "A1", 0, reserved="BZU")
    lay(s, "B8 57 1", "A5 6 5")
    turn(s, "BZU")
    play(s, "lay-tile B6 8 2")
    assert joined(s, "A1", "BZU")
    assert "A1" in s.reserved


def test_VII_6_the_company_must_have_floated() -> None:
    s = scene()
    company(s, "BZU", {0: 20}, floated=False)
    investor(s, "A1", 0, reserved="BZU")
    lay(s, "B8 57 1", "B6 8 2", "A5 6 5")
    begin(s, MergerCheck("A1"))
    assert "A1" in s.reserved


def test_c046_VII_10_from_the_first_4_train_on_only_the_merger_remains() -> None:
    s = neighbours(treasury=0)
    s.phase = "B3"
    begin(s, InvestorTurn("A1"))
    assert asked(s) == ("ReplaceOrNot", 0)
    idle = scene(phase="B3")
    investor(idle, "A3", 0)
    begin(idle, InvestorTurn("A3"))
    assert idle.agenda == []


def test_c047_VII_11_at_the_end_a_fifth_of_the_treasury_and_nothing_for_the_share() -> None:
    s = scene()
    company(s, "BZU", {0: 20})
    investor(s, "A1", 0, reserved="BZU", treasury=255)
    investor(s, "A2", 1, treasury=90)
    begin(s, GameOver())
    assert s.cash[:2] == [1051, 1018]
    assert s.shares["BZU"][0] == 20


def test_VII_8_a_share_may_lift_its_owner_above_the_certificate_limit() -> None:
    s = neighbours(treasury=0)
    for name in ("NJR", "HKR", "LHR", "CKR", "WNR", "NXR"):
        company(s, name, {2: 40, 0: 30}, certificate=40, floated=False, par=70 if name in ("WNR", "NXR") else 80)
    assert certificates(s, 0) > 16
    begin(s, MergerCheck("A1"))
    assert s.shares["BZU"][0] == 30


def test_VII_4_investors_buy_no_trains() -> None:
    s = scene()
    investor(s, "A1", 0, treasury=1000)
    begin(s, InvestorTurn("A1"))
    pass_on(s)
    assert s.agenda == []
    assert s.treasury["A1"] == 1000
