"""Component tables: typed rows from TOML, errors that name file, table and key, tables that can be replaced."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from stellwerk.core.components import BadComponent, Components, Source, unique


@dataclass(frozen=True)
class Card:
    id: str
    value: int
    cost: tuple[int, ...] = ()
    source: Source = "rulebook"


GOOD = """
source = "published"
[[card]]
id = "a"
value = 3
cost = [1, 2]
[[card]]
id = "b"
value = 4
source = "reconstructed"
"""


def cards(text: str) -> tuple[Card, ...]:
    return Components({"cards.toml": text}).rows("cards.toml", "card", Card)


def test_rows_are_typed_and_take_the_source_of_their_file() -> None:
    assert cards(GOOD) == (Card("a", 3, (1, 2), "published"), Card("b", 4, (), "reconstructed"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[[card]\n", "cards.toml: not valid TOML"),
        ("x = 1", r"cards.toml: the table \[\[card\]\] is missing"),
        ('[[card]]\nid = "a"', r"cards.toml: card\[0\].value: missing"),
        ('[[card]]\nid = "a"\nvalue = "3"', r"card\[0\].value: expected int, found '3'"),
        ('[[card]]\nid = "a"\nvalue = 3\ncolour = 1', r"card\[0\].colour: no such key; known are: id, value"),
        ('[[card]]\nid = "a"\nvalue = 3\ncost = [1, "x"]', r"card\[0\].cost\[1\]: expected int"),
        ('[[card]]\nid = "a"\nvalue = 3\nsource = "a friend"', r"card\[0\].source: expected one of rulebook"),
    ],
)
def test_an_error_names_file_table_and_key(text: str, reason: str) -> None:
    with pytest.raises(BadComponent, match=reason):
        cards(text)


def test_a_table_can_be_replaced_and_the_digest_tells() -> None:
    own = Components({"cards.toml": GOOD})
    other = own.replacing({"cards.toml": GOOD.replace("3", "5")})
    assert other.replaced == ("cards.toml",)
    assert own.digest != other.digest
    assert own != other
    with pytest.raises(BadComponent, match="no such table; the game has: cards"):
        own.replacing({"card.toml": ""})


def test_an_id_stands_once() -> None:
    with pytest.raises(BadComponent, match="the id a stands twice"):
        unique(["a", "b", "a"], "cards.toml")
