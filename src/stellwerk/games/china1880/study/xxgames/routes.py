"""Recorded routes as routes of ours.

The file gives hops from stop to stop as lists of hexes, any of them backwards, and the stops without their order. On
our map a hop is a link of the layout (`rail18.hops`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from stellwerk.core import Text
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import run_objection, service, trains, written
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.source import LARGEST_NUMBER, BadRecord, Recorded, type_of
from stellwerk.rail18.hops import Hop, meant
from stellwerk.rail18.layout import Place
from stellwerk.rail18.routes import Route
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train

TEXT = frozenset((str,))
LONGEST = 60
"""Hops of a route; no train of this game goes further."""


def _hops(data: Mapping[str, Any]) -> list[Hop]:
    hops = data.get("connections")
    if not isinstance(hops, list) or not 0 < len(hops) <= LONGEST:
        raise BadRecord(Text("a route has no connections"))
    for hop in hops:
        if not isinstance(hop, list) or len(hop) < 2 or not TEXT.issuperset(map(type, hop)):
            raise BadRecord(Text("a connection is not a list of hexes: {hop}", hop=repr(hop)[:60]))
    return [tuple(hop) for hop in hops]


def _oriented(hops: list[Hop], stops: Any) -> list[Hop]:
    """Each hop turned so that it begins where the one before has ended."""
    turned = [hops[0][::-1] if _backwards(hops, stops) else hops[0]]
    for hop in hops[1:]:
        here = turned[-1][-1]
        if here not in (hop[0], hop[-1]):
            raise BadRecord(Text("the connections of a route do not meet in {hex}", hex=here[:20]))
        turned.append(hop if hop[0] == here else hop[::-1])
    return turned


def _backwards(hops: list[Hop], stops: Any) -> bool:
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
    hops = _oriented(_hops(data), data.get("hexes"))
    if hops[0][0] not in ground.layout.faces:
        raise BadRecord(Text("{hex} is not on the map", hex=hops[0][0][:20]))
    return meant(ground, train, hops, _named(data.get("nodes")), data["revenue"])
