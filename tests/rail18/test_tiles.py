"""The tile language, rotations, symmetry, and what becomes of nodes in an upgrade."""

from __future__ import annotations

import pytest

from stellwerk.rail18.hexes import EDGES, mask
from stellwerk.rail18.tiles import NODE, Fit, fits, node_map, tile
from tests.rail18.china import TILE_SET, TILES, rows


@pytest.mark.parametrize("row", rows(TILES), ids=lambda row: row[0])
def test_every_tile_is_printed_as_it_was_written(row: list[str]) -> None:
    assert str(tile(row[0], row[1])) == row[1]


def test_words_of_the_language() -> None:
    made = tile("x", "c30x2(01) t10(3) o20/30/40/50x1(45) h10/0() 2-5 n0-n1")
    city, town, red, blue = made.nodes
    assert (city.kind, city.slots, city.large, city.terminal) == ("city", 2, True, False)
    assert (town.kind, town.slots, town.large, town.terminal) == ("town", 0, False, False)
    assert (red.slots, red.large, red.terminal, red.worth(2)) == (1, True, True, 40)
    assert (blue.large, blue.terminal, blue.worth(1)) == (False, True, 0)
    assert city.worth(3) == 30
    assert made.paths == ((2, 5),)
    assert made.joints == ((0, 1),)
    assert str(made) == "c30x2(01) t10(3) o20/30/40/50x1(45) h10/0() 2-5 n0-n1"


@pytest.mark.parametrize("text", ["c(0)", "x20(0)", "0-6", "0-0", "c20(7)", "n0-n1", "c20(0) n0-n0", "nonsense"])
def test_a_word_outside_the_language_names_the_tile(text: str) -> None:
    with pytest.raises(ValueError, match="tile bad"):
        tile("bad", text)


def test_a_turned_tile_leads_to_turned_ends() -> None:
    face = tile("x", "c20(0) 1-4").at(2)
    assert face.exits == mask([2, 3, 0])
    assert face.ways[2] == (NODE,)
    assert face.ways[3] == (0,)
    assert face.ways[0] == (3,)
    assert face.ways[1] == ()


def test_symmetry_is_the_lowest_rotation_that_looks_the_same() -> None:
    assert TILE_SET["9"].lowest == (0, 1, 2, 0, 1, 2)
    assert TILE_SET["63"].lowest == (0,) * 6
    assert TILE_SET["57"].rotations == (0, 1, 2)
    assert TILE_SET["8"].rotations == tuple(EDGES)


def test_two_cities_that_change_places_look_the_same_but_are_numbered_otherwise() -> None:
    assert TILE_SET["8860"].lowest == (0, 1, 2, 0, 1, 2)
    assert TILE_SET["8860"].same == tuple(EDGES)
    assert TILE_SET["8855"].same == (0, 1, 2, 0, 1, 2)


def test_equal_rotations_have_equal_track() -> None:
    for made in TILE_SET.values():
        for rotation in EDGES:
            face, low = made.at(rotation), made.at(made.lowest[rotation])
            assert sorted(face.nodes) == sorted(low.nodes)
            assert face.paths == low.paths


def test_an_upgrade_keeps_track_and_nodes() -> None:
    assert [fit.rotation for fit in fits(TILE_SET["57"].at(0), TILE_SET["14"])] == [0, 2, 3, 5]
    assert fits(TILE_SET["9"].at(0), TILE_SET["23"]) == (Fit(0, ()), Fit(3, ()))
    assert fits(TILE_SET["8852"].at(0), TILE_SET["14"]) == ()  # a town is no city
    assert fits(TILE_SET["5"].at(0), TILE_SET["57"]) == ()


def test_a_node_without_track_takes_the_free_city() -> None:
    assert node_map(TILE_SET["235"].at(0), TILE_SET["8860"].at(1)) == (0, 1)
    assert node_map(TILE_SET["235"].at(0), TILE_SET["8860"].at(2)) == (1, 0)
    assert node_map(tile("bare", "c0() c0()").at(0), TILE_SET["235"].at(3)) == (0, 1)


def test_nodes_join_where_the_new_tile_has_one_for_both() -> None:
    (fit,) = fits(TILE_SET["8862"].at(0), TILE_SET["8872"])
    assert fit == Fit(3, (0, 0))
    assert fit.joins
    assert not fits(TILE_SET["235"].at(0), TILE_SET["8860"])[0].joins
    assert node_map(TILE_SET["235"].at(0), TILE_SET["8872"].at(0)) == (0, 0)


def test_track_between_nodes_is_kept() -> None:
    old = tile("old", "t10(0) t10(3) n0-n1")
    assert node_map(old.at(0), tile("new", "t10(01) t10(34) n0-n1").at(0)) == (0, 1)
    assert node_map(old.at(0), tile("new", "t10(01) t10(34)").at(0)) is None
    assert node_map(old.at(0), tile("new", "t10(0134)").at(0)) == (0, 0)
    assert node_map(tile("two", "c0() t0()").at(0), tile("one", "c20(0)").at(0)) is None
