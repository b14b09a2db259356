"""Values of components as one types them from a card in hand: `2 silk 1 fish`, `3 vp 1 imp`, `0 0 1 1 2`, `yes`.

Names may be cut short as long as it is clear which is meant. What is too deep for this is written as in TOML.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from stellwerk.core.components import MARKS, BadComponent, shallow
from stellwerk.core.corrections import value_text
from stellwerk.core.dump import plain
from stellwerk.core.provenance import ABOUT, OUR_WORDS, label_key
from stellwerk.core.text import Text

LONGEST = 1_000
Look = Literal["number", "yes", "word", "numbers", "words", "amounts", "several", "toml"]
NAME = r"[^\W\d]+(?:-[^\W\d]+)*"
YES = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False, "": False}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a row: how its values look, the names that may stand in them, and what it is if left out."""

    name: str
    look: Look
    names: tuple[str, ...] = ()
    default: Any = None


# --- which fields there are -------------------------------------------------------------------------------------------


def fields_of(kind: type[Any] | None, rows: Sequence[Mapping[str, Any]]) -> list[Field]:
    """The values a row of a table may have: by what it is read into, else by what the rows have."""
    label = label_key(rows[0]) if rows else None
    if kind is not None:
        return [_as_used(each, rows) for each in _declared(kind) if each.name != label]
    names = dict.fromkeys(name for row in rows for name in row if _is_value(name) and name != label)
    return [_as_used(Field(name, _look_of(_used(name, rows))), rows) for name in names]


def _is_value(name: str) -> bool:
    return name not in (*OUR_WORDS, *ABOUT, *MARKS)


def _declared(kind: type[Any]) -> tuple[Field, ...]:
    hints = get_type_hints(kind)
    found = [each for each in fields(kind) if _is_value(each.name)]
    return tuple(Field(each.name, *_shape(hints[each.name]), default=_default(each)) for each in found)


def _default(each: Any) -> Any:
    """As a table would have it: nothing is said of what there is none of."""
    found = each.default if each.default is not MISSING else None
    value = plain(found if each.default_factory is MISSING else each.default_factory())
    return {name: n for name, n in value.items() if n} if isinstance(value, dict) else value


def _shape(hint: Any) -> tuple[Look, tuple[str, ...]]:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _shape(next(arg for arg in args if arg is not type(None)))
    if hint in (int, bool, str):
        return {int: "number", bool: "yes", str: "word"}[hint], ()  # type: ignore[return-value]
    if origin is Literal:
        return "word", tuple(map(str, args))
    if is_dataclass(hint) and all(each is int for each in get_type_hints(hint).values()):
        return "amounts", tuple(each.name for each in fields(hint))
    if origin is tuple:
        look, names = _shape(args[0])
        return {"number": "numbers", "word": "words", "amounts": "several"}.get(look, "toml"), names  # type: ignore[return-value]
    return ("amounts", ()) if origin in (dict, Mapping) and args[1] is int else ("toml", ())


def _used(name: str, rows: Iterable[Mapping[str, Any]]) -> list[Any]:
    return [row[name] for row in rows if name in row]


def _look_of(values: Sequence[Any]) -> Look:
    """Without a declaration: as the rows have it."""
    if all(isinstance(value, bool) for value in values):
        return "yes"
    for look, is_so in (("number", _is_number), ("word", _is_word), ("amounts", _is_amounts)):
        if all(map(is_so, values)):
            return look  # type: ignore[return-value]
    if not all(isinstance(value, list) for value in values):
        return "toml"
    inner = _look_of([item for value in values for item in value])
    return {"number": "numbers", "word": "words", "amounts": "several"}.get(inner, "toml")  # type: ignore[return-value]


def _is_number(value: Any) -> bool:
    return type(value) is int


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


def _is_amounts(value: Any) -> bool:
    is_named = isinstance(value, dict) and all(re.fullmatch(NAME, name) for name in value)
    return is_named and all(map(_is_number, value.values()))


def _as_used(each: Field, rows: Sequence[Mapping[str, Any]]) -> Field:
    """Where the declaration leaves the names open, those in use are known."""
    if each.names or each.look not in ("word", "words", "amounts", "several"):
        return each
    names = dict.fromkeys(name for value in _used(each.name, rows) for name in _names_in(value))
    return Field(each.name, each.look, tuple(names), each.default)


def _names_in(value: Any) -> Iterable[str]:
    if isinstance(value, list):
        return (name for item in value for name in _names_in(item))
    return value if isinstance(value, dict) else (value,)


# --- a value as text and back -----------------------------------------------------------------------------------------


def told(value: Any, each: Field) -> str:
    """A value as one would type it; nothing where there is none."""
    if value is None:
        return ""
    match each.look:
        case "yes":
            return "yes" if value else "no"
        case "numbers" | "words":
            return " ".join(map(str, value))
        case "amounts":
            return _amounts(value)
        case "several":
            return " | ".join(map(_amounts, value))
        case "toml":
            return value_text(value)
    return str(value)


def _amounts(value: Mapping[str, int]) -> str:
    return " ".join(f"{n} {name}" for name, n in value.items())


def read(text: str, each: Field) -> Any:
    """What was typed as a value. Raises `BadComponent` naming the field."""
    text = text.strip()
    if len(text) > LONGEST:
        raise BadComponent(each.name, Text("{n} characters, at most {most}", n=len(text), most=LONGEST))
    match each.look:
        case "number":
            return _number(text, each)
        case "yes":
            return _yes(text, each)
        case "word":
            return _meant(text, each.names)
        case "numbers":
            return [_number(part, each) for part in _parts(text)]
        case "words":
            return [_meant(part, each.names) for part in _parts(text)]
        case "amounts":
            return _read_amounts(text, each)
        case "several":
            return [_read_amounts(part, each) for part in re.split(r"[|;]", text)]
    return _toml(text, each)


def _parts(text: str) -> list[str]:
    return [part for part in re.split(r"[\s,]+", text) if part]


def _number(text: str, each: Field) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise BadComponent(each.name, Text("a number is expected, not {found}", found=repr(text[:40])))
    return int(text)


def _yes(text: str, each: Field) -> bool:
    if text.lower() not in YES:
        raise BadComponent(each.name, Text("yes or no is expected, not {found}", found=repr(text[:40])))
    return YES[text.lower()]


def _meant(word: str, names: Sequence[str]) -> str:
    """The only name that begins so; any other word stays as it is, and is refused by whoever knows better."""
    if word in names or not word:
        return word
    found = [name for name in names if name.lower().startswith(word.lower())]
    return found[0] if len(found) == 1 else word


def _read_amounts(text: str, each: Field) -> dict[str, int]:
    """`2 silk 1 fish`, `2s 1f` or `silk 2, fish 1`; a name without a number is one of it."""
    parts = re.findall(rf"[+-]?\d+|{NAME}|[^\s,:=×]", text)
    first = bool(parts) and parts[0].lstrip("+-").isdecimal()
    found: dict[str, int] = {}
    while parts:
        number, name = _pair(parts, first, each)
        name = _meant(name, each.names)
        if name in found:
            raise BadComponent(each.name, Text("{name} stands twice", name=name[:40]))
        found[name] = number
    return found


def _pair(parts: list[str], number_first: bool, each: Field) -> tuple[int, str]:
    """The next number with its name, in either order."""
    one = parts.pop(0)
    is_number = one.lstrip("+-").isdecimal()
    if is_number:
        if not parts or not number_first:
            raise BadComponent(each.name, Text("of what are there {n}?", n=one[:40]))
        return _number(one, each), _name(parts.pop(0), each)
    name = _name(one, each)
    if not number_first and parts and parts[0].lstrip("+-").isdecimal():
        return _number(parts.pop(0), each), name
    return 1, name


def _name(part: str, each: Field) -> str:
    if not re.fullmatch(NAME, part):
        raise BadComponent(each.name, Text("a name is expected, not {found}", found=repr(part[:40])))
    return part


def _toml(text: str, each: Field) -> Any:
    if "\n" in text:
        raise BadComponent(each.name, Text("one line is expected"))
    try:
        return shallow(tomllib.loads(f"it = {text}"))["it"]
    except (ValueError, RecursionError) as error:
        raise BadComponent(each.name, Text("not valid TOML: {reason}", reason=str(error)[:200])) from error
