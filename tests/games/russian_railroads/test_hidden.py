"""What is hidden: end cards. What a look shows is remembered by that seat alone."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from stellwerk.core import Dealer
from stellwerk.core.log import Record, redacted
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.state import RussianRailroads, end_stack
from stellwerk.games.russian_railroads.rules.view import HIDDEN, imagine, view
from tests.games.helpers import play
from tests.games.russian_railroads.positions import gained, may, table


def look(s: RussianRailroads, seat: int, *lines: str) -> RussianRailroads:
    """A seat gets an end card in its turn."""
    s.active = s.at = seat
    return play(gained(s, may("end_card", 10, source="factory_9")), "end-turn", "look", *lines)


def looked() -> RussianRailroads:
    """Seat 0 looks and takes, then 1, then 2, then 0 again."""
    s = look(table(4), 0, "remove-end-card doublers", "remove-end-card factories", "take-end-card engineers")
    look(s, 1, "take-end-card fifteen_points")
    look(s, 2, "take-end-card extra_workers")
    return look(s, 0, "take-points")


def test_14_5_others_see_that_a_card_was_taken_and_no_more() -> None:
    s = looked()
    assert view(s, 1).takes == ((0, HIDDEN), (1, "fifteen_points"), (2, HIDDEN))
    assert view(s, None).takes == ((0, HIDDEN), (1, HIDDEN), (2, HIDDEN))
    assert view(s, 3).seen == ()
    assert view(s, None).seen == ()
    assert [p.end_cards for p in view(s, 0).players] == [("engineers",), (HIDDEN,), (HIDDEN,), ()]


def test_14_5_a_look_is_remembered() -> None:
    s = looked()
    first, second = view(s, 0).seen
    assert len(first) == 8
    assert "doublers" not in first
    assert Counter(first) - Counter(second) == Counter(["engineers", "fifteen_points", "extra_workers"])


def test_14_5_between_two_looks_a_seat_knows_what_went() -> None:
    """Seat 0 knows that 1 and 2 hold 15 points and workers, only not who holds which; the removed cards are certain."""
    s = looked()
    rng = random.Random(5)
    dealt = [imagine(view(s, 0), rng) for _ in range(60)]
    assert {t.removed for t in dealt} == {("doublers", "factories")}
    assert {tuple(card for seat, card in t.takes if seat == 0) for t in dealt} == {("engineers",)}
    assert {t.takes[1:] for t in dealt} == {
        ((1, "fifteen_points"), (2, "extra_workers")),
        ((1, "extra_workers"), (2, "fifteen_points")),
    }
    assert all(end_stack(t) == end_stack(s) for t in dealt)


def test_14_5_who_never_looked_knows_nothing() -> None:
    s = looked()
    rng = random.Random(6)
    dealt = [imagine(view(s, 3), rng) for _ in range(200)]
    assert len({t.removed for t in dealt}) > 20
    assert {t.takes[0][1] for t in dealt} == set(s.box.end_cards), "every card may be the one seat 0 took"


def test_14_5_one_look_leaves_the_cards_before_it_among_the_missing() -> None:
    """Seat 1 saw seven cards: seat 0 holds one of three missing ones, and 2 one of those left after it."""
    s = looked()
    rng = random.Random(7)
    dealt = [imagine(view(s, 1), rng) for _ in range(200)]
    missing = {"engineers", "doublers", "factories"}
    assert {t.takes[0][1] for t in dealt} == missing
    assert {card for t in dealt for card in t.removed} == missing
    seen = Counter(view(s, 1).seen[0]) - Counter(["fifteen_points"])
    assert {t.takes[2][1] for t in dealt} == set(seen)


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_14_5_the_imagined_looks_the_same(seat: int | None) -> None:
    s = looked()
    for seed in range(20):
        assert view(imagine(view(s, seat), random.Random(seed)), seat) == view(s, seat)


def test_13_1_at_the_end_cards_held_are_shown() -> None:
    s = looked()
    s.agenda = []
    assert view(s, None).takes == s.takes
    assert view(s, None).seen == ()


def played(seed: int) -> Record[Any]:
    """A whole game for two, at random."""
    record, rng = Record.new(GAME, 2), random.Random(seed)
    while record.state.agenda:
        record.deal(Dealer(rng))
        choice = record.state.agenda[-1] if record.state.agenda else None
        if choice is not None:
            record.act(choice.seat(record.state), choice.options(record.state).sample(rng))  # type: ignore[attr-defined]
    return record


def test_14_5_the_log_keeps_the_secret() -> None:
    """Who looked may read which cards were removed and which one he took; nobody else may."""
    record = next(record for record in map(played, range(100)) if record.state.takes)
    hidden = 0
    for seat in (0, 1, None):
        for entry, shown in zip(record.entries, redacted(record.entries, seat), strict=True):
            secret = entry.text.startswith(("take-end-card", "remove-end-card"))
            assert (shown.text == "?") == (secret and seat not in (entry.readers or ()))
            hidden += shown.text == "?"
    assert hidden > 0


def test_14_5_what_own_cards_are_worth_is_shown_to_their_holder() -> None:
    s = looked()
    assert view(s, 1).cards_worth == (15,)
    assert view(s, 3).cards_worth == ()
    assert view(s, None).cards_worth == ()


def test_13_2_the_majority_so_far_leaves_hidden_cards_out() -> None:
    s = table(4)
    s.players[0].engineers = (4,)
    s.players[1].engineers = (9,)
    look(s, 0, "remove-end-card doublers", "remove-end-card factories", "take-end-card extra_engineer")
    assert view(s, 0).majority == ((0, 40), (1, 20))
    assert view(s, 1).majority == ((1, 40), (0, 20))
