"""The map of 1880 as it lies, read from the data files: sides between hexes, track on them, stops."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

GAME = Path(__file__).parents[2] / "src" / "stellwerk" / "games" / "china1880"
ACROSS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))  # SW, W, NW, NE, E, SE
STOP = re.compile(r"([ctoh])([\d/]+)(?:x(\d+))?\((\d*)\)")

Stop = tuple[str, int]
Lays = dict[str, tuple[str, int]]
Markers = tuple[tuple[str, int, str], ...]  # hex, stop, owner


@cache
def data(name: str) -> dict[str, Any]:
    with next(GAME.rglob(f"{name}.toml")).open("rb") as file:
        return tomllib.load(file)


class Kind(NamedTuple):
    """A stop on a tile: town, city, red or blue."""

    letter: str
    values: tuple[int, ...]
    places: int
    edges: tuple[int, ...]

    @property
    def large(self) -> bool:
        """EN 605-606: red counts as large, a harbour as small."""
        return self.letter in "co"

    @property
    def ends_routes(self) -> bool:
        """EN 607: red and blue only at the start or end."""
        return self.letter in "oh"


class Drawing(NamedTuple):
    """What a tile shows: stops, and plain track from edge to edge."""

    stops: tuple[Kind, ...]
    plain: tuple[tuple[int, int], ...]


@cache
def drawing(track: str, turn: int) -> Drawing:
    stops, plain = [], []
    for word in track.split():
        if found := STOP.fullmatch(word):
            letter, values, places, edges = found.groups()
            turned = tuple((int(edge) + turn) % 6 for edge in edges)
            room = int(places) if places else int(letter == "c")
            stops.append(Kind(letter, tuple(map(int, values.split("/"))), room, turned))
        else:
            a, b = word.split("-")
            plain.append(((int(a) + turn) % 6, (int(b) + turn) % 6))
    return Drawing(tuple(stops), tuple(plain))


@cache
def printed() -> dict[str, str]:
    return {row["id"]: row.get("track", "") for row in data("map")["hex"]}


@cache
def tiles() -> dict[str, str]:
    return {row["number"]: row["track"] for row in data("tiles")["tile"]}


def beyond(hex: str, edge: int) -> str | None:
    """The hex across an edge, if the map has one there."""
    down, right = ACROSS[edge]
    other = f"{chr(ord(hex[0]) + down)}{int(hex[1:]) + right}"
    return other if other in printed() else None


class Ground:
    """Track on the map, and what the markers mean for one company."""

    def __init__(self, lays: Lays, markers: Markers, company: str) -> None:
        self.drawn = {hex: drawing(text, 0) for hex, text in printed().items()}
        self.drawn |= {hex: drawing(tiles()[tile], turn) for hex, (tile, turn) in lays.items()}
        self.own = tuple((hex, stop) for hex, stop, owner in markers if owner == company)
        self.markers = markers

    def kind(self, stop: Stop) -> Kind:
        return self.drawn[stop[0]].stops[stop[1]]

    def is_blocked(self, stop: Stop) -> bool:
        """EN 495, 608: full of other companies' markers."""
        others = [owner for hex, number, owner in self.markers if (hex, number) == stop]
        return stop not in self.own and len(others) >= max(1, self.kind(stop).places)

    def may_pass(self, stop: Stop) -> bool:
        return not self.kind(stop).ends_routes and not self.is_blocked(stop)

    def inward(self, hex: str, edge: int) -> Iterator[tuple[str, int]]:
        """Where track leads from an edge: ("plain", other edge) or ("stop", number)."""
        for a, b in self.drawn[hex].plain:
            if edge in (a, b):
                yield "plain", a + b - edge
        for number, stop in enumerate(self.drawn[hex].stops):
            if edge in stop.edges:
                yield "stop", number
