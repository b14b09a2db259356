"""Dump and load: any position as a JSON-ready value, agenda included, and back.

Driven by the declared types of the dataclass fields, so a game writes nothing for it. A field whose metadata says
`shared` (component tables) or `transient` (listeners) is left out and made anew on loading.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from stellwerk.core.step import Step
from stellwerk.core.text import Text

SHARED = {"dump": "shared"}
TRANSIENT = {"dump": "transient"}


class BadPosition(ValueError):
    """A position that cannot be loaded; `path` names the field."""

    def __init__(self, path: str, text: Text) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = Text("{path}: {problem}", path=path, problem=text)


@cache
def kept(kind: Any) -> tuple[str, ...]:
    """The fields of a type that make up a position; none where it is no dataclass."""
    return tuple(f.name for f in fields(kind) if "dump" not in f.metadata) if is_dataclass(kind) else ()


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def plain(value: Any) -> Any:
    """The value as lists, dicts, strings, numbers and None. Dicts with other keys than strings become pairs."""
    kind: Any = type(value)
    if kind in _AS_THEY_ARE:
        return value
    return _writer(kind)(value)


_AS_THEY_ARE = frozenset({type(None), bool, int, str})


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """How values of a type are written; found once a type, for a position holds thousands of values of few types."""
    if issubclass(kind, (str, int)):
        return lambda value: value
    if issubclass(kind, (tuple, list)):
        return lambda value: [plain(item) for item in value]
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, (set, frozenset)):
        return lambda value: sorted(plain(item) for item in value)
    if issubclass(kind, Text):
        return lambda value: value.render()
    names = kept(kind)
    if names or is_dataclass(kind):
        named = {"step": kind.__name__} if issubclass(kind, Step) else {}
        return lambda value: named | {name: plain(getattr(value, name)) for name in names}
    if hasattr(kind, "parse"):
        return str
    raise TypeError(f"{kind.__name__} is not dumped")


def _mapping(value: Mapping[Any, Any]) -> Any:
    if all(isinstance(key, str) for key in value):
        return {key: plain(item) for key, item in value.items()}
    return [[plain(key), plain(item)] for key, item in value.items()]


class Loader:
    """Reads what `plain` wrote. `steps` are the kinds of steps the agenda may hold; `made` fills shared fields."""

    def __init__(self, steps: tuple[type[Step[Any]], ...], made: Mapping[str, Any]) -> None:
        self.steps = {step.__name__: step for step in steps}
        self.made = made

    def load(self, kind: Any, data: Any, path: str = "state") -> Any:
        reader, of = _reader(kind)
        return reader(self, of, data, path)

    def _anything(self, kind: Any, data: Any, path: str) -> Any:
        return data

    def _scalar(self, kind: Any, data: Any, path: str) -> Any:
        if kind in (int, str, bool):
            if type(data) is not kind:
                raise BadPosition(path, Text("expected {kind}, found {found}", kind=kind.__name__, found=repr(data)))
            return data
        if kind is type(None):
            if data is not None:
                raise BadPosition(path, Text("expected nothing, found {found}", found=repr(data)))
            return None
        if get_origin(kind) is not None:  # Literal
            if data not in get_args(kind):
                names = ", ".join(map(str, get_args(kind)))
                raise BadPosition(path, Text("expected one of {names}, found {found}", names=names, found=repr(data)))
            return data
        try:
            return kind.parse(data)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadPosition(path, Text("cannot be read: {found}", found=repr(data))) from error

    def _step(self, kind: Any, data: Any, path: str) -> Any:
        name = data.get("step") if isinstance(data, dict) else None
        if name not in self.steps:
            raise BadPosition(path, Text("no step is called {name}", name=repr(name)))
        return self._dataclass(self.steps[name], {k: v for k, v in data.items() if k != "step"}, path)

    def _dataclass(self, kind: Any, data: Any, path: str) -> Any:
        if not isinstance(data, dict):
            raise BadPosition(path, Text("expected {kind}, found {found}", kind=kind.__name__, found=repr(data)))
        names = kept(kind)
        for name in data:
            if name not in names:
                raise BadPosition(f"{path}.{name}", Text("no such field"))
        hints = _hints(kind)
        values = {}
        for f in fields(kind):
            if f.name in names:
                if f.name not in data:
                    raise BadPosition(f"{path}.{f.name}", Text("missing"))
                values[f.name] = self.load(hints[f.name], data[f.name], f"{path}.{f.name}")
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
            raise BadPosition(path, Text("expected a list, found {found}", found=repr(data)))
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
