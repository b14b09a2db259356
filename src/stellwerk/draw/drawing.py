"""A drawing: the named parts of a table, in reading order, and what is offered where."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Protocol

from stellwerk.core.action import Action
from stellwerk.core.components import Components
from stellwerk.draw.element import Changes, El, compare, el
from stellwerk.draw.sheet import Sheet

Kind = Literal["map", "flow"]
IDS = re.compile(' id="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of the table. A map is one picture to pan and zoom; a flow finds room on every screen."""

    id: str
    title: str
    html: El
    kind: Kind = "flow"

    def ids(self) -> tuple[str, ...]:
        """Every id in it, in reading order, read off its text: that is made anyway, and once."""
        return _ids(self.html.html)


@lru_cache(maxsize=100)
def _ids(html: str) -> tuple[str, ...]:
    """Most parts of a table are as they were before the last move."""
    return tuple(IDS.findall(html))


def fragment(sheet: Sheet, name: str, title: str, *content: El, kind: Kind = "flow") -> Fragment:
    body = el("section", *content, id=sheet.id(name), class_=f"d d-{name.split('-')[0]}", aria_label=title)
    return Fragment(name, title, body, kind)


class Drawing(Mapping[str, Fragment]):
    def __init__(self, fragments: Iterable[Fragment]) -> None:
        self._fragments = {fragment.id: fragment for fragment in fragments}

    def __getitem__(self, name: str) -> Fragment:
        return self._fragments[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fragments)

    def __len__(self) -> int:
        return len(self._fragments)

    def ids(self) -> list[str]:
        """Every id in it, in reading order."""
        return [id for part in self.values() for id in part.ids()]

    def offering(self, offers: Mapping[str, Iterable[Action]]) -> Drawing:
        """The same with the elements that stand for options made into buttons that name them."""
        marks = {id: _button(actions) for id, actions in offers.items()}
        return Drawing(replace(part, html=part.html.marked(marks, "option")) for part in self.values())


def _button(actions: Iterable[Action]) -> dict[str, str]:
    return {"data-option": "\n".join(map(str, actions)), "role": "button", "tabindex": "0"}


def changes(before: Drawing | None, after: Drawing) -> Changes:
    """What must be replaced on a page that shows one drawing so that it shows another."""
    found = Changes()
    for name, part in after.items():
        old = before.get(name) if before is not None else None
        if old is None or not compare(old.html, part.html, found):
            found.replace[part.html.id or name] = part.html.html
    return found


@dataclass(frozen=True, slots=True)
class Figure:
    """One component in the gallery."""

    id: str
    picture: El
    caption: str
    row: tuple[str, str] | None = None
    """The component it shows, by table and row; None where it shows many."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A page of the gallery: components of one kind."""

    id: str
    title: str
    note: str
    figures: tuple[Figure, ...]


class Artist(Protocol):
    """What a game's drawing module offers."""

    fragments: Callable[[Sheet, Any], Iterable[Fragment]]
    spots: Callable[[Any, Action], tuple[str, ...]]
    picture: Callable[[Sheet, Any, Action], El | None]
    preview: Callable[[Sheet, Any, Action | None], Mapping[str, El]]
    plates: Callable[[Sheet, Components], Iterable[Plate]]
