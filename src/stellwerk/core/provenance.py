"""Where the values of the component tables come from, counted: verified, told by a single source, reconstructed.

A value is one field of one row. Its provenance is that of its own mark, else of its row, else of its file. Ids, names
and texts are our own words and are not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from stellwerk.core.components import MARKS, RULES, Components
from stellwerk.core.text import Text

OUR_WORDS = ("id", "name", "text")
ABOUT = (*MARKS, "note", "known")
VERIFIED = ("rulebook", "published")
LABELS = ("id", "number", "name", "seats", "place", "good", "piece")


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
    return next((str(row[key]) for key in LABELS if key in row), f"#{index + 1}")


def values_of(components: Components) -> Iterator[Value]:
    """Every value of every table, in the order of the files."""
    for file in components.files:
        if file != RULES:
            yield from _values_in(file, components.table(file))


def _values_in(file: str, parsed: Mapping[str, Any]) -> Iterator[Value]:
    for table, rows in tables_in(parsed):
        for index, row in enumerate(rows):
            for field in _counted(row):
                provenance = _provenance(field, row, parsed)
                yield Value(file, table, index, label_of(row, index), field, row.get(field), provenance)


def _counted(row: Mapping[str, Any]) -> list[str]:
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
