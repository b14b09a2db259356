"""Routes: notation, faults, earnings; random runs; every recorded run."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.routes import Call, Fault, Route, along, conflict, earnings, fault, read, spell
from stellwerk.rail18.service import Bonus, Service, Toll
from stellwerk.rail18.tiles import tile
from stellwerk.rail18.trains import Train, express, normal, plus
from stellwerk.rail18.walks import any_routes, has_route, random_routes
from tests.rail18.china import CHINA, TILE_SET, service_of
from tests.rail18.china import train as train_called
from tests.rail18.positions import runs

LINE = ("A5 57 1", "A7 8851 1", "B8 6 2", "B10 9 1", "B12 8858 1", "A13 8 4")


def ground(*lays: str, homes: tuple[str, ...] = ("B8",), foreign: tuple[str, ...] = (), **more: Any) -> Service:
    parsed = (line.split() for line in lays or LINE)
    stations = [Station(hex, 0, "X") for hex in homes] + [Station(hex, 0, "Y") for hex in foreign]
    board = Board(tuple(sorted(Lay(h, t, int(r)) for h, t, r in parsed)), tuple(sorted(stations)))
    places, blocked = board.places("X"), CHINA.blocked(board, "X")
    return Service(CHINA.layout(board), places, blocked, lambda place, node: node.worth(2), **more)


def route(service: Service, text: str) -> Route:
    found = read(service.layout, text)
    assert isinstance(found, Route), found
    return found


# --- notation --------------------------------------------------------------------------------------------------------


def test_a_route_is_its_hexes_in_order() -> None:
    service = ground()
    found = route(service, "A5-A7-B8-B10-B12.0")
    assert found.stops == (("A5", 0), ("A7", 0), ("B8", 0), ("B12", 0))
    assert found.calls[3] == Call("B10")
    assert spell(service.layout, found) == "A5-A7-B8-B10-B12.0"
    assert found.track == sum(found.sections)
    assert len(found.sections) == 3


def test_a_stop_needs_its_number_only_where_it_is_not_clear() -> None:
    service = ground()
    assert route(service, "B8-B10-B12") == route(service, "B8-B10-B12.0")
    assert route(service, "A5.0-A7.0") == route(service, "A5-A7")
    assert read(service.layout, "F8") == Fault("which-stop", ("F8",))


def test_stops_left_out_stand_in_brackets() -> None:
    service = ground()
    found = route(service, "A5-(A7)-B8-(B10)-(B12.0)")
    assert found.counted == (("A5", 0), ("B8", 0))
    assert spell(service.layout, found) == "A5-(A7)-B8-B10-(B12.0)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Fault("notation", ("",))),
        ("A5 A7", Fault("notation", ("A5 A7",))),
        ("(A5-A7", Fault("notation", ("(A5-A7",))),
        ("A5-Z7", Fault("hex", ("Z7",))),
        ("A5-A7.3", Fault("stop", ("A7.3",))),
        ("A5-B8", Fault("track", ("A5", "B8"))),
        ("A5-B6", Fault("track", ("A5", "B6"))),
        ("B8-B10", Fault("no-stop", ("B10",))),
        ("A5-A7-B6", Fault("track", ("A7", "B6"))),
        ("B8-A7-B8", Fault("track-twice", ("B8",))),
        ("B10-B12.1", Fault("no-stop", ("B10",))),
        ("B8-B10-B12.1", Fault("track-inside", ("B12",))),
        ("A7-A7", Fault("track", ("A7", "A7"))),
        ("-".join(["A5", "A7"] * 150), Fault("notation", ("-".join(["A5", "A7"] * 150)[:200],))),
    ],
)
def test_what_is_no_route(text: str, expected: Fault) -> None:
    assert read(ground().layout, text) == expected


def test_no_reversing_at_a_junction() -> None:
    service = ground("B8 57 1", "B10 23 1", "B12 8855 1", "C11 57 2")
    assert read(service.layout, "B12.0-B10-C11") == Fault("track-inside", ("B10",))
    assert conflict([route(service, "B8-B10-B12.0"), route(service, "B8-B10-C11")]) == (0, 1)


def test_stops_of_one_tile_that_are_joined_by_track() -> None:
    joined = tile("J", "t10(1) c20(4) n0-n1", "green")
    atlas = Atlas([Land(hex, tile(hex)) for hex in ("A2", "A4", "A6")], [*TILE_SET.values(), joined])
    board = Board((Lay("A2", "57", 1), Lay("A4", "J", 0), Lay("A6", "57", 1)), (Station("A4", 1, "X"),))
    layout = atlas.layout(board)
    found = read(layout, "A2-A4.0-A4.1-A6")
    assert isinstance(found, Route)
    assert found.stops == (("A2", 0), ("A4", 0), ("A4", 1), ("A6", 0))
    assert spell(layout, found) == "A2-A4.0-A4.1-A6"
    assert read(layout, "A2-A4-A6") == Fault("track-inside", ("A4",))
    assert atlas.network(board, "X").places.keys() == {("A4", 1), ("A6", 0), ("A4", 0), ("A2", 0)}
    short = read(layout, "A4.0-A4.1")
    assert isinstance(short, Route)
    assert conflict([found, short]) == (0, 1)


def test_a_route_is_two_arms() -> None:
    service = ground()
    layout = service.layout
    (west,) = layout.chain(("B8", 0, 2)).links
    (east,) = layout.chain(("B8", 0, 4)).links
    assert along(("B8", 0), (east,), (west,)) == route(service, "A7-B8-B10-B12.0")
    assert along(("B8", 0), (east,), (west,), [("A7", 0)]) == route(service, "(A7)-B8-B10-B12.0")


# --- faults ----------------------------------------------------------------------------------------------------------

FOUR, TWO_TWO, TWO_E = normal("4", 4), plus("2+2", 2, 2), express("2E", 2)


@pytest.mark.parametrize(
    ("train", "text", "code"),
    [
        (FOUR, "A5-A7-B8", None),
        (FOUR, "B8", "one-stop"),
        (FOUR, "A3-A5-A7", "no-station"),
        (FOUR, "A3-A5-A7-B8-B10-B12.0", "stops"),
        (TWO_TWO, "A3-A5-A7-B8", "large-stops"),
        (TWO_TWO, "A5-A7-B8-B10-B12.0", None),
        (FOUR, "A5-(A7)-B8", "left-out"),
        (TWO_E, "A5-A7-B8", "stops"),
        (TWO_E, "A5-(A7)-B8", None),
        (TWO_E, "A3-(A5)-A7-(B8)", "station-left-out"),
    ],
)
def test_faults(train: Train, text: str, code: str | None) -> None:
    service = ground()
    found = fault(service, train, route(service, text))
    assert (found.code if found else None) == code


def test_blocked_stops_and_terminals_are_ends() -> None:
    service = ground(foreign=("A5",))
    assert fault(service, FOUR, route(service, "A5-A7-B8")) is None
    assert fault(service, FOUR, route(service, "A3-A5-A7-B8")) == Fault("blocked", ("A5",))
    through = ground("B8 57 1", "B6 9 1", "B4 8 2", "A5 5 0")
    assert fault(through, FOUR, route(through, "B8-B6-B4-A3-A5")) == Fault("terminal", ("A3",))


def test_no_stop_twice() -> None:
    service = ground("B8 14 1", "B10 7 0", "C9 57 2", "C9 14 1", "C11 57 1", homes=("B8",))
    loop = read(service.layout, "B8-C9-B8")
    assert loop == Fault("track-twice", ("B8",))
    ring = ground("F8 8887 0", "F10 5 0", "G9 8850 3", homes=("F8",))
    assert fault(ring, FOUR, route(ring, "F8-F10-G9-F8")) == Fault("stop-twice", ("F8",))


def test_earnings_count_stops_tolls_and_bonuses_once() -> None:
    toll = Toll(CHINA.sides["B8", 4] | CHINA.sides["B10", 4], 10)
    bonus = Bonus((("A5", 0), ("B8", 0)), 50)
    service = ground(tolls=(toll,), bonuses=(bonus,))
    west, east = route(service, "A5-A7-B8"), route(service, "B8-B10-B12.0")
    assert earnings(service, [west]) == (60, 0, 50)
    assert earnings(service, [east]) == (40, 10, 0)
    assert earnings(service, [west, east]).total == 60 + 40 - 10 + 50
    assert earnings(service, [west, west]).bonus == 50
    assert earnings(service, [route(service, "(A5)-A7-B8")]).total == 40


# --- recorded runs ---------------------------------------------------------------------------------------------------


def recorded_text(route_: dict[str, Any]) -> str:
    """The hexes of a recorded route; a hop may be written backwards."""
    hexes: list[str] = []
    for start, hop in zip(route_["hexes"], route_["connections"], strict=False):
        way = hop if hop[0] == start and (not hexes or hexes[-1] == hop[0]) else hop[::-1]
        hexes += way if not hexes else way[1:]
    return "-".join(hexes)


def test_every_recorded_route_is_legal_earns_what_was_recorded_and_survives_its_notation() -> None:
    seen = 0
    for run in runs():
        service, found = service_of(run), []
        for written in run.routes:
            train = train_called(written["train"].rsplit("-", 1)[0])
            made = route(service, recorded_text(written))
            assert read(service.layout, spell(service.layout, made)) == made
            assert sorted(f"{hex}-{node}" for hex, node in made.stops) == sorted(written["nodes"])
            broken = fault(service, train, made)
            assert broken is None or (train.express and broken.code == "stops"), (run.game, run.index, broken)
            if len(made.stops) <= train.stops:
                assert earnings(service, [made]).total == written["revenue"], (run.game, run.index)
            found.append(made)
            seen += 1
        assert conflict(found) is None
    assert seen > 1000


# --- random runs -----------------------------------------------------------------------------------------------------


def test_random_runs_are_legal_and_there_is_one_whenever_there_can_be() -> None:
    rng = random.Random(4)
    ran = 0
    for run in runs(name="selfplay_[57]*"):
        service, trains = service_of(run), [train_called(name) for name in run.trains]
        found = random_routes(service, trains, rng)
        for train, made in zip(trains, found, strict=True):
            assert made is None or fault(service, train, made) is None
        assert conflict([made for made in found if made]) is None
        assert any(found) == has_route(service, trains) == any(any_routes(service, trains))
        ran += any(found)
    assert ran > 300


def test_random_runs_differ() -> None:
    service, rng = ground(), random.Random(1)
    texts = {
        tuple(spell(service.layout, made) if made else "" for made in random_routes(service, [FOUR, TWO_E], rng))
        for _ in range(100)
    }
    assert len(texts) > 15


def test_nothing_runs_without_track_or_station() -> None:
    bare = ground("A5 57 1")
    assert not has_route(bare, [FOUR])
    assert random_routes(bare, [FOUR], random.Random(1)) == [None]
    assert any_routes(bare, [FOUR]) == [None]
    assert not has_route(ground(homes=()), [FOUR])
    assert random_routes(ground(homes=()), [FOUR], random.Random(1)) == [None]


def test_a_train_too_short_for_the_first_link_has_no_route() -> None:
    assert not has_route(ground("A5 57 1", homes=("A5",)), [plus("1+1", 1, 1)])
    assert has_route(ground("A5 57 1", homes=("A5",)), [normal("2", 2)])
