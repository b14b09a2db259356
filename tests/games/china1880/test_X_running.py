"""1880 X: operating trains, and what their routes earn."""

from __future__ import annotations

import random

import pytest

from stellwerk.core import Rule, options, pending
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import (
    FAULTS,
    Routes,
    RunTrains,
    best_run,
    income,
    run_objection,
    service,
    train_names,
    trains,
    written,
)
from stellwerk.games.china1880.rules.state import China
from tests.games.helpers import asked, refusal, section

from .scenes import begin, company, investor, play, scene, tell, turn
from .test_X_track import track

SIBERIA = ("A5 57 1", "A7 8851 1", "B8 6 2", "B10 9 1", "B12 8858 1", "A13 8 4")
SOUTH = ("N12 235 0", "N12 8861 5", "O11 8856 0", "P12 57 2", "O13 9 2", "P14 57 2")
TAIWAN = ("M15 8850 0", "N14 8 1", "N12 235 0", "N12 8860 5", "O11 8856 0", "P12 57 2")


def running(name: str, stock: tuple[str, ...], *lays: str, phase: str = "B1", permits: str = "") -> China:
    """A company about to run its trains."""
    s = scene(phase=phase)
    track(s, *lays)
    company(s, name, trains=stock, permits=permits)
    if s.agenda:
        begin(s)
        play(s, "choose-city 0")
    s.active = name
    return begin(s, RunTrains(name))


def test_X_turn_the_parts_come_in_their_order_and_two_are_compulsory() -> None:
    s = scene()
    track(s, "B8 57 2", "C9 6 2", "C11 57 1")
    company(s, "BZU", {0: 20}, treasury=500, trains=("2",))
    turn(s, "BZU")
    parts = []
    for line, may_pass in (("pass", True), ("pass", True), ("run 2:B8-C9", False), ("withhold", False), ("pass", True)):
        parts.append(asked(s)[0])
        assert (section(s, "pass") == "") == may_pass
        play(s, line)
    assert parts == ["BuildTrack", "BuildStation", "Operate", "PayOrKeep", "Purchase"]
    assert s.agenda == []


def worth(s: China, *routes: str) -> int:
    assert run_objection(s, s.active, Run(routes)) is None
    return income(s, s.active, Run(routes))


def fault(s: China, *routes: str) -> str:
    return section(s, " ".join(("run", *routes)))


# --- trains ----------------------------------------------------------------------------------------------------------


def test_c086_X_train_2_a_plus_train_may_put_towns_for_cities_not_cities_for_towns() -> None:
    s = running("BZU", ("2+2",), "A5 57 1", "A7 8851 1", "B8 6 2", "B10 9 1", "B12 8858 1", "A13 8 4")
    assert worth(s, "2+2:A7-B8-B10-B12.0") == 60
    assert worth(s, "2+2:A5-A7-B8-B10-B12.0") == 80
    assert fault(s, "2+2:A3-A5-A7-B8") == "X.train.2"
    assert fault(s, "2+2:A3-A5-A7-B8-B10-B12.0") == "X.route.3"


def test_c087_X_train_2_SCR_runs_a_2_plus_2_to_haikou_but_not_to_hong_kong() -> None:
    """The example of the rulebook: a harbour is small, a red hex is large."""
    s = running("SCR", ("2+2",), *SOUTH, phase="A2")
    assert worth(s, "2+2:N12.0-O11.1-P12-Q13") == 40 + 20 + 20 + 20
    assert fault(s, "2+2:N12.0-O13-P14-Q15") == "X.train.2"


def test_c087_X_train_2_SCR_runs_a_3_plus_3_from_taiwan_to_haikou() -> None:
    """The example of the rulebook: two large and four small stations."""
    s = running("SCR", ("3+3",), *TAIWAN, phase="B2")
    assert worth(s, "3+3:N16-M15-N14-N12.0-O11.1-P12-Q13") == 30 + 20 + 40 + 20 + 20 + 30


def test_c088_X_route_4_a_normal_train_leaves_no_station_out() -> None:
    s = running("BZU", ("2", "3"), *SIBERIA)
    assert fault(s, "2:A5-A7-B8") == "X.route.3"
    assert fault(s, "2:A5-(A7)-B8") == "X.route.4"
    assert worth(s, "3:A5-A7-B8") == 60


def test_X_train_1_a_normal_train_counts_up_to_its_number() -> None:
    s = running("BZU", ("3",), *SIBERIA)
    assert worth(s, "3:A7-B8") == 40
    assert worth(s, "3:A7-B8-B10-B12.0") == 60
    assert fault(s, "3:A5-A7-B8-B10-B12.0") == "X.route.3"


def test_c089_X_train_3_an_express_train_leaves_stations_out() -> None:
    s = running("BZU", ("6E",), *SIBERIA, phase="C3")
    assert worth(s, "6E:A3-A5-A7-B8-B10-B12.0-A13-A15") == 40 + 20 + 20 + 20 + 20 + 30 + 50
    assert worth(s, "6E:A3-(A5)-(A7)-B8-B10-(B12.0)-A13-A15") == 40 + 20 + 30 + 50
    assert fault(s, "6E:A3-A5-A7-(B8)-B10-B12.0-A13-A15") == "X.train.3"


def test_c089_X_route_8_an_express_train_is_stopped_by_a_full_foreign_city() -> None:
    s = running("BZU", ("6E",), *SIBERIA, phase="C3")
    s.board = s.board.with_station("A5", 0, "WNR")
    assert fault(s, "6E:A3-(A5)-A7-B8") == "X.route.8"
    assert worth(s, "6E:A5-A7-B8") == 60


def test_X_train_3_an_express_train_has_a_limit_too() -> None:
    ferries = ("F10 57 1", "E13 5 5", "G13 8 3", "H14 57 2", "K15 8877 0", "L14 57 0", "M13 9 0")
    s = running("JHU", ("6E",), *ferries, "N12 235 3", phase="C3")
    long = "F8.3-F10-F12-E13-F14-G13-H14-I15-J16-K15-L14-M13-N12.0"
    assert fault(s, f"6E:{long}") == "X.route.3"
    assert worth(s, f"6E:{long.replace('E13', '(E13)')}") == 20 + 20 + 20 + 30 + 20 + 30 - 30


def test_X_train_4_a_restored_train_runs_as_a_normal_one() -> None:
    s = running("BZU", ("2R",), *SIBERIA, phase="C2")
    assert worth(s, "2R:A7-B8") == 40
    assert fault(s, "2R:A5-A7-B8") == "X.route.3"


# --- routes ----------------------------------------------------------------------------------------------------------


def test_c090_X_route_10_trains_meet_in_stations_but_share_no_track() -> None:
    s = running("BZU", ("2", "2"), *SIBERIA)
    assert worth(s, "2:A7-B8", "2:B8-B10-B12.0") == 80
    assert fault(s, "2:A7-B8", "2:B8-A7") == "X.route.10"
    assert fault(s, "2:A7-B8", "2:A7-B8", "2:B8-B10-B12.0") == "X.route.1"


def test_c090_X_route_10_a_junction_serves_one_train() -> None:
    """Both lines leave Harbin by the same track and part at B10."""
    s = running("BZU", ("2", "2"), "B8 57 1", "B10 9 1", "B10 23 1", "B12 8855 1", "C11 57 2")
    routes = ("2:B8-B10-B12.0", "2:B8-B10-C11")
    assert worth(s, routes[0]) == 40
    assert worth(s, routes[1]) == 40
    assert fault(s, *routes) == "X.route.10"


FUSHUN = ("D12 235 0", "D12 8862 0", "D14 8850 1", "E13 5 2")  # from one city of the hex round to the other


def test_c091_X_route_5_two_cities_of_one_tile_are_two_stations() -> None:
    s = running("QSR", ("4",), *FUSHUN, phase="B3")
    assert worth(s, "4:D12.1-D14-E13-D12.0") == 40 + 20 + 20 + 40
    joined = running("QSR", ("4",), *FUSHUN, "D12 8872 3", phase="C1")
    assert fault(joined, "4:D12-D14-E13-D12") == "X.route.5"
    assert worth(joined, "4:D12-D14-E13") == 90


LOOP = ("G7 7 2", "F6 5 4")  # from the circle in the south-west of Beijing round to the one in the west


def test_c092_X_route_6_from_beijing_to_beijing_until_brown() -> None:
    printed = running("JGG", ("4",), *LOOP, phase="B3")
    assert worth(printed, "4:F8.0-G7-F6-F8.1") == 60
    green = running("JGG", ("4",), "F8 8886 0", *LOOP, phase="B3")
    assert worth(green, "4:F8.0-G7-F6-F8.1") == 100
    brown = running("JGG", ("4",), "F8 8886 0", "F8 8887 0", *LOOP, phase="C1")
    assert fault(brown, "4:F8-G7-F6-F8") == "X.route.5"
    assert worth(brown, "4:F8-G7-F6") == 80


def test_c093_X_route_7_red_hexes_and_harbours_are_only_ends() -> None:
    s = running("BZU", ("6",), "B8 57 1", "B6 9 1", "B4 8 2", "A5 5 0", "A7 8850 1", phase="C2")
    assert fault(s, "6:B8-B6-B4-A3") == ""
    assert fault(s, "6:B8-B6-B4-A3-A5") == "X.route.7"


def test_c094_X_route_2_two_stations_and_an_own_marker() -> None:
    s = running("BZU", ("3",), *SIBERIA)
    assert fault(s, "3:B8") == "X.route.2"
    assert fault(s, "3:A5-A7") == "X.route.2"
    assert fault(s, "3:A3-A5") == "X.route.2"
    assert fault(s, "3:B8-B10") == "X.route.2"  # ends on the line
    assert fault(s, "3:B8-C9") == "X.route.2"
    assert fault(s, "3:B8-Z9") == "X.route.2"
    assert fault(s, "3:B12.0-B10-B8.4") == "X.route.2"
    assert fault(s, "3:what?") == "X.route.2"
    assert fault(s, "4:A7-B8") == "X.route.1"


def test_X_route_9_no_track_twice_and_no_reversing() -> None:
    s = running("BZU", ("4",), "B8 57 1", "B10 9 1", "B10 23 1", "B12 8855 1", "C11 57 2", phase="B3")
    assert fault(s, "4:B12.0-B10-C11") == "X.route.9"
    s = running("BZU", ("4",), *SIBERIA, phase="B3")
    assert fault(s, "4:B8-A7-B8") == "X.route.9"


def test_c140_X_route_8_a_route_may_end_in_a_full_foreign_city() -> None:
    s = running("BZU", ("4",), *SIBERIA, phase="B3")
    s.board = s.board.with_station("A5", 0, "WNR")
    assert worth(s, "4:B8-A7-A5") == 60
    assert fault(s, "4:B8-A7-A5-A3") == "X.route.8"
    s.board = s.board.without_station("A5", "WNR").with_station("A5", 0, "BZU")
    assert fault(s, "4:B8-A7-A5-A3") == ""


# --- compulsory running ----------------------------------------------------------------------------------------------


def test_c142_X_route_1_with_a_route_a_train_must_run() -> None:
    s = running("BZU", ("2", "2"), *SIBERIA)
    assert section(s, "run") == "X.route.1"
    assert str(refusal(s, "run").text) == "BZU: a route is possible, so a train must run"
    assert fault(s, "2:A7-B8") == ""  # the second train may stay idle
    play(s, "run 2:A7-B8")
    assert s.income == 40
    assert not s.agenda


def test_c142_X_route_1_departure_all_trains_may_stay_idle() -> None:
    s = scene(phase="B1", idle_trains=True)
    track(s, *SIBERIA)
    company(s, "BZU", trains=("2",))
    begin(s, RunTrains("BZU"))
    assert section(s, "run") == ""


def test_c142_X_route_1_without_route_or_train_nothing_is_asked() -> None:
    s = running("BZU", ("2",), "B8 57 1")
    assert not s.agenda
    assert s.income == 0
    s = running("BZU", (), *SIBERIA)
    assert not s.agenda


def test_X_route_1_an_investor_runs_the_train_on_top_of_the_bank() -> None:
    s = scene(phase="B1")
    track(s, "H6 57 1", "H8 8855 1")
    investor(s, "A3", 0)
    begin(s, RunTrains("A3"))
    assert train_names(s, "A3") == ("3",)
    assert section(s, "run 2:H6-H8.0") == "X.route.1"
    play(s, "run 3:H6-H8.0")
    assert s.income == 40


# --- income ----------------------------------------------------------------------------------------------------------


def ferry(*owned: str) -> China:
    s = running("HKR", ("4",), "H14 57 2", "K15 8877 0", phase="B3")
    for private in owned:
        s.privates[private] = 0
    return s


def test_c095_X_income_2_a_ferry_costs_ten_however_many_sea_hexes_it_crosses() -> None:
    assert worth(ferry(), "4:K15-J16-I15-H14") == 30 + 20 - 10
    assert worth(ferry("P2"), "4:K15-J16-I15-H14") == 50


def test_c095_X_income_2_each_ferry_costs_ten() -> None:
    s = running("JHU", ("6",), "F10 57 1", "E13 5 5", "G13 8 3", "H14 57 2", "K15 8877 0", phase="C2")
    assert worth(s, "6:F8.3-F10-F12-E13-F14-G13-H14") == 80 - 20
    assert worth(s, "6:F8.3-F10-F12-E13-F14-G13-H14-I15-J16-K15") == 110 - 30


@pytest.mark.parametrize(("phase", "value"), [("A1", 50), ("B1", 50), ("C1", 20), ("D1", 20)])
def test_c018_X_income_3_taiwan_is_worth_twenty_more_with_P3(phase: str, value: int) -> None:
    s = running("HKR", ("6E",), "K15 8877 2", "L16 8850 2", "M15 8852 2", phase=phase)
    s.privates["P3"] = 0
    assert service(s, "HKR").value(("N16", 0)) == value
    s.privates["P3"] = 1
    assert service(s, "HKR").value(("N16", 0)) == value - 20


def test_c096_X_income_6_the_trans_siberian_line_is_worth_fifty() -> None:
    """The example of the rulebook: a 6-train or a 4+4-train is the least that will do."""
    whole = "A3-A5-A7-B8-B10-B12.0-A13-A15"
    s = running("BZU", ("6", "4+4", "4"), *SIBERIA, phase="C2")
    stops = 40 + 20 + 20 + 20 + 20 + 30
    assert worth(s, f"6:{whole}") == worth(s, f"4+4:{whole}") == stops + 50
    assert fault(s, f"4:{whole}") == "X.route.3"
    assert worth(s, "6:A3-A5-A7-B8-B10-B12.0") == 40 + 80


def test_c096_X_income_6_both_ends_must_be_counted_by_one_train() -> None:
    s = running("BZU", ("6E", "3"), *SIBERIA, phase="C3")
    assert worth(s, "6E:(A3)-A5-A7-B8-B10-B12.0-A13-A15") == 20 * 4 + 30
    s = running("BZU", ("4", "3"), *SIBERIA, phase="C1")
    assert worth(s, "4:A3-A5-A7-B8", "3:B8-B10-B12.0-A13-A15") == 40 + 60 + 20 + 20 + 30


def test_c096_X_income_6_once_in_a_turn() -> None:
    """Two lines from Russia to Vladivostok that share no track."""
    north = ("A5 57 1", "A7 8852 1", "A9 9 1", "A11 9 1", "A13 9 1")
    south = ("B4 9 2", "C5 7 2", "B6 8 4", "B8 57 1", "B10 9 1", "B12 8855 1", "B14 6 1")
    s = running("BZU", ("8", "8"), *north, *south, phase="D1")
    first, second = "A3-A5-A7-A9-A11-A13-A15", "A3-B4-C5-B6-B8-B10-B12.0-B14-A15"
    s.board = s.board.with_station("A5", 0, "BZU")
    alone = worth(s, f"8:{first}"), worth(s, f"8:{second}")
    assert worth(s, f"8:{first}", f"8:{second}") == sum(alone) - 50


@pytest.mark.parametrize(("hex", "values"), [("K1", (0, 0, 0, 80)), ("Q15", (20, 30, 10, 70)), ("N16", (30, 30, 0, 0))])
def test_c097_X_income_3_red_and_blue_hexes_by_phase(hex: str, values: tuple[int, ...]) -> None:
    s = running("BZU", ("2",), *SIBERIA)
    for phase, value in zip(("A1", "B1", "C1", "D1"), values, strict=True):
        s.phase = phase
        assert service(s, "BZU").value((hex, 0)) == value


def test_c097_X_income_3_lhasa_takes_a_stop_while_it_is_worth_nothing() -> None:
    s = running("LHR", ("2",), "J2 5 0", phase="A1")
    assert worth(s, "2:J2-K1") == 20
    s = running("LHR", ("3",), "J2 57 0", "I3 8 0", phase="B1")
    assert fault(s, "3:K1-J2") == ""


def test_X_income_1_income_is_told_and_left_to_the_dividend() -> None:
    s = running("BZU", ("3",), *SIBERIA)
    assert tell(s, "run 3:A5-A7-B8") == ["BZU: ¥60 by 3:A5-A7-B8"]
    assert s.income == 60


# --- the choice ------------------------------------------------------------------------------------------------------


def test_random_runs_are_legal_and_suggestions_begin_with_the_best() -> None:
    s = running("BZU", ("4+4", "2R"), *SIBERIA, phase="C2")
    rng = random.Random(1)
    runs = {str(options(s).sample(rng)) for _ in range(60)}
    assert len(runs) > 5
    for line in runs:
        assert section(s, line) == ""
    best = Routes(s, "BZU").suggest(3)
    assert best[0] == written(service(s, "BZU"), ("4+4", "2R"), best_run(s, "BZU").routes)
    assert income(s, "BZU", best[0]) == max(income(s, "BZU", run) for run in best) == best_run(s, "BZU").revenue
    assert not options(s).finite
    with pytest.raises(TypeError):
        iter(Routes(s, "BZU"))


def test_every_fault_has_words_and_a_section_of_the_book() -> None:
    s = running("BZU", ("2",), *SIBERIA)
    for section_, words in FAULTS.values():
        assert Rule("1880", section_) in GAME.rules
        assert words.__code__.co_argcount <= 2
    assert trains(s, ["2+2"])[0].large == 2


def test_P7_may_be_used_when_trains_are_about_to_run() -> None:
    s = scene(phase="A1")
    track(s, *SIBERIA)
    s.privates["P7"] = 0
    company(s, "BZU", trains=("2",), permits="")
    turn(s, "BZU")
    play(s, "pass", "pass")
    assert asked(s)[0] == "Operate"
    play(s, "exchange-rocket")
    assert asked(s)[0] == "Operate"
    play(s, "run 2:A7-B8 2:B8-B10-B12.0")
    assert s.income == 80


def test_options_contain_what_the_law_allows() -> None:
    s = running("BZU", ("2",), *SIBERIA)
    s.privates["P7"] = 0
    assert GAME.parse("run 2:A7-B8") in options(s)
    assert GAME.parse("run 2:A5-A7") not in options(s)
    assert GAME.parse("exchange-rocket") in options(s)
    assert GAME.parse("pass") not in options(s)
    candidates = [str(a) for a in pending(s).candidates(s)]
    assert candidates == ["run 2:B8-A7", "exchange-rocket"]
    assert str(pending(s).question(s)) == "BZU: run trains"


def test_a_run_is_remembered_for_the_bonus() -> None:
    s = play(running("BZU", ("2",), *SIBERIA), "run 2:A7-B8")
    assert s.ran is True


def test_idle_trains_are_not_written() -> None:
    s = running("BZU", ("2", "4"), *SIBERIA, phase="B3")
    ground = service(s, "BZU")
    (route,) = [r for r in best_run(s, "BZU").routes if r and len(r.stops) == 2]
    assert written(ground, ("2", "4"), (None, route)).routes == ("4:B8-B10-B12.0",)
    with pytest.raises(ValueError, match="argument"):
        written(ground, ("2",), (None, route))


def test_a_best_run_is_searched_within_its_budget_and_kept() -> None:
    s = running("BZU", ("6E", "2R"), *SIBERIA, phase="C3")
    best = best_run(s, "BZU")
    assert best.proven
    assert best.revenue == 40 + 20 + 20 + 20 + 20 + 30 + 50
    assert best_run(s, "BZU") is best
    assert best_run(s.copy(), "BZU") is best
    hasty = best_run(s, "BZU", nodes=1)
    assert hasty.nodes < best.nodes
    assert hasty.bound >= best.revenue
    asked_for = []
    timed = best_run(s, "BZU", stop=lambda: bool(asked_for.append(1)))
    assert timed == best
    assert timed is not best


def test_a_best_run_depends_on_trains_phase_and_powers() -> None:
    s = running("HKR", ("4",), "H14 57 2", "K15 8877 0", phase="B3")
    assert best_run(s, "HKR").revenue == 40
    s.privates["P2"] = 0
    assert best_run(s, "HKR").revenue == 50
    s.trains["HKR"] = ()
    assert best_run(s, "HKR").routes == ()
    s = running("LHR", ("2",), "J2 5 0", phase="C1")
    assert best_run(s, "LHR").revenue == 20
    s.phase = "D1"
    assert best_run(s, "LHR").revenue == 100


def test_suggestions_are_as_many_as_asked_for_and_always_the_same() -> None:
    s = running("BZU", ("4+4", "2R"), *SIBERIA, phase="C2")
    for n in (1, 2, 5):
        some = Routes(s, "BZU").suggest(n)
        assert len(some) == len(set(some)) == n
        assert some == Routes(s, "BZU").suggest(n)
        assert all(run_objection(s, "BZU", run) is None for run in some)
