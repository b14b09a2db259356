"""Marks: which pieces of a drawing differ from before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from stellwerk.draw.drawing import Drawing
from stellwerk.draw.element import El


class Own(NamedTuple):
    """Something with an id: what it lies in, and what is drawn in it without what has an id of its own."""

    around: str
    drawn: str
    is_seen: bool
    """A frame that only groups shows nothing by itself."""


def marks(before: Drawing, after: Drawing) -> list[str]:
    """The ids of all that is new, lies elsewhere or is drawn another way, and of the places that something has left;
    what has an id of its own counts alone."""
    found: dict[str, None] = {}
    for name, part in after.items():
        old = before.get(name)
        if old is not None and old.html.html != part.html.html:
            known, now = dict(own_parts(old.html)), dict(own_parts(part.html))
            found |= dict.fromkeys(id for id, own in now.items() if _differs(known.get(id), own))
            found |= dict.fromkeys(_left(known, now))
    return list(found)


def _differs(old: Own | None, new: Own) -> bool:
    return old is None or (old.around, old.drawn) != (new.around, new.drawn)


def _left(known: dict[str, Own], now: dict[str, Own]) -> Iterator[str]:
    """The places something has left; a whole board does not count as a place."""
    for id, own in known.items():
        if id in now and now[id].around == own.around:
            continue
        place = own.around
        while place and (place not in now or not now[place].is_seen):
            place = known[place].around
        if place and known[place].around:
            yield place


def own_parts(element: El, around: str = "") -> Iterator[tuple[str, Own]]:
    """Everything with an id."""
    inner: list[tuple[str, Own]] = []
    drawn = _own(element, inner, element.id or around)
    if element.id:
        yield element.id, Own(around, drawn, _is_seen(element))
    yield from inner


def _is_seen(element: El) -> bool:
    return element.tag != "g" or any(isinstance(child, El) and child.tag == "title" for child in element.children)


def _own(element: El, inner: list[tuple[str, Own]], around: str) -> str:
    parts = [element.tag, *(f"{name}={value}" for name, value in sorted(element.attrs.items()))]
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.id:
            inner.extend(own_parts(child, around))
        else:
            parts.append(_own(child, inner, around))
    return "\x1f".join(parts)
