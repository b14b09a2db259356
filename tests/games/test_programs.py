"""Standing orders of every game: each answers what is allowed, by what its player may know, and is said in words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import CHANCE, Program, advance, pending

MOVES = 150
TRIED = 3
"""Arguments of a program that are tried at a position."""


def arguments(program: Program[Any], s: Any, seat: int, rng: Random) -> list[str]:
    choices = list(program.choices(s, seat)) if program.argument else [""]
    some = rng.sample(choices, min(TRIED, len(choices)))
    if program.amounts is None:
        return some
    numbers = program.amounts(s, seat)
    return [f"{choice} {rng.choice(numbers)}" for choice in some if len(numbers)]


@pytest.mark.parametrize("game_id", games.ids())
def test_every_order_answers_by_what_its_seat_knows(game_id: str) -> None:
    game, rng = games.game(game_id), Random(7)
    s, given, answered = game.setup(max(game.seats)), 0, set()
    for _ in range(MOVES):
        choice = pending(s)
        if choice is None:
            break
        seat = choice.seat(s)
        if seat != CHANCE:
            known = game.imagine(game.view(s, seat), Random(1))
            for program in game.programs:
                for argument in arguments(program, s, seat, rng):
                    given += 1
                    assert program.accepts(s, seat, argument)
                    assert str(program.said(s, argument))
                    answer = program.answer(s, seat, argument)
                    assert answer == program.answer(known, seat, argument)
                    assert program.over(s, seat, argument, None) == program.over(known, seat, argument, None)
                    if answer is not None:
                        answered.add(program.id)
                        assert choice.objection(s, answer) is None, (program.id, argument)
        advance(s, choice.options(s).sample(rng))
    assert given > MOVES or not game.programs
    assert answered or not game.programs


@pytest.mark.parametrize("game_id", games.ids())
def test_what_cannot_be_filled_in_is_not_accepted(game_id: str) -> None:
    game = games.game(game_id)
    s = game.setup(max(game.seats))
    for program in game.programs:
        if program.argument:
            assert not program.accepts(s, 0, "nothing of the kind")
        if program.amounts is not None:
            for choice in program.choices(s, 0):
                for number in ("", "-5", "x", "9" * 4000, "1.5", "0"):
                    assert not program.accepts(s, 0, f"{choice} {number}".rstrip())
