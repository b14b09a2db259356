"""Component tables of an owner beside the built-in ones: every fault in a sentence, every difference by field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk.core.components import MARKS, BadComponent, Components
from stellwerk.core.game import Game
from stellwerk.core.provenance import label_of, named_rows, tables_in
from stellwerk.core.text import Text

MOST_FAULTS = 100
PLACE = re.compile(
    r"(?P<file>[\w-]+\.toml)(?!,)(?:: (?P<table>\w+)(?:\[(?P<index>\d+)\]| (?P<name>[\w-]+))?(?:\.(?P<field>\w+))?)?"
)
"""What a fault names: a file, perhaps a table, perhaps a row by number or by name, perhaps a field."""


# --- faults -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, and where: in which row and field of which table, as far as that is known."""

    text: Text
    """The whole sentence, with the place."""
    problem: Text
    """Only what is wrong."""
    table: str = ""
    row: str = ""
    field: str = ""


def faults(game: Game[Any], texts: Mapping[str, str]) -> list[Fault]:
    """Everything that is wrong with the files of an owner, at most a hundred sentences.

    What is wrong is set back to the built-in value, so that the next fault is found as well.
    """
    mended, found = dict(texts), list[Fault]()
    while mended and len(found) < MOST_FAULTS:
        fault = _first_fault(game, mended)
        if fault is None:
            break
        found.append(_told(fault, mended))
        if not _mend(game.components, mended, fault.where):
            break
    return found


def _first_fault(game: Game[Any], texts: Mapping[str, str]) -> BadComponent | None:
    try:
        try_out(game, game.components.replacing(texts))
    except BadComponent as error:
        return error
    return None


def try_out(game: Game[Any], components: Components) -> None:
    """As a table does it: the tables are read and a game of each size is set up. Raises `BadComponent`."""
    try:
        for seats in game.seats:
            game.setup(seats, None, components)
    except BadComponent:
        raise
    except (LookupError, ValueError, TypeError, ArithmeticError, AssertionError) as error:
        problem = Text("the tables do not fit together ({reason})", reason=f"{type(error).__name__}: {error}")
        raise BadComponent(", ".join(sorted(components.replaced)), problem) from error


def _told(fault: BadComponent, texts: Mapping[str, str]) -> Fault:
    """With the name of the row, which is easier found than its number."""
    place = PLACE.match(fault.where)
    if place is None:
        return Fault(fault.text, fault.problem)
    row, field = place["name"] or "", place["field"] or ""
    if place["index"] is None or place["file"] not in texts:
        return Fault(fault.text, fault.problem, place["table"] or "", row, field)
    rows, index = _rows(Components(texts).table(place["file"]), place), int(place["index"])
    if index >= len(rows) or not isinstance(rows[index], dict):
        return Fault(fault.text, fault.problem, place["table"] or "")
    row = label_of(rows[index], index)
    return Fault(Text("{fault} (row {row})", fault=fault.text, row=row), fault.problem, place["table"], row, field)


def _rows(table: Mapping[str, Any], place: re.Match[str]) -> list[Any]:
    found = table.get(place["table"])
    return found if isinstance(found, list) else []


def _index(rows: list[Any], place: re.Match[str]) -> int | None:
    """Which of the rows a fault names."""
    if place["index"] is not None:
        return int(place["index"]) if int(place["index"]) < len(rows) else None
    names = [label_of(row, n) if isinstance(row, dict) else "" for n, row in enumerate(rows)]
    return names.index(place["name"]) if place["name"] in names else None


def _mend(own: Components, texts: dict[str, str], where: str) -> bool:
    """Set back what a fault names: the field, else the row, else the whole file. False where it names none of ours."""
    place = PLACE.match(where)
    if place is None or place["file"] not in texts:
        return False
    file = place["file"]
    mended = _mended(own, texts[file], place) if place["table"] and file in own.files else None
    if mended is None:
        del texts[file]
    else:
        texts[file] = mended
    return True


def _mended(own: Components, text: str, place: re.Match[str]) -> str | None:
    """The file with one field or row set back; None where that is not the fault."""
    table = Components({place["file"]: text}).table(place["file"])
    built_in, rows = _rows(own.table(place["file"]), place), _rows(table, place)
    index = _index(rows, place)
    if index is None or not built_in:
        return None
    before, row, model = written(table), rows[index], _model(rows[index], built_in, index)
    rows[index] = _set_back(row, model, place["field"]) if isinstance(row, dict) and place["field"] else model
    mended = written(table)
    return None if mended == before else mended


def _model(row: Any, built_in: list[Any], index: int) -> Any:
    """The built-in row of the same name, else the one in the same place."""
    names = [label_of(each, n) for n, each in enumerate(built_in)]
    name = label_of(row, index) if isinstance(row, dict) else ""
    return built_in[names.index(name)] if name in names else built_in[min(index, len(built_in) - 1)]


def _set_back(row: dict[str, Any], model: Mapping[str, Any], field: str) -> dict[str, Any]:
    kept = {key: value for key, value in row.items() if key != field}
    return {**kept, field: model[field]} if field in model else kept


# --- differences ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Difference:
    """Between a built-in value and an owner's; None is a field or a whole row that is not there."""

    file: str
    table: str
    row: str
    field: str
    ours: Any
    theirs: Any


def differences(own: Components, other: Components) -> Iterator[Difference]:
    """Row by row and field by field, sources aside; rows of the same name are compared wherever they stand."""
    for file in own.files:
        if own.files[file] != other.files[file]:
            yield from _between(file, _named(own.table(file)), _named(other.table(file)))


Row = tuple[str, str]


def _named(parsed: Mapping[str, Any]) -> dict[Row, Mapping[str, Any]]:
    """The rows of a file by table and name."""
    found = tables_in(parsed)
    return {(table, name): row for table, rows in found for name, row in named_rows(rows).items()}


def _between(
    file: str, ours: Mapping[Row, Mapping[str, Any]], theirs: Mapping[Row, Mapping[str, Any]]
) -> Iterator[Difference]:
    for table, name in dict.fromkeys([*ours, *theirs]):
        a, b = ours.get((table, name)), theirs.get((table, name))
        if a is None or b is None:
            yield Difference(file, table, name, "", a, b)
            continue
        for field in dict.fromkeys([*a, *b]):
            if field not in MARKS and a.get(field) != b.get(field):
                yield Difference(file, table, name, field, a.get(field), b.get(field))


# --- TOML -------------------------------------------------------------------------------------------------------------


def written(table: Mapping[str, Any]) -> str:
    """A parsed file as TOML again, a line for each of its keys."""
    return "".join(f"{key_text(key)} = {value_text(value)}\n" for key, value in table.items())


def value_text(value: Any) -> str:
    """A value as it stands in a table."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{key_text(key)} = {value_text(item)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value).lower() if isinstance(value, bool) else str(value)


def key_text(key: str) -> str:
    """A key as it stands in a table."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else value_text(key)
