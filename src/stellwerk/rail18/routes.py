"""Routes: their notation, what makes one legal, and what it earns.

A route is written as its hexes in order, joined by hyphens. A stop on a hex with several stops has its number after a
point, a stop that an express train leaves out stands in brackets::

    F8.2-E9-D10-(C11)-B12.0

The train may stand before it with a colon: ``6E:F8.2-E9``. Hexes without a stop on the way are written too, so the
text fixes every piece of track.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from stellwerk.rail18.layout import Layout, Link, Place
from stellwerk.rail18.service import Service
from stellwerk.rail18.tiles import NODE
from stellwerk.rail18.trains import Train

CALL = re.compile(r"(\()?([A-Z]\d{1,3})(?:\.(\d))?(\))?")
LONGEST = 200  # hexes; no board is larger


class Call(NamedTuple):
    """A hex on a route; node None is track without a stop."""

    hex: str
    node: int | None = None
    counted: bool = True


class Fault(NamedTuple):
    """Why something is not a legal route: a code for the title to cite a rule by, and what it is about."""

    code: str
    about: tuple[str, ...] = ()


class Route(NamedTuple):
    calls: tuple[Call, ...]
    track: int
    sections: tuple[int, ...]  # track from stop to stop

    @property
    def stops(self) -> tuple[Place, ...]:
        return tuple([(hex, node) for hex, node, _ in self.calls if node is not None])

    @property
    def counted(self) -> tuple[Place, ...]:
        return tuple([(hex, node) for hex, node, counted in self.calls if node is not None and counted])


def along(home: Place, head: Sequence[Link], tail: Sequence[Link] = (), left_out: Iterable[Place] = ()) -> Route:
    """The route that runs from the end of one arm through a stop to the end of another."""
    calls = [*reversed(_arm(tail)), Call(*home), *_arm(head)]
    sections = (*[link.track for link in reversed(tail)], *[link.track for link in head])
    if out := tuple(left_out):
        calls = [call._replace(counted=(call.hex, call.node) not in out) for call in calls]
    return Route(tuple(calls), sum(sections), sections)


def _arm(links: Sequence[Link]) -> list[Call]:
    calls: list[Call] = []
    for to, _, _, hexes in links:
        if len(hexes) > 2:
            calls += map(_calling, hexes[1:-1])
        calls.append(_calling(*to))
    return calls


@lru_cache(1 << 12)
def _calling(hex: str, node: int | None = None) -> Call:
    return Call(hex, node)


def spell(layout: Layout, route: Route) -> str:
    """The shortest text that names the route on this layout."""
    faces = layout.faces
    words = [f"{hex}.{node}" if node is not None and len(faces[hex].nodes) > 1 else hex for hex, node, _ in route.calls]
    return "-".join([word if call.counted else f"({word})" for word, call in zip(words, route.calls, strict=True)])


def read(layout: Layout, text: str) -> Route | Fault:
    """The route a text names: hexes that exist, joined by track, from stop to stop."""
    words = text.split("-")
    matches = [CALL.fullmatch(word) for word in words[:LONGEST]]
    if len(words) > LONGEST or not all(m and bool(m[1]) == bool(m[4]) for m in matches):
        return Fault("notation", (text[:LONGEST],))
    named = [(m[2], None if m[3] is None else int(m[3]), not m[1]) for m in matches if m]
    for hex, node, _ in named:
        if hex not in layout.faces:
            return Fault("hex", (hex,))
        if node is not None and node >= len(layout.faces[hex].nodes):
            return Fault("stop", (f"{hex}.{node}",))
    return _follow(layout, named)


def _follow(layout: Layout, named: list[tuple[str, int | None, bool]]) -> Route | Fault:
    ways: list[tuple[int, int, int]] = []
    for a, b in pairwise(named):
        way = _way(layout, a, b)
        if way is None:
            return Fault("track", (a[0], b[0]))
        ways.append(way)
    calls: list[Call] = []
    for i, (hex, node, counted) in enumerate(named):
        back = ways[i - 1][1] if i else None
        on = ways[i][0] if i < len(ways) else None
        found = _inside(layout, hex, node, back, on)
        if isinstance(found, Fault):
            return found
        calls.append(Call(hex, found, counted or found is None))
    return _lay_out(calls, [track for _, _, track in ways])


def _way(
    layout: Layout, a: tuple[str, int | None, bool], b: tuple[str, int | None, bool]
) -> tuple[int, int, int] | None:
    """How one goes from a hex to the next: the end left by, the end arrived at, and the track between."""
    (start, node, _), (stop, other, _) = a, b
    if start == stop:
        if node is None or other is None or tuple(sorted((node, other))) not in layout.faces[start].joints:
            return None
        return NODE + other, NODE + node, layout.chain((start, node, NODE + other)).track
    edge = layout.ground.toward.get((start, stop))
    if edge is None:
        return None
    facing = (edge + 3) % 6
    if not layout.faces[start].exits >> edge & 1 or not layout.faces[stop].exits >> facing & 1:
        return None
    return edge, facing, layout.ground.sides[start, edge]


def _inside(layout: Layout, hex: str, node: int | None, back: int | None, on: int | None) -> int | Fault | None:
    """The stop at which a route calls in a hex between two ends of track, or None on plain track."""
    face = layout.faces[hex]
    ends = [end for end in (back, on) if end is not None]
    if node is None and back is not None and on is not None and on in (face.ways[back] if back < NODE else ()):
        return None
    stops = [n for n in range(len(face.nodes)) if all(end >= NODE or face.nodes[n] >> end & 1 for end in ends)]
    if node is not None:
        return node if node in stops else Fault("track-inside", (hex,))
    if not stops:
        return Fault("no-stop" if len(ends) < 2 else "track-inside", (hex,))
    return stops[0] if len(stops) == 1 else Fault("which-stop", (hex,))


def _lay_out(calls: list[Call], pieces: list[int]) -> Route | Fault:
    """Put pieces of track together; each may be used once."""
    track, section, sections = 0, 0, []
    for call, piece in zip(calls[1:], pieces, strict=True):
        if track & piece:
            return Fault("track-twice", (call.hex,))
        track |= piece
        section |= piece
        if call.node is not None:
            sections.append(section)
            section = 0
    return Route(tuple(calls), track, tuple(sections))


@lru_cache(512)
def fault(service: Service, train: Train, route: Route) -> Fault | None:
    """What is wrong with a route for a company and one of its trains, the plainest reason first.

    Found out once: whoever looks for a route asks, and the law asks again.
    """
    return next(_faults(service, train, route), None)


def _faults(service: Service, train: Train, route: Route) -> Iterator[Fault]:
    stops, counted = route.stops, route.counted
    if len(stops) < 2:
        yield Fault("one-stop")
    if len(dict.fromkeys(stops)) < len(stops):
        yield Fault("stop-twice", (next(_name(stop) for i, stop in enumerate(stops) if stop in stops[:i]),))
    for stop in stops[1:-1]:
        if service.ends_at(stop):
            yield Fault("terminal" if service.node(stop).terminal else "blocked", (_name(stop),))
    own = [home for home in service.homes if home in stops]
    if not own:
        yield Fault("no-station")
    if len(counted) < len(stops) and not train.express:
        yield Fault("left-out", (next(_name(stop) for stop in stops if stop not in counted),))
    if not [home for home in own if home in counted]:
        yield Fault("station-left-out")
    if len(counted) > train.stops:
        yield Fault("stops", (str(len(counted)), str(train.stops)))
    if (large := sum([service.node(stop).large for stop in counted])) > train.large:
        yield Fault("large-stops", (str(large), str(train.large)))


def _name(place: Place) -> str:
    return f"{place[0]}.{place[1]}" if place[1] else place[0]


class Earnings(NamedTuple):
    stops: int
    tolls: int
    bonus: int

    @property
    def total(self) -> int:
        return self.stops - self.tolls + self.bonus


def earnings(service: Service, routes: Sequence[Route]) -> Earnings:
    """What routes earn together; a bonus is paid once, however many trains would deserve it."""
    stops, tolls, counted = 0, 0, [route.counted for route in routes]
    for called in counted:
        for stop in called:
            stops += service.value(stop)
    for route in routes:
        for section in route.sections:
            if section & service.tolled:
                tolls += service.fee(section)
    earned = [bonus.amount for bonus in service.bonuses if any(map(bonus.is_earned, counted))]
    return Earnings(stops, tolls, sum(earned))


def conflict(routes: Sequence[Route]) -> tuple[int, int] | None:
    """Two routes that share a piece of track, if there are any."""
    for j, route in enumerate(routes):
        for i in range(j):
            if routes[i].track & route.track:
                return i, j
    return None
