"""Notation: every action prints as one line and is read back from the types of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stellwerk.core.action import Action, BadNotation, Domain, Notation, domains


@dataclass(frozen=True, slots=True)
class Spot:
    """A value with a notation of its own."""

    column: int
    row: int

    def __str__(self) -> str:
        return f"{self.column}/{self.row}"

    @classmethod
    def parse(cls, word: str) -> Spot:
        column, row = word.split("/")
        return cls(int(column), int(row))


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    hex: Annotated[str, Domain("hex")]
    tile: str
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Mixed(Action):
    kind: Literal["a", "b"]
    flag: bool
    maybe: int | None
    some: tuple[int, ...]
    note: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    pass


@dataclass(frozen=True, slots=True)
class Wait(Action):
    pass


NOTATION = Notation((LayTile, Mixed, Pass, Wait))


def test_an_action_prints_as_one_line() -> None:
    assert str(LayTile("F8", "57", 2)) == "lay-tile F8 57 2"
    assert str(Pass()) == "pass"


def test_the_last_tuple_takes_the_rest_of_the_line() -> None:
    action = Mixed("a", True, None, (1, 2), "two words", (Spot(1, 2), Spot(3, 4)))
    assert str(action) == 'mixed a yes - 1,2 "two words" 1/2 3/4'
    assert NOTATION.parse(str(action)) == action


words = st.text(min_size=0, max_size=12).filter(lambda t: "\n" not in t)


mixed = st.builds(
    Mixed,
    st.sampled_from(["a", "b"]),
    st.booleans(),
    st.none() | st.integers(-99, 99),
    st.lists(st.integers(-9, 9)).map(tuple),
    words,
    st.lists(st.builds(Spot, st.integers(0, 9), st.integers(0, 9))).map(tuple),
)


@given(mixed)
def test_every_action_round_trips(action: Mixed) -> None:
    assert NOTATION.parse(str(action)) == action


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "no action is called"),
        ("jump F8", "no action is called jump"),
        ("lay-tile F8", "wrong number of words, expected: lay-tile hex tile turn"),
        ("lay-tile F8 57 2 3", "wrong number of words"),
        ("lay-tile F8 57 two", "two cannot be read as the field turn of lay-tile"),
        ("mixed c yes - 1 x", "c cannot be read as the field kind"),
        ('lay-tile "F8 57 2', "a quotation mark is not closed"),
        ("mixed a yes - 1 x 1-2", "1-2 cannot be read as the field spots"),
    ],
)
def test_a_bad_line_says_what_is_wrong(line: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        NOTATION.parse(line)


def test_actions_of_different_kinds_are_never_equal() -> None:
    assert Pass() != Wait()


def test_a_field_declares_the_domain_of_its_values() -> None:
    assert domains(LayTile) == (("hex", "hex"),)
