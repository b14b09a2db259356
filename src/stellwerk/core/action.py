"""Action: what a seat does, as a value with a one-line notation.

`LayTile("F8", "57", 2)` prints as `lay-tile F8 57 2` and is parsed back from the types of its fields. A field is
an int, a bool, a word, an optional of these, a tuple, or a value with `__str__` and a `parse` class method. A tuple in
last place takes the rest of the line, elsewhere its items are joined by commas. Text with blanks is quoted.
"""

from __future__ import annotations

import json
import re
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cache
from inspect import get_annotations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Union, get_args, get_origin, get_type_hints

from stellwerk.core.text import Text

if TYPE_CHECKING:
    from stellwerk.core.rule import Illegal


class BadNotation(ValueError):
    """A line that is not an action."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class Domain:
    """Marks a field with the name of the set its values come from: `Annotated[str, Domain("hex")]`.

    `Game.domains(s)` lists each set; the contract suite makes near misses from them.
    """

    name: str


class Action:
    """Imperative, frozen, compared by type and fields. Subclasses are frozen slotted dataclasses."""

    __slots__ = ()
    verb: ClassVar[str] = ""
    title: ClassVar[Text | None] = None
    """What it is, in words: heading of a group of such actions in a list. Every action of a game has one."""
    listed_by: ClassVar[str] = ""
    """The field that divides a long list of them, the thing they act on; the first one if it is empty."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "verb" not in vars(cls):
            cls.verb = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __str__(self) -> str:
        kind: Any = type(self)  # a class is hashable, whatever its instances are
        names = _names(kind)
        if not names:
            return self.verb
        values = [getattr(self, name) for name in names]
        if isinstance(values[-1], tuple) and _ends_in_tuple(kind):
            values += values.pop()
        return " ".join([self.verb, *map(_print, values)])


class Ruling(Action):
    """A correction outside the rules that all seats agreed to. It answers no question: whoever was asked is asked
    again, unless the ruling itself changes what is still to happen."""

    __slots__ = ()

    def objection(self, s: Any) -> Illegal | None:
        raise NotImplementedError

    def resolve(self, s: Any) -> None:
        raise NotImplementedError


@cache
def _shapes(kind: Any) -> tuple[tuple[str, Any], ...]:
    """Names of the fields with their types, domain marks taken off."""
    names, written = _names(kind), dict[str, Any]()
    for base in reversed(kind.__mro__):  # a class that declares no field is not looked at: that would take longer
        if not get_annotations(base).keys().isdisjoint(names):
            written |= get_annotations(base, eval_str=True)
    fields_only = types.SimpleNamespace(__annotations__={name: written[name] for name in names})
    return tuple(get_type_hints(fields_only).items())


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(f.name for f in fields(kind))


@cache
def _ends_in_tuple(kind: Any) -> bool:
    """Whether the last field is a tuple that takes the rest of the line."""
    return get_origin(_shapes(kind)[-1][1]) is tuple


@cache
def domains(kind: Any) -> tuple[tuple[str, str], ...]:
    """(field, name of its domain) for every field that declares one."""
    hints = get_type_hints(kind, include_extras=True)
    marks = ((name, mark) for name, hint in hints.items() if get_origin(hint) is Annotated for mark in get_args(hint))
    return tuple((name, mark.name) for name, mark in marks if isinstance(mark, Domain))


def _print(value: Any) -> str:
    if type(value) is str:  # mostly
        return value if value.isalnum() or _is_plain(value) else json.dumps(value, ensure_ascii=False)
    if type(value) is int:
        return str(value)
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(_print, value))
    word = str(value)
    return word if word.isalnum() or _is_plain(word) else json.dumps(word, ensure_ascii=False)


def _is_plain(word: str) -> bool:
    """Whether a word needs no quotes."""
    return word != "-" and _PLAIN.fullmatch(word) is not None


_PLAIN = re.compile(r'[^\s",]+')
_INT = re.compile(r"-?\d{1,12}")
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s"]+')


def words_of(line: str) -> list[str]:
    """The words of a line; a quoted one keeps its quotes until it is read."""
    if '"' not in line:  # mostly
        return line.split()
    found = _WORD.findall(line)
    if "".join(found) != re.sub(r'("(?:[^"\\]|\\.)*")|\s+', lambda m: m.group(1) or "", line):
        raise BadNotation(Text("a quotation mark is not closed in: {line}", line=line))
    return found


def _read_int(word: str) -> int:
    if not _INT.fullmatch(word):
        raise ValueError(word)
    return int(word)


def _read_bool(word: str) -> bool:
    return {"yes": True, "no": False}[word]


def _read_str(word: str) -> str:
    return str(json.loads(word)) if word.startswith('"') else word


@cache
def _reader(kind: Any) -> Callable[[str], Any]:
    """How a word becomes a value of a type."""
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        inner = _reader(next(arg for arg in get_args(kind) if arg is not type(None)))
        return lambda word: None if word == "-" else inner(word)
    if origin is tuple:
        item = _reader(get_args(kind)[0])
        return lambda word: () if word == "-" else tuple(item(part) for part in word.split(","))
    plain: dict[Any, Callable[[str], Any]] = {int: _read_int, bool: _read_bool, str: _read_str}
    if kind in plain:
        return plain[kind]
    if origin is not None:  # Literal["a", "b"]
        return _choice_reader(get_args(kind))
    read: Callable[[str], Any] = kind.parse
    return read


def _choice_reader(values: Sequence[Any]) -> Callable[[str], Any]:
    table = {str(value): value for value in values}
    return lambda word: table[word]


class Notation:
    """Reads the actions of one game."""

    def __init__(self, kinds: Iterable[type[Action]]) -> None:
        self.kinds = {kind.verb: kind for kind in kinds}

    def parse(self, line: str) -> Action:
        words = words_of(line)
        kind = self.kinds.get(words[0]) if words else None
        if kind is None:
            raise BadNotation(Text("no action is called {verb}", verb=words[0] if words else "“”"))
        return kind(*self._values(kind, words[1:]))

    def _values(self, kind: Any, words: list[str]) -> list[Any]:
        shapes = _shapes(kind)
        open_ended = bool(shapes) and get_origin(shapes[-1][1]) is tuple
        single = shapes[:-1] if open_ended else shapes
        if len(words) < len(single) or (len(words) > len(single) and not open_ended):
            names = " ".join((kind.verb, *(name for name, _ in shapes)))
            raise BadNotation(Text("wrong number of words, expected: {pattern}", pattern=names))
        values = [self._value(kind, name, shape, word) for (name, shape), word in zip(single, words, strict=False)]
        if open_ended:
            name, shape = shapes[-1]
            item = get_args(shape)[0]
            values.append(tuple(self._value(kind, name, item, word) for word in words[len(single) :]))
        return values

    def _value(self, kind: type[Action], name: str, shape: Any, word: str) -> Any:
        try:
            return _reader(shape)(word)
        except (ValueError, KeyError) as error:
            raise BadNotation(
                Text("{word} cannot be read as the field {field} of {verb}", word=word, field=name, verb=kind.verb)
            ) from error
