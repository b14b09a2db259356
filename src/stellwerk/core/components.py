"""Components as data: TOML tables, one file per kind, each with the source of its facts.

An owner of the printed game corrects a reconstructed value with a file of his own; the code is not touched.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from stellwerk.core.text import Text

Source = Literal["rulebook", "published", "reconstructed"]
SOURCES: tuple[Source, ...] = get_args(Source)
Provenance = Literal["rulebook", "published", "copy", "single", "reconstructed"]
"""Of one value: a row may mark it by `sources = { field = "single" }` where it differs from the rest of the row.
What the owner of a printed copy has looked up is marked `copy`."""
MARKS = ("source", "sources")

RULES = "rules.toml"
"""The texts of the rules: no game depends on them."""

R = TypeVar("R")

FACTOR = 10
DEEPEST = 12
"""Tables in tables; no component needs more than four."""


class BadComponent(ValueError):
    """A component file that cannot be used; names file, table and key."""

    def __init__(self, where: str, text: Text) -> None:
        super().__init__(f"{where}: {text}")
        self.where = where
        self.problem = text
        self.text = Text("{where}: {problem}", where=where, problem=text)


@dataclass(frozen=True, eq=False)
class Components:
    """The texts of the TOML files of a game by name, and which of them replace the game's own."""

    files: Mapping[str, str]
    replaced: tuple[str, ...] = ()
    about: Mapping[str, str] = field(default_factory=dict)
    """The component set they come from: its name, version and author. Empty where they are nobody's."""

    @classmethod
    def of_package(cls, package: str) -> Components:
        """All `data/*.toml` of a game's package, in name order."""
        folder = files(package).joinpath("data")
        found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
        return cls({f.name: f.read_text(encoding="utf-8") for f in found})

    def replacing(self, texts: Mapping[str, str], about: Mapping[str, str] | None = None) -> Components:
        """With some files replaced. A file the game does not have is an error, not a silent addition."""
        if not texts:
            return self
        for name in texts:
            if name not in self.files:
                names = ", ".join(self.files)
                raise BadComponent(name, Text("no such table; the game has: {names}", names=names))
            _bounded(name, texts[name], self.files[name])
        return Components({**self.files, **texts}, tuple(sorted(texts)), about or {})

    @cached_property
    def digest(self) -> str:
        """Of what a game depends on: the values of the tables, not their comments, sources and rules texts."""
        tables = {name: _unsourced(self.table(name)) for name in sorted(self.files) if name != RULES}
        return _hash(json.dumps(tables, default=str, ensure_ascii=False))

    @cached_property
    def written(self) -> str:
        """Of every file to the letter, as the headers of 0.1 have it."""
        return _hash("\0".join(f"{name}\0{text}" for name, text in sorted(self.files.items())))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Components) and (self is other or self.files == other.files)

    def __hash__(self) -> int:
        return hash(self.written)

    def table(self, name: str) -> dict[str, Any]:
        """One parsed file."""
        return _parsed(name, self.files[name])

    def rows(self, name: str, key: str, kind: type[R]) -> tuple[R, ...]:
        """The rows `[[key]]` of a file as frozen dataclasses of a kind."""
        table = self.table(name)
        if not isinstance(table.get(key), list):
            raise BadComponent(name, Text("the table {key} is missing", key=f"[[{key}]]"))
        default = table.get("source")
        return tuple(row(kind, entry, f"{name}: {key}[{n}]", default) for n, entry in enumerate(table[key]))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _unsourced(data: Any) -> Any:
    """Without the sources: where a value was found does not change what it is."""
    if isinstance(data, dict):
        return {key: _unsourced(value) for key, value in data.items() if key not in MARKS}
    return [_unsourced(item) for item in data] if isinstance(data, list) else data


def _parsed(name: str, text: str) -> dict[str, Any]:
    try:
        return shallow(tomllib.loads(text))
    except (ValueError, RecursionError) as error:
        raise BadComponent(name, Text("not valid TOML: {reason}", reason=str(error))) from error


def shallow(data: dict[str, Any]) -> dict[str, Any]:
    """The same, unless it is nested so deeply that a walk through it would not come back."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        lists = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, (dict, list))]
        level = [item for items in lists for item in items]
    if any(isinstance(each, (dict, list)) for each in level):
        raise ValueError("nested too deeply")
    return data


def _bounded(name: str, text: str, own: str) -> None:
    """Numbers are sizes of what is built from them: a file may say ten times what the game's own says, no more."""
    longest = FACTOR * len(own) + 1000
    if len(text) > longest:
        raise BadComponent(name, Text("{n} characters, at most {most}", n=len(text), most=longest))
    most = max(100, FACTOR * _largest(own))
    for where, number in _numbers(_parsed(name, text), ""):
        if not 0 <= number <= most:
            problem = Text("{found} is not between 0 and {most}", found=repr(number), most=most)
            raise BadComponent(f"{name}: {where.lstrip('.')}", problem)


@lru_cache(maxsize=256)
def _largest(text: str) -> int:
    return max((number for _, number in _numbers(tomllib.loads(text), "")), default=0)


def _numbers(value: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Every number of a parsed file with its place."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _numbers(item, f"{where}.{key}")
    elif isinstance(value, list):
        for n, item in enumerate(value):
            yield from _numbers(item, f"{where}[{n}]")
    elif isinstance(value, (int, float)):
        yield where, value


def row(kind: type[R], data: Any, where: str, source: str | None = None) -> R:
    """A table as a frozen dataclass: every key a field, every field of its declared type.

    A field called `source` takes the file's own `source` where the row names none.
    """
    if not isinstance(data, dict):
        raise BadComponent(where, Text("expected a table, found {found}", found=repr(data)))
    hints = get_type_hints(kind)
    known = [f.name for f in fields(kind)]  # type: ignore[arg-type]
    values = {key: value for key, value in data.items() if key != "sources"}
    _require_known(values, known, where)
    _require_marks(data.get("sources", {}), known, f"{where}.sources")
    if "source" in known and source is not None:
        values.setdefault("source", source)
    for f in fields(kind):  # type: ignore[arg-type]
        if f.name in values:
            values[f.name] = _value(hints[f.name], values[f.name], f"{where}.{f.name}")
        elif f.default is MISSING and f.default_factory is MISSING:
            raise BadComponent(f"{where}.{f.name}", Text("missing"))
    return kind(**values)


def _require_known(names: Iterable[str], known: list[str], where: str) -> None:
    for name in names:
        if name not in known:
            raise BadComponent(f"{where}.{name}", Text("no such key; known are: {names}", names=", ".join(known)))


def _require_marks(marks: Any, known: list[str], where: str) -> None:
    """Each mark names a field of the row and where its value comes from."""
    for name, found in _mapping(str, marks, where).items():
        _require_known([name], known, where)
        _value(Provenance, found, f"{where}.{name}")


def _value(kind: Any, data: Any, where: str) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if origin in (Union, types.UnionType):
        return _value(next(arg for arg in args if arg is not type(None)), data, where)
    if origin is tuple:
        return _tuple(args, data, where)
    if origin is Literal:
        if data not in args:
            raise BadComponent(
                where, Text("expected one of {names}, found {found}", names=", ".join(map(str, args)), found=repr(data))
            )
        return data
    if origin is dict or origin is Mapping:
        return _mapping(args[1], data, where)
    if hasattr(kind, "__dataclass_fields__"):
        return row(kind, data, where)
    if type(data) is not kind:
        raise BadComponent(where, Text("expected {kind}, found {found}", kind=kind.__name__, found=repr(data)))
    return data


def _tuple(args: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise BadComponent(where, Text("expected a list, found {found}", found=repr(data)))
    if len(args) == 2 and args[1] is Ellipsis:
        return tuple(_value(args[0], item, f"{where}[{n}]") for n, item in enumerate(data))
    if len(args) != len(data):
        raise BadComponent(where, Text("expected {n} values, found {found}", n=len(args), found=len(data)))
    return tuple(_value(kind, item, f"{where}[{n}]") for n, (kind, item) in enumerate(zip(args, data, strict=True)))


def _mapping(kind: Any, data: Any, where: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadComponent(where, Text("expected a table, found {found}", found=repr(data)))
    return {key: _value(kind, item, f"{where}.{key}") for key, item in data.items()}


def unique(ids: Iterable[str], where: str) -> None:
    """Ids of a table must differ."""
    seen: dict[str, None] = {}
    for id_ in ids:
        if id_ in seen:
            raise BadComponent(where, Text("the id {id} stands twice", id=id_))
        seen[id_] = None
