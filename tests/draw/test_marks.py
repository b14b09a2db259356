"""What is marked after a move is what is drawn another way, and where something is gone; no more and no less."""

from __future__ import annotations

from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from stellwerk import draw, games
from stellwerk.core import CHANCE, advance, pending

MOVES = 60


class OwnParts(HTMLParser):
    """Reads the HTML that a browser gets: where each element with an id lies and what stands in it, others left out."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: dict[str, list[str]] = {}
        self._open: list[str | None] = []
        self.feed(html)

    def _note(self, text: str) -> None:
        owner = next((id for id in reversed(self._open) if id), None)
        if owner:
            self.found[owner].append(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        id = dict(attrs).get("id")
        if id:
            self.found[id] = [f"in {next((other for other in reversed(self._open) if other), '')}"]
        self._open.append(id)
        self._note(f"<{tag} {sorted(attrs, key=str)}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        self._note(f"</{tag}>")
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._note(data)


Parts = dict[str, list[str]]


def parent(parts: Parts, id: str) -> str:
    return parts[id][0].removeprefix("in ")


def left(old: Parts, new: Parts) -> set[str]:
    """The nearest thing around what is gone that can be seen and is less than a whole board."""
    found = set()
    for id in old:
        if id in new and parent(new, id) == parent(old, id):
            continue
        place = parent(old, id)
        while place and (place not in new or (new[place][1].startswith("<g ") and "<title []>" not in new[place])):
            place = parent(old, place)
        if place and parent(old, place):
            found.add(place)
    return found


def differing(before: draw.Drawing, after: draw.Drawing) -> set[str]:
    """Board by board: a card that goes from one to another is new there and missing here."""
    found = set()
    for name, part in after.items():
        old, new = OwnParts(before[name].html.html).found, OwnParts(part.html.html).found
        found |= {id for id, own in new.items() if old.get(id) != own} | left(old, new)
    return found


@pytest.mark.parametrize("game_id", [id for id in games.ids() if draw.is_drawn(id)])
def test_marks_are_exactly_what_differs_between_two_drawings(game_id: str) -> None:
    """Sixty moves of others, seen by seat 0, from all over a game."""
    game: Any = games.game(game_id)
    rng, s, seen, marked = Random(8), game.setup(max(game.seats)), 0, 0
    while seen < MOVES:
        choice = pending(s)
        if choice is None:
            s = game.setup(max(game.seats))
            continue
        other = choice.seat(s) not in (0, CHANCE) and rng.random() < 0.5
        before = draw.board(game_id, game.view(s, 0)) if other else None
        advance(s, choice.options(s).sample(rng))
        if before is None:
            continue
        seen += 1
        after = draw.board(game_id, game.view(s, 0))
        found = draw.marks(before, after)
        assert len(found) == len(set(found))
        assert set(found) == differing(before, after)
        marked += len(found)
    assert seen == MOVES
    assert marked > MOVES / 2
