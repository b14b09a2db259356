"""A share market on a grid. How a marker goes on at the end of a row or column is given as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class Cell(NamedTuple):
    row: int
    """On the share price chart, from 0 at the top."""
    column: int
    """From 0 at the left."""

    @classmethod
    def parse(cls, data: list[object]) -> Cell:
        """From a dump: ``[1, 3]``."""
        match data:
            case [int(row), int(column)]:
                return cls(row, column)
        raise ValueError(f"not a cell: {data!r}")


@dataclass(frozen=True)
class Market:
    """Prices by cell, row 0 on top; ``bends`` says which way a step turns where the grid ends.

    ``bends = {"right": "up", "left": "down"}``: at the end of a row the marker goes up, at its beginning down. A step
    that has no bend, or whose bend leads off the grid too, leaves the marker where it is.
    """

    prices: Mapping[Cell, int]
    bends: Mapping[str, str] = field(default_factory=dict)

    def price(self, cell: Cell) -> int:
        return self.prices[cell]

    def move(self, cell: Cell, step: str, times: int = 1) -> Cell:
        for _ in range(times):
            cell = self._next(cell, step) or self._next(cell, self.bends.get(step, step)) or cell
        return cell

    def _next(self, cell: Cell, step: str) -> Cell | None:
        down, right = STEPS[step]
        there = Cell(cell.row + down, cell.column + right)
        return there if there in self.prices else None


def grid(rows: list[list[int | None]]) -> dict[Cell, int]:
    """Cells of a table of prices; None is no cell."""
    return {Cell(r, c): price for r, row in enumerate(rows) for c, price in enumerate(row) if price is not None}
