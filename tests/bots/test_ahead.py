"""Russian Railroads as the expert looks ahead: rounds on one level, judged at their end, paid thriftily."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots.expert import Search, Walk
from stellwerk.bots.knowledge import expertise_of, foresight_of, knowledge_of
from stellwerk.bots.train import chosen
from stellwerk.core import CHANCE, advance, pending
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from tests.bots.test_positions import reached

GAME = games.game("russian-railroads")
KNOWS = expertise_of(GAME)


def game_of_four(seed: int) -> Iterator[Any]:
    """The state wherever a turn begins, and at the end of the game, by the fast policy."""
    s, rng = GAME.setup(4), Random(seed)
    while (choice := pending(s)) is not None:
        if choice.seat(s) == CHANCE:
            advance(s, choice.options(s).sample(rng))
            continue
        if KNOWS.rests(choice):
            yield s
        advance(s, chosen(KNOWS, s, choice, rng))
    yield s


def test_nobody_looks_richer_or_poorer_across_the_end_of_a_round() -> None:
    """Else it would be worth something to end it, or to put that off. New weights need new levels."""
    jumps: dict[int, list[float]] = defaultdict(list)
    for seed in (1, 2):
        before = (1, [0.0] * 4)
        for s in game_of_four(seed):
            now = s.round if pending(s) is not None else 0, [KNOWS.value(s, seat) for seat in range(4)]
            if now[0] != before[0]:
                jumps[now[0]] += [after - had for after, had in zip(now[1], before[1], strict=True)]
            before = now
    assert sorted(jumps) == [0, 2, 3, 4, 5, 6, 7]
    assert all(abs(mean(found)) < (20 if at == 0 else 10) for at, found in jumps.items()), jumps


def test_looking_ahead_ends_with_the_round() -> None:
    game, s, _ = reached("russian-railroads", 258)
    walk = Walk(Search(game, KNOWS, game.view(s, s.active), Random(1)))
    assert (walk.asked(), walk.s.round) == (Turn(), s.round)
    walk.play(KNOWS.moves(walk.s, Turn())[-1:], s.active)
    walk.go_on()
    assert walk.s.round == s.round + 1
    assert walk.left > 0
    assert pending(walk.s) == Turn(), "what ends a round is played out"


@pytest.mark.parametrize("at", [64, 101, 258])
def test_its_value_is_the_sum_of_its_parts(at: int) -> None:
    _, s, _ = reached("russian-railroads", at)
    for seat in range(len(s.players)):
        assert sum(KNOWS.parts(s, seat).values()) == pytest.approx(KNOWS.value(s, seat))


def test_coins_are_kept_while_there_are_workers() -> None:
    _, s, _ = reached("russian-railroads", 101)
    s.me.workers, s.me.temporary, s.me.black, s.me.coins = 3, 0, 1, 3
    kept = [move for move in KNOWS.moves(s, Turn()) if isinstance(move, Place)]
    offered = [move for move in knowledge_of(GAME).moves(s, Turn()) if isinstance(move, Place)]
    assert {move.space for move in kept} == {move.space for move in offered}
    assert {move.payment for move in kept if move.space == "track_black_2"} == {"worker+worker", "worker+black"}
    assert len(kept) <= 2 * len({move.space for move in kept}) < len(offered)


def test_advice_is_given_by_another_edition() -> None:
    assert foresight_of(GAME) is not KNOWS
    assert expertise_of(games.game("1880")) is not foresight_of(games.game("1880"))
