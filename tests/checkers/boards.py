"""Random boards, denser than any game: tiles on most hexes, turned so that their track meets."""

from __future__ import annotations

import random
from typing import NamedTuple

from tests.checkers.ground import Lays, Markers, beyond, data, drawing, printed, tiles

OWN, OTHER = "WNR", "BCR"
KINDS = {"plain": "", "town": "t", "double_town": "tt", "city": "c", "two_cities": "cc", "preprinted": "c"}


class Scene(NamedTuple):
    lays: Lays
    markers: Markers


def scene(seed: int) -> Scene:
    """Half of the map or all of it, an own marker or more, some cities full of others' markers."""
    rng = random.Random(seed)
    lays = _lays(rng)
    shown = {hex: drawing(tiles()[tile], turn) for hex, (tile, turn) in lays.items()}
    cities = [(hex, n) for hex, d in shown.items() for n, stop in enumerate(d.stops) if stop.letter == "c"]
    own = sorted(rng.sample(cities, len(cities)), key=lambda stop: -len(shown[stop[0]].stops[stop[1]].edges))
    own = own[: rng.choice([1, 1, 1, 2, 3])]
    full = [stop for stop in rng.sample(cities, len(cities) * rng.randrange(3) // 8) if stop not in own]
    others = [(hex, n, OTHER) for hex, n in full for _ in range(shown[hex].stops[n].places)]
    return Scene(lays, (*((hex, n, OWN) for hex, n in own), *others))


def _lays(rng: random.Random) -> Lays:
    share, width = rng.choice([0.85, 0.95, 1.0]), rng.choice([4, 6, 9, 17])
    first = rng.randrange(17)
    lays: Lays = {}
    for row in data("map")["hex"]:
        near = (ord(row["id"][0]) - ord("A") - first) % 17 < width
        if near and row["kind"] not in ("ferry", "offboard", "harbour") and rng.random() < share:
            lays[row["id"]] = _best_of(rng, row["id"], _numbers(rng, row["kind"]), lays)
    return lays


def _numbers(rng: random.Random, kind: str) -> list[str]:
    wanted = KINDS.get(kind) if kind in KINDS else rng.choice(["t", "c"] if kind == "boomtown" else ["tt", "cc"])
    return [number for number, text in tiles().items() if _letters(text) == wanted]


def _letters(text: str) -> str:
    return "".join(stop.letter for stop in drawing(text, 0).stops)


def _best_of(rng: random.Random, hex: str, numbers: list[str], lays: Lays) -> tuple[str, int]:
    """Of some tries the one that meets most track of its neighbours and of the map."""
    tries = [(rng.choice(numbers), rng.randrange(6)) for _ in range(rng.choice([4, 8, 16]))]
    return max(tries, key=lambda lay: _meets(hex, lay, lays))


def _meets(hex: str, lay: tuple[str, int], lays: Lays) -> int:
    met = 0
    for edge in _exits(tiles()[lay[0]], lay[1]):
        other = beyond(hex, edge)
        if other is None:
            met -= 2
        elif other in lays:
            tile, turn = lays[other]
            met += 1 if (edge + 3) % 6 in _exits(tiles()[tile], turn) else -1
        elif printed()[other]:
            met += 1 if (edge + 3) % 6 in _exits(printed()[other], 0) else 0
    return met


def _exits(text: str, turn: int) -> set[int]:
    shown = drawing(text, turn)
    return {edge for stop in shown.stops for edge in stop.edges} | {edge for pair in shown.plain for edge in pair}
