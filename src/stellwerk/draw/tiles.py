"""Tiles as pictures: ground, track, stops, their worth. Stations are put on top by whoever knows them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stellwerk.draw.element import El, el, number
from stellwerk.draw.hexes import SLOT, TOWN, Plan, Point, outline, plan
from stellwerk.draw.sheet import icon, words_at
from stellwerk.rail18.tiles import Face, Node

HEXAGON = outline()
PIPS = {"yellow": 1, "green": 2, "brown": 3, "grey": 4}


def ground(colour: str) -> El:
    return el("path", d=HEXAGON, class_=f"ground {colour}")


@lru_cache(4096)
def tile_art(face: Face) -> tuple[El, ...]:
    """Everything printed on a tile but the ground's shape."""
    where = plan(face)
    return (*track_art(where.tracks), *stops_art(face, where), *_signs(face, where))


def track_art(tracks: tuple[str, ...], kind: str = "") -> tuple[El, ...]:
    if not tracks:
        return ()
    lines = "".join(tracks)
    return el("path", d=lines, class_="bed"), el("path", d=lines, class_=f"rails {kind}".strip())


def tile_icon(face: Face) -> El:
    """A tile in a list."""
    return icon(ground(face.tile.colour), *tile_art(face), box=(-62, -62, 124, 124), class_="d-icon tile-icon")


def stops_art(face: Face, where: Plan) -> Iterator[El]:
    for node, stop, slots in zip(face.tile.nodes, where.stops, where.slots, strict=True):
        if node.slots:
            yield from city_art(node, stop, slots)
        else:
            yield el("circle", cx=stop.x, cy=stop.y, r=TOWN, class_="town")


def city_art(node: Node, stop: Point, slots: tuple[Point, ...]) -> Iterator[El]:
    if len(slots) > 1:
        yield plate(stop, len(slots))
    for slot in slots:
        yield el("circle", cx=slot.x, cy=slot.y, r=SLOT, class_="slot")


def plate(stop: Point, slots: int) -> El:
    """What joins the slots of one city to the eye."""
    if slots == 2:
        return el(
            "rect", x=stop.x - 2 * SLOT, y=stop.y - SLOT, width=4 * SLOT, height=2 * SLOT, rx=SLOT, class_="plate"
        )
    return el("circle", cx=stop.x, cy=stop.y, r=plate_size(slots), class_="plate")


def plate_size(slots: int) -> float:
    return 2.3 * SLOT if slots < 6 else 3.0 * SLOT


def _signs(face: Face, where: Plan) -> Iterator[El]:
    worths = list(dict.fromkeys(node.revenue for node in face.tile.nodes if any(node.revenue)))
    if worths and len(worths[0]) == 1:
        yield from badge(where.value, worths[0][0])
    if face.tile.label:
        yield words_at(where.label.x, where.label.y + 5, face.tile.label, "tile-label")
    if face.tile.colour in PIPS:
        yield _pips(where.pips, PIPS[face.tile.colour])


def _pips(at: Point, count: int) -> El:
    """One dot for yellow, two for green and so on: the colour of a tile for eyes that do not tell it."""
    first = at.x - 3.2 * (count - 1)
    return el("path", d="".join(f"M{number(first + 6.4 * n)} {number(at.y)}h0" for n in range(count)), class_="pips")


def badge(at: Point, value: int | str, kind: str = "worth") -> tuple[El, El]:
    return el("circle", cx=at.x, cy=at.y, r=11, class_=kind), words_at(at.x, at.y + 4.3, value, f"{kind}-digits")
