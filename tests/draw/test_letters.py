"""Letters in pictures are large enough in the picture's own measure to be read where the stage shows it whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from stellwerk import draw
from tests.draw.positions import TABLES, drawn, positions
from tests.draw.test_style import COMMON, own_sheets

NARROWEST = {"1880": 12, "russian-railroads": 17, "yokohama": 12}
"""In units. Pictures of 1880 and Yokohama are shown at 0.8 or nearer (from further away they have fewer words, which
keep their size on the screen), a player board of Russian Railroads at 0.6 or nearer."""


def sizes(css: str) -> list[tuple[frozenset[str], float]]:
    """Classes of a text, and how large it is written at least; the last rule of a sheet counts."""
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    return [
        (frozenset(re.findall(r"\.([\w-]+)", selector.strip().rpartition(" ")[2])), float(size.group(1)))
        for heads, body in rules
        if (size := re.search(r"font-size: (?:max\()?([\d.]+)px", body))
        for selector in heads.split(",")
        if " text." in selector
    ]


def _texts(picture: draw.El) -> Iterator[draw.El]:
    return (e for e in picture.walk() if e.tag == "text" and "far-name" not in e.attrs.get("class", ""))


def written(drawing: draw.Drawing) -> Iterator[frozenset[str]]:
    """The classes of every text in the boards' own pictures; signs in running text are as large as the text."""
    for part in drawing.values():
        for picture in (e for e in part.html.walk() if e.tag == "svg" and "aria-hidden" not in e.attrs):
            yield from (frozenset(e.attrs.get("class", "").split()) for e in _texts(picture))


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] in NARROWEST], ids=str)
def test_no_letter_of_a_board_is_too_small(table: tuple[str, int]) -> None:
    rules = sizes(COMMON + own_sheets(table[0]))
    seen: dict[frozenset[str], float] = {}
    for n in range(len(positions(*table))):
        for classes in written(drawn(*table, n)):
            fitting = [size for names, size in rules if names and names <= classes]
            seen[classes] = fitting[-1] if fitting else 0.0
    small = {" ".join(sorted(classes)): size for classes, size in seen.items() if size < NARROWEST[table[0]]}
    assert seen
    assert not small
