"""A row as somebody types it from a component in hand: texts into values, with what is wrong by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.core import Game, Text
from stellwerk.core.component_sets import ComponentSet, Correction
from stellwerk.core.components import RULES, BadComponent, Components
from stellwerk.core.corrections import Fault
from stellwerk.core.provenance import doubts, facts_in, named_rows, tables_in
from stellwerk.core.shorthand import Field, fields_of, read, told
from stellwerk.table.service.component_sets import Wish


@dataclass(frozen=True, slots=True)
class TypedRow:
    """What came in: texts by field, which of them were looked up (None: all), and whether the row is new or gone."""

    table: str
    row: str
    values: Mapping[str, str]
    checked: Sequence[str] | None = None
    like: str = ""
    gone: bool = False


Rows = Mapping[str, Mapping[str, Any]]


def rows_of(components: Components, table: str) -> Rows:
    """The rows of a table by name; none where there is no such table."""
    for file in components.files:
        for name, rows in tables_in(components.table(file)) if file != RULES else ():
            if name == table:
                return named_rows(rows)
    return {}


def fields_in(game: Game[Any], table: str, rows: Rows) -> list[Field]:
    return fields_of(game.kinds.get(table), list(rows.values()))


def wish_of(game: Game[Any], typed: TypedRow) -> tuple[Wish, list[Fault]]:
    """What is to be kept of it: only what differs from the built-in row."""
    rows = rows_of(game.components, typed.table)
    fields = {each.name: each for each in fields_in(game, typed.table, rows)}
    own = rows.get(typed.like or typed.row, {})
    values, faults = dict[str, Any](), list[Fault]()
    for name, text in typed.values.items():
        if name in fields and name not in own and not text.strip():
            continue
        where = f"{typed.table} {typed.row}.{name}"[:120]
        try:
            if name not in fields:
                raise BadComponent(name, Text("no such key; known are: {names}", names=", ".join(fields)))
            value = read(text, fields[name])
        except BadComponent as error:
            said = Text("{where}: {problem}", where=where, problem=error.problem)
            faults.append(Fault(said, error.problem, typed.table, typed.row, name))
            continue
        if value != own.get(name, fields[name].default):
            values[name] = value
    checked = _checked(typed, own, values)
    return Wish(typed.table, typed.row, Correction(values, checked, typed.like, typed.gone)), faults


def _checked(typed: TypedRow, own: Mapping[str, Any], values: Mapping[str, Any]) -> tuple[str, ...]:
    """All that can be looked up on the row: its facts, and what was corrected beside them."""
    if typed.gone:
        return ()
    if typed.checked is not None:
        return tuple(dict.fromkeys(typed.checked))
    return tuple(dict.fromkeys([*facts_in(own), *values]))


# --- shown ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of one row, as it stands in a sheet."""

    field: Field
    text: str
    is_checked: bool
    provenance: str


@dataclass(frozen=True, slots=True)
class SheetRow:
    name: str
    cells: tuple[Cell, ...]
    is_done: bool
    """Whether nothing of it is in doubt any more."""
    is_new: bool
    is_gone: bool


def sheet(game: Game[Any], components: Components, of: ComponentSet | None, table: str) -> list[SheetRow]:
    """The rows of a table as they are with a set, those it leaves out among them."""
    built_in, rows = rows_of(game.components, table), rows_of(components, table)
    fields = fields_in(game, table, built_in)
    unsure = doubts(components)
    gone = {name: row for name, row in built_in.items() if of is not None and of.row(table, name).gone}
    return [
        SheetRow(
            name,
            tuple(_cells(fields, row, name, unsure.get((table, name), ()))),
            is_done=(table, name) not in unsure or name in gone,
            is_new=name not in built_in,
            is_gone=name in gone,
        )
        for name, row in {**(built_in if gone else {}), **rows}.items()
    ]


def _cells(fields: Sequence[Field], row: Mapping[str, Any], name: str, unsure: Sequence[Any]) -> Iterator[Cell]:
    facts, in_doubt = facts_in(row), {value.field: value.provenance for value in unsure}
    for each in fields:
        text = told(row.get(each.name, each.default), each)
        sources = row.get("sources", {})
        yield Cell(
            each, text, sources.get(each.name) == "copy", in_doubt.get(each.name, "") if each.name in facts else ""
        )


def progress(components: Components, table: str) -> tuple[int, int]:
    """How many rows of a table are in no doubt, of how many."""
    rows = rows_of(components, table)
    unsure = sum((table, name) in doubts(components) for name in rows)
    return len(rows) - unsure, len(rows)
