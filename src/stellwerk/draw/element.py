"""Elements: a drawing is an immutable tree of them; its text is made once.

Trees can be searched by id and compared: `changes` says what must be replaced to turn one drawing into another.
Nothing in here writes a style attribute or a script, so a strict content security policy has nothing to refuse.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from typing import TypeAlias

Attribute: TypeAlias = str | int | float | bool | None

CLOSED = frozenset(("path", "circle", "ellipse", "rect", "line", "polygon", "polyline", "use", "stop", "br", "hr"))


def number(value: float) -> str:
    """As short as a coordinate needs to be: one decimal at most."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def _text(value: str | float | bool) -> str:
    return "" if value is True else number(value) if isinstance(value, float) else str(value)


@lru_cache(maxsize=1000)
def _named(name: str) -> str:
    """`class_` is class, `data_help` data-help."""
    return name.rstrip("_").replace("_", "-")


_quoted = lru_cache(maxsize=20_000)(escape)
"""Attributes repeat from drawing to drawing: classes, ids, places."""


class El:
    """An element: tag, attributes, children. Children are elements or plain text."""

    __slots__ = ("_html", "attrs", "children", "tag")

    def __init__(self, tag: str, attrs: Mapping[str, str], children: tuple[El | str, ...]) -> None:
        self.tag = tag
        self.attrs = attrs
        self.children = children
        self._html: str | None = None

    @property
    def id(self) -> str | None:
        return self.attrs.get("id")

    @property
    def html(self) -> str:
        if self._html is None:
            self._html = self._write()
        return self._html

    def _write(self) -> str:
        opening = self.tag + "".join([f' {name}="{_quoted(value)}"' for name, value in self.attrs.items()])
        if not self.children and self.tag in CLOSED:
            return f"<{opening}/>"
        inner = "".join([escape(c, quote=False) if isinstance(c, str) else c.html for c in self.children])
        return f"<{opening}>{inner}</{self.tag}>"

    def __html__(self) -> str:
        return self.html

    def __str__(self) -> str:
        return self.html

    def __eq__(self, other: object) -> bool:
        return isinstance(other, El) and self.html == other.html

    def __hash__(self) -> int:
        return hash(self.html)

    def having(self, **attrs: Attribute) -> El:
        """The same with some attributes set."""
        return El(self.tag, {**self.attrs, **_attributes(attrs)}, self.children)

    def walk(self) -> Iterator[El]:
        yield self
        for child in self.children:
            if isinstance(child, El):
                yield from child.walk()

    def marked(self, marks: Mapping[str, Mapping[str, str]], class_: str) -> El:
        """The same tree with attributes and a class added to the elements of some ids; other branches are shared."""
        children = tuple(c.marked(marks, class_) if isinstance(c, El) else c for c in self.children)
        extra = marks.get(self.id) if self.id else None
        if extra is not None:
            classes = f"{self.attrs.get('class', '')} {class_}".strip()
            return El(self.tag, {**self.attrs, **extra, "class": classes}, children)
        if all(new is old for new, old in zip(children, self.children, strict=True)):
            return self
        return El(self.tag, self.attrs, children)


Content: TypeAlias = El | str | None


def _attributes(attrs: Mapping[str, Attribute]) -> dict[str, str]:
    return {
        _named(name): value if value.__class__ is str else _text(value)
        for name, value in attrs.items()
        if value is not None and value is not False
    }


def el(tag: str, /, *children: Content | Iterable[Content], **attrs: Attribute) -> El:
    """`el("g", circle, class_="slot", data_help="…")`; nothing is drawn for None, lists are laid flat."""
    return El(tag, _attributes(attrs), _flat(children))


def _flat(children: Iterable[Content | Iterable[Content]]) -> tuple[El | str, ...]:
    flat: list[El | str] = []
    for child in children:
        if isinstance(child, (El, str)):
            flat.append(child)
        elif child is not None:
            flat += [c for c in child if c is not None]
    return tuple(flat)


@dataclass(frozen=True, slots=True)
class Changes:
    """What turns one drawing into another: elements to replace, attributes to set (None: to remove), and elements whose
    children come and go: their ids in order, those that are `new` with their HTML."""

    replace: dict[str, str] = field(default_factory=dict)
    attrs: dict[str, dict[str, str | None]] = field(default_factory=dict)
    order: dict[str, list[str]] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.replace or self.attrs or self.order)

    @property
    def size(self) -> int:
        attrs = (f"{n}{v}" for attrs in self.attrs.values() for n, v in attrs.items())
        ids = (id for order in self.order.values() for id in order)
        return sum(len(text.encode()) for text in (*self.replace.values(), *attrs, *ids, *self.new.values()))

    def update(self, other: Changes) -> None:
        self.replace.update(other.replace)
        self.attrs.update(other.attrs)
        self.order.update(other.order)
        self.new.update(other.new)


def compare(old: El, new: El, found: Changes) -> bool:
    """Record what changed below an element that has an id. False: the parent has to be replaced instead."""
    if old is new or old.html == new.html:
        return True
    if old.tag != new.tag or old.id != new.id:
        return _replace(old, new, found)
    inner = Changes()
    if _ids(old) != _ids(new):
        return _reorder(old, new, found)
    if len(old.children) != len(new.children) or not all(
        _same(a, b, inner) for a, b in zip(old.children, new.children, strict=True)
    ):
        return _replace(old, new, found)
    if old.attrs != new.attrs:
        if new.id is None:
            return False
        found.attrs[new.id] = _difference(old.attrs, new.attrs)
    found.update(inner)
    return True


def _ids(element: El) -> list[str] | None:
    """The ids of all children, if every one has its own."""
    ids = [child.id for child in element.children if isinstance(child, El) and child.id]
    return ids if element.id and len(ids) == len(element.children) else None


def _reorder(old: El, new: El, found: Changes) -> bool:
    """Children that come or go: only what is new is sent."""
    before, after = _ids(old), _ids(new)
    if before is None or after is None or new.id is None:
        return _replace(old, new, found)
    known = {child.id: child for child in old.children if isinstance(child, El)}
    inner = Changes(order={new.id: after})
    for child in new.children:
        assert isinstance(child, El)
        if child.id in known:
            compare(known[child.id], child, inner)
        else:
            inner.new[str(child.id)] = child.html
    if old.attrs != new.attrs:
        inner.attrs[new.id] = _difference(old.attrs, new.attrs)
    found.update(inner)
    return True


def _same(old: El | str, new: El | str, found: Changes) -> bool:
    if isinstance(old, El) and isinstance(new, El):
        return compare(old, new, found)
    return old == new


def _replace(old: El, new: El, found: Changes) -> bool:
    if new.id is None or new.id != old.id:
        return False
    found.replace[new.id] = new.html
    return True


def _difference(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str | None]:
    gone: dict[str, str | None] = {name: None for name in old if name not in new}
    return gone | {name: value for name, value in new.items() if old.get(name) != value}
