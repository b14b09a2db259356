"""The style sheet: both themes know the same colours, and companies and seats are styled by their own ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stellwerk import draw
from stellwerk.games import game
from stellwerk.games.china1880.draw.liveries import ORDINARIES
from stellwerk.games.china1880.rules.components import tables
from tests.draw.positions import TABLES, drawn

STATIC = Path(__file__).parents[2] / "src" / "stellwerk" / "web" / "static"
CSS = (STATIC / "draw.css").read_text("utf-8")


def variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--d-[\w-]+):\s*([^;]+);", block))


def themes() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    light, system, dark = re.findall(r":root[^{]*\{([^{}]*)\}", CSS)[:3]
    return variables(light), variables(system), variables(dark)


def test_light_and_dark_know_the_same_colours() -> None:
    light, system, dark = themes()
    assert set(light) == set(dark)
    assert system == dark


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    bright, dim = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_text_can_be_read_in_both_themes() -> None:
    for theme in (themes()[0], themes()[2]):
        for ink in ("--d-ink", "--d-quiet"):
            for paper in ("--d-paper", "--d-card", "--d-soft"):
                assert contrast(theme[ink], theme[paper]) >= 4.5, (ink, paper)
        for colour in ("yellow", "green", "brown", "grey"):
            assert contrast(theme["--d-tile-ink"], theme[f"--d-{colour}"]) >= 4.5, colour


def test_every_company_has_a_colour_a_readable_name_and_a_pattern_of_its_own() -> None:
    companies = tables(game("1880").components).companies
    assert set(ORDINARIES) == set(companies)
    assert len(set(ORDINARIES.values())) == len(companies)
    for id_ in companies:
        found = re.search(rf"\.co-{id_} \{{ --co: (#\w+); --on-co: (#\w+);", CSS)
        assert found, id_
        assert contrast(*found.groups()) >= 4.5, id_


SHARED = {"d", "d-zoom", "option", "picked", "quiet", "seat-mark", "seat-shape", *(f"seat-{n}" for n in range(7))}
"""Classes that the pages style on purpose wherever they are."""


def first_classes(css: str) -> set[str]:
    """Classes that a style sheet styles anywhere, not only inside something of its own."""
    rules = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    firsts = [re.split(r"[\s>+~]", selector.strip())[0] for rule in rules for selector in rule.split(",")]
    found = (re.findall(r"\.([\w-]+)", first) for first in firsts if not first.startswith("@"))
    return {names[0] for names in found if len(names) == 1}


@pytest.mark.parametrize("sheet", ["base.css", "pages.css", "table.css"])
def test_no_page_style_reaches_into_a_drawing(sheet: str) -> None:
    used = {name for table in TABLES for name in classes(drawn(*table, 0)) | classes(drawn(*table, -1))}
    assert used & first_classes((STATIC / sheet).read_text("utf-8")) <= SHARED


def classes(drawing: draw.Drawing) -> set[str]:
    elements = (element for part in drawing.values() for element in part.html.walk())
    return {name for element in elements for name in element.attrs.get("class", "").split()}
