"""1880 X: laying track and upgrading tiles."""

from __future__ import annotations

import pytest

from stellwerk.core import options
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import LayTile
from stellwerk.games.china1880.rules.chapters.track import (
    BuildTrack,
    LayTrack,
    lay_objection,
    lays,
    may_follow,
    successors,
    terrain,
)
from stellwerk.games.china1880.rules.state import CLOSED, China
from stellwerk.rail18.board import Station
from tests.games.helpers import asked, offered, section

from .scenes import begin, company, investor, play, scene, tell, turn

AROUND_BEIJING = {"E9": 0, "F6": 4, "F10": 1, "G7": 3}


def track(s: China, *lays: str) -> China:
    """Tiles on the map, without asking for permission; stations move along."""
    for line in lays:
        hex, tile, rotation = line.split()
        s.board = s.tables.atlas.lay(s.board, hex, tile, int(rotation))
        s.stock[tile] -= 1
    return s


def builder(name: str = "BCR", phase: str = "B1", treasury: int = 500, *lays: str) -> China:
    """A company about to lay track, with a permit for every phase."""
    s = scene(phase=phase)
    company(s, name, permits="ABCD", treasury=treasury)
    track(s, *lays)
    s.active = name
    return begin(s, LayTrack(name))


def on(s: China, hex: str) -> list[str]:
    """Tiles offered for a hex."""
    return [line for line in offered(s) if line.startswith(f"lay-tile {hex} ")]


def numbers(s: China, hex: str) -> set[str]:
    return {line.split()[2] for line in on(s, hex)}


# --- how many tiles --------------------------------------------------------------------------------------------------


def test_c058_X_track_1_one_yellow_tile_in_phase_A_two_for_BCR() -> None:
    s = play(builder("BZU", "A1"), "lay-tile B8 57 1")
    assert not s.agenda
    s = play(builder("BCR", "A1"), "lay-tile M3 57 1")
    assert asked(s) == ("BuildTrack", 0)
    play(s, "lay-tile M5 8852 1")
    assert not s.agenda


def test_c058_VII_3_an_investor_lays_one_tile() -> None:
    s = scene(phase="B1")
    investor(s, "A3", 0)
    begin(s, LayTrack("A3"))
    play(s, "lay-tile H6 57 1")
    assert not s.agenda


def test_c059_X_track_1_two_yellow_tiles_or_one_upgrade_from_phase_B_on() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B10 9 1")
    upgraded = play(s.copy(), "lay-tile B8 14 0")
    assert not upgraded.agenda
    play(s, "lay-tile B6 9 1")
    assert asked(s) == ("BuildTrack", 0)
    assert section(s, "lay-tile B8 14 0") == "X.track.1"
    tiles = {line.split()[2] for line in offered(s) if line != "pass"}
    assert {s.tables.tiles[tile].colour for tile in tiles} == {"yellow"}
    play(s, "lay-tile B12 8855 1")
    assert not s.agenda


def test_X_track_1_a_third_yellow_tile_is_refused() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    refusal = lay_objection(s, "BZU", 2, LayTile("B10", "9", 1))
    assert refusal is not None
    assert refusal.rule.section == "X.track.1"
    assert not list(lays(s, "BZU", 2))


def test_c060_X_track_3_the_second_tile_may_continue_the_first() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    assert section(s, "lay-tile B12 8855 1") == "X.track.3"
    play(s, "lay-tile B10 9 1")
    assert section(s, "lay-tile B12 8855 1") == ""


def test_c061_X_track_2_without_permit_no_tile_but_the_turn_goes_on() -> None:
    s = scene(phase="A1")
    company(s, "BZU", permits="BCD", treasury=200, trains=("2",))
    track(s, "B8 57 1", "B10 9 1", "B12 8855 1")
    turn(s, "BZU")
    assert asked(s) == ("Operate", 0)
    refusal = lay_objection(s, "BZU", 0, LayTile("B6", "9", 1))
    assert refusal is not None
    assert refusal.rule.section == "X.track.2"
    assert not list(lays(s, "BZU", 0))


def test_X_track_2_the_question_is_put_even_if_nothing_fits() -> None:
    s = builder("BZU", "B1", 0, "B8 57 1")
    s.stock = dict.fromkeys(s.stock, 0)
    assert offered(s) == ["pass"]


# --- where tiles may lie ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hex", "stub"), AROUND_BEIJING.items())
def test_c062_X_track_8_stubs_around_beijing_are_continued(hex: str, stub: int) -> None:
    s = builder("JHA", "B1")
    atlas = s.tables.atlas
    for number in s.tables.first[hex]:
        turns = [fit.rotation for fit in atlas.fits(s.board, hex, number)]
        assert turns
        assert all(atlas.tiles[number].at(turn).exits >> stub & 1 for turn in turns)
        assert len(turns) < 6


def test_c062_X_track_8_a_tile_that_cuts_off_beijing_is_refused() -> None:
    s = builder("JHU", "B1", 500, "F10 57 1")
    company(s, "JHA", permits="ABCD", treasury=500, floated=True)
    assert section(s, "lay-tile E9 57 2") == "X.track.8"
    s.agenda.clear()
    begin(s, LayTrack("JHA"))
    assert section(s, "lay-tile E9 57 2") == "X.track.8"
    assert section(s, "lay-tile E9 57 0") == ""


def test_c063_X_track_7_track_does_not_run_into_the_barrier() -> None:
    s = scene(phase="B1")
    investor(s, "A2", 0)
    begin(s, LayTrack("A2"))
    assert section(s, "lay-tile E13 57 1") == "X.track.7"  # W and E, the barrier is in the west
    assert section(s, "lay-tile E13 57 0") == ""
    assert not s.tables.atlas.open["E11"] >> 4 & 1


@pytest.mark.parametrize(("hex", "edge"), [("E11", 5), ("G11", 3), ("I13", 4), ("J14", 4), ("G15", 2)])
def test_c064_X_track_7_the_sea_is_entered_only_where_a_ferry_lands(hex: str, edge: int) -> None:
    atlas = scene().tables.atlas
    assert (hex, edge) in atlas.across
    assert not atlas.open[hex] >> edge & 1


def test_c064_X_track_10_nothing_is_laid_on_a_sea_hex() -> None:
    s = builder("HKR", "B1", 500, "K15 8877 0")
    assert section(s, "lay-tile J16 7 0") == "X.track.10"
    assert not on(s, "J16")


def test_c065_X_track_7_red_and_blue_hexes_are_entered_at_their_arrows() -> None:
    s = builder("BZU", "B1")
    atlas = s.tables.atlas
    for hex, row in s.tables.hexes.items():
        if row.kind in ("offboard", "harbour"):
            arrows = atlas.lands[hex].printed.at(0).exits
            landed = sum(
                1 << edge
                for edge in range(6)
                if (other := atlas.across.get((hex, edge))) and atlas.open[other] >> (edge + 3) % 6 & 1
            )
            assert landed == arrows, hex
    assert section(s, "lay-tile A3 57 1") == "X.track.7"


def test_X_track_7_track_does_not_leave_the_map() -> None:
    s = builder("BZU", "B1", 500, "B8 57 2")
    assert section(s, "lay-tile A7 8852 2") == "X.track.7"
    assert section(s, "lay-tile A7 8851 1") == ""


def test_c066_X_track_6_a_boomtown_becomes_town_or_city_for_good() -> None:
    s = builder("JHA", "B1")
    assert numbers(s, "E9") == {"5", "6", "57", "8850", "8851", "8852"}
    town = builder("JHA", "B1", 500, "E9 8852 0")
    assert numbers(town, "E9") == {"887", "888", "8866"}
    assert section(town, "lay-tile E9 14 0") == "X.upgrade.4"
    city = builder("JHA", "B1", 500, "E9 57 0")
    assert numbers(city, "E9") == {"14", "15", "619"}
    assert section(city, "lay-tile E9 888 0") == "X.upgrade.4"


def test_c066_X_track_6_a_double_boomtown_becomes_two_towns_or_an_OO_tile() -> None:
    s = scene(phase="B1")
    assert s.tables.first["H8"] == ("235", "8854", "8855", "8856", "8857", "8858")
    company(s, "JGG", permits="B", treasury=100)
    track(s, "G7 9 0", "F8 8886 0")
    begin(s, LayTrack("JGG"))
    assert section(s, "lay-tile H6 57 0") == ""
    track(s, "H6 57 1")
    assert section(s, "lay-tile H8 57 1") == "X.track.6"


def test_X_track_5_a_tile_shows_the_stations_of_its_hex() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B10 9 1")
    assert section(s, "lay-tile B12 57 1") == "X.track.5"
    assert section(s, "lay-tile B12 8852 1") == "X.track.5"
    assert section(s, "lay-tile B6 8852 1") == "X.track.5"
    assert section(s, "lay-tile Z9 9 1") == "X.track.5"
    assert section(s, "lay-tile B6 9 7") == "X.track.5"


def test_c067_X_track_5_shanghai_takes_S_tiles_and_beijing_B_tiles() -> None:
    s = builder("HKR", "B1")
    assert numbers(s, "K15") == {"8877"}
    assert section(s, "lay-tile K15 57 0") == "X.track.5"
    beijing = builder("JHA", "B1")
    assert on(beijing, "F8") == ["lay-tile F8 8886 0"]
    assert section(beijing, "lay-tile F8 14 0") == "X.upgrade.4"


def test_c068_X_track_9_terrain_is_paid_once_from_the_treasury() -> None:
    s = builder("LHR", "B1", 49)
    assert section(s, "lay-tile J2 57 0") == "X.track.9"
    assert offered(s) == ["pass"]
    s = builder("LHR", "B1", 50)
    texts = tell(s, "lay-tile J2 5 2")
    assert texts == ["LHR: tile 5 on J2", "LHR: ¥50 for terrain"]
    assert s.treasury["LHR"] == 0
    s.agenda.clear()
    play(begin(s, LayTrack("LHR")), "lay-tile J2 14 2")
    assert s.treasury["LHR"] == 0


@pytest.mark.parametrize(("hex", "cost"), [("G3", 0), ("G5", 30), ("O1", 40), ("H2", 30)])
def test_c019_VI_P4_rivers_cost_twenty_less(hex: str, cost: int) -> None:
    s = builder("BZU", "B1")
    printed = s.tables.hexes[hex].cost
    assert terrain(s, "BZU", hex) == printed
    s.privates["P4"] = 0
    assert terrain(s, "BZU", hex) == cost


def test_c069_X_track_7_new_track_may_end_against_a_blank_side() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "C9 57 1")
    assert section(s, "lay-tile B10 7 0") == ""  # W and SW: nothing there meets it in the south-west
    play(s, "lay-tile B10 8 5")


def test_c070_X_station_5_one_city_of_235_has_no_track() -> None:
    s = scene(phase="B1")
    company(s, "SCR", permits="ABCD", treasury=100)
    company(s, "WNR", permits="ABCD", treasury=100)
    track(s, "N12 235 2")
    face = s.tables.atlas.face(s.board, "N12")
    assert [bool(edges) for edges in face.nodes] == [True, False]
    s.board = s.board.without_station("N12", "SCR").with_station("N12", 1, "SCR")
    assert not s.tables.atlas.network(s.board, "SCR").borders
    track(s, "N12 8860 4")
    assert s.tables.atlas.network(s.board, "SCR").borders


# --- upgrades --------------------------------------------------------------------------------------------------------


def test_X_upgrade_1_colours_follow_each_other_when_their_phase_has_come() -> None:
    s = builder("BZU", "A2", 500, "B8 57 1")
    assert section(s, "lay-tile B8 14 0") == "X.upgrade.1"
    s = builder("BZU", "B1", 500, "B8 57 1")
    assert section(s, "lay-tile B8 14 0") == ""
    assert section(s, "lay-tile B8 63 0") == "X.upgrade.1"
    assert section(s, "lay-tile B8 5 1") == "X.upgrade.1"
    track(s, "B8 14 0")
    assert section(s, "lay-tile B8 63 0") == "X.upgrade.1"
    assert section(s, "lay-tile B10 23 1") == "X.upgrade.1"
    for phase, tile, expected in (("C1", "63", ""), ("C3", "455", "X.upgrade.1"), ("D1", "455", "X.upgrade.1")):
        s.phase = phase
        assert section(s, f"lay-tile B8 {tile} 0") == expected
    track(s, "B8 63 0")
    assert section(s, "lay-tile B8 455 0") == ""


def inner_city(phase: str = "C1") -> China:
    return builder("BZU", phase, 500, "B8 57 1", "B8 14 0")


def test_c071_X_upgrade_7_an_inner_city_takes_63() -> None:
    s = inner_city()
    assert numbers(s, "B8") == {"63"}
    assert section(s, "lay-tile B8 611 0") == "X.upgrade.7"


@pytest.mark.parametrize("hex", ["B14", "E13", "H14", "J2", "P8", "P12", "P14"])
def test_c071_X_upgrade_7_a_city_at_the_edge_takes_611(hex: str) -> None:
    s = scene(phase="C1")
    atlas = s.tables.atlas
    assert atlas.open[hex].bit_count() == 5
    turns = [turn for turn in range(6) if not atlas.tiles["611"].at(turn).exits & ~atlas.open[hex]]
    assert len(turns) == 1
    assert not atlas.fits(s.board, hex, "63")


def test_c072_X_upgrade_7_without_63_an_inner_city_takes_611() -> None:
    s = inner_city()
    s.stock["63"] = 0
    assert numbers(s, "B8") == {"611"}
    assert section(s, "lay-tile B8 63 0") == "X.track.11"


def test_c073_X_upgrade_7_a_city_with_four_open_sides_stays_green() -> None:
    s = builder("BZU", "C1", 500, "B8 57 2", "A7 8850 0", "A5 57 1", "A5 14 1")
    assert not on(s, "A5")
    assert section(s, "lay-tile A5 611 0") in ("X.track.7", "X.upgrade.3")
    grey = scene(phase="D1")
    for hex in ("B14", "P14"):
        assert not any(grey.tables.atlas.fits(grey.board, hex, number) for number in ("455", "895"))


@pytest.mark.parametrize(
    ("green", "brown"),
    [("8860", "8874"), ("8861", "8874"), ("8862", "8872"), ("8863", "8872"), ("8864", "8873"), ("8865", "8873")],
)
def test_c074_X_upgrade_3_a_green_OO_tile_fixes_the_brown_one(green: str, brown: str) -> None:
    s = scene(phase="C1")
    turn = s.tables.atlas.fits(track(s, "N12 235 0").board, "N12", green)[0].rotation
    track(s, f"N12 {green} {turn}")
    face = s.tables.atlas.face(s.board, "N12")
    fitting = [n for n in successors(s.tables, face.tile) if s.tables.atlas.fits(s.board, "N12", n)]
    assert fitting == [brown]


def test_c075_X_upgrade_4_double_towns_and_plain_green_track_are_final() -> None:
    t = scene().tables
    final = ["8854", "8855", "8856", "8857", "8858"]
    final += [name for name, tile in t.atlas.tiles.items() if tile.colour == "green" and not tile.nodes]
    assert len(final) == 5 + 15 - 1
    assert all(successors(t, t.atlas.tiles[name]) == () for name in final)


def test_c076_X_upgrade_5_a_replaced_tile_is_back_in_the_supply() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    left = s.stock["57"], s.stock["14"]
    play(s, "lay-tile B8 14 0")
    assert (s.stock["57"], s.stock["14"]) == (left[0] + 1, left[1] - 1)


def test_X_track_11_only_tiles_of_the_supply_are_laid() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    s.stock["9"] = 0
    assert section(s, "lay-tile B10 9 1") == "X.track.11"
    assert "9" not in numbers(s, "B10")


def test_c077_X_upgrade_2_the_company_need_not_be_able_to_use_what_is_new() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B10 9 1")
    assert section(s, "lay-tile B10 20 0") == ""  # the second track touches nothing of BZU
    assert section(s, "lay-tile B10 20 1") == ""
    company(s, "WNR", permits="B", treasury=100)
    s.agenda.clear()
    begin(s, LayTrack("WNR"))
    assert section(s, "lay-tile B10 20 1") == "X.upgrade.2"


def test_c077_X_upgrade_2_reach_is_judged_with_the_new_tile_in_place() -> None:
    """Track of the company ends at the blank side of a tile; a tile with an exit there is within its reach."""
    s = builder("BZU", "B1", 500, "B8 57 1", "C9 57 0", "B10 8 0")
    face = s.tables.atlas.face(s.board, "B10")
    assert not face.exits >> 1 & 1
    assert s.tables.atlas.network(s.board, "BZU").borders["B10"] == 1 << 1
    with_exit = [
        line for line in on(s, "B10") if s.tables.atlas.tiles[line.split()[2]].at(int(line[-1])).exits >> 1 & 1
    ]
    assert with_exit
    assert on(s, "B10") == with_exit


def test_X_upgrade_3_existing_track_stays() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    assert section(s, "lay-tile B8 14 2") == "X.upgrade.3"
    assert section(s, "lay-tile B8 15 0") == "X.upgrade.3"
    assert section(s, "lay-tile B8 15 1") == ""


def test_c078_X_upgrade_6_markers_in_beijing_stay_at_their_edges() -> None:
    s = scene(phase="B1")
    for name in ("JHA", "JHU", "JGG", "JLR"):
        company(s, name, permits="B", treasury=100)
    edges = {st.owner: s.tables.atlas.face(s.board, "F8").nodes[st.node] for st in s.board.stations}
    play(begin(s, LayTrack("JHA")), "lay-tile F8 8886 3")
    face = s.tables.atlas.face(s.board, "F8")
    assert {st.owner: face.nodes[st.node] for st in s.board.stations} == edges
    free = [node for node in range(6) if not s.board.owners("F8", node)]
    assert sorted(face.nodes[node] for node in free) == [1 << 2, 1 << 5]
    track(s, "F8 8887 0")
    assert {st.node for st in s.board.stations} == {0}
    assert s.tables.atlas.free_slots(s.board, ("F8", 0)) == 2


# --- reach -----------------------------------------------------------------------------------------------------------


def test_c138_X_track_4_the_first_tile_goes_on_the_bare_home() -> None:
    s = builder("BZU", "B1")
    assert {line.split()[1] for line in offered(s) if line != "pass"} == {"B8"}
    assert section(s, "lay-tile B10 9 1") == "X.track.4"
    play(s, "lay-tile B8 57 1")
    assert section(s, "lay-tile B10 9 1") == ""


def test_c138_X_track_4_an_investor_begins_at_home_too() -> None:
    s = scene(phase="A1")
    investor(s, "A4", 0)
    begin(s, LayTrack("A4"))
    assert section(s, "lay-tile H12 8855 1") == "X.track.4"
    assert {line.split()[1] for line in offered(s) if line != "pass"} == {"H14"}


def test_c139_X_track_3_a_tile_continues_track_that_is_not_blocked() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B10 9 1", "B12 8855 1", "B14 57 1")
    track(s, "C13 8 3")
    assert section(s, "lay-tile C15 7 0") == "X.track.3"
    s = builder("BZU", "B1", 500, "B8 57 2", "C9 57 2", "C11 57 1", "C13 9 1")
    assert section(s, "lay-tile C15 7 1") == "X.track.3"
    s = builder("BZU", "B1", 500, "B8 57 2", "C9 6 2", "C11 57 1")
    assert section(s, "lay-tile C13 9 1") == ""
    full = s.copy()
    full.board = full.board.with_station("C11", 0, "WNR")
    assert section(full, "lay-tile C13 9 1") == "X.track.3"
    mine = s.copy()
    mine.board = mine.board.with_station("C11", 0, "BZU")
    assert section(mine, "lay-tile C13 9 1") == ""


def test_X_track_3_any_legal_journey_counts_however_long() -> None:
    """L10, L12, M13, M15, L16, K15, J14, K13, K11, K9, J8: every shorter way would use track or stops twice."""
    around_wuhan = "J12 895 0, J14 887 5, K11 24 4, K13 895 0, K15 8877 2, K9 25 4, L10 455 0, L12 8858 2, L16 8851 2"
    s = builder("WNR", "D1", 5000, *around_wuhan.split(", "), "M13 25 4", "M15 8866 4")
    assert section(s, "lay-tile J8 8854 2") == ""
    assert "lay-tile J8 8854 2" in offered(s)


def test_X_track_3_a_company_builds_from_any_of_its_stations() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "N10 57 1")
    s.board = s.board.with_station("N10", 0, "BZU")
    s.stations["BZU"] += ("N10",)
    assert section(s, "lay-tile N8 9 1") == ""


def test_c145_X_station_5_a_marker_on_a_bare_OO_hex_goes_to_the_city_with_track() -> None:
    s = builder("SCR", "B1")
    play(s, "lay-tile N12 235 4")
    assert s.board.stations == (Station("N12", 0, "SCR"),)
    assert s.tables.atlas.face(s.board, "N12").nodes[0] == 1 << 4


def test_c145_X_station_5_departure_the_director_chooses_the_city() -> None:
    s = scene(phase="B1", free_city=True)
    company(s, "SCR", permits="ABCD", treasury=500)
    begin(s, LayTrack("SCR"))
    play(s, "lay-tile N12 235 4")
    assert asked(s) == ("ChooseHome", 0)
    assert s.stations["SCR"] == ()
    assert offered(s) == ["choose-city 0", "choose-city 1"]
    play(s, "choose-city 1")
    assert s.board.stations == (Station("N12", 1, "SCR"),)
    assert s.stations["SCR"] == ("N12",)
    assert asked(s)[0] == "BuildTrack"


def test_c148_X_upgrade_4_the_number_of_stations_stays_except_where_cities_join() -> None:
    t = scene().tables
    for old, new in (("8854", "887"), ("8855", "888"), ("8856", "887"), ("8857", "8866"), ("8858", "888")):
        assert t.atlas.tiles[new].name not in successors(t, t.atlas.tiles[old])
    assert "8874" in successors(t, t.atlas.tiles["8860"])
    assert "8887" in successors(t, t.atlas.tiles["8886"])


# --- options and law -------------------------------------------------------------------------------------------------


def test_equal_rotations_are_listed_once_and_all_accepted() -> None:
    s = builder("BZU", "B1")
    assert "lay-tile B8 57 1" in offered(s)
    assert "lay-tile B8 57 4" not in offered(s)
    assert GAME.parse("lay-tile B8 57 4") in options(s)
    played = play(s.copy(), "lay-tile B8 57 4")
    assert played.board.lays[0].rotation == 4
    other = play(s.copy(), "lay-tile B8 57 1")
    atlas = s.tables.atlas
    assert atlas.key(played.board) == atlas.key(other.board)


@pytest.mark.parametrize("phase", ["A1", "B1", "C1", "D1"])
def test_what_is_listed_is_exactly_what_nobody_objects_to(phase: str) -> None:
    lays = ("B8 57 1", "B10 9 1", "B12 8855 1", "B8 14 0", "C9 57 2", "C9 14 2", "A7 8852 1", "C11 57 1", "A5 57 1")
    s = builder("BZU", phase, 30, *lays)
    listed = {(line.split()[1], line.split()[2], int(line.split()[3])) for line in offered(s) if line != "pass"}
    tiles = s.tables.atlas.tiles
    for hex in s.tables.hexes:
        for number, tile in tiles.items():
            for rotation in range(6):
                legal = lay_objection(s, "BZU", 0, LayTile(hex, number, rotation)) is None
                assert legal == ((hex, number, tile.lowest[rotation]) in listed), (hex, number, rotation)


def test_P7_is_offered_beside_track() -> None:
    s = scene(phase="A1")
    s.privates["P7"] = 0
    company(s, "BZU", permits="BCD", treasury=10)
    turn(s, "BZU")
    assert asked(s) == ("BuildTrack", 0)
    assert offered(s) == ["pass", "exchange-rocket"]
    play(s, "exchange-rocket")
    assert s.privates["P7"] == CLOSED
    assert s.trains["BZU"] == ("2",)


def test_build_track_asks_its_owner() -> None:
    s = builder("BZU")
    assert BuildTrack("BZU").seat(s) == 0
    assert str(BuildTrack("BZU").question(s)) == "BZU: lay or upgrade a tile"


CHART = {
    "5 6 57": "14 15 619",
    "14 15 619": "63 611",
    "63 611": "455 895",
    "7 8 9": "16 17 18 19 20 23 24 25 26 27 28 29 30 31",
    "8850 8851 8852": "887 888 8866",
    "887 888 8866": "8871",
    "235": "8860 8861 8862 8863 8864 8865",
    "8860 8861 8862 8863 8864 8865": "8872 8873 8874",
    "8872 8873 8874": "8875",
    "8877": "8878",
    "8878": "8879",
    "8879": "8880",
    "8886": "8887",
    "8887": "8888",
    "F8": "8886",
}


def test_X_upgrade_4_the_whole_chart() -> None:
    """Which numbers follow which by colour, label and stations; the track decides among them."""
    t = scene().tables
    after = {old: new.split() for olds, new in CHART.items() for old in olds.split()}
    tiles = {**t.atlas.tiles, "F8": t.atlas.lands["F8"].printed, "bare": t.atlas.lands["B8"].printed}
    for old, tile in tiles.items():
        assert [new for new, other in t.atlas.tiles.items() if may_follow(tile, other)] == after.get(old, []), old


def test_options_contain_only_what_is_asked_for() -> None:
    s = builder("BZU", "B1")
    assert GAME.parse("run") not in options(s)
    assert GAME.parse("lay-tile B10 9 1") not in options(s)
