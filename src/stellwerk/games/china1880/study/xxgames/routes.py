"""Recorded routes as routes of ours.

The file gives hops from stop to stop as lists of hexes, any of them backwards, and the stops without their order. On
our map a hop is a link of the layout; following links settles which city of a hex with several is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any

from stellwerk.core import Text
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import run_objection, service, trains, written
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.source import LARGEST_NUMBER, BadRecord, Recorded, type_of
from stellwerk.rail18.layout import Layout, Link, Place
from stellwerk.rail18.routes import Call, Route, along, earnings, fault
from stellwerk.rail18.service import Service
from stellwerk.rail18.tiles import NODE
from stellwerk.rail18.trains import Train

TEXT = frozenset((str,))
LONGEST = 60
"""Hops of a route; no train of this game goes further."""


def chains(layout: Layout, data: Mapping[str, Any]) -> Iterator[Route]:
    """Every route of ours that the record may mean; more than one only where it does not name its cities."""
    hops = _oriented(_hops(data), data.get("hexes"))
    named = _named(data.get("nodes"))
    if hops[0][0] not in layout.faces:
        raise BadRecord(Text("{hex} is not on the map", hex=hops[0][0][:20]))
    for node in range(len(layout.faces[hops[0][0]].nodes)):
        start = (hops[0][0], node)
        if not named or start in named:
            for links in _followed(layout, start, hops, named):
                yield along(start, links)


def _hops(data: Mapping[str, Any]) -> list[tuple[str, ...]]:
    hops = data.get("connections")
    if not isinstance(hops, list) or not 0 < len(hops) <= LONGEST:
        raise BadRecord(Text("a route has no connections"))
    for hop in hops:
        if not isinstance(hop, list) or len(hop) < 2 or not TEXT.issuperset(map(type, hop)):
            raise BadRecord(Text("a connection is not a list of hexes: {hop}", hop=repr(hop)[:60]))
    return [tuple(hop) for hop in hops]


def _oriented(hops: list[tuple[str, ...]], stops: Any) -> list[tuple[str, ...]]:
    """Each hop turned so that it begins where the one before has ended."""
    turned = [hops[0][::-1] if _backwards(hops, stops) else hops[0]]
    for hop in hops[1:]:
        here = turned[-1][-1]
        if here not in (hop[0], hop[-1]):
            raise BadRecord(Text("the connections of a route do not meet in {hex}", hex=here[:20]))
        turned.append(hop if hop[0] == here else hop[::-1])
    return turned


def _backwards(hops: list[tuple[str, ...]], stops: Any) -> bool:
    """The first stop of the record tells; where it does not, the second hop."""
    first, last = hops[0][0], hops[0][-1]
    if first != last and isinstance(stops, list) and stops[:1] in ([first], [last]):
        return bool(stops[0] == last)
    return len(hops) > 1 and last not in (hops[1][0], hops[1][-1])


def _named(nodes: Any) -> tuple[Place, ...]:
    """`F8-3` is node 3 of the tile on F8. Old files name no nodes."""
    if not isinstance(nodes, list):
        return ()
    places = [_place(str(node)) for node in nodes]
    return tuple([place for place in places if place is not None])


@lru_cache(1 << 12)
def _place(name: str) -> Place | None:
    """The same stops are named in every round, so each is read once."""
    hex, _, number = name.rpartition("-")
    return (hex, int(number)) if number.isdecimal() and len(number) < 3 else None


def _followed(
    layout: Layout, here: Place, hops: Sequence[tuple[str, ...]], named: tuple[Place, ...]
) -> Iterator[tuple[Link, ...]]:
    """The first hop by whatever link it may be, then the rest from there; a way that is begun is gone to its end."""
    begun: list[tuple[Place, tuple[Link, ...]]] = [(here, ())]
    while begun:
        place, links = begun.pop()
        if len(links) == len(hops):
            yield links
            continue
        fitting = _links(layout, place, hops[len(links)])
        begun += [(link.to, (*links, link)) for link in reversed(fitting) if not named or link.to in named]


def _links(layout: Layout, place: Place, hop: tuple[str, ...]) -> list[Link]:
    """The links from a stop that lead over these hexes: by the edge to the second of them, or inside the hex."""
    hex, node = place
    edge, ends = layout.ground.toward.get((hop[0], hop[1])), layout.faces[hex].ends[node]
    if edge is not None:
        return [link for link in layout.chain((hex, node, edge)).links if link.hexes == hop] if edge in ends else []
    inner = [layout.chain((hex, node, end)) for end in ends if end >= NODE]
    return [link for chain in inner for link in chain.links if link.hexes == hop]


def counting(ground: Service, route: Route, train: Train, worth: int) -> Iterator[Route]:
    """An express route with stops left out so that it is worth so much: without a bonus, or with both ends for it."""
    yield from _kept(ground, route, train, worth, ())
    for bonus in ground.bonuses:
        if all(place in route.stops for place in bonus.places):
            yield from _kept(ground, route, train, worth, bonus.places)


def _kept(ground: Service, route: Route, train: Train, worth: int, ends: tuple[Place, ...]) -> Iterator[Route]:
    """Sums of so many stops, with and without an own station among them, are built up stop by stop; the dearest come
    first, so that it is known what the others can still bring."""
    start = earnings(ground, [_counted(route, ends)]).total
    own = any(end in ground.homes for end in ends)
    sums: dict[tuple[int, int, bool], tuple[Place, ...]] = {(len(ends), start, own): ends}
    others = sorted(set(route.stops) - set(ends), key=ground.value, reverse=True)
    upto = [0, *accumulate(map(ground.value, others))]
    for seen, stop in enumerate(others, 1):
        value, station = ground.value(stop), stop in ground.homes
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


# --- with our engine -------------------------------------------------------------------------------------------------


def run(s: China, a: Recorded) -> Run:
    """The recorded routes as one action, as far as they are legal by our rules. Raises `BadRecord`.

    That site trusts the revenue of the file, so the file counts; see `recorded_revenue`.
    """
    entity = ("A" if a.entity.startswith("minor:") else "") + a.who
    if entity not in s.director and entity not in s.investors:
        raise BadRecord(Text("{entity} is nobody in this game", entity=a.entity[:20]))
    ground = service(s, entity)
    recorded_revenue(a)
    routes = [(train := _train(s, data), _route(ground, train, data)) for data in a.items("routes")]
    action = written(ground, [train.name for train, _ in routes], [route for _, route in routes])
    return action if run_objection(s, entity, action) is None else Run(())


def recorded_revenue(a: Recorded) -> int:
    """What the file says all routes have earned. Raises `BadRecord`."""
    total = 0
    for data in a.items("routes"):
        revenue = data.get("revenue") if isinstance(data, dict) else None
        if type(revenue) is not int or abs(revenue) >= LARGEST_NUMBER:
            raise BadRecord(Text("a route without revenue"))
        total += revenue
    return total


def _train(s: China, data: Any) -> Train:
    if not isinstance(data, dict) or not isinstance(data.get("train"), str):
        raise BadRecord(Text("a route names no train"))
    name = type_of(data["train"])
    if name not in s.tables.trains:
        raise BadRecord(Text("no train is called {train}", train=name[:20]))
    return trains(s, (name,))[0]


def _route(ground: Service, train: Train, data: Mapping[str, Any]) -> Route | None:
    """Of the routes meant, the one that is legal and worth what was recorded; else one that is legal; or none."""
    recorded: int = data["revenue"]
    found: Route | None = None
    for chain in chains(ground.layout, data):
        express = train.express and len(chain.sections) >= train.stops
        for route in counting(ground, chain, train, recorded) if express else (chain,):
            if fault(ground, train, route) is None:
                if earnings(ground, [route]).total == recorded:
                    return route
                found = found or route
    return found
