"""Hex geometry."""

from __future__ import annotations

import pytest

from stellwerk.rail18 import hexes
from tests.rail18.china import CHINA


def test_edges_count_clockwise_from_the_south_west() -> None:
    assert [hexes.neighbour("F8", edge) for edge in hexes.EDGES] == ["G7", "F6", "E7", "E9", "F10", "G9"]


def test_a_neighbour_is_one_across_the_opposite_edge() -> None:
    for (hex, edge), other in CHINA.across.items():
        assert CHINA.across[other, hexes.opposite(edge)] == hex
        assert hexes.edge_toward(hex, other) == edge


def test_hexes_that_do_not_touch_have_no_edge() -> None:
    assert hexes.edge_toward("F8", "F12") is None
    assert hexes.edge_toward("F8", "F8") is None


@pytest.mark.parametrize("text", ["", "8F", "f8", "F", "F-8", "Ä8", "F²"])
def test_not_a_hex(text: str) -> None:
    with pytest.raises(ValueError, match="not a hex"):
        hexes.parse(text)


def test_masks_turn_with_the_tile() -> None:
    edges = hexes.mask([0, 2, 5])
    assert hexes.members(edges) == (0, 2, 5)
    for rotation in hexes.EDGES:
        turned = [hexes.turned(edge, rotation) for edge in (0, 2, 5)]
        assert hexes.turned_mask(edges, rotation) == hexes.mask(turned)
