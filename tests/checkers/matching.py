"""What a company reaches, by algebra: for boards with too many journeys to try.

Both edges of a side are matched with each other, a stop is two matched points, each joined to its edges. A journey from
a marker to a point then alternates, so it exists just if all points can be matched in pairs when marker and point are
left out. Whether they can, for all points at once, is seen in the inverse of a matrix with random numbers in place of
the joins (M. Rabin, V. Vazirani 1989): not zero is a proof, zero is wrong once in millions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np

from tests.checkers.ground import Ground, Stop, beyond
from tests.checkers.journeys import Spot

PRIME = 2_147_483_629
Point = tuple[str, str, int]  # "edge", "in" or "out", hex, number


def reached(ground: Ground) -> set[Spot]:
    return {spot for start in ground.own for spot in _from(ground, start)}


def _from(ground: Ground, start: Stop) -> Iterator[Spot]:
    joins = list(_joins(ground, start))
    points = list(dict.fromkeys(point for pair in joins for point in pair))
    open_ = _even(points, joins)
    yield "stop", *start
    for kind, hex, number in open_:
        if kind == "edge":
            yield "edge", hex, number
            yield from (("stop", hex, end) for what, end in ground.inward(hex, number) if what == "stop")


def _joins(ground: Ground, start: Stop) -> Iterator[tuple[Point, Point]]:
    """All pairs of points that are joined, or matched."""
    yield ("goal", "", 0), ("start", *start)
    for hex, drawn in ground.drawn.items():
        edges = {edge for stop in drawn.stops for edge in stop.edges} | {edge for pair in drawn.plain for edge in pair}
        for edge in sorted(edges):
            if other := beyond(hex, edge):
                yield ("edge", hex, edge), ("edge", other, (edge + 3) % 6)
        yield from ((("edge", hex, a), ("edge", hex, b)) for a, b in drawn.plain if beyond(hex, a) and beyond(hex, b))
        for number, stop in enumerate(drawn.stops):
            names = ["start"] if (hex, number) == start else ["in", "out"] if ground.may_pass((hex, number)) else []
            if len(names) == 2:
                yield ("in", hex, number), ("out", hex, number)
            yield from (
                ((n, hex, number), ("edge", hex, edge)) for n in names for edge in stop.edges if beyond(hex, edge)
            )


def _even(points: list[Point], joins: list[tuple[Point, Point]]) -> list[Point]:
    """The points without which, and without the goal, all others can be matched."""
    rng, place = random.Random(1), {point: i for i, point in enumerate(points)}
    matrix = np.zeros((len(points), len(points) + 1), dtype=np.int64)
    for a, b in joins:
        if matrix[place[a], place[b]] == 0:
            weight = rng.randrange(1, PRIME)
            matrix[place[a], place[b]], matrix[place[b], place[a]] = weight, PRIME - weight
    matrix[place["goal", "", 0], -1] = 1
    solution = _solve(matrix)
    return [point for point, value in zip(points, solution, strict=True) if value]


def _solve(matrix: np.ndarray) -> list[int]:
    """Gauss and Jordan modulo a prime; the last column is the right-hand side."""
    for i in range(len(matrix)):
        pivot = i + int(np.flatnonzero(matrix[i:, i])[0])
        matrix[[i, pivot]] = matrix[[pivot, i]]
        matrix[i] = matrix[i] * pow(int(matrix[i, i]), -1, PRIME) % PRIME
        rows = np.flatnonzero(matrix[:, i])
        rows = rows[rows != i]
        columns = np.flatnonzero(matrix[i])
        cells = np.ix_(rows, columns)
        matrix[cells] = (matrix[cells] - matrix[rows, i][:, None] * matrix[i, columns]) % PRIME
    return [int(value) for value in matrix[:, -1]]
