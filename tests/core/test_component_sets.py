"""Component sets: corrections by row and field, checked, written and read; a hostile one is refused at once."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core.component_sets import (
    BOUNDS,
    HEAD,
    LONGEST_WORD,
    MOST_CHARACTERS,
    ComponentSet,
    Correction,
    applied,
    read_set,
    set_faults,
    write_set,
)
from stellwerk.core.components import RULES, BadComponent
from stellwerk.core.log import Record, beginning, read, written
from stellwerk.core.provenance import LABELS, counts, named_rows, tables_in, values_of
from stellwerk.core.shorthand import Field, fields_of, told
from stellwerk.core.shorthand import read as typed

YOKOHAMA = games.game("yokohama")
MINE = ComponentSet("yokohama", "Mine", author="Ann", note="second printing")


def value(components: Any, table: str, row: str, field: str) -> tuple[Any, str | None]:
    found = (v for v in values_of(components) if (v.table, v.row, v.field) == (table, row, field))
    return next((v.value, v.provenance) for v in found)


def test_a_set_changes_the_values_it_names_and_no_others() -> None:
    corrected = applied(YOKOHAMA, MINE.with_row("order", "order-05", Correction({"goods": {"silk": 2}}, ("goods",))))
    assert value(corrected, "order", "order-05", "goods") == ({"silk": 2}, "copy")
    before, after = (
        {(v.table, v.row, v.field): v.value for v in values_of(c)} for c in (YOKOHAMA.components, corrected)
    )
    assert {place for place in before if before[place] != after[place]} == {("order", "order-05", "goods")}


def test_what_was_looked_up_is_verified_and_what_was_only_changed_is_a_guess() -> None:
    """A correction of a verified value that nobody has looked up is not verified."""
    changed = applied(YOKOHAMA, MINE.with_row("area", "bank", Correction({"by_power": [1, 1, 1, 1, 1]})))
    assert value(YOKOHAMA.components, "area", "bank", "by_power")[1] == "rulebook"
    assert value(changed, "area", "bank", "by_power") == ([1, 1, 1, 1, 1], "reconstructed")
    seen = applied(YOKOHAMA, MINE.with_row("order", "order-01", Correction(checked=("country", "goods", "reward"))))
    orders = next(count for count in counts(seen) if count.table == "order")
    assert (orders.verified, orders.guessed) == (3, 34)
    assert seen.digest == YOKOHAMA.components.digest


def test_rows_can_be_added_and_left_out() -> None:
    """One technology name with several countries and costs; a space the copy does not have."""
    of = MINE.with_row("technology", "ball-us", Correction({"country": "us", "cost": 4}, ("cost",), like="ball"))
    of = of.with_row("customs", "#8", Correction(gone=True)).with_row("church", "#2", Correction({"neutral": True}))
    corrected = applied(YOKOHAMA, of.with_row("church", "#3", Correction({"neutral": True})))
    assert value(corrected, "technology", "ball-us", "cost") == (4, "copy")
    rows = dict(tables_in(corrected.table("boards.toml")))
    assert len(rows["customs"]) == 7
    assert sum(row.get("neutral", False) for row in rows["church"]) >= 2


@pytest.mark.parametrize("id_", games.ids())
def test_a_set_of_every_value_is_the_same_after_writing_and_reading(id_: str) -> None:
    game = games.game(id_)
    of = ComponentSet(id_, "All “of” it", 7, "Ann \\ Bob", "a note")
    for v in values_of(game.components):
        before = of.row(v.table, v.row)
        is_given = v.value is not None and v.field not in LABELS
        values = {**before.values, v.field: v.value} if is_given else before.values
        of = of.with_row(v.table, v.row, Correction(values, (*before.checked, v.field)))
    assert read_set(write_set(of)) == of
    assert len(write_set(of)) < MOST_CHARACTERS
    corrected = applied(game, of)
    assert corrected.digest == game.components.digest
    assert {v.provenance for v in values_of(corrected)} == {"copy"}


@pytest.mark.parametrize("id_", games.ids())
def test_tables_have_one_name_in_a_game_and_every_kind_reads_its_own(id_: str) -> None:
    game = games.game(id_)
    found = [
        (file, t) for file in game.components.files if file != RULES for t, _ in tables_in(game.components.table(file))
    ]
    assert len({table for _, table in found}) == len(found)
    assert not {table for _, table in found} & set(HEAD)
    files = {table: file for file, table in found}
    for table, kind in game.kinds.items():
        assert game.components.rows(files[table], table, kind)


@pytest.mark.parametrize("id_", games.ids())
def test_every_value_can_be_typed(id_: str) -> None:
    """What the sheet shows of a value, typed again, is the value."""
    game = games.game(id_)
    for file in game.components.files:
        for table, rows in tables_in(game.components.table(file)) if file != RULES else ():
            for each in fields_of(game.kinds.get(table), rows):
                for row in rows:
                    if each.name in row:
                        assert typed(told(row[each.name], each), each) == row[each.name], (table, each)


GOODS = Field("goods", "amounts", ("copper", "silk", "tea", "fish"))


@pytest.mark.parametrize(
    "text", ["2 silk 1 fish", "2s 1f", "2s1f", "silk 2, fish", "silk: 2, fish: 1", " 2 SILK  1 FISH ", "2 silk, fish"]
)
def test_amounts_are_typed_in_many_ways(text: str) -> None:
    assert typed(text, GOODS) == {"silk": 2, "fish": 1}


@pytest.mark.parametrize(
    ("text", "problem"),
    [("2", "of what are there 2"), ("fish fish", "fish stands twice"), ("2 %", "a name is expected"),
     ("9999999999 fish", "a number is expected"), ("x" * 1001, "1001 characters, at most 1000")],
)  # fmt: skip
def test_what_cannot_be_read_is_told(text: str, problem: str) -> None:
    with pytest.raises(BadComponent, match=problem):
        typed(text, GOODS)


def test_a_log_carries_the_set_and_replays_without_it() -> None:
    of = MINE.with_row("order", "order-05", Correction({"goods": {"silk": 2}}, ("goods",)))
    header = Record.new(YOKOHAMA, 2, components=applied(YOKOHAMA, of)).header
    again = read(written(header, ())).header
    assert again == header
    assert again.component_set == {"name": "Mine", "version": "1", "author": "Ann"}
    assert list(again.components) == ["orders.toml"]
    assert beginning(YOKOHAMA, again).tables.orders["order-05"].goods.silk == 2


def test_the_orders_of_the_first_release_can_be_chosen() -> None:
    """The built-in set gives the orders that games of 0.1 are played with."""
    corrected = applied(YOKOHAMA, YOKOHAMA.sets()["orders-0.1"])
    first = next(edition for edition in YOKOHAMA.editions() if edition.name == "0.1")
    then, now = (named_rows(c.table("orders.toml")["order"]) for c in (first.components, corrected))
    assert all(then[name][field] == now[name][field] for name in then for field in ("country", "goods", "reward"))
    assert value(corrected, "order", "order-32", "reward")[1] == "reconstructed"


@pytest.mark.parametrize("id_", games.ids())
def test_the_sets_a_game_brings_along_are_right(id_: str) -> None:
    for of in games.game(id_).sets().values():
        assert set_faults(games.game(id_), of) == []


# --- refused ----------------------------------------------------------------------------------------------------------

HEADED = 'game = "yokohama"\nname = "x"\n'
HOSTILE = {
    "nothing": ("", "game: expected words"),
    "no name": ('game = "yokohama"\n', "name: expected words"),
    "an empty name": ('game = "yokohama"\nname = " "\n', "name: missing"),
    "a long name": (f'game = "yokohama"\nname = "{"x" * (BOUNDS["name"] + 1)}"\n', "name: 61 characters, at most 60"),
    "a name nobody can read": ('game = "yokohama"\nname = "a\\u0007"\n', "name: only letters"),
    "a huge version": (HEADED + "version = 10000\n", "version: 10000 is not between"),
    "a version that is none": (HEADED + 'version = "1"\n', "version: '1' is not between"),
    "no table": (HEADED + "order = 3\n", "order: expected"),
    "no row": (HEADED + "[order]\norder-01 = 3\n", "order: expected"),
    "a million rows": (HEADED + "".join(f"[order.a{n}]\n" for n in range(1_000_000)), "set: .* characters, at most"),
    "many rows": (HEADED + "".join(f"[a.b{n}]\n" for n in range(3_000)), "set: more than 2000 rows"),
    "a megabyte": ("#" * 1_000_000, "set: 1000000 characters, at most"),
    "a deep list": (HEADED + "[order.order-01]\ngoods = " + "[" * 3_000, "set: not valid TOML"),
    "a deep table": (HEADED + "[order.order-01]\n" + "a." * 1_900 + "a = 1\n", "nested too deeply"),
    "a long line": (HEADED + "[order.order-01]\n" + "a." * 90_000 + "a = 1\n", "set: a line is longer"),
    "a huge number": (HEADED + f"[order.order-01]\ngoods = {{ fish = {'9' * 3_000} }}\n", "is not between 0 and"),
    "an endless number": (HEADED + "[order.order-01]\ngoods = { fish = inf }\n", "is not between 0 and"),
    "no number": (HEADED + "[order.order-01]\ngoods = { fish = nan }\n", "is not between 0 and"),
    "a negative fee": (HEADED + '[fee."#1"]\ncanal = -1\n', "canal: -1 is not between 0 and 100"),
    "a wild fee": (HEADED + '[fee."#1"]\ncanal = 1000000000\n', "canal: 1000000000 is not between 0 and 100"),
    "a row like itself": (HEADED + '[order.a]\nlike = "a"\n', "order a.id: there is no row a to make it like"),
    "rows in a circle": (HEADED + '[order.a]\nlike = "b"\n[order.b]\nlike = "a"\n', "no row b to make it like"),
    "many new rows": (
        HEADED + "".join(f'[technology.n{n}]\nlike = "ball"\n' for n in range(1_900)), "technology: more than 80 rows"
    ),
    "no orders left": (
        HEADED + "".join(f"[order.order-{n:02}]\ngone = true\n" for n in range(1, 37)), "order: a row must be left"
    ),
    "no fee left": (HEADED + '[fee."#1"]\ngone = true\n', "fee: a row must be left"),
    "a printed sentence": (
        HEADED + f'[order.order-01]\ncountry = "{"word " * (LONGEST_WORD // 4)}"\n', "a word of at most"
    ),
    "our words": (HEADED + '[technology.ball]\ntext = "Each order"\n', "technology ball.text: not a value"),
    "a mark": (HEADED + "[order.order-01]\nsources = { goods = 'rulebook' }\n", "not a value"),
    "another game": ('game = "1880"\nname = "x"\n', "this is a set for 1880"),
    "a date": (HEADED + "[technology.ball]\ncost = 1979-05-27\n", "expected int"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_set_is_refused_in_little_memory(name: str) -> None:
    """The memory is bounded, and so is the time: no step is repeated more often than the set has rows."""
    text, problem = HOSTILE[name]
    with traced(len(text) > 10_000), pytest.raises(BadComponent, match=problem):
        applied(YOKOHAMA, read_set(text))


@contextmanager
def traced(wanted: bool) -> Iterator[None]:
    """Small sets are not worth the time it takes."""
    if not wanted:
        yield
        return
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < 60_000_000
    finally:
        tracemalloc.stop()


def test_every_fault_of_a_set_is_told_with_its_row_and_field() -> None:
    of = MINE.with_row("order", "order-01", Correction({"goods": {"rice": 1}}))
    of = of.with_row("order", "order-02", Correction({"country": "at"}))
    of = of.with_row("order", "order-99", Correction({"country": "us"}))
    of = of.with_row("order", "order-03", Correction({"reward": {"vp": -1}}))
    found = {(fault.table, fault.row, fault.field) for fault in set_faults(YOKOHAMA, of)}
    assert found == {
        ("order", "order-01", "goods"),
        ("order", "order-02", "country"),
        ("order", "order-99", "id"),
        ("order", "order-03", "reward"),
    }
