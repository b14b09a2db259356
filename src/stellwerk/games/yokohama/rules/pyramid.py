"""The shape of the table: rows of area boards like bricks, the widest row on top."""

from __future__ import annotations

Rows = tuple[int, ...]


def places(rows: Rows) -> list[tuple[int, int]]:
    """Row and column of every position, counted row by row from the top left."""
    return [(row, column) for row, length in enumerate(rows) for column in range(length)]


def adjacency(rows: Rows) -> tuple[tuple[int, ...], ...]:
    """yokohama setup.2: the neighbours of every position.

    A board touches its neighbours in the row, (r-1, c) and (r-1, c+1) above it, (r+1, c-1) and (r+1, c) below it.
    """
    number = {place: n for n, place in enumerate(places(rows))}
    steps = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0))
    near = ([number.get((r + dr, c + dc)) for dr, dc in steps] for r, c in number)
    return tuple(tuple(sorted(n for n in found if n is not None)) for found in near)
