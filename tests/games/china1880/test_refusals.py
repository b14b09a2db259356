"""1880: every kind of illegal action is refused in its own words, with its own section."""

from __future__ import annotations

import pytest

from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import LayTile
from stellwerk.games.china1880.rules.chapters.privates import LastCall, Surplus
from stellwerk.games.china1880.rules.chapters.share_round import LastPayments, ShareRound
from stellwerk.games.china1880.rules.chapters.stations import PlaceStation
from stellwerk.games.china1880.rules.chapters.track import LayTrack, lay_objection
from stellwerk.games.china1880.rules.state import China, Variants
from tests.games.helpers import refused, section

from .scenes import auction, begin, company, investor, new_game, play, scene
from .test_X_forced import needy, with_ways_out
from .test_X_running import FUSHUN, SIBERIA, running
from .test_X_stations import XIAN, placing, toward_changsha
from .test_X_track import builder, inner_city, track
from .test_X_trains import buying

# --- IV to VIII ------------------------------------------------------------------------------------------------------


def test_V_2_bids() -> None:
    s = new_game(4)
    assert refused(s, "bid P1 10") == "P0 is auctioned now [V.1]"
    assert refused(s, "bid P0 0") == "at least ¥5 must be bid [V.2]"
    assert refused(s, "bid P0 7") == "bids are multiples of 5 [V.2]"
    assert refused(s, "bid P0 505") == "¥505 needed, ¥480 there [V.2]"
    play(s, "bid P0 20")
    assert refused(s, "bid P0 20") == "at least ¥25 must be bid [V.2]"
    free = new_game(4, any_bid=True)
    assert section(free, "bid P0 7") == ""


def test_IV_2_numbers_are_drawn_once() -> None:
    s = GAME.setup(4, Variants())
    play(s, "draw-number 2")
    assert refused(s, "draw-number 2") == "number 2 is not there to be drawn [IV.2]"
    assert refused(s, "draw-number 4") == "number 4 is not there to be drawn [IV.2]"


def test_VI_P6_and_VII_1_after_the_auction() -> None:
    s = new_game(3)
    for private in s.tables.privates.values():
        play(s, f"bid {private.id} {private.price}", "pass", "pass")
        if private.id == "P6":
            break
    for line in ("BCR 30 100 0 AB", "BCR 20 90 0 ABC", "JHA 20 100 0 ABC", "BCR 20 100 1 ABC"):
        assert refused(s, f"found {line}") == "P6 brings 20 % of BCR at ¥100 with permits for three phases [VI.P6]"
    auction(s)
    play(s, "choose-investor A4")
    assert refused(s, "choose-investor A4") == "A4 is not there to be chosen [VII.1]"
    assert refused(s, "choose-investor A9") == "A9 is not there to be chosen [VII.1]"


def trading(phase: str = "A1", **variants: bool) -> China:
    """Seat 0 trades: he directs BZU and holds 20 % of NJR, which seat 1 directs."""
    s = scene(phase=phase, **variants)
    company(s, "BZU", {0: 40, 2: 10}, certificate=40)
    company(s, "NJR", {1: 30, 0: 20}, certificate=30)
    return begin(s, ShareRound())


def test_XII_6_founding() -> None:
    s = trading()
    assert refused(s, "found BZU 20 100 2 ABC") == "BZU cannot be founded any more [XII.6]"
    assert refused(s, "found XYZ 20 100 2 ABC") == "XYZ cannot be founded any more [XII.6]"
    assert refused(s, "found JHA 50 100 2 ABC") == "no director's certificate of 50 % [VIII.1]"
    assert refused(s, "found JHA 20 100 2 ABD") == "permits with 20 %: ABC, BCD [VIII.7]"
    assert refused(s, "found JHA 20 75 0 ABC") == "no par price of ¥75 [XII.6]"
    assert refused(s, "found JHA 20 100 3 ABC") == "row 4 at ¥100 is not the one to take [XII.6]"
    assert refused(s, "found JHA 20 90 1 ABC") == "row 2 at ¥90 is not the one to take [XII.6]"
    s.cash[0] = 199
    assert refused(s, "found JHA 20 100 2 ABC") == "¥200 needed, ¥199 there [XII.4]"
    s.debt[0] = 7
    assert refused(s, "found JHA 20 70 0 ABC") == "debt of ¥7 must be paid first [X.forced.5]"


def test_XII_7_the_certificate_limit() -> None:
    s = scene(5, "B1")
    for name in ("JHA", "JHU", "JGG", "HKR"):
        company(s, name, {1: 40, 0: 30}, par=90, certificate=40)
    company(s, "BZU", {0: 40, 2: 20})
    s.priority = 0
    s.shares["JHA"] = (20, 40, 0, 0, 0)
    begin(s, ShareRound())
    assert refused(s, "found WNR 20 80 0 ABC") == "certificate limit of 14 reached [XII.7]"
    assert refused(s, "buy-share HKR") == "certificate limit of 14 reached [XII.7]"
    assert section(s, "pass") == ""
    s.shares["JHA"] = (30, 40, 0, 0, 0)
    assert refused(s, "pass") == "certificate limit of 14: sell first [XII.7]"


def test_XII_4_buying() -> None:
    s = trading()
    assert refused(s, "buy-share JHA") == "JHA has not been founded [VIII.1]"
    assert refused(s, "buy-share BZU") == "no share of BZU is for sale [XI.3]"
    s.sold = ((0, "NJR"),)
    s.shares["NJR"] = (10, 30, 0, 0)
    assert refused(s, "buy-share NJR") == "shares of NJR were sold in this share round [XII.5]"
    s.sold, s.cash[0] = (), 99
    assert refused(s, "buy-share NJR") == "¥100 needed, ¥99 there [XII.4]"
    s.debt[0] = 30
    assert refused(s, "buy-share NJR") == "debt of ¥30 must be paid first [X.forced.5]"
    late = trading("B1")
    late.shares["NJR"] = (40, 50, 10, 0)
    assert refused(late, "buy-share NJR") == "no share of NJR is for sale [XII.4]"


def test_XII_10_selling() -> None:
    s = trading()
    assert refused(s, "sell-shares JHA 10") == "JHA has not been founded [XII.10]"
    assert refused(s, "sell-shares NJR 0") == "shares are sold by 10 % [XII.10]"
    assert refused(s, "sell-shares NJR 15") == "shares are sold by 10 % [XII.10]"
    assert refused(s, "sell-shares NJR 30") == "only 20 % of NJR held [XII.10]"
    assert refused(s, "sell-shares BZU 10") == "nobody can take over BZU as director [VIII.4]"
    s.phase = "B3"
    s.shares["BZU"] = (50, 0, 10, 0)
    assert refused(s, "sell-shares BZU 10") == "a director sells no shares of BZU now [XIV.2]"
    s.rounds = 0
    assert refused(s, "sell-shares NJR 10") == "no sales in the first share round [V.8]"


@pytest.mark.parametrize("last", [False, True])
def test_X_forced_5_paying_debt(last: bool) -> None:
    s = scene(cash=40)
    s.debt[0] = 50
    company(s, "BZU", {0: 20, 1: 10})
    begin(s, LastPayments() if last else ShareRound())
    assert refused(s, "pay-debt 0") == "the debt is ¥50 [X.forced.5]"
    assert refused(s, "pay-debt 51") == "the debt is ¥50 [X.forced.5]"
    assert refused(s, "pay-debt 41") == "¥41 needed, ¥40 there [X.forced.5]"
    assert section(s, "pay-debt 40") == ""


def test_VI_P5_a_permit_for_phase_D() -> None:
    s = trading("C1")
    assert refused(s, "grant-permit BZU") == "P5 is not yours to use [VI.P5]"
    s.privates["P5"] = 0
    assert refused(s, "grant-permit NJR") == "NJR is not one of your companies [VI.P5]"
    assert refused(s, "grant-permit JHA") == "JHA is not one of your companies [VI.P5]"
    s.permits["BZU"] = "CD"
    assert refused(s, "grant-permit BZU") == "BZU has a permit for phase D [VI.P5]"
    s.granted = "BZU"
    assert refused(s, "grant-permit BZU") == "P5 has served BZU [VI.P5]"


def test_VI_P7_a_train_for_the_rocket() -> None:
    s = buying(trains=("2", "2", "2"))
    assert refused(s, "exchange-rocket") == "P7 is not yours to use [VI.P7]"
    s.privates["P7"] = 0
    s.trains["BZU"] = ("2", "2", "2", "2")
    assert refused(s, "exchange-rocket") == "BZU has no room for a train [X.buy.7]"
    mine = scene(phase="A1")
    mine.privates["P7"] = 0
    investor(mine, "A3", 0)
    mine.active = "A3"
    begin(mine, LayTrack("A3"))
    assert refused(mine, "exchange-rocket") == "P7 serves a company of yours in its turn, no investor [VI.P7]"


def test_VI_P7_forced_and_X_buy_7_surplus() -> None:
    s = scene(phase="B3")
    s.privates["P7"] = 0
    company(s, "BZU", {0: 20}, trains=("3", "3", "3"))
    company(s, "NJR", {0: 20}, trains=("3", "3"))
    company(s, "JHA", {1: 20})
    begin(s, LastCall("4"))
    assert refused(s, "assign-rocket JHA") == "JHA is not one of your companies [VI.P7.forced]"
    assert refused(s, "assign-rocket BZU") == "a train is given up only if no company has room [X.buy.8]"
    assert section(s, "assign-rocket NJR") == ""
    s.agenda.clear()
    s.trains["NJR"] = ("3", "3", "4", "4")
    begin(s, Surplus("NJR"))
    assert refused(s, "give-up-train 2") == "NJR has no 2-train [X.buy.7]"


# --- X: track and stations -------------------------------------------------------------------------------------------


def test_X_track_the_builder_the_hex_and_the_tile() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B10 9 1")
    assert refused(s, "lay-tile Z9 9 1") == "no such hex, tile or rotation: lay-tile Z9 9 1 [X.track.5]"
    assert refused(s, "lay-tile B6 999 1") == "no such hex, tile or rotation: lay-tile B6 999 1 [X.track.5]"
    assert refused(s, "lay-tile B6 9 6") == "no such hex, tile or rotation: lay-tile B6 9 6 [X.track.5]"
    assert refused(s, "lay-tile A3 57 1") == "nothing is laid on A3 [X.track.7]"
    assert refused(s, "lay-tile J16 7 0") == "nothing is laid on J16 [X.track.10]"
    assert refused(s, "lay-tile B12 8852 1") == "tile 8852 does not show what is on B12 [X.track.5]"
    assert refused(builder("JHA", "B1"), "lay-tile E9 9 0") == "tile 9 does not show what is on E9 [X.track.6]"
    assert refused(s, "lay-tile B6 57 1") == "tile 57 does not show what is on B6 [X.track.5]"
    assert refused(s, "lay-tile B6 14 1") == "B6 is bare: a yellow tile comes first [X.upgrade.1]"
    s.stock["7"] = 0
    assert refused(s, "lay-tile B6 7 1") == "tile 7: none left [X.track.11]"
    s.permits["BZU"] = "ACD"
    assert refused(s, "lay-tile B6 9 1") == "BZU: no permit for phase B [X.track.2]"


def test_X_track_1_how_many() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1")
    found = lay_objection(s, "BZU", 2, LayTile("B10", "9", 1))
    assert str(found).replace("1880 ", "") == "yellow tiles in this turn: 2 [X.track.1]"
    play(s, "lay-tile B10 9 1")
    assert refused(s, "lay-tile B8 14 0") == "no upgrade after a yellow tile in the same turn [X.track.1]"


def test_X_track_4_home_first_and_X_track_9_terrain() -> None:
    s = builder("BZU", "B1", 500)
    assert refused(s, "lay-tile B10 9 1") == "BZU: first tile on B8 [X.track.4]"
    s = builder("LHR", "B1", 49)
    assert refused(s, "lay-tile J2 57 0") == "terrain costs ¥50, treasury ¥49 [X.track.9]"


def test_X_upgrade_colours_stations_and_exits() -> None:
    s = builder("BZU", "B1", 500, "B8 57 1", "B8 14 0")
    assert refused(s, "lay-tile B8 15 0") == "a green tile becomes a brown one, nothing else [X.upgrade.1]"
    assert refused(s, "lay-tile B8 63 0") == "no brown tiles in phase B1 [X.upgrade.1]"
    too_far = refused(builder("BZU", "B1", 500, "B8 57 1"), "lay-tile B8 63 0")
    assert too_far == "a yellow tile becomes a green one, nothing else [X.upgrade.1]"
    assert refused(builder("JHA", "B1", 500, "E9 57 0"), "lay-tile E9 888 0") == (
        "tile 888 does not keep the stations on E9 [X.upgrade.4]"
    )
    assert refused(inner_city(), "lay-tile B8 611 0") == "tile 63 with more exits comes first [X.upgrade.7]"


def test_X_track_where_track_may_run() -> None:
    s = builder("BZU", "B1", 500, "B8 57 2")
    closed = "track would run off the map, into a barrier or to a closed side [X.track.7]"
    assert refused(s, "lay-tile A7 8852 2") == closed
    assert refused(s, "lay-tile B8 14 0") == "track on B8 would be lost [X.upgrade.3]"
    assert refused(s, "lay-tile B12 8855 1") == "BZU: no track from its stations leads to this tile [X.track.3]"
    far = builder("BZU", "B1", 500, "B8 57 2", "C11 57 1")
    assert refused(far, "lay-tile C11 14 0") == "BZU: no track from its stations leads to this tile [X.upgrade.2]"
    assert refused(builder("JHU", "B1", 500, "F10 57 1"), "lay-tile E9 57 2") == (
        "the printed track on E9 must be continued [X.track.8]"
    )


def test_X_station_markers() -> None:
    s = placing("B1", 500, "B8 57 2", "C9 6 2", "A7 8851 1", "A5 57 1")
    assert refused(s, "place-marker C9 3") == "no such city: C9.3 [X.station.3]"
    assert refused(s, "place-marker Z1 0") == "no such city: Z1.0 [X.station.3]"
    assert refused(s, "place-marker F10 0") == "BZU: not connected with F10 [X.station.4]"
    s.board = s.board.with_station("C9", 0, "WNR")
    assert refused(s, "place-marker C9 0") == "no free place on C9 [X.station.3]"
    assert refused(s, "place-marker B8 0") == "BZU: a marker stands on B8 already [X.station.3]"
    s.treasury["BZU"] = 39
    assert refused(s, "place-marker C9 0") == "the marker costs ¥40, treasury ¥39 [X.station.2]"
    s.stations["BZU"] = ("B8", "F4", "F6")
    assert refused(s, "place-marker C9 0") == "BZU: no marker left [X.station.3]"


def test_X_station_towns_and_red_hexes() -> None:
    s = placing("B1", 500, "B8 6 2", "A7 8851 1", "A5 57 1")
    assert refused(s, "place-marker A7 0") == "no place for a marker on A7 [X.station.3]"
    assert refused(s, "place-marker A3 0") == "no place for a marker on A3 [X.station.7]"


def test_X_station_6_places_that_are_kept() -> None:
    s = scene(phase="B1")
    company(s, "JGG", treasury=500)
    track(s, *XIAN, "J6 14 2")
    s.board = s.board.with_station("J6", 0, "BZU")
    begin(s, PlaceStation("JGG"))
    assert refused(s, "place-marker J6 0") == "the last place on J6 is kept for NXR [X.station.6]"


def test_X_station_5_two_cities() -> None:
    s = toward_changsha("N12 8860 0")
    s.privates["P7"], s.active, s.director["WNR"] = 0, "WNR", 0
    begin(s, PlaceStation("WNR"))
    assert refused(s, "place-marker N12 0") == "N12 waits for SCR [X.station.5]"
    s.agenda.clear()
    company(s, "SCR")
    begin(s)
    assert refused(s, "choose-city 2") == "no such city on the home hex of SCR [X.station.5]"


# --- X: running ------------------------------------------------------------------------------------------------------


def test_X_route_what_is_no_route() -> None:
    s = running("BZU", ("2", "3"), *SIBERIA)
    assert refused(s, "run") == "BZU: a route is possible, so a train must run [X.route.1]"
    assert refused(s, "run 4:A7-B8") == "BZU: no such train left to run: 4 [X.route.1]"
    assert refused(s, "run 2:A7-B8 3:B8-A7-A5") == "routes share track: 2, 3 [X.route.10]"
    assert refused(s, "run 2:A7-Z9") == "no such hex: Z9 [X.route.2]"
    assert refused(s, "run 2:B8.4-A7") == "no such station: B8.4 [X.route.2]"
    assert refused(s, "run 2:B12") == "several stations on B12: which one? [X.route.2]"
    assert refused(s, "run 2:B8-C9") == "no track from B8 to C9 [X.route.2]"
    assert refused(s, "run 2:B8-B10") == "the route ends on B10 without a station [X.route.2]"
    assert refused(s, "run 2:B8") == "a route needs two stations [X.route.2]"
    assert refused(s, "run 2:A5-A7") == "no own marker on the route [X.route.2]"
    assert refused(s, "run 2:A5-(A7)-B8") == "only express trains leave out stations: A7 [X.route.4]"
    assert refused(s, "run 2:A5-A7-B8") == "stations counted: 3, allowed: 2 [X.route.3]"
    assert refused(s, "run 2:A7-((B8") == "not a route: A7-((B8 [X.route.2]"


def test_X_route_where_a_route_may_not_go() -> None:
    s = running("BZU", ("6",), "B8 57 1", "B6 9 1", "B4 8 2", "A5 5 0", "A7 8850 1", phase="C2")
    assert refused(s, "run 6:B8-B6-B4-A3-A5") == "A3 can only be the end of a route [X.route.7]"
    assert refused(s, "run 6:B8-B6-B8") == "no track that way through B6, or reversing there [X.route.9]"
    s = running("BZU", ("4",), *SIBERIA, phase="B3")
    assert refused(s, "run 4:B8-A7-B8") == "track used twice on the way to B8 [X.route.9]"
    s = running("QSR", ("4",), *FUSHUN, "D12 8872 3", phase="C1")
    assert refused(s, "run 4:D12-D14-E13-D12") == "D12 is visited twice [X.route.5]"


def test_X_route_what_stands_in_the_way() -> None:
    s = running("BZU", ("6E", "2+2"), *SIBERIA, phase="C3")
    assert refused(s, "run 6E:A7-(B8)-B10-B12.0") == "a station with an own marker must be counted [X.train.3]"
    assert refused(s, "run 2+2:A3-A5-A7-B8") == "large stations counted: 3, allowed: 2 [X.train.2]"
    s.board = s.board.with_station("A5", 0, "WNR")
    assert refused(s, "run 6E:A3-A5-A7-B8") == "A5 is full of other markers: no way through [X.route.8]"


# --- X: trains -------------------------------------------------------------------------------------------------------


def test_X_buy_2_from_the_bank() -> None:
    s = buying()
    assert refused(s, "buy-train 2+2") == "the bank sells 2-trains now [X.buy.2]"
    assert refused(s, "buy-train 2R") == "restored trains are not for sale yet [X.train.4]"
    s.treasury["BZU"] = 99
    assert refused(s, "buy-train 2") == "¥100 needed, ¥99 there [X.buy.2]"
    s.trains["BZU"] = ("2", "2", "2", "2")
    assert refused(s, "buy-train 2") == "BZU has no room for a train [X.buy.7]"


def test_X_train_4_restored_trains() -> None:
    s = buying(phase="C2", trains=("2R",))
    assert refused(s, "buy-train 2R") == "BZU has a restored train [X.train.4]"
    s.trains["BZU"], s.treasury["BZU"] = (), 10
    price = s.tables.trains["2R"].price
    assert refused(s, "buy-train 2R") == f"¥{price} needed, ¥10 there [X.forced.6]"
    assert refused(s, "pass") == "BZU must own a train [X.buy.1]"
    s.depot["2R"] = 0
    assert refused(s, "buy-train 2R") == "no restored train is left [X.train.4]"


def test_X_buy_3_from_another_company() -> None:
    assert refused(buying(), "buy-train-from NJR 2 7") == "companies trade trains from the first 3-train on [X.buy.3]"
    s = buying(phase="C2", treasury=30, trains=("2R",))
    company(s, "NJR", {0: 20}, trains=("2R", "4"))
    company(s, "JHA", {1: 20}, trains=("4",))
    assert refused(s, "buy-train-from JHA 4 7") == "JHA has another director [X.buy.3]"
    assert refused(s, "buy-train-from BZU 2R 7") == "BZU has another director [X.buy.3]"
    assert refused(s, "buy-train-from NJR 6 7") == "NJR has no 6-train [X.buy.3]"
    assert refused(s, "buy-train-from NJR 2R 7") == "BZU has a restored train [X.train.4]"
    assert refused(s, "buy-train-from NJR 4 31") == "a price from ¥1 to ¥30 [X.buy.3]"
    assert refused(s, "buy-train-from NJR 4 0") == "a price from ¥1 to ¥30 [X.buy.3]"
    s.trains["BZU"] = ("4", "4", "4")
    assert refused(s, "buy-train-from NJR 4 7") == "BZU has no room for a train [X.buy.7]"


def test_X_forced_3_emergency_sales() -> None:
    assert refused(needy(cash=100), "sell-shares NJR 10") == "no shares need be sold for a train [X.forced.3]"
    s = needy(cash=10)
    assert refused(s, "sell-shares LHR 20") == "the director of LHR must not change [X.forced.3]"
    assert refused(s, "sell-shares NJR 20") == "fewer shares would bring the missing ¥60 [X.forced.3]"


def test_X_forced_3_a_sale_binds() -> None:
    s = play(with_ways_out(), "sell-shares LHR 10")
    for line in ("buy-train-from WNR 4 1", "exchange-rocket", "buy-train 2R"):
        assert refused(s, line) == "shares were sold for the 4-train of the bank [X.forced.3]"
