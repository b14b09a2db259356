"""Every value says where it comes from, and what is reconstructed is counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import Game
from stellwerk.core.components import RULES, BadComponent, Components, row
from stellwerk.core.provenance import VERIFIED, confession, counts, tables_in, values_of
from stellwerk.core.shorthand import fields_of
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
def test_every_table_and_every_field_has_a_name_in_words(id_: str) -> None:
    game = games.game(id_)
    tables = {table: rows for file in game.components.files if file != RULES for table, rows in
              tables_in(game.components.table(file))}  # fmt: skip
    assert [table for table in tables if table not in game.titles] == []
    fields = [(table, each.name) for table, rows in tables.items() for each in fields_of(game.kinds.get(table), rows)]
    assert [place for place in fields if isinstance(game.field_title(*place), str)] == []


def test_a_field_is_called_by_its_table_first() -> None:
    game = games.game("1880")
    assert str(game.field_title("phase", "markers")) != str(game.field_title("markers", "markers"))
    assert game.field_title("phase", "no_such") == "no such"


def test_what_is_known_of_the_three_games() -> None:
    guessed = {id_: {c.table: c for c in counts(games.game(id_).components)} for id_ in games.ids()}
    assert not any(count.reconstructed for count in guessed["1880"].values())
    orders = guessed["yokohama"]["order"]
    assert (orders.guessed, orders.rows, orders.single) == (35, 36, 3)
    assert sum(count.reconstructed for count in guessed["russian-railroads"].values()) == 31
    assert guessed["russian-railroads"]["engineer"].reconstructed == 30


def told_doubts(game: Game[Any]) -> Iterator[str]:
    """What is not verified of a game, as a line of a table for each component and way of knowing."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for value in values_of(game.components):
        if value.provenance not in VERIFIED:
            found.setdefault((value.table, str(value.provenance)), Counter())[value.field] += 1
    for (table, known), fields in found.items():
        values = ", ".join(f"{game.field_title(table, field)} {n}" for field, n in fields.items())
        yield f"| {game.title} | {game.titles[table]} | {values} | {known} | {fields.total()} |"


def test_the_guide_for_owners_lists_what_is_not_verified() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "your-copy.md").read_text("utf-8").splitlines()
    lists = [line for line in guide if line.endswith(" |") and line.count("|") == 6 and "`" not in line]
    assert lists[1:] == [
        line for id_ in ("1880", "russian-railroads", "yokohama") for line in told_doubts(games.game(id_))
    ]
    for id_ in ("1880", "russian-railroads", "yokohama"):
        found = counts(games.game(id_).components)
        sums = (sum(c.verified for c in found), sum(c.single for c in found), sum(c.reconstructed for c in found))
        assert f"| {games.game(id_).title} | {' | '.join(map(str, sums))} |" in guide


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
