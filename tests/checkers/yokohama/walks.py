"""YO 376-400, 1044-1048, 1182-1198, 1228: where a president may go, whom he pays on the way and what it costs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "src" / "stellwerk" / "games" / "yokohama" / "rules" / "data"
Way = tuple[str, frozenset[int]]
Spot = tuple[int, int]


@cache
def table(file: str) -> dict[str, Any]:
    with (DATA / f"{file}.toml").open("rb") as opened:
        return tomllib.load(opened)


def fee(name: str) -> int:
    value = table("prices")["fee"][0][name]
    assert isinstance(value, int)
    return value


CANAL = next(area["id"] for area in table("areas")["area"] if area["kind"] == "canal")


@dataclass(frozen=True)
class Streets:
    """A table as a walker sees it: areas by row, where his own assistants and all opposing presidents are."""

    seats: int
    layout: tuple[str, ...]
    start: str
    """Empty while he is in the supply."""
    assistants: frozenset[str]
    presidents: tuple[tuple[int, str], ...]
    """Opposing ones: seat and area."""
    yen: int
    technologies: frozenset[str]
    station: str = ""

    def spots(self) -> dict[Spot, str]:
        rows = next(shape["rows"] for shape in table("setup")["table"] if shape["seats"] == self.seats)
        places = [(row, column) for row, length in enumerate(rows) for column in range(length)]
        return dict(zip(places, self.layout, strict=True))

    def next_to(self, area: str) -> Iterator[str]:
        """Bricks: each row lies half a brick further right than the one above."""
        spots = self.spots()
        row, column = next(spot for spot, there in spots.items() if there == area)
        touching = ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0))
        yield from (spots[row + r, column + c] for r, c in touching if (row + r, column + c) in spots)

    def met(self, area: str) -> frozenset[int]:
        return frozenset(seat for seat, there in self.presidents if there == area)


def walks(streets: Streets, detours: bool = False) -> dict[Way, int]:
    """Every area he may end in with every set of presidents worth paying for it, and the yen it costs."""
    found = _entering(streets) if not streets.start else _walking(streets)
    for area in _straight(streets):
        found[area, frozenset()] = 0
    return found if detours else {way: yen for way, yen in found.items() if not _only_pays(found, way)}


def _due(streets: Streets, area: str) -> frozenset[int]:
    """YO 391, 1188: every opposing president there, none with the stagecoach."""
    return frozenset() if "stagecoach" in streets.technologies else streets.met(area)


def _may_end(streets: Streets, area: str) -> bool:
    """YO 388, 1048, 1182: an own assistant, no opposing president unless the postal system allows it; not the canal."""
    alone = not streets.met(area) or "postal-system" in streets.technologies
    return area != CANAL and area in streets.assistants and alone


def _entering(streets: Streets) -> dict[Way, int]:
    """YO 384: from the supply to any permitted area."""
    ways = {(area, _due(streets, area)) for area in streets.layout if _may_end(streets, area)}
    costs = {(area, paid): len(paid) * fee("president") for area, paid in ways}
    return {way: yen for way, yen in costs.items() if yen <= streets.yen}


def _walking(streets: Streets) -> dict[Way, int]:
    """YO 388-392: all walks, however long, as far as the money goes; whoever comes back to an area pays there again."""
    cheapest: dict[Way, int] = {}
    todo = [(streets.start, frozenset[int](), 0)]
    while todo:
        area, paid, yen = todo.pop()
        for near in streets.next_to(area):
            if near == streets.start or (near != CANAL and near not in streets.assistants):
                continue
            due = _due(streets, near)
            total = yen + (fee("canal") if near == CANAL else len(due) * fee("president"))
            way = near, paid | due
            if total <= streets.yen and total < cheapest.get(way, 1000):
                cheapest[way] = total
                todo.append((near, paid | due, total))
    return {way: yen for way, yen in cheapest.items() if _may_end(streets, way[0])}


def _straight(streets: Streets) -> Iterator[str]:
    """YO 1198, 1228: by tram to a permitted area without presidents, by rail to the own station with an assistant."""
    for area in streets.assistants:
        by_tram = "tram" in streets.technologies and not streets.met(area)
        by_rail = "station" in streets.technologies and area == streets.station
        if area != streets.start and (by_tram or by_rail):
            yield area


def _only_pays(found: dict[Way, int], way: Way) -> bool:
    """Ruling B.2: another way there pays fewer presidents and not more to the bank."""
    area, paid = way
    bank = found[way] - len(paid) * fee("president")
    return any(
        there == area and others < paid and yen - len(others) * fee("president") <= bank
        for (there, others), yen in found.items()
    )
