"""Routes from hops, as others write them down."""

from __future__ import annotations

from stellwerk.rail18.hops import meant
from stellwerk.rail18.routes import Route, earnings, spell
from stellwerk.rail18.service import Bonus, Service
from stellwerk.rail18.trains import Train, express, normal
from tests.rail18.test_routes import ground
from tests.rail18.test_tracing import ring

LINE = [("A5", "A7"), ("A7", "B8"), ("B8", "B10", "B12")]


def found(service: Service, train: Train, hops: list[tuple[str, ...]], worth: int) -> Route:
    route = meant(service, train, hops, (), worth)
    assert route is not None
    return route


def test_hops_are_followed_from_stop_to_stop() -> None:
    service = ground()
    assert spell(service.layout, found(service, normal("4", 4), LINE, 0)) == "A5-A7-B8-B10-B12.0"
    assert meant(service, normal("4", 4), [("A5", "A7"), ("A7", "B8", "C9")], (), 0) is None


def test_of_two_ways_the_hexes_tell_which() -> None:
    service, train = ring(), normal("3", 3)
    short, long = [("A1", "A3", "A5")], [("A1", "B2", "B4"), ("B4", "A5")]
    assert spell(service.layout, found(service, train, short, 20)) == "A1-A3-A5"
    assert spell(service.layout, found(service, train, long, 30)) == "A1-B2-B4-A5"


def test_stops_are_those_named() -> None:
    service = ground()
    named = (("A5", 0), ("A7", 0), ("B8", 0), ("B12", 0))
    assert meant(service, normal("4", 4), LINE, named, 0) is not None
    assert meant(service, normal("4", 4), LINE, (*named[:3], ("B12", 1)), 0) is None


def test_a_route_out_of_reach_is_none() -> None:
    assert meant(ground(), normal("3", 3), LINE, (), 0) is None


def test_an_express_train_counts_what_it_has_earned() -> None:
    service = ground()
    values = {place: service.value((place, 0)) for place in ("A5", "A7", "B8", "B12")}
    for other in ("A5", "A7", "B12"):
        worth = values["B8"] + values[other]
        route = found(service, express("2E", 2), LINE, worth)
        assert ("B8", 0) in route.counted  # the own station
        assert earnings(service, [route]).total == worth


def test_an_express_train_counts_both_ends_of_a_bonus_that_was_paid() -> None:
    service = ground(bonuses=(Bonus((("A5", 0), ("B12", 0)), 50),))
    worth = 50 + sum(service.value((place, 0)) for place in ("A5", "B8", "B12"))
    assert found(service, express("3E", 3), LINE, worth).counted == (("A5", 0), ("B8", 0), ("B12", 0))
