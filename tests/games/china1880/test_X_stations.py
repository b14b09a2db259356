"""1880 X: placing station markers, and homes."""

from __future__ import annotations

import pytest

from stellwerk.core import pending
from stellwerk.games.china1880.rules.chapters.floating import CloseShareRound
from stellwerk.games.china1880.rules.chapters.homes import ChooseHome, home_nodes, lift_home, replace_marker
from stellwerk.games.china1880.rules.chapters.stations import PlaceStation, station_price
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.board import Station
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, play, scene, tell, turn
from .test_X_track import track

LINE = ("B8 57 2", "C9 6 2", "C11 57 1")  # Harbin, Changchun, Jilin City


def placing(phase: str = "B1", treasury: int = 500, *lays: str) -> China:
    """BZU in Harbin about to place a marker."""
    s = scene(phase=phase)
    company(s, "BZU", permits="", treasury=treasury)
    track(s, *(lays or LINE))
    s.active = "BZU"
    return begin(s, PlaceStation("BZU"))


# --- prices and number -----------------------------------------------------------------------------------------------


def test_c079_X_station_2_forty_then_a_hundred_doubled_in_phase_D() -> None:
    s = placing()
    assert tell(s, "place-marker C9 0") == ["BZU: marker on C9 for ¥40"]
    assert s.treasury["BZU"] == 460
    assert station_price(s, "BZU") == 100
    s.phase = "D1"
    assert station_price(s, "BZU") == 200
    assert station_price(placing("D1"), "BZU") == 80


def test_c079_X_station_2_the_company_pays_alone() -> None:
    s = placing()
    s.treasury["BZU"] = 39
    assert section(s, "place-marker C9 0") == "X.station.2"
    s = placing(treasury=39)
    assert not s.agenda


def test_c080_X_station_3_one_marker_in_a_turn() -> None:
    s = play(placing(), "place-marker C9 0")
    assert not s.agenda
    assert s.stations["BZU"] == ("B8", "C9")


def test_c080_X_station_3_one_marker_on_a_hex() -> None:
    s = placing("C1", 500, *LINE, "C9 15 2")
    s.board = s.board.with_station("C9", 0, "BZU")
    s.stations["BZU"] += ("C9",)
    assert section(s, "place-marker C9 0") == "X.station.3"
    assert offered(s) == ["place-marker C11 0", "pass"]


def test_c080_X_station_3_one_marker_in_beijing_and_on_an_OO_tile() -> None:
    s = scene(phase="B1")
    company(s, "JHA", treasury=500)
    track(s, "F8 8886 0", "E9 8851 0", "E7 8 0")  # from its circle round to the one in the north-west
    begin(s, PlaceStation("JHA"))
    assert not s.agenda
    s = scene(phase="B1")
    company(s, "SCR", treasury=500)
    track(s, "N12 235 4", "N12 8860 0", "N14 8 0")
    s.stations["SCR"] = ("N12",)
    begin(s, PlaceStation("SCR"))
    assert not s.agenda


def test_X_station_3_three_markers_in_all() -> None:
    s = placing()
    s.stations["BZU"] = ("B8", "F4", "F6")
    assert section(s, "place-marker C9 0") == "X.station.3"
    s.agenda.clear()
    begin(s, PlaceStation("BZU"))
    assert not s.agenda


def test_X_station_3_only_where_a_place_is_free() -> None:
    s = placing()
    s.board = s.board.with_station("C9", 0, "WNR")
    assert section(s, "place-marker C9 0") == "X.station.3"
    assert section(s, "place-marker C9 3") == "X.station.3"
    assert section(s, "place-marker Z1 0") == "X.station.3"


def test_X_station_3_towns_and_harbours_have_no_place() -> None:
    s = placing("B1", 500, "B8 57 2", "A7 8851 1", "A5 57 1")
    assert section(s, "place-marker A7 0") == "X.station.3"
    assert offered(s) == ["place-marker A5 0", "pass"]


# --- places that are kept --------------------------------------------------------------------------------------------


XIAN = ("G7 9 0", "H6 57 0", "I5 8 3", "J6 57 2")  # from Beijing to the home of NXR, which has not floated


def test_c081_X_station_6_the_last_place_is_kept_for_the_home_company() -> None:
    s = scene(phase="B1")
    company(s, "JGG", treasury=500)
    track(s, *XIAN, "J6 14 2")
    begin(s, PlaceStation("JGG"))
    assert s.tables.atlas.free_slots(s.board, ("J6", 0)) == 2
    assert section(s, "place-marker J6 0") == ""
    s.board = s.board.with_station("J6", 0, "BZU")
    assert section(s, "place-marker J6 0") == "X.station.6"
    company(s, "NXR")
    s.board = s.board.without_station("J6", "NXR")
    assert section(s, "place-marker J6 0") == ""


def test_c081_X_station_6_a_yellow_home_is_closed_to_others() -> None:
    s = scene(phase="B1")
    company(s, "JGG", treasury=500)
    track(s, *XIAN)
    begin(s, PlaceStation("JGG"))
    assert section(s, "place-marker J6 0") == "X.station.6"
    assert "place-marker H6 0" in offered(s)


def test_c081_X_station_6_in_beijing_every_company_keeps_its_circle() -> None:
    s = scene(phase="B1")
    company(s, "BZU", treasury=500)
    track(s, "F8 8886 0", "E9 57 0")
    s.board = s.board.with_station("E9", 0, "BZU")
    s.privates["P7"], s.active = 0, "BZU"
    begin(s, PlaceStation("BZU"))
    circle = next(node for node, edges in enumerate(s.tables.atlas.face(s.board, "F8").nodes) if edges == 1 << 3)
    assert home_nodes(s, "JHA") == (circle,)
    assert ("F8", circle) in s.tables.atlas.network(s.board, "BZU").places
    assert section(s, f"place-marker F8 {circle}") == "X.station.6"
    company(s, "JHA")
    assert section(s, f"place-marker F8 {circle}") == "X.station.3"


def test_c081_X_station_6_from_brown_on_one_of_six_places_each() -> None:
    s = scene(phase="C1")
    company(s, "JHA", treasury=0)
    company(s, "JHU", treasury=0)
    track(s, "F8 8886 0", "F8 8887 0", "F10 57 1")
    company(s, "WNR", treasury=500, floated=False)
    s.floated = (*s.floated, "WNR")
    s.stations["WNR"] = ("L10",)
    s.board = s.board.with_station("F10", 0, "WNR")
    begin(s, PlaceStation("WNR"))
    assert s.tables.atlas.free_slots(s.board, ("F8", 0)) == 4  # two of them for JGG and JLR
    assert section(s, "place-marker F8 0") == ""
    s.board = s.board.with_station("F8", 0, "BZU")
    assert section(s, "place-marker F8 0") == ""
    s.board = s.board.with_station("F8", 0, "NXR")
    assert section(s, "place-marker F8 0") == "X.station.6"


def toward_changsha(*upgrades: str) -> China:
    """WNR has a marker in Guangzhou and track into the home hex of SCR, which has not floated."""
    s = scene(phase="D1")
    company(s, "WNR", treasury=900, floated=False)
    s.floated = ("WNR",)
    s.stations["WNR"] = ("P14",)
    track(s, "P14 57 2", "O13 9 2", "N12 235 5", *upgrades)
    s.board = s.board.with_station("P14", 0, "WNR")
    return begin(s, PlaceStation("WNR"))


def test_c082_X_station_5_the_home_of_SCR_is_closed_while_its_cities_are_separate() -> None:
    for upgrades in ((), ("N12 8860 0",)):
        s = toward_changsha(*upgrades)
        assert not s.agenda  # nothing else is within reach
        s.privates["P7"], s.active, s.director["WNR"] = 0, "WNR", 0
        begin(s, PlaceStation("WNR"))
        assert section(s, "place-marker N12 0") == "X.station.5"


def test_c082_X_station_6_on_brown_one_place_is_kept_for_SCR() -> None:
    s = toward_changsha("N12 8860 0", "N12 8874 5")
    assert section(s, "place-marker N12 0") == ""
    s.board = s.board.with_station("N12", 0, "BZU")
    assert section(s, "place-marker N12 0") == "X.station.6"


def test_c082_X_station_5_once_SCR_is_placed_the_other_city_is_open() -> None:
    s = toward_changsha("N12 8860 0")
    company(s, "SCR")
    begin(s)
    play(s, "choose-city 1")
    begin(s, PlaceStation("WNR"))
    assert section(s, "place-marker N12 0") == ""


# --- homes -----------------------------------------------------------------------------------------------------------


def test_X_station_1_the_home_marker_is_free() -> None:
    s = scene()
    company(s, "BZU", treasury=7)
    assert s.board.stations == (Station("B8", 0, "BZU"),)
    assert s.stations["BZU"] == ("B8",)
    assert s.treasury["BZU"] == 7


@pytest.mark.parametrize(("name", "edge"), [("JHA", 3), ("JHU", 4), ("JGG", 0), ("JLR", 1)])
def test_X_station_1_each_beijing_company_has_its_circle(name: str, edge: int) -> None:
    for lays in ((), ("F8 8886 0",), ("F8 8886 4",)):
        s = track(scene(), *lays)
        company(s, name)
        (station,) = s.board.stations
        assert s.tables.atlas.face(s.board, "F8").nodes[station.node] == 1 << edge
    s = track(scene(), "F8 8886 0", "F8 8887 0")
    company(s, name)
    assert s.board.stations == (Station("F8", 0, name),)


def test_c083_X_station_5_on_a_green_tile_the_director_chooses() -> None:
    s = track(scene(phase="B1"), "D12 235 0", "D12 8860 1")
    company(s, "QSR", {2: 20})
    begin(s)
    assert asked(s) == ("ChooseHome", 2)
    assert offered(s) == ["choose-city 0", "choose-city 1"]
    assert section(s, "choose-city 2") == "X.station.5"
    play(s, "choose-city 1")
    assert s.board.stations == (Station("D12", 1, "QSR"),)
    assert s.stations["QSR"] == ("D12",)


@pytest.mark.parametrize(
    ("founded", "rows", "listed", "first"),
    [
        (("QSR", "SCR"), (0, 1), True, "QSR"),
        (("SCR", "QSR"), (0, 1), True, "SCR"),
        (("QSR", "SCR"), (1, 0), True, "SCR"),
        (("QSR", "SCR"), (0, 1), False, "SCR"),  # who was founded last
    ],
)
def test_X_station_5_homes_are_chosen_in_turn_order(
    founded: tuple[str, ...], rows: tuple[int, ...], listed: bool, first: str
) -> None:
    s = track(scene(phase="B1", listed_homes=listed), "D12 235 0", "D12 8860 1", "N12 235 0", "N12 8860 1")
    for company_, row in zip(founded, rows, strict=True):
        company(s, company_, {0: 30}, row=row, floated=False)
    begin(s, CloseShareRound())
    choice = pending(s)
    assert isinstance(choice, ChooseHome)
    assert choice.company == first
    play(s, "choose-city 1", "choose-city 0")
    assert s.floated == tuple(sorted(founded, key=s.row.__getitem__))


def test_c083_X_station_5_on_a_yellow_tile_it_is_the_city_with_track() -> None:
    s = track(scene(phase="B1"), "D12 235 0")
    company(s, "QSR")
    assert s.board.stations == (Station("D12", 0, "QSR"),)
    s = track(scene(phase="B1", free_city=True), "D12 235 0")
    company(s, "QSR")
    begin(s)
    assert asked(s)[0] == "ChooseHome"


# --- connection ------------------------------------------------------------------------------------------------------


def test_c084_X_station_4_the_way_does_not_pass_a_full_foreign_city() -> None:
    s = placing()
    assert section(s, "place-marker C11 0") == ""
    s.board = s.board.with_station("C9", 0, "WNR")
    assert section(s, "place-marker C11 0") == "X.station.4"


def test_c084_X_station_4_the_way_does_not_reverse_at_a_junction() -> None:
    """Track from Harbin joins a line between two cities: it leads to one of them only."""
    s = placing("B1", 500, "B8 57 1", "B10 9 1", "B10 23 4", "C11 57 0", "B12 8855 1")
    atlas = s.tables.atlas
    face = atlas.face(s.board, "B10")
    assert face.ways[1] == (4,)
    assert face.ways[4] == (1, 2)
    reached = {place[0] for place in atlas.network(s.board, "BZU").places}
    assert "B12" in reached
    assert atlas.across["B10", 2] == "A9"
    assert "A9" not in atlas.network(s.board, "BZU").borders


def test_X_station_4_not_connected() -> None:
    assert section(placing(), "place-marker O5 0") == "X.station.4"


def test_c085_X_station_4_no_permit_is_needed() -> None:
    s = scene(phase="A1")
    company(s, "BZU", permits="D", treasury=40, trains=("2",))
    track(s, *LINE)
    turn(s, "BZU")
    assert asked(s) == ("BuildStation", 0)
    assert s.now.letter not in s.permits["BZU"]


# --- red hexes -------------------------------------------------------------------------------------------------------


def russia(**variants: bool) -> China:
    s = scene(phase="B1", **variants)
    company(s, "BZU", treasury=500)
    track(s, "B8 57 2", "A7 8850 0", "A5 57 1")
    s.board = s.board.with_station("A5", 0, "BZU")
    s.stations["BZU"] += ("A5",)
    return s


def test_X_station_7_no_marker_in_a_red_hex() -> None:
    s = russia()
    s.privates["P7"] = 0
    s.active = "BZU"
    begin(s, PlaceStation("BZU"))
    assert section(s, "place-marker A3 0") == "X.station.7"


def test_X_station_7_departure_a_red_home_is_open_once_its_investor_is_gone() -> None:
    s = begin(russia(open_red_homes=True), PlaceStation("BZU"))
    assert section(s, "place-marker A3 0") == ""
    investor(s, "A1", 1)
    assert section(s, "place-marker A3 0") == "X.station.3"
    closed = russia(open_red_homes=True)
    track(closed, "B14 57 2")
    assert section(begin(closed, PlaceStation("BZU")), "place-marker A15 0") == "X.station.4"


# --- the choice ------------------------------------------------------------------------------------------------------


def test_a_marker_stands_where_it_was_put() -> None:
    s = play(placing(treasury=40), "place-marker C11 0")
    assert s.board.stations == (Station("B8", 0, "BZU"), Station("C11", 0, "BZU"))
    assert s.treasury["BZU"] == 0


def test_powers_are_offered_beside_markers_and_the_question_comes_back() -> None:
    s = placing()
    s.privates["P7"] = s.privates["P5"] = 0
    assert offered(s) == ["place-marker C9 0", "place-marker C11 0", "pass", "exchange-rocket", "grant-permit BZU"]
    assert str(pending(s).question(s)) == "BZU: place a station marker"
    play(s, "exchange-rocket")
    assert s.trains["BZU"] == ("3",)
    assert asked(s) == ("BuildStation", 0)
    play(s, "grant-permit BZU")
    assert s.permits["BZU"] == "D"
    assert asked(s) == ("BuildStation", 0)
    assert section(s, "exchange-rocket") == "VI.P7"
    play(s, "pass")
    assert not s.agenda


def test_VII_9_a_marker_takes_the_investors_place() -> None:
    s = scene(phase="C1")
    company(s, "BZU", treasury=0)
    investor(s, "A3", 0)
    track(s, "H6 57 0")
    replace_marker(s, "A3", "BZU")
    assert s.board.stations == (Station("B8", 0, "BZU"), Station("H6", 0, "BZU"))
    assert s.stations["BZU"] == ("B8", "H6")


def test_X_station_5_departure_only_a_marker_that_stands_there_is_lifted() -> None:
    s = scene(phase="B1", free_city=True)
    company(s, "QSR")
    company(s, "BZU")
    assert lift_home(s, "B8") is None  # one city
    assert lift_home(s, "N12") is None  # nobody has floated there
    assert lift_home(s, "F4") is None  # nobody's home
    assert lift_home(s, "D12") == "QSR"
    assert s.stations["QSR"] == ()
    assert lift_home(s, "D12") is None
