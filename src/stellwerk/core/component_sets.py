"""Component sets: what owners of a printed copy have corrected, by row and field over the built-in tables.

A set holds values only: no printed sentence, no name. As a file it is TOML:

    game = "yokohama"
    name = "Second printing"
    version = 1
    author = "Ann"

    [order.order-05]
    goods = { silk = 2 }
    checked = ["country", "goods"]

`checked` names what was looked up on the printed component, whether it was right or had to be corrected. A row that the
built-in table lacks is made like one it has (`like = "ball"`); one that the copy does not have is `gone = true`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

from stellwerk.core.components import RULES, BadComponent, Components, shallow
from stellwerk.core.corrections import MOST_FAULTS, Fault, faults, key_text, try_out, value_text, written
from stellwerk.core.game import Game
from stellwerk.core.provenance import ABOUT, OUR_WORDS, facts_in, label_key, named_rows, tables_in
from stellwerk.core.text import Text

MOST_CHARACTERS = 200_000
MOST_ROWS = 2_000
MOST_NEW = 4
"""How many times the rows of a table may be added to it."""
LONGEST_LINE = 4_000
LONGEST_WORD = 60
"""Of a value that is a word: a colour, a country, a code. A sentence is longer."""
BOUNDS = {"name": 60, "author": 40, "note": 500}
HEAD = ("game", "name", "version", "author", "note")
LATEST = 9_999


@dataclass(frozen=True, slots=True)
class Correction:
    """Of one row: its values as printed, which fields were looked up, whether the row is new or does not exist."""

    values: Mapping[str, Any] = field(default_factory=dict)
    checked: tuple[str, ...] = ()
    like: str = ""
    gone: bool = False

    @property
    def is_nothing(self) -> bool:
        return not (self.values or self.checked or self.like or self.gone)


Rows = Mapping[str, Mapping[str, Correction]]


@dataclass(frozen=True, slots=True)
class ComponentSet:
    """Corrections by table and row, with who made them."""

    game: str
    name: str
    version: int = 1
    author: str = ""
    note: str = ""
    rows: Rows = field(default_factory=dict)

    @property
    def about(self) -> dict[str, str]:
        """What a table says of it."""
        return {"name": self.name, "version": str(self.version), "author": self.author}

    def row(self, table: str, name: str) -> Correction:
        return self.rows.get(table, {}).get(name, Correction())

    def with_row(self, table: str, name: str, correction: Correction) -> ComponentSet:
        """The same with one row corrected otherwise, or no longer."""
        others = {row: each for row, each in self.rows.get(table, {}).items() if row != name}
        kept = others if correction.is_nothing else {**self.rows.get(table, {}), name: correction}
        tables = {**self.rows, table: kept}
        return replace(self, rows={each: rows for each, rows in tables.items() if rows})

    def without(self, table: str) -> ComponentSet:
        return replace(self, rows={each: rows for each, rows in self.rows.items() if each != table})


# --- as a file --------------------------------------------------------------------------------------------------------


def read_set(text: str) -> ComponentSet:
    """A set from its file. Raises `BadComponent` naming what is wrong, in bounded time and memory."""
    if len(text) > MOST_CHARACTERS:
        raise BadComponent("set", Text("{n} characters, at most {most}", n=len(text), most=MOST_CHARACTERS))
    if max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
        raise BadComponent("set", Text("a line is longer than {most} characters", most=LONGEST_LINE))
    try:
        parsed = shallow(tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        raise BadComponent("set", Text("not valid TOML: {reason}", reason=str(error)[:200])) from error
    rows = _rows({table: found for table, found in parsed.items() if table not in HEAD})
    return headed(ComponentSet(_word(parsed, "game"), _word(parsed, "name"), _version(parsed), rows=rows), parsed)


def headed(of: ComponentSet, head: Mapping[str, Any]) -> ComponentSet:
    """With name, author and note as given, if they may be so."""
    told = {key: _line(key, head.get(key, getattr(of, key))) for key in BOUNDS}
    if not told["name"]:
        raise BadComponent("name", Text("missing"))
    return replace(of, name=told["name"], author=told["author"], note=told["note"])


def _line(key: str, found: Any) -> str:
    """Free text in one line."""
    words = " ".join(_word({key: found}, key).split())
    if len(words) > BOUNDS[key]:
        raise BadComponent(key, Text("{n} characters, at most {most}", n=len(words), most=BOUNDS[key]))
    if not words.isprintable():
        raise BadComponent(key, Text("only letters that can be read"))
    return words


def _word(parsed: Mapping[str, Any], key: str) -> str:
    found = parsed.get(key)
    if not isinstance(found, str):
        raise BadComponent(key, Text("expected words, found {found}", found=repr(found)[:40]))
    return found


def _version(parsed: Mapping[str, Any]) -> int:
    found = parsed.get("version", 1)
    if type(found) is not int or not 1 <= found <= LATEST:
        raise BadComponent("version", Text("{found} is not between 1 and {most}", found=repr(found)[:40], most=LATEST))
    return found


def _rows(tables: Mapping[str, Any]) -> Rows:
    found: dict[str, dict[str, Correction]] = {}
    for table, rows in tables.items():
        if not isinstance(rows, dict) or not all(isinstance(row, dict) for row in rows.values()):
            raise BadComponent(table[:40], Text("expected [{table}.ROW] with the values of that row", table=table[:40]))
        found[table] = {name: _correction(f"{table} {name}", row) for name, row in rows.items()}
    if sum(map(len, found.values())) > MOST_ROWS:
        raise BadComponent("set", Text("more than {most} rows", most=MOST_ROWS))
    return found


def _correction(where: str, row: Mapping[str, Any]) -> Correction:
    checked, like, gone = row.get("checked", []), row.get("like", ""), row.get("gone", False)
    if not isinstance(checked, list) or not all(isinstance(each, str) for each in checked):
        raise BadComponent(f"{where}.checked", Text("expected a list, found {found}", found=repr(checked)[:40]))
    if not isinstance(like, str) or not isinstance(gone, bool):
        raise BadComponent(where[:80], Text('expected like = "ROW" or gone = true'))
    values = {key: value for key, value in row.items() if key not in ("checked", "like", "gone")}
    return Correction(values, tuple(dict.fromkeys(checked)), like, gone)


def write_set(of: ComponentSet) -> str:
    """The file of a set; `read_set` gives the set back."""
    head = [f"{key} = {value_text(getattr(of, key))}" for key in HEAD]
    parts = [_part(table, name, each) for table, rows in of.rows.items() for name, each in rows.items()]
    return "\n\n".join(["\n".join(head), *parts]) + "\n"


def _part(table: str, name: str, each: Correction) -> str:
    told: dict[str, Any] = {"like": each.like} if each.like else {}
    told |= {"gone": True} if each.gone else {}
    told |= each.values
    told |= {"checked": list(each.checked)} if each.checked else {}
    return f"[{key_text(table)}.{key_text(name)}]\n{written(told)}".rstrip()


# --- applied ----------------------------------------------------------------------------------------------------------


def applied(game: Game[Any], of: ComponentSet) -> Components:
    """The tables of a game with the corrections of a set, tried out. Raises `BadComponent` with the first fault."""
    found = next(_misplaced(game, of), None)
    if found is not None:
        raise BadComponent(f"{found.table} {found.row}.{found.field}".rstrip(" ."), found.problem)
    corrected = game.components.replacing(_texts(game.components, of), of.about)
    try_out(game, corrected)
    return corrected


def typed(game: Game[Any], of: ComponentSet) -> Components:
    """The tables with the corrections of a draft as they stand, though they may not fit together yet: to go on typing,
    not to play with. Raises `BadComponent` where they are no tables at all."""
    return game.components.replacing(_texts(game.components, _without(of, _misplaced(game, of))), of.about)


def set_faults(game: Game[Any], of: ComponentSet) -> list[Fault]:
    """Everything that is wrong with a set, each with its row and field, at most a hundred."""
    misplaced = list(_misplaced(game, of))[:MOST_FAULTS]
    return [*misplaced, *faults(game, _texts(game.components, _without(of, misplaced)))][:MOST_FAULTS]


def _without(of: ComponentSet, faults: Iterable[Fault]) -> ComponentSet:
    """What is left of a set beside the rows, else the tables, that are at fault."""
    for fault in faults:
        of = of.with_row(fault.table, fault.row, Correction()) if fault.row else of.without(fault.table)
    return of


def _texts(own: Components, of: ComponentSet) -> dict[str, str]:
    """The files that differ, with the corrections in them."""
    texts = {}
    for file in own.files:
        parsed = own.table(file) if file != RULES else {}
        tables = [(table, rows) for table, rows in tables_in(parsed) if table in of.rows]
        for table, rows in tables:
            _put_back(parsed, table, _corrected(rows, of.rows[table]))
        if tables:
            texts[file] = written(parsed)
    return texts


def _put_back(parsed: dict[str, Any], table: str, rows: list[dict[str, Any]]) -> None:
    """As it stood there: many rows, one, or a value alone, which is marked in the file."""
    before = parsed[table]
    if isinstance(before, dict):
        parsed[table] = rows[0]
    elif isinstance(before, list) and all(isinstance(row, dict) for row in before):
        parsed[table] = rows
    else:
        parsed |= {table: rows[0][table], "sources": {**parsed.get("sources", {}), **rows[0].get("sources", {})}}


def _corrected(rows: list[dict[str, Any]], corrections: Mapping[str, Correction]) -> list[dict[str, Any]]:
    named = named_rows(rows)
    kept = [_with(row, corrections.get(name)) for name, row in named.items()]
    kept = [row for row, name in zip(kept, named, strict=True) if not corrections.get(name, Correction()).gone]
    new = {name: each for name, each in corrections.items() if each.like and name not in named}
    return kept + [_with(_alike(named[each.like], name), each) for name, each in new.items()]


def _alike(row: Mapping[str, Any], name: str) -> dict[str, Any]:
    """A new row like another one, under a name of its own."""
    label = label_key(row)
    if label is None:
        return dict(row)
    return {**row, label: int(name) if isinstance(row[label], int) and name.isdecimal() else name}


def _with(row: Mapping[str, Any], each: Correction | None) -> dict[str, Any]:
    """A row with its corrections. What was looked up is marked so; what was only changed is a guess."""
    if each is None:
        return dict(row)
    marks = {**dict.fromkeys(each.values, "reconstructed"), **dict.fromkeys(each.checked, "copy")}
    values = {key: value for key, value in each.values.items() if value is not None}
    return {**row, **values, "sources": {**row.get("sources", {}), **marks}}


def _misplaced(game: Game[Any], of: ComponentSet) -> Iterator[Fault]:
    """Corrections that have no place in the tables, whatever they say."""
    if of.game != game.id:
        yield _fault("", "", "", Text("this is a set for {game}", game=of.game[:40]))
        return
    tables = {table: rows for file in game.components.files if file != RULES for table, rows in
              tables_in(game.components.table(file))}  # fmt: skip
    for table, corrections in of.rows.items():
        if table not in tables:
            yield _fault(table, "", "", Text("no such table; the game has: {names}", names=", ".join(tables)))
            continue
        named = named_rows(tables[table])
        if all(corrections.get(name, Correction()).gone for name in named):
            yield _fault(table, "", "", Text("a row must be left"))
            continue
        if sum(bool(each.like) for each in corrections.values()) > MOST_NEW * len(named):
            yield _fault(table, "", "", Text("more than {most} rows", most=MOST_NEW * len(named)))
            continue
        for name, each in corrections.items():
            yield from _misplaced_in(table, name, each, named, game.kinds.get(table))


def _misplaced_in(
    table: str, name: str, each: Correction, named: Mapping[str, Mapping[str, Any]], kind: type[Any] | None
) -> Iterator[Fault]:
    model = named.get(each.like or name)
    problem = _no_such_row(name, each, named)
    if problem is not None or model is None:
        yield _fault(table, name, "id", problem or Text("there is no row {row} to make it like", row=each.like[:40]))
        return
    for key in dict.fromkeys([*each.values, *each.checked]):
        if key in (*OUR_WORDS, *ABOUT) or (key in each.values and key == label_key(model)):
            yield _fault(table, name, key, Text("not a value of the printed component"))
    for key, value in each.values.items():
        if any(len(word) > LONGEST_WORD or not word.isprintable() for word in _words(value)):
            yield _fault(table, name, key, Text("a word of at most {most} letters is expected", most=LONGEST_WORD))
    known = dict.fromkeys([*facts_in(model), *(declared.name for declared in (fields(kind) if kind else ()))])
    for key in each.checked:
        if key not in known and key not in each.values:
            yield _fault(table, name, key, Text("no such key; known are: {names}", names=", ".join(known)))


def _no_such_row(name: str, each: Correction, named: Mapping[str, Any]) -> Text | None:
    if each.like and name in named:
        return Text("the id {id} stands twice", id=name)
    if not each.like and name not in named:
        return Text('there is no row {row}; a new one needs like = "ROW"', row=name[:40])
    if each.like and not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}|#[0-9]{1,3}", name):
        return Text("small letters, digits and - are expected, at most 40")
    return None


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from (key, *_words(item))
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
    elif isinstance(value, str):
        yield value


def _fault(table: str, row: str, field: str, problem: Text) -> Fault:
    where = f"{table[:40]} {row[:40]}.{field[:40]}".strip(" .")
    text = Text("{where}: {problem}", where=where, problem=problem) if where else problem
    return Fault(text, problem, table, row, field)


# --- those a game brings along ----------------------------------------------------------------------------------------


@cache
def sets_of(package: str) -> Mapping[str, ComponentSet]:
    """The sets a game's package brings along in `data/sets`, by the name of the file."""
    folder = files(package).joinpath("data", "sets")
    if not folder.is_dir():
        return {}
    found = sorted((each for each in folder.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
    return {each.name.removesuffix(".toml"): read_set(each.read_text(encoding="utf-8")) for each in found}
