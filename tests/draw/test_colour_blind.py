"""Colour is never alone: what differs in meaning differs in colour for every eye, or in shape, pattern or letters.

How an eye without one kind of cones sees a colour is computed as Viénot, Brettel and Mollon (1999) do it: from linear
light to the answers of the three kinds of cones, where the missing answer is a mixture of the two others that leaves
white and one pure light as they are, and back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import combinations
from pathlib import Path

import pytest

from stellwerk import draw
from stellwerk.draw.routes import PATTERNS
from stellwerk.draw.seats import SHAPES, seat_shape
from stellwerk.draw.tiles import PIPS, tile_icon
from stellwerk.games import game
from stellwerk.games.china1880.draw.liveries import ORDINARIES, token
from stellwerk.games.china1880.rules.components import tables
from stellwerk.games.russian_railroads.draw.verbs import TIES, piece
from stellwerk.games.yokohama.draw.rewards import FLAGS, country, good
from stellwerk.games.yokohama.rules.components import STOCK
from tests.draw.test_style import COMMON, own_sheets, themes

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

CONES: Matrix = ((17.8824, 43.5161, 4.11935), (3.45565, 27.1554, 3.86714), (0.0299566, 0.184309, 1.46709))
"""Linear red, green and blue of a screen to the answers of long, middle and short cones (Smith and Pokorny)."""
EYES = {"all cones": (-1, ""), "protanopia": (0, "blue"), "deuteranopia": (1, "blue"), "tritanopia": (2, "red")}
"""The cones that are missing, and the light beside white that looks the same without them."""
LIGHTS: dict[str, Triple] = {"red": (1.0, 0.0, 0.0), "blue": (0.0, 0.0, 1.0)}
WHITE: Triple = (1.0, 1.0, 1.0)
APART = 14.0
"""Colours further apart than this (CIE 1976, distance in L*a*b*) are told apart at a glance."""


def times(matrix: Matrix, vector: Triple) -> Triple:
    a, b, c = (sum(x * y for x, y in zip(row, vector, strict=True)) for row in matrix)
    return a, b, c


def inverse(m: Matrix) -> Matrix:
    (a, b, c), (d, e, f), (g, h, i) = m
    det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    first, second, third = ((x / det, y / det, z / det) for x, y, z in rows)
    return first, second, third


def linear(colour: str) -> Triple:
    digits = colour.lstrip("#")
    digits = "".join(d * 2 for d in digits) if len(digits) == 3 else digits
    parts = (int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4))
    a, b, c = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts)
    return a, b, c


def mixture(missing: int, kept: Triple) -> tuple[float, float]:
    """How the missing answer follows from the two others, so that white and one light stay as they are."""
    one, two = (n for n in range(3) if n != missing)
    white, light = times(CONES, WHITE), times(CONES, kept)
    det = white[one] * light[two] - white[two] * light[one]
    x = (white[missing] * light[two] - white[two] * light[missing]) / det
    y = (white[one] * light[missing] - white[missing] * light[one]) / det
    return x, y


def seen(colour: str, eye: str) -> Triple:
    missing, kept = EYES[eye]
    if missing < 0:
        return linear(colour)
    cones = list(times(CONES, linear(colour)))
    one, two = (n for n in range(3) if n != missing)
    x, y = mixture(missing, LIGHTS[kept])
    cones[missing] = x * cones[one] + y * cones[two]
    a, b, c = (min(1.0, max(0.0, v)) for v in times(inverse(CONES), (cones[0], cones[1], cones[2])))
    return a, b, c


def lab(light: Triple) -> Triple:
    to_xyz: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    scaled = (v / w for v, w in zip(times(to_xyz, light), times(to_xyz, WHITE), strict=True))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in scaled)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: str, other: str, eye: str) -> float:
    pairs = zip(lab(seen(one, eye)), lab(seen(other, eye)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def test_the_simulation_agrees_with_the_published_one() -> None:
    """The two mixtures that the paper prints, and what everybody knows of such eyes."""
    assert mixture(0, LIGHTS["blue"]) == pytest.approx((2.02344, -2.52581), abs=1e-4)
    assert mixture(1, LIGHTS["blue"]) == pytest.approx((0.494207, 1.24827), abs=1e-4)
    for eye in EYES:
        assert seen("#fff", eye) == pytest.approx(WHITE, abs=1e-6)
    red, green = "#c0392b", "#6b7a1e"
    assert distance(red, green, "all cones") > 60
    assert distance(red, green, "deuteranopia") < APART
    assert distance("#2b9fd9", "#2dbd93", "tritanopia") < distance("#2b9fd9", "#2dbd93", "all cones") / 2


def bare(picture: draw.El | list[draw.El] | tuple[draw.El, ...]) -> str:
    """What is left of a picture without its colours."""
    parts = [picture] if isinstance(picture, draw.El) else picture
    return re.sub(r' class="[^"]*"', "", "".join(part.html for part in parts))


WEB = (Path(draw.__file__).parents[1] / "web" / "static" / "base.css").read_text("utf-8")


def seats() -> dict[str, tuple[str, ...]]:
    return {n: (light, dark) for n, light, dark in re.findall(r"--seat-(\d): light-dark\((#\w+), (#\w+)\)", WEB)}


def own(game: str, pattern: str) -> dict[str, tuple[str, ...]]:
    return {name: (colour,) for name, colour in re.findall(pattern, own_sheets(game))}


def tiles() -> dict[str, tuple[str, ...]]:
    light, dark = themes()
    return {name: (light[f"--d-{name}"], dark[f"--d-{name}"]) for name in PIPS}


def tile_of(colour: str) -> draw.El:
    return tile_icon(
        next(tile.at(0) for tile in tables(game("1880").components).atlas.tiles.values() if tile.colour == colour)
    )


def pips_of(colour: str) -> str:
    """How many dots the tiles of a colour have."""
    dots = next(part.attrs["d"] for part in tile_of(colour).walk() if part.attrs.get("class") == "pips")
    return str(dots.count("h0"))


Palette = tuple[Mapping[str, tuple[str, ...]], Callable[[str], str]]
PALETTES: dict[str, Callable[[], Palette]] = {
    "seats": lambda: (seats(), lambda n: bare(seat_shape(int(n)))),
    "companies": lambda: (own("1880", r"\.co-(\w+) \{ --co: (#\w+)"), lambda id: bare(token(id))),
    "tiles": lambda: (tiles(), pips_of),
    "track": lambda: (
        own("russian-railroads", r"\.track\.(\w+) \{ fill: (#\w+)"),
        lambda name: bare(piece(0, 0, 40, 14, name)),
    ),
    "goods": lambda: (
        own("yokohama", r"--g-(\w+): color-mix\(in srgb, (#\w+)") | {"yen": ("#8a6a00",)},
        lambda name: bare(good(name)),
    ),
    "countries": lambda: (own("yokohama", r"\.c-(\w+) \{ --country: (#\w+)"), lambda id: bare(country(id))),
}
SIZES = {
    "seats": len(SHAPES),
    "companies": len(ORDINARIES),
    "tiles": len(PIPS),
    "track": len(TIES),
    "goods": len(STOCK),
    "countries": len(FLAGS),
}


@pytest.mark.parametrize("name", PALETTES)
def test_what_means_another_thing_looks_different_to_every_eye(name: str) -> None:
    colours, shape = PALETTES[name]()
    assert len(colours) == SIZES[name]
    for one, other in combinations(colours, 2):
        shades = list(zip(colours[one], colours[other], strict=True))
        is_told = all(distance(a, b, eye) >= APART for a, b in shades for eye in EYES)
        assert is_told or shape(one) != shape(other), f"{one} and {other} look alike"


def test_routes_have_a_pattern_each() -> None:
    patterns = [re.search(rf"\.route-{n} \.route-line \{{ stroke-dasharray: ([\d ]+)", COMMON) for n in range(PATTERNS)]
    found = [pattern.group(1) if pattern else "whole" for pattern in patterns]
    assert len(set(found)) == PATTERNS


def test_laid_track_shows_the_ties_of_its_colour() -> None:
    """On a line the ties are dashes of the sheet: as many in a space as the colour has."""
    sheet = own_sheets("russian-railroads")
    for colour, ties in TIES.items():
        dashes = re.search(rf"\.rail-ties\.{colour} \{{[^}}]*stroke-dasharray: ([\d. ]+)", sheet)
        assert dashes, colour
        lengths = list(map(float, dashes.group(1).split()))
        assert colour == "black" or (sum(length == 2.6 for length in lengths), round(sum(lengths), 6)) == (ties, 44)
