"""The share market."""

from __future__ import annotations

from stellwerk.rail18.market import Cell, Market, grid

PRICES = grid([[None, 60, 70], [40, 50, 60], [30, 40, None]])
BENT = Market(PRICES, {"right": "up", "left": "down"})


def test_cells_have_prices() -> None:
    assert len(PRICES) == 7
    assert BENT.price(Cell(1, 0)) == 40
    assert Cell(0, 0) not in PRICES


def test_moves_go_one_cell() -> None:
    assert BENT.move(Cell(1, 1), "right") == Cell(1, 2)
    assert BENT.move(Cell(1, 1), "left") == Cell(1, 0)
    assert BENT.move(Cell(1, 1), "up") == Cell(0, 1)
    assert BENT.move(Cell(1, 1), "down", 3) == Cell(2, 1)


def test_moves_bend_at_the_ends_of_rows() -> None:
    assert BENT.move(Cell(1, 2), "right") == Cell(0, 2)
    assert BENT.move(Cell(1, 0), "left") == Cell(2, 0)
    assert BENT.move(Cell(0, 2), "right") == Cell(0, 2)
    assert BENT.move(Cell(2, 0), "left") == Cell(2, 0)
    assert BENT.move(Cell(0, 1), "left") == Cell(1, 1)


def test_without_bends_a_marker_stays() -> None:
    assert Market(PRICES).move(Cell(1, 2), "right") == Cell(1, 2)
    assert BENT.move(Cell(0, 1), "up") == Cell(0, 1)
