"""Options, questions, events and standing orders in words."""

from __future__ import annotations

import random

import pytest

from stellwerk.core import CHANCE, advance, pending
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.state import TALLY
from tests.games.helpers import play
from tests.games.russian_railroads.positions import factories, gained, locomotives, may, ready, table, tracks


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "place track_any worker+coin",
            "Track of your choice: 2 steps with track of any colour; costs a coin besides the worker. "
            "Pay: worker, coin",
        ),
        ("place engineer_public_left worker", "Public engineer, left: 1 doubler and 3 points. Pay: worker"),
        ("pass", "pass for this round: 0 points"),
    ],
)
def test_2_1_an_option_says_what_it_does_and_costs(line: str, said: str) -> None:
    assert str(GAME.describe(table(), GAME.parse(line))) == said


def test_6_1_steps_say_where_they_lead() -> None:
    s = ready(markers=(4, 2))
    factories(s.me, 9)
    tracks(s.me, "kiev", 4)
    said = {line: str(GAME.describe(s, GAME.parse(line))) for line in ("advance 1", "advance 2", "build kiev black")}
    assert said == {
        "advance 1": "industry marker onto factory 9: An end card of your choice, or 10 points.",
        "advance 2": "industry marker to 3 points",
        "build kiev black": "Kiev: black track to space 5",
    }
    s.me.markers = (9,)
    assert str(GAME.describe(s, GAME.parse("advance 1"))) == "industry marker onto the ?-space"


def test_5_2_factories_say_what_they_replace() -> None:
    s = ready()
    factories(s.me, 4, 5)
    said = str(GAME.describe(s, GAME.parse("build-factory 2 stack 1")))
    assert said == "factory 2 in gap 1, in place of 4: Build a locomotive or a factory."
    assert "from the returned tiles in gap 3" in str(GAME.describe(s, GAME.parse("build-factory 6 returned 3")))


def test_2_5_the_question_lists_what_is_open() -> None:
    s = gained(ready(), may("track", 2, (0, 1, 2, 3, 4)))
    choice = pending(s)
    assert choice is not None
    assert str(choice.question(s)) == "open: 2 × track step, any colour (factory 7 (Rail works))"
    play(table(), "place track_black_1 worker")
    t = play(table(), "place track_black_1 worker")
    asked = pending(t)
    assert asked is not None
    assert str(asked.question(t)) == "to do: 2 × track step, black (Black track, 1 worker)"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_option_question_and_event_of_a_game_has_words(seats: int) -> None:
    """2.1: no key is shown to a player, nothing stays empty."""
    rng = random.Random(seats)
    s = GAME.setup(seats)
    heard = 0
    while (choice := pending(s)) is not None:
        assert str(choice.question(s))
        options = list(choice.options(s))
        for action in options:
            assert "_" not in str(GAME.describe(s, action)), action
        s.heard = []
        seat = choice.seat(s)
        action = options[rng.randrange(len(options))]
        advance(s, action)
        for event in s.heard:
            assert "_" not in str(event.text())
            heard += 1
        assert s.heard or seat != CHANCE or "remove-end-card" in str(action), f"{action} tells nothing"
    assert heard > 100


def test_13_3_scores_are_itemised_at_any_time() -> None:
    s = ready(2)
    locomotives(s.me, (1, 0), 0, 3)
    tracks(s.me, "kiev", 3)
    play(s, "pass", "pass")
    score = GAME.scores(s)[0]
    assert len(score.items) == len(TALLY)
    assert {str(name): n for name, n in score.items if n} == {"Kiev": 6}
    assert GAME.view(s, None).players[0].forecast == (0, 0, 6, 0)


def test_2_4_a_standing_order_to_pass_without_workers() -> None:
    program = next(p for p in GAME.programs if p.id == "pass-without-workers")
    s = ready(2, workers=1)
    assert program.answer(s, 0, "") is None
    s.me.workers = 0
    assert str(program.answer(s, 0, "")) == "pass"
    assert program.answer(s, 1, "") is None
    s.me.temporary = 1
    assert program.answer(s, 0, "") is None


def test_2_4_a_standing_order_to_pass_in_this_round() -> None:
    program = next(p for p in GAME.programs if p.id == "pass-in-round")
    s = table(2)
    assert list(program.choices(s, 0)) == ["1"]
    assert str(program.answer(s, 0, "1")) == "pass"
    assert program.answer(s, 0, "2") is None
    play(s, "pass")
    assert list(program.choices(s, 0)) == []


def test_2_1_a_planned_space_is_paid_with_workers_and_ends_when_somebody_stands_there() -> None:
    program = next(p for p in GAME.programs if p.id == "place-if-free")
    s = table()
    s.players[0].coins = 3
    space = "track_black_2"
    assert space in program.choices(s, 0)
    assert str(program.answer(s, 0, space)) == f"place {space} worker+worker"
    assert program.answer(s, 1, space) is None
    assert not program.over(s, 0, space, None)
    assert program.over(s, 0, space, GAME.parse("pass"))
    s.players[0].workers = 0
    assert str(program.answer(s, 0, space)) == f"place {space} coin+coin"
    s.stands.append((space, 1, "worker+worker"))
    assert program.over(s, 0, space, None)
    assert space not in program.choices(s, 0)
    assert program.answer(s, 0, space) is None
