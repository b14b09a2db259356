"""Routes from what somebody points at."""

from __future__ import annotations

from itertools import islice

from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.board import Board
from stellwerk.rail18.routes import Fault, Route, earnings, fault, read, spell
from stellwerk.rail18.service import Bonus, Service
from stellwerk.rail18.tiles import tile
from stellwerk.rail18.tracing import Point, counting, trace
from stellwerk.rail18.trains import express, normal
from tests.rail18.china import service_of
from tests.rail18.china import train as train_called
from tests.rail18.positions import runs
from tests.rail18.test_routes import ground, recorded_text


def traced(service: Service, *points: Point | str, taken: int = 0) -> str:
    found = trace(service, [(p, None) if isinstance(p, str) else p for p in points], taken)
    assert isinstance(found, Route), found
    return spell(service.layout, found)


def test_the_ends_of_a_line_are_enough() -> None:
    service = ground()
    assert traced(service, "A5", "B12") == "A5-A7-B8-B10-B12.0"
    assert traced(service, "B12", "A5") == "B12.0-B10-B8-A7-A5"


def test_a_hex_on_the_way_leads_to_the_next_stop() -> None:
    service = ground()
    assert traced(service, "B8", "B10") == "B8-B10-B12.0"


def ring() -> Service:
    """Two cities, joined by plain track and the long way round by a town."""
    printed = {"A1": "c10(45)", "A3": "1-4", "A5": "c10(01)", "B2": "2-4", "B4": "t10(13)"}
    atlas = Atlas([Land(hex, tile(hex, text), buildable=False) for hex, text in printed.items()], ())
    return Service(atlas.layout(Board()), (("A1", 0),), (), lambda place, node: node.worth(0))


def test_of_two_ways_the_shorter_one_unless_another_is_pointed_at_or_taken() -> None:
    service = ring()
    short = read(service.layout, "A1-A3-A5")
    assert isinstance(short, Route)
    assert traced(service, "A1", "A5") == "A1-A3-A5"
    assert traced(service, "A1", "B4", "A5") == "A1-B2-B4-A5"
    assert traced(service, "A1", "B2", "A5") == "A1-B2-B4-A5"
    assert traced(service, "A1", "A5", taken=short.track) == "A1-B2-B4-A5"
    assert traced(service, "A1", "A3", taken=short.track) == "A1-A3-A5"  # no other way: the law will say so


def test_what_cannot_be_joined_is_a_fault() -> None:
    service = ground()
    assert trace(service, [("A5", None)]) == Fault("one-stop")
    assert trace(service, [("A5", None), ("M3", None)]) == Fault("track", ("A5", "M3"))
    assert trace(service, [("Z9", None), ("A5", None)]) == Fault("hex", ("Z9",))
    assert trace(service, [("A5", 4), ("A7", None)]) == Fault("stop", ("A5.4",))
    assert trace(service, [("B10", None), ("B8", None)]) == Fault("no-stop", ("B10",))


def test_what_only_a_forbidden_route_reaches_is_found_for_the_law_to_refuse() -> None:
    service = ground(foreign=("A7",), homes=("B8",))
    blocked = Service(service.layout, service.homes, (("A7", 0),), service.worth)
    found = trace(blocked, [("B8", None), ("A5", None)])
    assert isinstance(found, Route)
    assert fault(blocked, normal("4", 4), found) == Fault("blocked", ("A7",))


def test_an_express_train_counts_what_earns_most() -> None:
    service = ground()
    found = trace(service, [("A5", None), ("B12", None)])
    assert isinstance(found, Route)
    short = counting(service, express("2E", 2), found)
    values = sorted((service.value(stop) for stop in found.stops if stop != ("B8", 0)), reverse=True)
    assert len(short.counted) == 2
    assert ("B8", 0) in short.counted
    assert earnings(service, [short]).total == service.value(("B8", 0)) + values[0]
    assert counting(service, normal("2", 2), found) == found


def test_an_express_train_counts_a_bonus_that_is_worth_it() -> None:
    bonus = Bonus((("A5", 0), ("B12", 0)), 50)
    service = ground(bonuses=(bonus,))
    found = trace(service, [("A5", None), ("B12", None)])
    assert isinstance(found, Route)
    assert earnings(service, [counting(service, express("3E", 3), found)]).bonus == 50
    assert earnings(service, [counting(service, express("2E", 2), found)]).bonus == 0  # the own station must be counted


def test_recorded_routes_are_found_from_their_own_hexes_and_count_what_was_recorded() -> None:
    seen = 0
    for run in islice(runs(name="selfplay_4p_002001"), 0, None, 3):
        service = service_of(run)
        for written in run.routes:
            train = train_called(written["train"].rsplit("-", 1)[0])
            route = read(service.layout, recorded_text(written))
            assert isinstance(route, Route)
            again = trace(service, [(call.hex, call.node) for call in route.calls])
            assert isinstance(again, Route)
            assert again.track == route.track
            assert earnings(service, [counting(service, train, again)]).total == written["revenue"]
            seen += 1
    assert seen > 30
