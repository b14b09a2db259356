"""What an agent sees, number by number: each has a name, a range, a unit and a source in the view.

A game declares blocks: rows of like things (players, companies, hexes) with the same columns, and how to read them from
a view. The flat observation is all blocks one after the other, row by row; the structured one has an array for each
block, those that lie on a map as planes. An index never changes its meaning within a version of the environment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces

YES_NO = "yes/no"
SEAT = "seat"
"""0 is nobody, 1 the viewer, 2 the next player and so on."""
NUMBERED = "number"
"""The place in a table of components, from 1; 0 is none. The source names the table."""
BITS = "bits"
"""A set: each bit is a yes or no of its own."""
PREFIX = 8
"""How many words of the move being spelled an observation shows."""


class Column(NamedTuple):
    """A number that every row of a block has."""

    name: str
    low: int
    high: int
    unit: str
    source: str
    """The field of the view it is read from."""


class Named(NamedTuple):
    """One number of the flat observation."""

    number: int
    """Its index."""
    name: str
    low: int
    high: int
    unit: str
    source: str


@dataclass(frozen=True)
class Block:
    """Numbers that belong together: rows of like things with the same columns."""

    name: str
    rows: tuple[str, ...]
    columns: tuple[Column, ...]
    read: Callable[[Any], Iterable[int]]
    """The numbers of a view, row by row."""
    places: tuple[tuple[int, int], ...] = ()
    """Where each row lies on a map, down and across; empty where it is no map."""

    @property
    def size(self) -> int:
        return len(self.rows) * len(self.columns)

    @property
    def shape(self) -> tuple[int, ...]:
        """Of its array: planes down and across for a map, else rows and columns."""
        if self.places:
            down, across = (max(place[axis] for place in self.places) + 1 for axis in (0, 1))
            return len(self.columns), down, across
        return len(self.rows), len(self.columns)

    def shaped(self, numbers: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Its part of a flat observation as an array."""
        rows = numbers.reshape(len(self.rows), len(self.columns))
        if not self.places:
            return rows
        planes = np.zeros(self.shape, numbers.dtype)
        down, across = zip(*self.places, strict=True)
        planes[:, down, across] = rows.T
        return planes

    def space(self) -> spaces.Space[Any]:
        return spaces.Box(self._bound("low"), self._bound("high"), dtype=np.int32)

    def _bound(self, end: str) -> np.ndarray[Any, Any]:
        """The ends of the ranges in the shape of the array; off the map they are those of the map."""
        bounds = np.array([getattr(column, end) for column in self.columns], np.int32)
        return np.broadcast_to(bounds[:, None, None] if self.places else bounds, self.shape).copy()


def question_block(questions: Sequence[str], words: int) -> Block:
    """What every environment adds: which question is open, and which words of the answer have been said."""
    kinds = "the open question; its place in the game's list of steps, from 1, 0 after the end"
    said = "a word of the move said so far; its index in the action layout plus 1, 0 is none"
    columns = (
        Column("kind", 0, len(questions), NUMBERED, kinds),
        *(Column(f"word_{n}", 0, words, NUMBERED, said) for n in range(1, PREFIX + 1)),
    )
    return Block("question", ("open",), columns, lambda view: ())


class Observations:
    """The layout of the observations of one game: its blocks, the question last."""

    def __init__(self, blocks: Sequence[Block], question: Block) -> None:
        self.blocks = (*blocks, question)
        self.readers = tuple(block.read for block in blocks)
        ends = np.cumsum([block.size for block in self.blocks]).tolist()
        self.parts = {b.name: slice(end - b.size, end) for b, end in zip(self.blocks, ends, strict=True)}
        self.size = int(ends[-1])
        self.low, self.high = (self._bound(end) for end in ("low", "high"))

    def _bound(self, end: str) -> np.ndarray[Any, Any]:
        bounds = ([getattr(column, end) for column in block.columns] * len(block.rows) for block in self.blocks)
        return np.array(list(chain.from_iterable(bounds)), np.int32)

    @cached_property
    def numbers(self) -> tuple[Named, ...]:
        """Every number of the flat observation, in order."""
        found = (
            (f"{block.name}.{row}.{column.name}", *column[1:])
            for block in self.blocks
            for row in block.rows
            for column in block.columns
        )
        return tuple(Named(index, *named) for index, named in enumerate(found))

    def encode(self, view: Any, question: Sequence[int]) -> np.ndarray[Any, Any]:
        """The flat observation. A number beyond its range, as changed component tables may have it, is cut off."""
        values = [number for read in self.readers for number in read(view)]
        return np.clip(np.array([*values, *question], np.int32), self.low, self.high)

    def structured(self, flat: np.ndarray[Any, Any]) -> dict[str, np.ndarray[Any, Any]]:
        return {block.name: block.shaped(flat[self.parts[block.name]]) for block in self.blocks}

    def scaled(self, flat: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """From 0 at the lower end of the range to 1 at the upper one, for networks."""
        spread: np.ndarray[Any, Any] = (flat - self.low) / np.maximum(1, self.high - self.low)
        return spread.astype(np.float32)

    def space(self, kind: str) -> spaces.Space[Any]:
        if kind == "scaled":
            return spaces.Box(0.0, 1.0, (self.size,), np.float32)
        if kind == "dict":
            parts: dict[str, spaces.Space[Any]] = {block.name: block.space() for block in self.blocks}
            return spaces.Dict(parts)
        return spaces.Box(self.low, self.high, dtype=np.int32)

    def shown(self, flat: np.ndarray[Any, Any], kind: str) -> Any:
        if kind == "dict":
            return self.structured(flat)
        return self.scaled(flat) if kind == "scaled" else flat


KINDS: Mapping[str, str] = {
    "flat": "whole numbers, one after the other",
    "scaled": "the same between 0 and 1 by their ranges",
    "dict": "an array for each block, maps as planes",
}
"""How an observation may be asked for."""


# --- tools for games --------------------------------------------------------------------------------------------------


def sized(values: Sequence[int], size: int) -> list[int]:
    """A list of a fixed length: filled up with zeros, or cut off."""
    return [*values, *[0] * size][:size]


def filled(rows: Iterable[Sequence[int]], count: int, width: int) -> Iterable[int]:
    """Rows one after the other, then rows of zeros up to the number that the layout has."""
    values = list(chain.from_iterable(rows))
    return sized(values, count * width)


def around(count: int) -> tuple[str, ...]:
    """The names of the rows of players: the viewer first, then the others in order."""
    return "me", *(f"next_{n}" for n in range(1, count))


def yes_no(names: Iterable[str], source: str) -> tuple[Column, ...]:
    return tuple(Column(name, 0, 1, YES_NO, source) for name in names)


def counts(names: Iterable[str], most: int, source: str, unit: str = "count") -> tuple[Column, ...]:
    return tuple(Column(name, 0, most, unit, source) for name in names)
