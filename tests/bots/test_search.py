"""When the strong bot stops looking at the small steps of a turn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk.bots import Budget
from stellwerk.bots import search as strong
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.search import CHECKED, Edge, StrongBot, TurnSearch
from stellwerk.core import pending
from tests.bots.test_positions import reached


def searched(values: dict[str, list[float]]) -> TurnSearch:
    """A search in which the answers have brought so much."""
    game, s, _ = reached("russian-railroads", 455)
    search = TurnSearch(game, knowledge_of(game), game.view(s, 0), Random(1))
    for answer, brought in values.items():
        edge = search.root.edges.setdefault(answer, Edge())  # type: ignore[arg-type]
        for value in brought:
            search._note([(search.root, edge)], value)
    return search


@pytest.mark.parametrize(
    ("values", "is_settled"),
    [
        ({"a": [10.0] * 16, "b": [9.9] * 16}, True),
        ({"a": [10.0] * 16, "b": [10.0] * 16}, True),
        ({"a": [10.0, 12.0] * 8, "b": [9.0, 11.0] * 8}, False),
        ({"a": [10.0, 12.0] * 8, "b": [6.0, 8.0] * 8}, True),
        ({"a": [10.0, 12.0] * 15 + [10.0], "b": [8.0]}, False),
        ({"a": [10.0] * 15, "b": [4.0] * 16}, False),
        ({"a": [10.0] * 32}, False),
    ],
    ids=["sure", "equal", "near", "far", "hardly tried", "between two checks", "no choice"],
)
def test_looking_is_given_up_where_luck_could_not_explain_the_difference(
    values: dict[str, list[float]], is_settled: bool
) -> None:
    assert searched(values).is_settled() is is_settled


def test_a_clear_step_ends_before_its_time_but_not_before_its_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A free step on the Trans-Siberian; the clock stands still."""
    looked: list[int] = []
    run = TurnSearch.run

    def told(search: TurnSearch, *args: Any) -> None:
        run(search, *args)
        looked.append(search.states)

    monkeypatch.setattr(strong.TurnSearch, "run", told)
    game, s, _ = reached("russian-railroads", 455)
    choice = pending(s)
    assert choice is not None
    args = game, game.view(s, choice.seat(s)), choice.options(s)
    timed = StrongBot().answer(*args, Random(1), Budget(seconds=1.0, clock=lambda: 0.0))
    counted = StrongBot().answer(*args, Random(1), Budget(iterations=2000))
    assert str(timed.action) == str(counted.action) == "build transsib black"
    assert looked[0] % CHECKED == 0
    assert looked[0] < looked[1] == 2000
