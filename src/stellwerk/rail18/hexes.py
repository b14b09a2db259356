"""Hex geometry: pointy-top hexes, rows are letters from the north, a step east is two columns.

Edges count clockwise from the south-west: 0 SW, 1 W, 2 NW, 3 NE, 4 E, 5 SE.
"""

from __future__ import annotations

EDGES = range(6)
DELTAS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))


def parse(hex: str) -> tuple[int, int]:
    """Row and column of a hex name: ``"F8"`` is (5, 8)."""
    row, column = hex[:1], hex[1:]
    if not (row.isascii() and row.isupper() and column.isascii() and column.isdigit()):
        raise ValueError(f"not a hex: {hex!r}")
    return ord(row) - ord("A"), int(column)


def name(row: int, column: int) -> str:
    return f"{chr(ord('A') + row)}{column}"


def neighbour(hex: str, edge: int) -> str:
    """The name of the hex across an edge, whether or not a map has it."""
    row, column = parse(hex)
    down, right = DELTAS[edge]
    return name(row + down, column + right)


def opposite(edge: int) -> int:
    return (edge + 3) % 6


def turned(edge: int, rotation: int) -> int:
    """Where a tile's own edge lies after turning the tile clockwise."""
    return (edge + rotation) % 6


def edge_toward(hex: str, other: str) -> int | None:
    """The edge of one hex that touches another, or None if they are not neighbours."""
    (row, column), (down, right) = parse(hex), parse(other)
    delta = (down - row, right - column)
    return DELTAS.index(delta) if delta in DELTAS else None


def mask(edges: tuple[int, ...] | list[int] | range) -> int:
    """Edges as a bit-set."""
    return sum(1 << edge for edge in edges)


def union(masks: list[int]) -> int:
    """The bits of all these bit-sets."""
    union = 0
    for mask in masks:
        union |= mask
    return union


def members(edges: int) -> tuple[int, ...]:
    """The edges of a bit-set, ascending."""
    return tuple(edge for edge in EDGES if edges >> edge & 1)


def turned_mask(edges: int, rotation: int) -> int:
    """A bit-set of edges after turning a tile clockwise."""
    return ((edges << rotation) | (edges >> (6 - rotation))) & 0b111111
