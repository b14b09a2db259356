"""Tiles: every tile at every rotation, where its parts lie, and routes along its track."""

from __future__ import annotations

import re
from itertools import combinations
from math import hypot

import pytest

from stellwerk.draw.hexes import SLOT, WIDE, along, centre, curve, edge_point, outline, plan
from stellwerk.draw.routes import routes_art
from stellwerk.draw.sheet import Sheet
from stellwerk.draw.tiles import tile_art
from stellwerk.rail18.hexes import EDGES, neighbour, opposite
from stellwerk.rail18.routes import Fault, read
from stellwerk.rail18.tiles import Face
from tests.rail18.china import CHINA, TILE_SET
from tests.rail18.positions import runs

FACES = [tile.at(rotation) for tile in TILE_SET.values() for rotation in EDGES]


def name(face: Face) -> str:
    return f"{face.tile.name}-{face.rotation}"


def test_neighbours_touch_at_the_middle_of_their_edge() -> None:
    for edge in EDGES:
        here, there = centre("F8"), centre(neighbour("F8", edge))
        one = here.plus(*edge_point(edge))
        other = there.plus(*edge_point(opposite(edge)))
        assert one.to(other) < 1e-9


@pytest.mark.parametrize(("a", "b"), list(combinations(EDGES, 2)))
def test_curved_track_begins_and_ends_at_its_edges(a: int, b: int) -> None:
    assert along(a, b, 0.0).to(edge_point(a)) < 1e-6
    assert along(a, b, 1.0).to(edge_point(b)) < 1e-6
    assert along(a, b, 0.5).to(along(b, a, 0.5)) < 1e-6
    assert hypot(*along(a, b, 0.5)) < WIDE
    assert curve(a, b).startswith(f"M{edge_point(a)}")


def test_parts_of_a_tile_keep_clear_of_each_other() -> None:
    for face in FACES:
        where = plan(face)
        assert len(where.stops) == len(where.slots) == len(face.tile.nodes)
        discs = [slot for slots in where.slots for slot in slots]
        assert all(a.to(b) >= 2 * SLOT - 3.5 for a, b in combinations(discs, 2)), name(face)
        assert all(hypot(*slot) <= WIDE for slot in discs), name(face)
        towns = [stop for stop, node in zip(where.stops, face.tile.nodes, strict=True) if node.kind == "town"]
        assert all(a.to(b) >= 16 for a, b in combinations(towns, 2)), name(face)


def points(path: str) -> list[tuple[float, float]]:
    """Where the pieces of a path begin and end."""
    found = []
    for part in re.findall(r"[MLQA][^MLQA]*", path):
        numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", part)]
        found.append((numbers[-2], numbers[-1]))
    return found


def test_every_exit_of_a_tile_has_track_and_no_other_edge() -> None:
    for face in FACES:
        ends = points("".join(plan(face).tracks))
        for edge in EDGES:
            spot = edge_point(edge)
            touched = any(abs(x - spot.x) < 0.2 and abs(y - spot.y) < 0.2 for x, y in ends)
            assert touched == bool(face.exits >> edge & 1), f"{name(face)} {edge}"


def test_a_tile_shows_its_worth_and_no_small_print() -> None:
    """Its number is said in words: on the map it could not be read."""
    art = "".join(element.html for element in tile_art(TILE_SET["57"].at(2)))
    assert ">20<" in art
    assert ">57<" not in art


def test_every_rotation_that_differs_is_a_different_picture() -> None:
    for tile in TILE_SET.values():
        pictures = {tuple(sorted(plan(tile.at(rotation)).tracks)) for rotation in tile.rotations}
        assert len(pictures) == len(tile.rotations), tile.name


def test_recorded_routes_are_drawn_stop_by_stop() -> None:
    drawn = 0
    for run in list(runs(name="selfplay_3p_002002"))[::6]:
        layout = CHINA.layout(run.board)
        for route in run.routes:
            hexes = [list(dict.fromkeys(pair)) for pair in route.get("connections", [])]
            text = "-".join(dict.fromkeys(hex for pair in hexes for hex in pair))
            found = read(layout, text)
            if isinstance(found, Fault):
                continue
            (art,) = routes_art(Sheet(), layout, [found])
            assert art.html.count("route-stop") == len(found.stops)
            assert art.html.count('class="route-line"') == len(found.calls)
            drawn += 1
    assert drawn > 5


def test_the_outline_of_a_hex_has_six_corners() -> None:
    assert len(re.findall(r"-?[\d.]+ -?[\d.]+", outline())) == 6
