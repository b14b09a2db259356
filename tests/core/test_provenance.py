"""Every value says where it comes from, and what is reconstructed is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.core.components import BadComponent, Components, row
from stellwerk.core.provenance import confession, counts, values_of
from tests.core.test_components import Card

EXAMPLE = Path(__file__).parents[2] / "examples" / "shunting_yard" / "src" / "shunting_yard" / "rules" / "data"

MARKED = """
source = "published"
sources = { value = "single" }
price = 3

[[card]]
id = "a"
value = 1

[[card]]
id = "b"
value = 2
source = "reconstructed"

[[card]]
id = "c"
value = 3
source = "reconstructed"
known = ["value"]
sources = { cost = "single" }

[[card]]
id = "d"
value = 4
source = "reconstructed"
known = ["value"]
sources = { value = "published" }
"""


def test_a_value_takes_its_own_mark_then_that_of_its_row_then_that_of_its_file() -> None:
    found = {(v.row, v.field): v.provenance for v in values_of(Components({"cards.toml": MARKED}))}
    assert found == {
        ("#1", "price"): "published",
        ("a", "value"): "single",
        ("b", "value"): "reconstructed",
        ("c", "value"): "rulebook",
        ("c", "cost"): "single",
        ("d", "value"): "published",
    }


def test_values_and_rows_are_counted() -> None:
    _, cards = counts(Components({"cards.toml": MARKED}))
    assert (cards.rows, cards.verified, cards.single, cards.reconstructed, cards.guessed) == (4, 2, 2, 1, 1)


def test_a_value_without_any_source_is_found() -> None:
    (value,) = values_of(Components({"cards.toml": '[[card]]\nid = "a"\nvalue = 1'}))
    assert value.provenance is None


@pytest.mark.parametrize("id_", games.ids())
def test_no_value_is_without_provenance(id_: str) -> None:
    found = list(values_of(games.game(id_).components))
    known = ("rulebook", "published", "single", "reconstructed")
    assert found
    assert [value for value in found if value.provenance not in known] == []


def test_no_value_of_the_example_is_without_provenance() -> None:
    texts = {file.name: file.read_text("utf-8") for file in EXAMPLE.glob("*.toml")}
    found = list(values_of(Components(texts)))
    assert {value.table for value in found} == {"goods", "order", "table"}
    assert {value.provenance for value in found} == {"rulebook"}


@pytest.mark.parametrize("id_", games.ids())
def test_every_table_with_a_reconstructed_value_has_a_title(id_: str) -> None:
    game = games.game(id_)
    assert [c.table for c in counts(game.components) if c.guessed and c.table not in game.titles] == []


def test_what_is_known_of_the_three_games() -> None:
    guessed = {id_: {c.table: c for c in counts(games.game(id_).components)} for id_ in games.ids()}
    assert not any(count.reconstructed for count in guessed["1880"].values())
    orders = guessed["yokohama"]["order"]
    assert (orders.guessed, orders.rows, orders.single) == (35, 36, 3)
    assert sum(count.reconstructed for count in guessed["russian-railroads"].values()) == 31
    assert guessed["russian-railroads"]["engineer"].reconstructed == 30


def test_what_is_reconstructed_is_said_in_one_sentence() -> None:
    game = games.game("yokohama")
    told = confession(game.components, game.titles)
    assert told is not None
    assert "Order cards: 35 of 36" in told.render()
    short = confession(game.components, game.titles, most=1)
    assert short is not None
    assert short.render().endswith("copy: Order cards: 35 of 36 and others.")
    assert confession(games.game("1880").components, {}) is None


@pytest.mark.parametrize(
    ("marks", "problem"),
    [
        ({"colour": "single"}, r"sources.colour: no such key"),
        ({"value": "a friend"}, r"sources.value: expected one of rulebook"),
        ({"value": 3}, r"sources.value: expected str"),
        ("single", r"sources: expected a table"),
    ],
)
def test_a_wrong_mark_is_refused(marks: object, problem: str) -> None:
    with pytest.raises(BadComponent, match=problem):
        row(Card, {"id": "a", "value": 1, "sources": marks}, "card[0]")


def test_marks_do_not_change_what_a_game_is_played_with() -> None:
    plain = 'source = "published"\n[[card]]\nid = "a"\nvalue = 1\n'
    marked = plain + 'sources = { value = "single" }\n'
    assert Components({"c.toml": plain}).digest == Components({"c.toml": marked}).digest
