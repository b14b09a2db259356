"""Component sets are kept by person, in closed versions; a table keeps what it was opened with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.core.component_sets import ComponentSet, Correction, read_set, set_faults, write_set
from stellwerk.core.editions import tables_of
from stellwerk.core.provenance import values_of
from stellwerk.games.russian_railroads.rules.box import box_of
from stellwerk.table.model import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.privacy import everything_about
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.service import component_sets
from stellwerk.table.service.component_sets import BUILT_IN, Wish, as_typed, unfit
from stellwerk.table.service.typed_rows import TypedRow, progress, sheet, wish_of
from stellwerk.table.settings import Settings
from tests.table.conftest import person

YOKOHAMA = games.game("yokohama")


def wished(goods: str, row: str = "order-05", **more: str) -> Wish:
    wish, faults = wish_of(YOKOHAMA, TypedRow("order", row, {"goods": goods, **more}))
    assert faults == []
    return wish


def opened(runtime: Runtime, who: Person, components: str = "") -> str:
    plan = TableSpec("yokohama", [SeatSpec("me")] * 2, hotseat=True, components=components)
    return runtime.tables.create(who, plan).table


def goods(runtime: Runtime, table: str, row: str = "order-05") -> object:
    loaded = runtime.store.table(table)
    assert loaded is not None
    found = values_of(tables_of(loaded.rules, loaded.header))
    return next(v.value for v in found if (v.table, v.row, v.field) == ("order", row, "goods"))


def test_a_running_table_keeps_its_values_when_the_set_is_changed_again(runtime: Runtime, ann: Person) -> None:
    sets = runtime.tables.sets
    mine = sets.create(ann, "yokohama", "Mine")
    assert sets.correct(ann, mine, wished("2 silk")) == []
    before = opened(runtime, ann, mine)
    assert sets.correct(ann, mine, wished("3 tea")) == []
    after = opened(runtime, ann, mine)
    assert (goods(runtime, before), goods(runtime, after)) == ({"silk": 2}, {"tea": 3})
    sets.forget(ann, mine)
    runtime.store.cache.drop(before)
    assert goods(runtime, before) == {"silk": 2}
    versions = [runtime.tables.table(ann, table).header.component_set["version"] for table in (before, after)]
    assert versions == ["1", "2"]


def test_a_version_is_closed_by_use_and_by_nothing_else(runtime: Runtime, ann: Person) -> None:
    sets = runtime.tables.sets
    mine = sets.create(ann, "yokohama", "Mine")
    for text in ("2 silk", "3 tea"):
        sets.correct(ann, mine, wished(text))
    assert sets.find(ann, mine).set.version == 1
    assert read_set(sets.file(ann, mine)).version == 1
    sets.correct(ann, mine, wished("3 tea"))
    assert sets.find(ann, mine).set.version == 1, "nothing was changed"
    sets.correct(ann, mine, wished("1 tea"))
    assert sets.find(ann, mine).set.version == 2


def test_a_row_with_a_fault_is_not_kept(runtime: Runtime, ann: Person) -> None:
    sets = runtime.tables.sets
    mine = sets.create(ann, "yokohama", "Mine")
    found = sets.correct(ann, mine, wished("1 rice"))
    assert [(fault.row, fault.field) for fault in found] == [("order-05", "goods")]
    assert sets.find(ann, mine).set.rows == {}


def test_what_is_the_same_as_ours_is_only_marked(runtime: Runtime) -> None:
    wish = wished("1 silk 2 fish")
    assert (wish.correction.values, wish.correction.checked) == ({}, ("country", "goods", "reward"))


def test_a_file_is_taken_in_if_nothing_is_wrong_with_it(runtime: Runtime, ann: Person) -> None:
    sets = runtime.tables.sets
    of = ComponentSet("yokohama", "Theirs", 3, "Bob").with_row("order", "order-05", Correction({"goods": {"tea": 1}}))
    assert sets.find(ann, sets.take_in(ann, write_set(of))).set == of
    wrong = of.with_row("order", "order-06", Correction({"goods": {"tea": -1}}))
    with pytest.raises(Refused, match="-1 is not between 0 and"):
        sets.take_in(ann, write_set(wrong))
    with pytest.raises(Refused, match="no game is called chess"):
        sets.take_in(ann, 'game = "chess"\nname = "x"\n')


def test_nobody_sees_or_changes_the_sets_of_others(runtime: Runtime, ann: Person, bob: Person) -> None:
    sets = runtime.tables.sets
    mine = sets.create(ann, "yokohama", "Mine")
    for deed in (
        lambda: sets.find(bob, mine),
        lambda: sets.correct(bob, mine, wished("2 silk")),
        lambda: sets.describe(bob, mine, "His", "", ""),
        lambda: sets.forget(bob, mine),
        lambda: sets.file(bob, mine),
        lambda: opened(runtime, bob, mine),
    ):
        with pytest.raises(Refused, match="no such component set"):
            deed()
    assert sets.mine(bob, "yokohama") == []


def test_an_operator_sets_what_new_tables_are_opened_with(runtime: Runtime, ann: Person, bob: Person) -> None:
    sets = runtime.tables.sets
    ann = replace(ann, admin=True)
    mine = sets.create(ann, "yokohama", "Mine")
    sets.correct(ann, mine, wished("2 silk"))
    with pytest.raises(Refused, match="only the operator"):
        sets.make_default(bob, "yokohama", mine)
    with pytest.raises(Refused, match="a set for yokohama"):
        sets.make_default(ann, "1880", mine)
    sets.make_default(ann, "yokohama", mine)
    assert [choice.name for choice in sets.choices(bob, YOKOHAMA)][:1] == ["Mine"]
    before = opened(runtime, bob)
    assert goods(runtime, before) == {"silk": 2}
    assert goods(runtime, opened(runtime, bob, BUILT_IN)) == {"silk": 1, "fish": 2}
    sets.correct(ann, mine, wished("3 tea"))
    assert (goods(runtime, before), goods(runtime, opened(runtime, bob))) == ({"silk": 2}, {"tea": 3})
    sets.make_default(ann, "yokohama", "")
    assert goods(runtime, opened(runtime, bob)) == {"silk": 1, "fish": 2}


def test_a_set_the_game_brings_along_can_be_chosen(runtime: Runtime, ann: Person) -> None:
    table = opened(runtime, ann, "orders-0.1")
    assert runtime.tables.table(ann, table).header.component_set["author"] == "Stellwerk"
    with pytest.raises(Refused, match="no such component set"):
        opened(runtime, ann, "orders-9")


def test_one_person_keeps_so_many_sets(runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(component_sets, "SETS_EACH", 2)
    for name in ("a", "b"):
        runtime.tables.sets.create(ann, "yokohama", name)
    with pytest.raises(Refused, match="2 component sets already"):
        runtime.tables.sets.create(ann, "yokohama", "c")


def test_sets_are_part_of_what_is_known_about_somebody(runtime: Runtime, ann: Person) -> None:
    runtime.tables.sets.create(ann, "yokohama", "Mine")
    with runtime.store.reading() as conn:
        assert [row["name"] for row in everything_about(conn, ann)["component_sets"]] == ["Mine"]


def test_the_sheet_has_every_row_and_says_how_far_one_is(runtime: Runtime, ann: Person) -> None:
    sets = runtime.tables.sets
    mine = sets.create(ann, "yokohama", "Mine")
    assert progress(YOKOHAMA.components, "order") == (0, 36)
    sets.correct(ann, mine, wished("2 silk"))
    sets.correct(ann, mine, Wish("order", "order-06", Correction(gone=True)))
    sets.correct(ann, mine, Wish("order", "order-66", Correction(like="order-07")))
    of = sets.find(ann, mine).set
    components = sets.components(ann, YOKOHAMA, mine)
    assert progress(components, "order") == (1, 36)
    rows = {row.name: row for row in sheet(YOKOHAMA, components, of, "order")}
    assert len(rows) == 37
    assert rows["order-05"].is_done
    assert rows["order-06"].is_gone
    assert rows["order-66"].is_new
    assert [cell.text for cell in rows["order-05"].cells] == ["de", "2 silk", "3 vp 2 yen"]


def test_the_numbers_of_two_engineers_are_exchanged_one_after_the_other(runtime: Runtime, ann: Person) -> None:
    """Until both are typed no table can be opened with the draft, but nothing typed is out of sight."""
    sets, game = runtime.tables.sets, games.game("russian-railroads")
    mine = sets.create(ann, game.id, "Mine")
    ours = {row.name: row for row in sheet(game, game.components, None, "engineer")}
    for name, number in (("Black and grey", "3"), ("Any track and 3 points", "2")):
        values = {cell.field.name: cell.text for cell in ours[name].cells} | {"number": number}
        wish, faults = wish_of(game, TypedRow("engineer", name, values))
        assert (faults, sets.correct(ann, mine, wish)) == ([], [])
        of = sets.find(ann, mine).set
        typed = {row.name: row.cells[0] for row in sheet(game, as_typed(game, of), of, "engineer")}
        assert (typed[name].text, typed[name].is_checked) == (number, True)
        assert progress(as_typed(game, of), "engineer") == (len(of.rows["engineer"]), 15)
        assert bool(unfit(game, of)) is (number == "3")
    box = box_of(sets.components(ann, game, mine))
    assert [box.engineers[n].name for n in (2, 3)] == ["Any track and 3 points", "Black and grey"]


def test_what_the_server_was_started_with_may_be_a_set(tmp_path: Path) -> None:
    of = ComponentSet("yokohama", "Ours", 2).with_row("order", "order-05", Correction({"goods": {"tea": 1}}))
    (tmp_path / "ours.toml").write_text(write_set(of), "utf-8")
    database = f"sqlite:///{tmp_path}/s.sqlite"
    runtime = Runtime(Settings(database=database, bots=1, components=str(tmp_path / "ours.toml")))
    ann = person(runtime, "Ann")
    assert goods(runtime, opened(runtime, ann)) == {"tea": 1}
    assert next(choice.name for choice in runtime.tables.sets.choices(ann, YOKOHAMA)) == "Ours"
    runtime.close()


def test_every_row_of_every_table_is_right_as_it_stands() -> None:
    """Enter on a row that nobody has touched keeps it, whatever fields it has."""
    for id_ in games.ids():
        game = games.game(id_)
        for table in dict.fromkeys(value.table for value in values_of(game.components)):
            of = ComponentSet(id_, "all")
            for row in sheet(game, game.components, None, table):
                typed = TypedRow(table, row.name, {cell.field.name: cell.text for cell in row.cells})
                wish, faults = wish_of(game, typed)
                assert (faults, wish.correction.values) == ([], {}), (table, row.name)
                of = of.with_row(table, row.name, wish.correction)
            assert set_faults(game, of) == []
