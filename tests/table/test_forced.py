"""What has one answer is answered by the table, where somebody wishes so and nobody learns from it."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import CHANCE, advance, pending
from stellwerk.table import SeatSpec
from stellwerk.table.model import Person
from stellwerk.table.moves.forced import AUTOMATIC, SINGLE, keeps_secrets, only_answer, plays_alone
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.seats import TableSpec


def play(game: Any, seed: int, most: int = 400) -> Any:
    """Positions of a game played by chance."""
    rng, s = Random(seed), game.setup(min(game.seats))
    for _ in range(most):
        choice = pending(s)
        if choice is None:
            return
        if choice.seat(s) != CHANCE:
            yield s, choice
        advance(s, choice.options(s).sample(rng))


@pytest.mark.parametrize("game_id", games.ids())
def test_it_is_the_one_option_and_never_one_of_several(game_id: str) -> None:
    game = games.game(game_id)
    for s, choice in play(game, 5):
        found = only_answer(game, s, choice.seat(s))
        options = choice.options(s)
        assert found is None or list(islice(options, 2)) == [found]


@pytest.mark.parametrize("game_id", games.ids())
def test_nobody_learns_a_secret_from_an_answer_that_was_not_asked_for(game_id: str) -> None:
    """Whoever sees nothing of the seat's secrets would have known that there is this one answer."""
    game = games.game(game_id)
    for s, choice in play(game, 6):
        seat = choice.seat(s)
        found = only_answer(game, s, seat)
        if found is None and not (choice.is_public(s) and keeps_secrets(game, s, seat)):
            continue
        for n in range(3):
            other = game.imagine(game.view(s, None), Random(n))
            guessed = pending(other)
            assert guessed is not None
            assert list(guessed.options(other)) == list(choice.options(s))


def table_of(runtime: Runtime, ann: Person, automatic: bool) -> str:
    seats = [SeatSpec("me", name="A"), SeatSpec("me", name="B")]
    return runtime.tables.create(ann, TableSpec("russian-railroads", seats, hotseat=True, automatic=automatic)).table


def decide(runtime: Runtime, who: Person, table: str, decisions: int) -> int:
    """So many decisions by chance; how many of them had one option."""
    rng, single = Random(7), 0
    for n in range(decisions):
        loaded = runtime.tables.table(who, table)
        s = runtime.tables.state(loaded)
        choice = pending(s)
        if choice is None:
            break
        options = choice.options(s)
        single += len(list(islice(options, 2))) == 1
        runtime.tables.act(who, table, str(options.sample(rng)), loaded.version, f"r{n}", choice.seat(s))
    return single


def test_single_answers_are_given_by_the_table_and_marked(runtime: Runtime, ann: Person) -> None:
    asked, spared = table_of(runtime, ann, False), table_of(runtime, ann, True)
    assert decide(runtime, ann, asked, 60) > 0
    assert AUTOMATIC not in {line.note for line in runtime.tables.history(ann, asked)}
    assert decide(runtime, ann, spared, 60) == 0
    assert AUTOMATIC in {line.note for line in runtime.tables.history(ann, spared)}


def test_whoever_wants_to_be_asked_says_so(runtime: Runtime, ann: Person) -> None:
    table = table_of(runtime, ann, True)
    for seat in (0, 1):
        runtime.arrangements.cancel(ann, table, SINGLE, seat)
    assert decide(runtime, ann, table, 60) > 0


def silent_secret(seed: int = 0) -> Any:
    """A position of Yokohama with one answer, where silence would tell what the hidden order is not."""
    game = games.game("yokohama")
    for s, choice in play(game, seed, 4000):
        seat = choice.seat(s)
        if len(list(islice(choice.options(s), 2))) == 1 and only_answer(game, s, seat) is None:
            return s
    raise AssertionError


def test_where_silence_would_tell_a_secret_only_bots_may_see_it() -> None:
    game, s = games.game("yokohama"), silent_secret()
    choice = pending(s)
    assert choice is not None
    assert not choice.is_public(s)
    assert only_answer(game, s, choice.seat(s), alone=True) is not None


def test_whoever_plays_against_bots_is_alone_and_a_hot_seat_is_not(runtime: Runtime, ann: Person) -> None:
    shared = table_of(runtime, ann, True)
    bots = TableSpec("russian-railroads", [SeatSpec("me", name="A"), SeatSpec("bot", "random", "B")], automatic=True)
    against_bots = runtime.tables.create(ann, bots).table
    alone = [plays_alone(runtime.tables.table(ann, table), 0) for table in (shared, against_bots)]
    assert alone == [False, True]


def test_yokohama_waits_only_where_the_hidden_order_could_be_delivered() -> None:
    """What everybody can tell is answered by itself although the seat hides an order."""
    game, spared, asked = games.game("yokohama"), 0, 0
    for s, choice in play(game, 3, 1500):
        if len(list(islice(choice.options(s), 2))) == 1 and keeps_secrets(game, s, choice.seat(s)):
            spared += choice.is_public(s)
            asked += not choice.is_public(s)
    assert spared
    assert asked
