"""Where the values of the component tables come from, counted: verified, told by a single source, reconstructed.

A value is one field of one row. Its provenance is that of its own mark, else of its row, else of its file. Ids, names
and texts are our own words and are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from stellwerk.core.components import MARKS, RULES, Components
from stellwerk.core.text import Text

OUR_WORDS = ("id", "name", "text")
ABOUT = (*MARKS, "note", "known")
VERIFIED = ("rulebook", "published", "copy")
LABELS = ("id", "name", "number", "seats", "place", "good", "piece")
"""What a row may be called by, our own words first: a printed number may be what is to be corrected."""


@dataclass(frozen=True, slots=True)
class Value:
    """One field of one row; `index` counts the rows of a table from 0, `row` is what a reader calls the row."""

    file: str
    table: str
    index: int
    row: str
    field: str
    value: Any
    provenance: str | None


@dataclass(frozen=True, slots=True)
class Count:
    """The values of a table by provenance. `guessed` is the number of rows with a reconstructed value."""

    file: str
    table: str
    rows: int
    verified: int
    single: int
    reconstructed: int
    guessed: int


def tables_in(parsed: Mapping[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The tables of a parsed file with their rows. A value that stands alone is a table of one row."""
    for key, found in parsed.items():
        if key in ABOUT:
            continue
        if isinstance(found, list) and found and all(isinstance(row, dict) for row in found):
            yield key, found
        else:
            yield key, [found if isinstance(found, dict) else {key: found}]


def label_of(row: Mapping[str, Any], index: int) -> str:
    """What a reader calls a row: its id or number, else its place in the table counted from 1."""
    key = label_key(row)
    return f"#{index + 1}" if key is None else str(row[key])


def label_key(row: Mapping[str, Any]) -> str | None:
    """The field that names a row; None where its place does."""
    return next((key for key in LABELS if key in row), None)


def named_rows(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The rows of a table by name. Rows of one name are told apart by their place."""
    found: dict[str, dict[str, Any]] = {}
    for index, row in enumerate(rows):
        label = label_of(row, index)
        found[f"{label} #{index + 1}" if label in found else label] = row
    return found


def values_of(components: Components) -> Iterator[Value]:
    """Every value of every table, in the order of the files."""
    for file in components.files:
        if file != RULES:
            yield from _values_in(file, components.table(file))


def _values_in(file: str, parsed: Mapping[str, Any]) -> Iterator[Value]:
    for table, rows in tables_in(parsed):
        for index, (name, row) in enumerate(named_rows(rows).items()):
            for field in facts_in(row):
                yield Value(file, table, index, name, field, row.get(field), _provenance(field, row, parsed))


def facts_in(row: Mapping[str, Any]) -> list[str]:
    """The fields of a row that are facts. One that is marked counts though the row leaves it at its default."""
    fields = dict.fromkeys([*row, *row.get("sources", {})])
    return [field for field in fields if field not in OUR_WORDS and field not in ABOUT]


def _provenance(field: str, row: Mapping[str, Any], parsed: Mapping[str, Any]) -> str | None:
    if field in row.get("sources", {}):
        return str(row["sources"][field])
    if field in row.get("known", ()):
        return "rulebook"
    found = row.get("source") or parsed.get("sources", {}).get(field) or parsed.get("source")
    return None if found is None else str(found)


@lru_cache(maxsize=64)
def doubts(components: Components) -> Mapping[tuple[str, str], tuple[Value, ...]]:
    """The values nobody has verified, by table and row."""
    found: dict[tuple[str, str], tuple[Value, ...]] = {}
    for value in values_of(components):
        if value.provenance not in VERIFIED:
            key = (value.table, value.row)
            found[key] = (*found.get(key, ()), value)
    return found


@lru_cache(maxsize=64)
def counts(components: Components) -> tuple[Count, ...]:
    """Of each table, in the order of the files."""
    found: dict[tuple[str, str], list[Value]] = {}
    for value in values_of(components):
        found.setdefault((value.file, value.table), []).append(value)
    return tuple(_count(file, table, values) for (file, table), values in found.items())


def _count(file: str, table: str, values: list[Value]) -> Count:
    guesses = [value for value in values if value.provenance == "reconstructed"]
    return Count(
        file,
        table,
        rows=len({value.index for value in values}),
        verified=sum(value.provenance in VERIFIED for value in values),
        single=sum(value.provenance == "single" for value in values),
        reconstructed=len(guesses),
        guessed=len({value.index for value in guesses}),
    )


def worst_doubt(components: Components, titles: Mapping[str, Text]) -> Text | None:
    """The table with most reconstructed rows, in a few words; None where nothing is reconstructed."""
    worst = max(counts(components), key=lambda count: count.guessed, default=None)
    if worst is None or not worst.guessed:
        return None
    return Text(
        "{table}: {n} of {all} reconstructed",
        table=titles.get(worst.table, worst.table),
        n=worst.guessed,
        all=worst.rows,
    )


def confession(components: Components, titles: Mapping[str, Text], most: int | None = None) -> Text | None:
    """What is reconstructed, in one sentence, the most rows first and so many tables; None where nothing is."""
    guessed = sorted((count for count in counts(components) if count.guessed), key=lambda count: -count.guessed)
    if not guessed:
        return None
    told = tuple(
        Text("{table}: {n} of {all}", table=titles.get(count.table, count.table), n=count.guessed, all=count.rows)
        for count in guessed[:most]
    )
    if len(told) < len(guessed):
        return Text("Reconstructed, not checked on a printed copy: {tables} and others.", tables=told)
    return Text("Reconstructed, not checked on a printed copy: {tables}.", tables=told)
