"""The gallery shows every component, and marks what is reconstructed."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from stellwerk import draw
from stellwerk.core.provenance import doubts, values_of
from stellwerk.core.text import ENGLISH
from stellwerk.games import game, ids

every_game = pytest.mark.parametrize("id_", ids())


@every_game
def test_every_figure_draws_with_an_id_of_its_own(id_: str) -> None:
    html = draw.gallery_html(id_, game(id_).components).html
    counts = Counter(re.findall(r' id="([^"]+)"', html))
    assert [name for name, n in counts.items() if n > 1] == []
    assert "style=" not in html
    assert "<script" not in html


TABLES = {
    "1880": [("tiles.toml", "tile"), ("trains.toml", "train"), ("phases.toml", "phase"), ("companies.toml", "company")],
    "russian-railroads": [("spaces.toml", "space"), ("engineers.toml", "engineer"), ("locomotives.toml", "locomotive")],
    "yokohama": [("orders.toml", "order"), ("technologies.toml", "technology"), ("sites.toml", "site")],
}


def tables_of(id_: str) -> list[tuple[str, str]]:
    """(file, key) of the tables whose rows are things one can see; of a game not named here, all rows with an id."""
    components = game(id_).components
    parsed = [(file, components.table(file)) for file in components.files if file != "rules.toml"]
    keys = [(file, key, rows) for file, table in parsed for key, rows in table.items() if isinstance(rows, list)]
    return TABLES.get(id_) or [(file, key) for file, key, rows in keys if all("id" in row for row in rows)]


@every_game
def test_every_row_of_the_tables_has_a_figure(id_: str) -> None:
    components = game(id_).components
    assert tables_of(id_)
    captions = [f"{plate.id} {figure.id}" for plate in draw.gallery(id_, components) for figure in plate.figures]
    for file, key in tables_of(id_):
        for row in components.table(file)[key]:
            own = str(row.get("id") or row.get("number") or row.get("name"))
            assert any(own in caption for caption in captions), f"{file}: {own}"


@every_game
def test_what_is_not_verified_is_marked_on_its_component_and_on_no_other(id_: str) -> None:
    """Figures name rows of the tables; a note stands on those with a doubtful value, and says which."""
    components, words = game(id_).components, ENGLISH
    figures = [f for plate in draw.gallery(id_, components) for f in plate.figures]
    rows = {(v.table, v.row) for v in values_of(components)}
    assert {f.row for f in figures if f.row} <= rows
    html = draw.gallery_html(id_, components).html
    assert html.count("source reconstructed") == sum(f.row in doubts(components) for f in figures)
    for figure in figures:
        if figure.row in doubts(components):
            assert draw.doubtful(id_, components, words)[figure.row].startswith("≈ ")


def test_every_row_with_a_doubtful_value_is_in_the_gallery() -> None:
    """So that it can be corrected there; set-up tables are on the sheets only."""
    for id_ in ids():
        components = game(id_).components
        shown = {f.row for plate in draw.gallery(id_, components) for f in plate.figures}
        assert {row for row in doubts(components) if row not in shown} <= {("table", "3"), ("table", "4")}


def test_every_tile_of_1880_is_shown_in_all_rotations_that_differ() -> None:
    from stellwerk.games.china1880.rules.components import tables

    t = tables(game("1880").components)
    pictures = draw.gallery_html("1880", game("1880").components).html.count('class="tile-picture"')
    assert pictures == sum(len(t.atlas.tiles[number].rotations) for number in t.tiles)
