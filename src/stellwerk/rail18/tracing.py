"""A route from what somebody points at: stops and hexes in order, joined by the shortest track between them."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from stellwerk.rail18.layout import Exit, Layout, Link, Place
from stellwerk.rail18.routes import Fault, Route, along, earnings
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train

Point = tuple[str, int | None]
"""A hex, and the stop on it where there are several and it matters."""
PATIENCE = 20_000  # journeys looked at
OFTEN = 4  # ways to one stop by one exit that are followed up


class _Journey(NamedTuple):
    met: int  # points called at so far
    links: tuple[Link, ...]
    calls: tuple[Place, ...]
    track: int
    entry: Exit | None


def trace(service: Service, points: Sequence[Point], taken: int = 0) -> Route | Fault:
    """The shortest route that meets the points in order, clear of taken track, terminals and full cities if it can be.

    What only a route against the rules could reach is found as well: the law says then what is wrong with it.
    """
    if wrong := _unknown(service.layout, points):
        return wrong
    if len(points) < 2:
        return Fault("one-stop")
    for lawful, barred in dict.fromkeys(((True, taken), (True, 0), (False, 0))):
        if found := _search(service, points, barred, lawful):
            return along(found.calls[0], found.links)
    return Fault("track", (points[-2][0], points[-1][0]))


def _unknown(layout: Layout, points: Sequence[Point]) -> Fault | None:
    for hex, node in points:
        if hex not in layout.faces:
            return Fault("hex", (hex,))
        if node is not None and node not in range(len(layout.faces[hex].nodes)):
            return Fault("stop", (f"{hex}.{node}",))
    if points and not layout.faces[points[0][0]].nodes:
        return Fault("no-stop", (points[0][0],))
    return None


def _search(service: Service, points: Sequence[Point], taken: int, lawful: bool) -> _Journey | None:
    """Shortest first; journeys through the same exits are not all tried."""
    turn, queue = count(), [(0, 0, _Journey(1, (), (place,), taken, None)) for place in _starts(service, points[0])]
    heapq.heapify(queue)
    seen: dict[tuple[Place, Exit | None, int], int] = {}
    for _ in range(PATIENCE):
        if not queue:
            return None
        length, _, journey = heapq.heappop(queue)
        if journey.met == len(points):
            return journey
        key = journey.calls[-1], journey.entry, journey.met
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= OFTEN:
            for onward in _onward(service, points, journey, lawful):
                heapq.heappush(queue, (length + len(onward.links[-1].hexes), next(turn) + 1, onward))
    return None


def _starts(service: Service, point: Point) -> list[Place]:
    hex, node = point
    nodes = range(len(service.layout.faces[hex].nodes))
    return [(hex, n) for n in nodes if node is None or n == node]


def _onward(service: Service, points: Sequence[Point], journey: _Journey, lawful: bool) -> list[_Journey]:
    place = journey.calls[-1]
    if lawful and journey.links and service.ends_at(place):
        return []
    links = (
        link
        for exit in service.layout.exits(place)
        if exit != journey.entry
        for link in service.layout.chain(exit).links
        if not journey.track & link.track and link.to not in journey.calls
    )
    return [
        _Journey(
            _met(points, journey.met, link),
            (*journey.links, link),
            (*journey.calls, link.to),
            journey.track | link.track,
            link.entry,
        )
        for link in links
    ]


def _met(points: Sequence[Point], met: int, link: Link) -> int:
    """How many points are met at the end of a link: hexes on its way, then the stop itself."""
    for hex in link.hexes[1:-1]:
        if met < len(points) and points[met][0] == hex and points[met][1] is None:
            met += 1
    if met < len(points) and points[met] in ((link.to[0], None), link.to):
        met += 1
    return met


def counting(service: Service, train: Train, route: Route) -> Route:
    """An express train counts the stops that earn most, one with an own station among them; others count all."""
    stops = route.stops
    if not train.express or len(stops) <= train.stops:
        return route
    must = [tuple(p for p in bonus.places if p in stops) for bonus in service.bonuses]
    wanted = [(), *(places for places in must if places)]
    homes = [stop for stop in stops if stop in service.homes] or [stops[0]]
    choices = [_chosen(service, train, stops, (home, *places)) for home in homes for places in wanted]
    return max((_counted(route, chosen) for chosen in choices), key=lambda run: earnings(service, [run]).total)


def _chosen(service: Service, train: Train, stops: Sequence[Place], fixed: Sequence[Place]) -> tuple[Place, ...]:
    """The fixed stops, then those worth most."""
    rest = sorted((stop for stop in stops if stop not in fixed), key=service.value, reverse=True)
    return tuple(dict.fromkeys((*fixed, *rest)))[: train.stops]


def _counted(route: Route, chosen: Sequence[Place]) -> Route:
    calls = (c._replace(counted=c.node is None or (c.hex, c.node) in chosen) for c in route.calls)
    return route._replace(calls=tuple(calls))
