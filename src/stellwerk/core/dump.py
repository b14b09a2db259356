"""Dump and load: any position as a JSON-ready value, agenda included, and back.

Driven by the declared types of the dataclass fields, so a game writes nothing for it. A field whose metadata says
`shared` (component tables) or `transient` (listeners) is left out and made anew on loading.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import Field, field, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from stellwerk.core.step import Step
from stellwerk.core.text import Text

SHARED = {"dump": "shared"}
TRANSIENT = {"dump": "transient"}

LARGEST = 1_000_000
"""Numbers of a position are amounts, places and sets of a few bits. One that is larger was not dumped by any game, and
whatever counts up to it would never end."""

_UNSAID = object()


def reading(before: Mapping[int, Any], since: int = 1, **more: Any) -> Any:
    """A dataclass field that older games read otherwise: `before` gives, by rules version, what held until then.

    `since` is the rules version the field came with. Dumps of older games lack it, and so do their digests.
    """
    return field(metadata={"before": before, "since": since}, **more)


def _read_at(f: Field[Any], version: int | None) -> Any:
    """What a field that is not named means in a game of a rules version, as dumped; `_UNSAID` where nothing was laid
    down."""
    later = [v for v in f.metadata.get("before", {}) if version is not None and v > version]
    return f.metadata["before"][min(later)] if later else _UNSAID


def readings(kind: Any, version: int | None) -> dict[str, Any]:
    """The fields of a type that mean something else in a game of a rules version than they do today."""
    found = {f.name: _read_at(f, version) for f in fields(kind)}
    return {name: value for name, value in found.items() if value is not _UNSAID}


class BadPosition(ValueError):
    """A position that cannot be loaded; `path` names the field."""

    def __init__(self, path: str, text: Text) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = Text("{path}: {problem}", path=path, problem=text)


@cache
def kept(kind: Any, version: int | None = None) -> tuple[str, ...]:
    """The fields of a type that make up a position, of a rules version or of today; none where it is no dataclass."""
    if not is_dataclass(kind):
        return ()
    known = (f for f in fields(kind) if version is None or f.metadata.get("since", 1) <= version)
    return tuple(f.name for f in known if "dump" not in f.metadata)


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def plain(value: Any, version: int | None = None) -> Any:
    """The value as lists, dicts, strings, numbers and None. Dicts with other keys than strings become pairs.

    With a rules version, without the fields that came later.
    """
    kind: Any = type(value)
    if kind in _AS_THEY_ARE:
        return value
    return _writer(kind, version)(value)


_AS_THEY_ARE = frozenset({type(None), bool, int, str})


@cache
def _writer(kind: Any, version: int | None) -> Callable[[Any], Any]:
    """How values of a type are written; found once a type, for a position holds thousands of values of few types."""
    if issubclass(kind, (str, int)):
        return lambda value: value
    if issubclass(kind, (tuple, list)):
        return lambda value: [plain(item, version) for item in value]
    if issubclass(kind, Mapping):
        return lambda value: _mapping(value, version)
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted(plain(item, version) for item in value)
    if issubclass(kind, Text):
        return lambda value: value.render()
    names = kept(kind, version)
    if names or is_dataclass(kind):
        named = {"step": kind.__name__} if issubclass(kind, Step) else {}
        return lambda value: named | {name: plain(getattr(value, name), version) for name in names}
    if hasattr(kind, "parse"):
        return str
    raise TypeError(f"{kind.__name__} is not dumped")


def _mapping(value: Mapping[Any, Any], version: int | None) -> Any:
    if all(isinstance(key, str) for key in value):
        return {key: plain(item, version) for key, item in value.items()}
    return [[plain(key, version), plain(item, version)] for key, item in value.items()]


def _said(data: Any) -> str:
    """What was found, as much as fits into a sentence."""
    return repr(data)[:80]


class Loader:
    """Reads what `plain` wrote. `steps` are the kinds of steps the agenda may hold; `made` fills shared fields."""

    def __init__(self, steps: tuple[type[Step[Any]], ...], made: Mapping[str, Any], version: int | None = None) -> None:
        self.steps = {step.__name__: step for step in steps}
        self.made = made
        self.version = version
        """The rules version the values were dumped with: what came later is completed by its reading before."""

    def load(self, kind: Any, data: Any, path: str = "state") -> Any:
        reader, of = _reader(kind)
        return reader(self, of, data, path)

    def _anything(self, kind: Any, data: Any, path: str) -> Any:
        return data

    def _scalar(self, kind: Any, data: Any, path: str) -> Any:
        if kind in (int, str, bool):
            if type(data) is not kind:
                raise BadPosition(path, Text("expected {kind}, found {found}", kind=kind.__name__, found=_said(data)))
            return self._bounded(data, path) if kind is int else data
        if kind is type(None):
            if data is not None:
                raise BadPosition(path, Text("expected nothing, found {found}", found=_said(data)))
            return None
        if get_origin(kind) is not None:  # Literal
            if data not in get_args(kind):
                names = ", ".join(map(str, get_args(kind)))
                raise BadPosition(path, Text("expected one of {names}, found {found}", names=names, found=_said(data)))
            return data
        try:
            return kind.parse(data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadPosition(path, Text("cannot be read: {found}", found=_said(data))) from error

    def _bounded(self, number: int, path: str) -> int:
        if not -LARGEST <= number <= LARGEST:
            raise BadPosition(
                path,
                Text("{found} is not between {least} and {most}", found=_said(number), least=-LARGEST, most=LARGEST),
            )
        return number

    def _step(self, kind: Any, data: Any, path: str) -> Any:
        name = data.get("step") if isinstance(data, dict) else None
        if name not in self.steps:
            raise BadPosition(path, Text("no step is called {name}", name=_said(name)))
        return self._dataclass(self.steps[name], {k: v for k, v in data.items() if k != "step"}, path)

    def _dataclass(self, kind: Any, data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise BadPosition(path, Text("expected {kind}, found {found}", kind=kind.__name__, found=_said(data)))
        names = kept(kind)
        for name in data:
            if name not in names:
                raise BadPosition(f"{path}.{name}", Text("no such field"))
        hints = _hints(kind)
        values = {}
        for f in fields(kind):
            if f.name in names:
                found = data[f.name] if f.name in data else _read_at(f, self.version)
                if found is _UNSAID:
                    raise BadPosition(f"{path}.{f.name}", Text("missing"))
                values[f.name] = self.load(hints[f.name], found, f"{path}.{f.name}")
            elif f.metadata["dump"] == "shared":
                values[f.name] = self.made[f.name]
        return kind(**values)

    def _union(self, kinds: tuple[Any, ...], data: Any, path: str) -> Any:
        if data is None and type(None) in kinds:
            return None
        inner = [kind for kind in kinds if kind is not type(None)]
        problems = []
        for kind in inner:
            try:
                return self.load(kind, data, path)
            except BadPosition as problem:
                problems.append(problem)
        raise problems[0]

    def _items(self, data: Any, path: str) -> list[Any]:
        if not isinstance(data, list):
            raise BadPosition(path, Text("expected a list, found {found}", found=_said(data)))
        return data

    def _list(self, args: tuple[Any, ...], data: Any, path: str) -> list[Any]:
        return [self.load(args[0], item, f"{path}[{i}]") for i, item in enumerate(self._items(data, path))]

    def _frozenset(self, args: tuple[Any, ...], data: Any, path: str) -> frozenset[Any]:
        return frozenset(self._list(args, data, path))

    def _tuple(self, args: tuple[Any, ...], data: Any, path: str) -> tuple[Any, ...]:
        items = self._items(data, path)
        if len(args) == 2 and args[1] is Ellipsis:
            return tuple(self._list(args, data, path))
        if len(items) != len(args):
            raise BadPosition(path, Text("expected {n} values, found {found}", n=len(args), found=len(items)))
        pairs = zip(args, items, strict=True)
        return tuple(self.load(kind, item, f"{path}[{i}]") for i, (kind, item) in enumerate(pairs))

    def _dict(self, args: tuple[Any, ...], data: Any, path: str) -> dict[Any, Any]:
        key, value = args
        if isinstance(data, dict):
            return {self.load(key, k, path): self.load(value, v, f"{path}.{k}") for k, v in data.items()}
        pairs = (self._tuple((key, value), pair, f"{path}[{i}]") for i, pair in enumerate(self._items(data, path)))
        return dict(pairs)


_CONTAINERS = {list: Loader._list, tuple: Loader._tuple, dict: Loader._dict, frozenset: Loader._frozenset}


@cache
def _reader(kind: Any) -> tuple[Callable[[Loader, Any, Any, str], Any], Any]:
    """How values declared as a type are read, and what the reader has to know of the type."""
    origin = get_origin(kind) or kind
    if kind is Any:
        return Loader._anything, kind
    if isinstance(origin, type) and issubclass(origin, Step):
        return Loader._step, kind
    if is_dataclass(kind):
        return Loader._dataclass, kind
    if origin in (Union, types.UnionType):
        return Loader._union, get_args(kind)
    if origin in _CONTAINERS:
        return _CONTAINERS[origin], get_args(kind)
    return Loader._scalar, kind
