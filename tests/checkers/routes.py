"""Whether a route is legal and what it earns, EN 510-519 and 598-619, and routes to try: legal ones and broken ones.

A route is a list of calls: hex, number of the stop or None on plain track, and whether the stop is counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from tests.checkers.ground import ACROSS, Ground, Stop, beyond, data

Call = tuple[str, int | None, bool]


def edge_toward(hex: str, other: str) -> int | None:
    delta = ord(other[0]) - ord(hex[0]), int(other[1:]) - int(hex[1:])
    return ACROSS.index(delta) if delta in ACROSS else None


def is_legal(ground: Ground, train: str, route: Sequence[Call]) -> bool:
    stops = [(hex, stop) for hex, stop, _ in route if stop is not None]
    counted = [(hex, stop) for hex, stop, counts in route if stop is not None and counts]
    return (
        _is_connected(ground, route)
        and len(stops) >= 2
        and len(set(stops)) == len(stops)  # EN 602, 604
        and all(ground.may_pass(stop) for stop in stops[1:-1])  # EN 607, 608
        and any(stop in ground.own for stop in stops)  # EN 599
        and _is_within_range(ground, train, stops, counted)
    )


def _is_connected(ground: Ground, route: Sequence[Call]) -> bool:
    """EN 598, 610, 611: over sides with track on both hexes, none twice, from track to track within a hex."""
    if len(route) < 2 or route[0][1] is None or route[-1][1] is None:
        return False
    edges = [edge_toward(a[0], b[0]) for a, b in pairwise(route)]
    if None in edges:
        return False
    sides = [frozenset((a[0], b[0])) for a, b in pairwise(route)]
    ins = [None, *((edge + 3) % 6 for edge in edges if edge is not None)]
    return len(set(sides)) == len(sides) and all(
        _is_track(ground, hex, stop, [edge for edge in (back, on) if edge is not None])
        for (hex, stop, _), back, on in zip(route, ins, [*edges, None], strict=True)
    )


def _is_track(ground: Ground, hex: str, stop: int | None, edges: list[int]) -> bool:
    if stop is not None:
        stops = ground.drawn[hex].stops
        return stop < len(stops) and all(edge in stops[stop].edges for edge in edges)
    return any(sorted(pair) == sorted(edges) for pair in ground.drawn[hex].plain)


def _is_within_range(ground: Ground, name: str, stops: list[Stop], counted: list[Stop]) -> bool:
    row = next(row for row in data("trains")["train"] if row["name"] == name)
    large = sum(ground.kind(stop).large for stop in counted)
    return (
        (row["kind"] == "express" or counted == stops)  # EN 601
        and any(stop in ground.own for stop in counted)  # EN 518
        and len(counted) <= row["stops"]
        and large <= row.get("large", row["stops"])
    )


def value(ground: Ground, route: Sequence[Call], column: int) -> int:
    """EN 616-622: stops by phase, less ferries, and the long line once both its ends are counted."""
    counted = [(hex, stop) for hex, stop, counts in route if stop is not None and counts]
    kinds = [ground.kind(stop) for stop in counted]
    worth = sum(kind.values[column] if len(kind.values) > 1 else kind.values[0] for kind in kinds)
    hexes = [hex for hex, _, _ in route]
    fees = sum(row["fee"] for row in data("map")["ferry"] if any(hex in hexes for hex in row["hexes"]))
    lines = [row for row in data("map")["line"] if all((hex, 0) in counted for hex in row["hexes"])]
    return worth - fees + sum(row["bonus"] for row in lines)


def spelled(route: Sequence[Call]) -> str:
    names = [hex if stop is None else f"{hex}.{stop}" for hex, stop, _ in route]
    return "-".join(name if counts else f"({name})" for name, (_, _, counts) in zip(names, route, strict=True))


# --- routes to try ---------------------------------------------------------------------------------------------------


def some_routes(ground: Ground, rng: random.Random) -> Iterator[list[Call]]:
    """A walk along track that takes little care, then the same with something wrong in it."""
    route = _walk(ground, rng)
    if len(route) > 1:
        yield route
        yield _cut(route, rng)
        yield [(hex, stop, stop is None or rng.random() < 0.7) for hex, stop, _ in route]
        yield [call for call in route if rng.random() < 0.9]
        yield route[::-1]


def _cut(route: list[Call], rng: random.Random) -> list[Call]:
    stops = [i for i, call in enumerate(route) if call[1] is not None]
    first, last = sorted(rng.choices(stops, k=2))
    return route[first : last + 1]


def _walk(ground: Ground, rng: random.Random) -> list[Call]:
    stops = [(hex, n) for hex, d in ground.drawn.items() for n, stop in enumerate(d.stops) if stop.edges]
    stop = rng.choice(ground.own if rng.random() < 0.6 else stops)
    route: list[Call] = [(*stop, True)]
    edges = list(ground.kind(stop).edges)
    while edges and len(route) < 40 and rng.random() < 0.93:
        hex, edge = route[-1][0], rng.choice(edges)
        other, facing = beyond(hex, edge), (edge + 3) % 6
        ways = list(ground.inward(other, facing)) if other else []
        if not other or not ways:
            break
        what, end = rng.choice(ways)
        route.append((other, end if what == "stop" else None, True))
        edges = [end] if what == "plain" else [e for e in ground.kind((other, end)).edges if rng.random() < 0.9]
    while route and route[-1][1] is None:
        route.pop()
    return route
