"""Component tables: typed rows from TOML, errors that name file, table and key, tables that can be replaced."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from stellwerk import games
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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("value = 3", "value = 250000000", r"cards.toml: card\[0\].value: 250000000 is not between 0 and 100"),
        ("value = 3", "value = -1", r"card\[0\].value: -1 is not between 0 and 100"),
        ("cost = [1, 2]", "cost = [1, 101]", r"card\[0\].cost\[1\]: 101 is not between 0 and 100"),
        ("value = 3", "value = nan", r"card\[0\].value: nan is not between"),
        ("value = 3", "value = 1e300", r"card\[0\].value: 1e\+300 is not between"),
        ("value = 3", "other = { deep = [[7000]] }", r"card\[0\].other.deep\[0\]\[0\]: 7000 is not between"),
        ("value = 3", "value = " + "9" * 5000, "cards.toml: not valid TOML"),
        ("value = 3", "value = " + "[" * 5000, "cards.toml: not valid TOML"),
        ("value = 3", 'note = "' + "x" * 20_000 + '"', "cards.toml: 2.* characters, at most 1"),
    ],
    ids=lambda given: given[:20],
)
def test_every_number_is_looked_at_before_anything_is_built(old: str, new: str, reason: str) -> None:
    own = Components({"cards.toml": GOOD + "#" * 1000})
    with pytest.raises(BadComponent, match=reason):
        own.replacing({"cards.toml": GOOD.replace(old, new, 1)})


@pytest.mark.parametrize("name", games.ids())
def test_the_printed_tables_are_within_their_own_bounds(name: str) -> None:
    own = games.game(name).components
    assert own.replacing(own.files) == own
