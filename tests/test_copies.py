"""`stellwerk components`: values with their sources, and an owner's tables exported, checked and compared."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.core.corrections import MOST_FAULTS, faults, written
from tests.test_commands import said

ORDERS = games.game("yokohama").components.files["orders.toml"]


def corrected(folder: Path, *changes: tuple[str, str], file: str = "orders.toml") -> Path:
    """A folder with one table of Yokohama in which some lines are changed."""
    text = games.game("yokohama").components.files[file]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    (folder / file).write_text(text, "utf-8")
    return folder


def test_the_tables_are_listed_with_their_counts() -> None:
    listed = said("components", "yokohama", "list")
    assert "order orders 36 0 3 105" in listed
    assert "technology_board boards 2 0 0 2" in listed
    assert "Order cards: 35 of 36" in listed
    assert "Nothing is reconstructed." in said("components", "1880")


@pytest.mark.parametrize(("language", "word"), [("en", "reconstructed"), ("de", "rekonstruiert"), ("pl", "odtworzon")])
def test_they_are_listed_in_the_language_asked_for(language: str, word: str) -> None:
    assert word in said("components", "yokohama", "list", "--lang", language)


@pytest.mark.parametrize("name", ["order", "orders", "orders.toml"])
def test_a_table_is_shown_with_the_source_of_each_value(name: str) -> None:
    shown = said("components", "yokohama", "show", name)
    assert 'order order-01 country = "us" [reconstructed]' in shown
    assert 'order order-32 country = "de" [single source]' in shown


def test_a_value_that_is_marked_and_left_at_its_default_is_shown() -> None:
    shown = said("components", "russian-railroads", "show", "space")
    assert "last_round_industry workers = (left at its default) [single source]" in shown


def test_what_is_asked_for_must_exist(tmp_path: Path) -> None:
    assert "no game is called chess" in said("components", "chess", code=2)
    assert "no table is called cow; there are: achievement" in said("components", "yokohama", "show", "cow", code=2)
    assert said("components", "yokohama", "show", code=2) == "which table?"
    for task in ("export", "check", "diff"):
        assert said("components", "yokohama", task, code=2) == "which folder?"
    for task in ("check", "diff"):
        for option in ([], ["--components"]):
            place = [*option, str(tmp_path / "none")]
            assert "there is no such folder" in said("components", "yokohama", task, *place, code=2)
        assert "there is no .toml file in" in said("components", "yokohama", task, str(tmp_path), code=1)


@pytest.mark.parametrize("id_", games.ids())
def test_what_is_exported_is_right_and_does_not_differ(id_: str, tmp_path: Path) -> None:
    said("components", id_, "export", str(tmp_path))
    exported = {file.name for file in (tmp_path / id_).iterdir()}
    assert exported == {name for name in games.game(id_).components.files if name != "rules.toml"}
    for folder in (tmp_path, tmp_path / id_):
        assert "nothing is wrong" in said("components", id_, "check", str(folder))
        assert "nothing differs" in said("components", id_, "diff", str(folder))


def test_an_export_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "yokohama").mkdir()
    mine = corrected(tmp_path / "yokohama", ("vp = 1", "vp = 2")) / "orders.toml"
    before = mine.read_text("utf-8")
    assert "is there already" in said("components", "yokohama", "export", str(tmp_path), code=2)
    assert mine.read_text("utf-8") == before
    assert list(mine.parent.iterdir()) == [mine]


def test_every_fault_is_told_with_file_row_and_field(tmp_path: Path) -> None:
    changes = [
        ("goods = { fish = 4 }", "goods = { fish = -4 }"),
        ("reward = { vp = 4 }", 'reward = { vp = "four" }'),
        ('id = "order-04"\ncountry = "fr"', 'id = "order-04"\ncountry = "at"'),
        ("goods = { silk = 1, fish = 2 }", "goods = { silk = 1, cows = 2 }"),
        ('id = "order-06"\n', 'id = "order-06"\ncolour = "red"\n'),
        ('id = "order-07"\n', ""),
    ]
    told = said("components", "yokohama", "check", str(corrected(tmp_path, *changes)), code=1)
    for place in (
        "orders.toml: order[0].goods.fish: -4 is not between 0 and",
        "orders.toml: order[2].reward.vp: expected int, found 'four' (row order-03)",
        "orders.toml: order order-04.country: no such country",
        "orders.toml: order[4].goods.cows: no such key",
        "orders.toml: order[5].colour: no such key",
        "orders.toml: order[6].id: missing",
    ):
        assert place in told
    assert told.count("orders.toml: order") == len(changes)


def test_the_same_id_twice_is_a_fault(tmp_path: Path) -> None:
    told = said("components", "yokohama", "check", str(corrected(tmp_path, ("order-02", "order-01"))), code=1)
    assert "orders.toml" in told
    assert "order-01" in told


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[order]", "orders.toml: not valid TOML"),
        ("", "orders.toml: the table [[order]] is missing"),
        ("x = " + "[" * 5000, "orders.toml: "),
        ("# " + "x" * 500_000, "orders.toml: 500002 characters, at most"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_sentence(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "orders.toml").write_text(text, "utf-8")
    for task in ("check", "diff"):
        told = said("components", "yokohama", task, str(tmp_path), code=1)
        assert told.startswith(problem)
        assert "Traceback" not in told


def test_a_file_in_another_encoding_and_one_of_no_table_are_told(tmp_path: Path) -> None:
    (tmp_path / "orders.toml").write_bytes(b'source = "\xff"')
    assert "not written in UTF-8" in said("components", "yokohama", "check", str(tmp_path), code=1)
    (tmp_path / "orders.toml").rename(tmp_path / "cows.toml")
    (tmp_path / "cows.toml").write_text("", "utf-8")
    assert "cows.toml: no such table" in said("components", "yokohama", "check", str(tmp_path), code=1)


def test_faults_without_end_are_told_up_to_a_bound() -> None:
    text = 'source = "published"\n' + '[[order]]\nid = "x"\n' * 200
    assert 1 <= len(faults(games.game("yokohama"), {"orders.toml": text})) <= MOST_FAULTS


def test_what_differs_is_told_row_by_row_and_field_by_field(tmp_path: Path) -> None:
    changes = [
        ("goods = { fish = 4 }", "goods = { fish = 3 }"),
        ('id = "order-02"', 'id = "order-02b"'),
        ('id = "order-03"\n', 'id = "order-03"\nsource = "rulebook"\n'),
    ]
    own = str(corrected(tmp_path, *changes))
    told = said("components", "yokohama", "diff", own)
    assert told == said("components", "yokohama", "diff", "--components", own)
    assert "orders.toml: order order-01.goods: { fish = 4 } → { fish = 3 }" in told
    assert "orders.toml: order order-02: this row is missing" in told
    assert "orders.toml: order order-02b: a new row" in told
    assert told.count("orders.toml:") == 3  # where a value comes from is no value


def test_what_a_set_has_only_looked_at_does_not_differ(tmp_path: Path) -> None:
    file = tmp_path / "looked.toml"
    file.write_text(
        'game = "yokohama"\nname = "Looked"\nversion = 1\n\n[order.order-05]\nchecked = ["goods"]\n', "utf-8"
    )
    assert said("components", "yokohama", "diff", str(file)) == "nothing differs from the built-in tables"
    assert said("components", "yokohama", "check", "--components", str(file)) == "looked.toml: nothing is wrong"


def test_a_set_that_comes_with_a_game_is_compared_by_its_name() -> None:
    assert "order order-" in said("components", "yokohama", "diff", "orders-0.1")
    assert said("components", "yokohama", "check", "orders-0.1") == "orders-0.1: nothing is wrong"
    assert "nothing for 1880" in said("components", "1880", "diff", "orders-0.1", code=2)


@pytest.mark.parametrize("id_", games.ids())
def test_a_table_is_written_as_it_was_read(id_: str) -> None:
    components = games.game(id_).components
    for name in components.files:
        assert tomllib.loads(written(components.table(name))) == components.table(name)
