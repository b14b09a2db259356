"""Shares and directors."""

from __future__ import annotations

from stellwerk.rail18.shares import certificates, clockwise, director

SEATS = (2, 0, 3, 1)


def test_clockwise_begins_after_a_seat_and_ends_with_it() -> None:
    assert clockwise(SEATS, 0) == (3, 1, 2, 0)


def test_equal_holdings_change_nothing() -> None:
    assert director({0: 30, 1: 30, 2: 30}, 0, SEATS) == 0


def test_more_than_the_director_is_needed() -> None:
    assert director({0: 20, 1: 30}, 0, SEATS) == 1


def test_of_equal_challengers_the_next_clockwise() -> None:
    assert director({0: 20, 1: 30, 2: 30}, 0, SEATS) == 1
    assert director({0: 20, 2: 30, 3: 30}, 0, SEATS) == 3
    assert director({0: 20, 1: 30, 2: 40}, 0, SEATS) == 2


def test_a_directors_certificate_is_one_card() -> None:
    assert certificates(50, 40) == 2
    assert certificates(30, 0) == 3
    assert certificates(20, 20) == 1
    assert certificates(0, 0) == 0
