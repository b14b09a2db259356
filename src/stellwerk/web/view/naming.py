"""The names of things that options act on: what the drawing calls them."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.draw import El
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.question import Group, facet
from stellwerk.web.view.templates import Reader


def facet_names(perspective: Perspective, reader: Reader, group: Group) -> list[tuple[str, str, int]]:
    """(what options act on, its name, how many options) of a group that is too long to list."""
    titles = dict(_titles(perspective, reader))
    spots = {facet(offer.action): perspective.spots_of(offer.action) for offer in reversed(group.offers)}
    named = {name: next((titles[id_] for id_ in spots[name] if id_ in titles), name) for name, _ in group.facets}
    return [(name, named[name], count) for name, count in group.facets]


def _titles(perspective: Perspective, reader: Reader) -> Iterator[tuple[str, str]]:
    for board in perspective.drawing(reader).values():
        for element in board.html.walk():
            if element.id and (title := title_of(element)):
                yield element.id, title


def title_of(element: El) -> str:
    """What an element of a drawing is called."""
    inside = (child for child in element.children if isinstance(child, El) and child.tag == "title")
    own = next(("".join(part for part in title.children if isinstance(part, str)) for title in inside), "")
    return own or element.attrs.get("title", "") or element.attrs.get("aria-label", "")
