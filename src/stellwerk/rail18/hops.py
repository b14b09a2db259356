"""A route from hops: lists of hexes from stop to stop, as others write down what a train has run and earned.

On a layout a hop is a link; following links settles which city of a hex with several is meant. Which stops an express
train has counted is settled by what it has earned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from stellwerk.rail18.layout import Layout, Link, Place
from stellwerk.rail18.routes import Call, Route, along, earnings, fault
from stellwerk.rail18.service import Service
from stellwerk.rail18.tiles import NODE
from stellwerk.rail18.trains import Train

Hop = tuple[str, ...]


def meant(service: Service, train: Train, hops: Sequence[Hop], named: Sequence[Place], worth: int) -> Route | None:
    """Of the routes over these hops the one that is legal and worth so much; else one that is legal; or none.

    The first hop begins on the map. Stops are only those named, if any are.
    """
    found: Route | None = None
    for whole in _routes(service.layout, hops, named):
        express = train.express and len(whole.sections) >= train.stops
        for route in _counting(service, whole, train, worth) if express else (whole,):
            if fault(service, train, route) is None:
                if earnings(service, [route]).total == worth:
                    return route
                found = found or route
    return found


def _routes(layout: Layout, hops: Sequence[Hop], named: Sequence[Place]) -> Iterator[Route]:
    hex = hops[0][0]
    for node in range(len(layout.faces[hex].nodes)):
        start = (hex, node)
        if not named or start in named:
            for links in _followed(layout, start, hops, named):
                yield along(start, links)


def _followed(layout: Layout, here: Place, hops: Sequence[Hop], named: Sequence[Place]) -> Iterator[tuple[Link, ...]]:
    """The first hop by whatever link it may be, then the rest from there; a way that is begun is gone to its end."""
    begun: list[tuple[Place, tuple[Link, ...]]] = [(here, ())]
    while begun:
        place, links = begun.pop()
        if len(links) == len(hops):
            yield links
            continue
        fitting = _links(layout, place, hops[len(links)])
        begun += [(link.to, (*links, link)) for link in reversed(fitting) if not named or link.to in named]


def _links(layout: Layout, place: Place, hop: Hop) -> list[Link]:
    """The links from a stop that lead over these hexes: by the edge to the second of them, or inside the hex."""
    hex, node = place
    edge, ends = layout.ground.toward.get((hop[0], hop[1])), layout.faces[hex].ends[node]
    if edge is not None:
        return [link for link in layout.chain((hex, node, edge)).links if link.hexes == hop] if edge in ends else []
    inner = [layout.chain((hex, node, end)) for end in ends if end >= NODE]
    return [link for chain in inner for link in chain.links if link.hexes == hop]


def _counting(service: Service, route: Route, train: Train, worth: int) -> Iterator[Route]:
    """An express route with stops left out so that it is worth so much: without a bonus, or with both ends for it."""
    yield from _kept(service, route, train, worth, ())
    for bonus in service.bonuses:
        if all(place in route.stops for place in bonus.places):
            yield from _kept(service, route, train, worth, bonus.places)


def _kept(service: Service, route: Route, train: Train, worth: int, ends: tuple[Place, ...]) -> Iterator[Route]:
    """Sums of so many stops, with and without an own station among them, are built up stop by stop; the dearest come
    first, so that it is known what the others can still bring."""
    start = earnings(service, [_counted(route, ends)]).total
    own = any(end in service.homes for end in ends)
    sums: dict[tuple[int, int, bool], tuple[Place, ...]] = {(len(ends), start, own): ends}
    others = sorted(set(route.stops) - set(ends), key=service.value, reverse=True)
    upto = [0, *accumulate(map(service.value, others))]
    for seen, stop in enumerate(others, 1):
        value, station = service.value(stop), stop in service.homes
        for (count, total, home), kept in list(sums.items()):
            if _can_bring(upto, seen, train.stops - count - 1, worth - total - value):
                sums.setdefault((count + 1, total + value, home or station), (*kept, stop))
    found = sums.get((train.stops, worth, True))
    if found:
        yield _counted(route, found)


def _can_bring(upto: Sequence[int], seen: int, left: int, missing: int) -> bool:
    """Whether so many of the stops after those seen may bring what is missing; `upto` are sums, the dearest first."""
    return 0 <= left < len(upto) - seen and upto[-1] - upto[-1 - left] <= missing <= upto[seen + left] - upto[seen]


def _counted(route: Route, kept: tuple[Place, ...]) -> Route:
    calls = [Call(hex, node, node is None or (hex, node) in kept) for hex, node, _ in route.calls]
    return Route(tuple(calls), route.track, route.sections)
