"""The style sheets: both themes know the same colours, and companies and seats are styled by their own ids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stellwerk import draw
from stellwerk.games import game, ids
from stellwerk.games.china1880.draw.liveries import ORDINARIES
from stellwerk.games.china1880.rules.components import tables
from tests.draw.positions import TABLES, drawn

STATIC = Path(__file__).parents[2] / "src" / "stellwerk" / "web" / "static"
COMMON = (draw.STATIC / "draw.css").read_text("utf-8")


def own_sheets(id_: str) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(draw.style_folders()[id_].glob("*.css")))


def themes() -> tuple[dict[str, str], dict[str, str]]:
    """By day and by night."""
    found = re.findall(r"(--d-[\w-]+): light-dark\((#\w+), (#\w+)\);", COMMON)
    return {name: light for name, light, _ in found}, {name: dark for name, _, dark in found}


def test_every_colour_of_the_drawings_is_there_by_day_and_by_night() -> None:
    defined = set(re.findall(r"(?m)^  (--d-[\w-]+):", COMMON))
    assert len(defined) > 20
    assert defined == set(themes()[0])


@pytest.mark.parametrize("id_", ids())
def test_a_game_uses_only_colours_that_exist(id_: str) -> None:
    used = set(re.findall(r"var\((--d-[\w-]+)", COMMON + own_sheets(id_)))
    assert used <= set(themes()[0])


@pytest.mark.parametrize("id_", ids())
def test_a_drawing_needs_no_sheet_of_another_game(id_: str) -> None:
    """A page loads the common sheet and the game's own: what is drawn must be styled by these alone."""
    drawn_here = {name for table in TABLES if table[0] == id_ for name in classes(drawn(*table, -1))}
    here = named(COMMON) | named(own_sheets(id_))
    elsewhere = {name for other in ids() if other != id_ for name in main_classes(own_sheets(other))}
    assert not drawn_here & elsewhere - here


def selectors(css: str) -> list[str]:
    rules = re.findall(r"([^{}]+)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.S))
    return [selector.strip() for rule in rules for selector in rule.split(",") if not selector.strip().startswith("@")]


def named(css: str) -> set[str]:
    """All classes that a style sheet names."""
    return {name for selector in selectors(css) for name in re.findall(r"\.([a-z][\w-]*)", selector)}


def main_classes(css: str) -> set[str]:
    """Classes that a style sheet styles by themselves, inside a drawing."""
    return {
        found[1] for selector in selectors(css) if (found := re.fullmatch(r"\.d (?:svg \w+)?\.([a-z][\w-]*)", selector))
    }


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(a: str, b: str) -> float:
    bright, dim = sorted((luminance(a), luminance(b)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_text_can_be_read_in_both_themes() -> None:
    for theme in themes():
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
        found = re.search(rf"\.co-{id_} \{{ --co: (#\w+); --on-co: (#\w+);", own_sheets("1880"))
        assert found, id_
        assert contrast(*found.groups()) >= 4.5, id_


SHARED = {"d", "d-zoom", "option", "picked", "quiet", "seat-mark", "seat-shape", *(f"seat-{n}" for n in range(7))}
"""Classes that the pages style on purpose wherever they are."""


def first_classes(css: str) -> set[str]:
    """Classes that a style sheet styles anywhere, not only inside something of its own."""
    firsts = [re.split(r"[\s>+~]", selector)[0] for selector in selectors(css)]
    found = (re.findall(r"\.([\w-]+)", first) for first in firsts)
    return {names[0] for names in found if len(names) == 1}


@pytest.mark.parametrize("sheet", ["base.css", "pages.css", "table.css"])
def test_no_page_style_reaches_into_a_drawing(sheet: str) -> None:
    used = {name for table in TABLES for name in classes(drawn(*table, 0)) | classes(drawn(*table, -1))}
    assert used & first_classes((STATIC / sheet).read_text("utf-8")) <= SHARED


def classes(drawing: draw.Drawing) -> set[str]:
    elements = (element for part in drawing.values() for element in part.html.walk())
    return {name for element in elements for name in element.attrs.get("class", "").split()}
