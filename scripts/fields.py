"""What the fields of a class mean, read from its source: the text below a field speaks of it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from textwrap import dedent
from typing import Any, NamedTuple, get_args, get_type_hints

from stellwerk.core import Step
from stellwerk.core.dump import SHARED, TRANSIENT


class Described(NamedTuple):
    name: str
    kind: str
    """Its type as it is written."""
    meaning: str


def described(kind: Any) -> list[Described]:
    """The fields of a dataclass or a named tuple, with the text below each."""
    (body,) = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(body, ast.ClassDef)
    texts = dict(_texts(body))
    return [Described(name, *texts[name]) for name in _kept(kind, TRANSIENT)]


def _kept(kind: Any, *left_out: Any) -> list[str]:
    if not is_dataclass(kind):
        return list(kind._fields)
    return [field.name for field in fields(kind) if field.metadata not in left_out]


def _texts(body: ast.ClassDef) -> Iterator[tuple[str, tuple[str, str]]]:
    for line, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            yield line.target.id, (ast.unparse(line.annotation), _text(after))


def _text(line: ast.stmt | None) -> str:
    value = line.value if isinstance(line, ast.Expr) else None
    return " ".join(str(value.value).split()) if isinstance(value, ast.Constant) else ""


def parts_of(kind: Any) -> list[Any]:
    """A class, and those its fields are made of; what all games share and what is still to happen are left out."""
    found = [kind]
    for each in found:
        hints = get_type_hints(each)
        inside = (part for name in _kept(each, SHARED, TRANSIENT) for part in _classes(hints[name]))
        found += [part for part in dict.fromkeys(inside) if part not in found]
    return found


def _classes(hint: Any) -> Iterator[Any]:
    for part in get_args(hint):
        yield from _classes(part)
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")) and not issubclass(hint, Step):
        yield hint
