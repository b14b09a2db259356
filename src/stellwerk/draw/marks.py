"""Marks: what of a drawing is another than before, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.draw.drawing import Drawing
from stellwerk.draw.element import El


def marks(before: Drawing, after: Drawing) -> list[str]:
    """The ids of all that is new, lies elsewhere or is drawn another way; what has an id of its own counts alone."""
    found: list[str] = []
    for name, part in after.items():
        old = before.get(name)
        if old is not None and old.html.html != part.html.html:
            known = dict(own_parts(old.html))
            found += [id for id, own in own_parts(part.html) if known.get(id) != own]
    return found


def own_parts(element: El, around: str = "") -> Iterator[tuple[str, str]]:
    """Of everything with an id: where it lies and what is drawn in it, without what has an id of its own."""
    inner: list[tuple[str, str]] = []
    own = _own(element, inner, element.id or around)
    if element.id:
        yield element.id, f"{around}\x1f{own}"
    yield from inner


def _own(element: El, inner: list[tuple[str, str]], around: str) -> str:
    parts = [element.tag, *(f"{name}={value}" for name, value in sorted(element.attrs.items()))]
    for child in element.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.id:
            inner.extend(own_parts(child, around))
        else:
            parts.append(_own(child, inner, around))
    return "\x1f".join(parts)
