"""What a seat may not know is in no fragment drawn for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk import draw
from stellwerk.core import advance, pending
from stellwerk.games import game
from stellwerk.games.russian_railroads.rules.actions import Look
from stellwerk.games.russian_railroads.rules.chapters.cards import PickEndCard
from tests.draw.positions import positions


def page(id_: str, state: Any, reader: int | None) -> str:
    return "".join(part.html.html for part in draw.board(id_, game(id_).view(state, reader)).values())


@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_orders_of_yokohama_are_drawn_for_their_owner_only(seats: int) -> None:
    secrets = 0
    for shown in positions("yokohama", seats)[::4]:
        s = shown.state
        for reader in (*range(seats), None):
            text = page("yokohama", s, reader)
            for owner in range(seats):
                held = [card for card in (*s.dealt[owner], s.hidden[owner]) if card]
                hidden = [*held, s.thrown[owner]] if s.thrown[owner] else held
                if reader == owner:
                    assert all(f"card-{card}" in text for card in held)
                else:
                    secrets += len(hidden)
                    assert not [card for card in hidden if f"card-{card}" in text]
    assert secrets, "no position with a secret was looked at"


def test_end_cards_are_drawn_for_their_owner_and_the_stack_for_whoever_looks_through_it() -> None:
    s = looked_through()
    for reader in (*range(len(s.players)), None):
        text = page("russian-railroads", s, reader)
        assert ('id="end-cards"' in text) == (reader == s.active)
    seat = s.active
    advance(s, next(iter(pending(s).options(s))))  # type: ignore[union-attr]
    assert [taker for taker, _ in s.takes][-1] == seat
    for reader in (*range(len(s.players)), None):
        assert (f'id="held-{seat}-' in page("russian-railroads", s, reader)) == (reader == seat)


def looked_through() -> Any:
    """A state in which somebody looks through the end cards."""
    for seed in range(60):
        s, rng = game("russian-railroads").setup(4), random.Random(seed)
        while (choice := pending(s)) is not None:
            if isinstance(choice, PickEndCard):
                return s
            options = choice.options(s)
            looks = [action for action in options if isinstance(action, Look)] if options.finite else []
            advance(s, looks[0] if looks else options.sample(rng))
    raise AssertionError("nobody looked through the stack")
