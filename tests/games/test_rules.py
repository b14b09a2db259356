"""The books we write: sections with code or data, tables from the components, examples that are played and drawn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from scripts import projects, rulebook
from stellwerk import draw, games
from stellwerk.core import Section, Table, Text
from stellwerk.core.components import Components
from stellwerk.core.example import merge, moves_of, position_of
from stellwerk.core.rule import Example, RuleBook, flowing

EXAMPLES = [pytest.param(id_, e, id=f"{id_}-{e.id}") for id_ in games.ids() for e in games.game(id_).rules.examples]


def texts_of(book: RuleBook) -> list[Text]:
    """Everything a book says, titles aside."""
    rulings = [section.ruling for section in book if section.ruling is not None]
    return [*(part.text for part in (*book, *book.lessons, *book.examples)), *rulings]


def table_of(id_: str, name: str, components: Components | None = None) -> Table:
    game = games.game(id_)
    return next(table for table in game.reference(components or game.components) if table.id == name)


def cells(table: Table) -> list[tuple[str, ...]]:
    return [tuple(map(str, row)) for row in table.rows]


@pytest.mark.parametrize("id_", games.ids())
def test_every_section_names_code_or_data(id_: str) -> None:
    cited = rulebook.cited_in(id_)
    silent = [section.id for section in games.game(id_).rules if not cited[section.id] and not section.data]
    assert not silent, f"{len(silent)} sections name neither code nor data: {silent}"


@pytest.mark.parametrize("id_", games.ids())
def test_the_data_a_section_names_are_there(id_: str) -> None:
    game = games.game(id_)
    missing = {section.id: rulebook.missing_rows(game, section) for section in game.rules}
    assert not {section: rows for section, rows in missing.items() if rows}


@pytest.mark.parametrize("named", ["no.toml area", "areas.toml no", "areas.toml area nowhere"])
def test_data_that_are_not_there_are_noticed(named: str) -> None:
    section = Section("x", Text(""), Text(""), None, ("areas.toml area bank", named))
    assert rulebook.missing_rows(games.game("yokohama"), section) == [named]


def test_a_docstring_cites_whatever_the_case_of_its_first_letter() -> None:
    """`Yokohama B.2: …` and `yokohama B.2: …` are both about B.2."""
    assert re.search(rulebook.docstring_about("yokohama", "B.2"), '"""Yokohama B.1, B.2: moves', re.IGNORECASE)
    assert len([section for section, places in rulebook.cited_in("yokohama").items() if places]) >= 46


@pytest.mark.parametrize("id_", games.ids())
def test_a_paragraph_is_one_line(id_: str) -> None:
    for text in texts_of(games.game(id_).rules):
        assert all("\n" not in part and part == part.strip() for part in text.message.split("\n\n")), text


def test_line_breaks_of_the_source_are_gone() -> None:
    assert flowing("\none\ntwo\n\n  three\nfour \n") == "one two\n\nthree four"


@pytest.mark.parametrize("id_", games.ids())
def test_a_book_begins_with_the_aim_and_a_turn_in_brief(id_: str) -> None:
    titles = [str(lesson.title) for lesson in games.game(id_).rules.lessons]
    assert titles[:2] == ["Aim", "How a game runs"]
    assert any("turn in brief" in title for title in titles)


@pytest.mark.parametrize("id_", games.ids())
def test_tables_are_whole_and_belong_to_a_section(id_: str) -> None:
    game = games.game(id_)
    tables = game.reference(game.components)
    assert len({table.id for table in tables}) == len(tables)
    for table in tables:
        assert table.section in game.rules.sections
        assert table.rows
        assert all(len(row) == len(table.heads) for row in table.rows), table.id


def test_the_tables_of_1880_say_what_the_components_say() -> None:
    assert ("3+3", "plus", "6, at most 3 large", "¥300", "5", "B2", "6E", "yes") in cells(table_of("1880", "trains"))
    phases = {row[0]: row for row in cells(table_of("1880", "phases"))}
    assert phases["B2"][1:6] == ("3+3", "B", "yellow, green", "3", "30 %")
    assert "investors only merge" in phases["B3"][6]
    assert ("5", "¥400", "14") in cells(table_of("1880", "limits"))
    assert cells(table_of("1880", "privates"))[1][:4] == ("P1", "Kaiping Railway", "¥10", "¥5")


def test_the_tables_of_russian_railroads_say_what_the_components_say() -> None:
    spaces = cells(table_of("russian-railroads", "spaces"))
    assert spaces[10][:3] == ("Track of your choice", "1", "1")
    assert len(spaces) == 27
    assert len(cells(table_of("russian-railroads", "engineers"))) == 15
    assert ("Doublers", "1", "20 points for 4 to 6 doublers, 30 points for 7 or 8.") in cells(
        table_of("russian-railroads", "end-cards")
    )


def test_the_tables_of_yokohama_say_what_the_components_say() -> None:
    areas = {row[0]: row for row in cells(table_of("yokohama", "areas"))}
    assert areas["Silk mill I"][2:7] == ("–", "1 silk", "2 silk", "3 silk", "4 silk")
    assert areas["Port"][6] == "any order and 3 points"
    assert len(cells(table_of("yokohama", "technologies"))) == 20


def test_a_corrected_component_reaches_its_table() -> None:
    own = games.game("1880").components
    changed = own.replacing({"players.toml": own.files["players.toml"].replace("cash = 400", "cash = 405")})
    assert ("5", "¥405", "14") in cells(table_of("1880", "limits", changed))


def test_a_technology_reads_the_same_as_card_and_as_rule() -> None:
    game = games.game("yokohama")
    for row in game.components.table("technologies.toml")["technology"]:
        assert game.rules[f"technology.{row['id']}"].text.message == row["text"]


@pytest.mark.parametrize(("id_", "example"), EXAMPLES)
def test_an_example_is_lawful_and_drawn(id_: str, example: Example) -> None:
    game: Any = games.game(id_)
    s = position_of(game, example)
    assert [law.name for law in game.laws if law.broken(s)] == []
    assert example.section in game.rules.sections
    parts = draw.board(id_, game.view(s, None), prefix=f"example-{example.id}-")
    assert example.show
    assert set(example.show) <= set(parts)


@pytest.mark.parametrize("id_", games.ids())
def test_every_book_has_worked_examples(id_: str) -> None:
    assert len(games.game(id_).rules.examples) >= 3


SAID = {
    "1880-run": ["¥130", "¥230", "¥92", "¥130 → ¥140"],
    "1880-train": ["phase B3 begins", "2-trains rust: BCR"],
    "1880-director": ["sold for ¥85", "new director of JHU: seat 2"],
    "russian-railroads-score": ["Trans-Siberian 14, St Petersburg 0, Kiev 3, industry 5"],
    "russian-railroads-factory": ["uses factory 7", "may build brown track"],
    "russian-railroads-locomotive": ["locomotive 1 at Kiev"],
    "yokohama-walk": ["1 yen to seat 2", "with power 3", "3 fish", "2 assistants return"],
    "yokohama-build": ["with power 4", "3 silk", "3 assistants return"],
    "yokohama-order": ["new agent: Great Britain"],
}


@pytest.mark.parametrize(("id_", "example"), EXAMPLES)
def test_the_moves_of_an_example_do_what_its_text_says(id_: str, example: Example) -> None:
    told = " / ".join(str(event) for move in moves_of(games.game(id_), example) for event in move.events)
    assert told
    assert id_ not in projects.ours() or f"{id_}-{example.id}" in SAID
    for said in SAID.get(f"{id_}-{example.id}", ()):
        assert said in told


def test_a_position_is_told_by_what_differs() -> None:
    base = {"a": [1, {"b": 2}, 3], "c": {"d": 4}}
    assert merge(base, {"a": {"1": {"b": 5}}, "c": {"e": [6]}}) == {"a": [1, {"b": 5}, 3], "c": {"d": 4, "e": [6]}}


COVERED = [id_ for id_ in games.ids() if rulebook.coverage_of(id_)]


def test_a_book_is_covered_line_by_line() -> None:
    assert set(COVERED) >= {"1880", "russian-railroads", "yokohama"}


@pytest.mark.parametrize("id_", COVERED)
def test_every_row_of_the_coverage_has_its_section_and_its_test(id_: str) -> None:
    rows = rulebook.coverage_of(id_)
    tests = {test.name for test in rulebook.tests_of(id_)}
    sections = games.game(id_).rules.sections
    assert [row for row in rows if row.test not in tests] == []
    assert [row for row in rows if row.section not in sections] == []
    assert len({(row.line, row.section) for row in rows}) == len(rows)


@pytest.mark.parametrize("id_", COVERED)
def test_the_coverage_leaves_no_section_out(id_: str) -> None:
    """What no line of the book asks for needs no section."""
    covered = {row.section for row in rulebook.coverage_of(id_)}
    assert [section for section in games.game(id_).rules.sections if section not in covered] == []
