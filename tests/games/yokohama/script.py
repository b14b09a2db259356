"""Whole games by a script: a planner who gathers four assistants in one area after the other and acts with power 5."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

from stellwerk.core import CHANCE, Action, Dealer, Event, advance, pending
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules import actions as act
from stellwerk.games.yokohama.rules.components import IMPORTS
from stellwerk.games.yokohama.rules.state import Yokohama, grounds, power

FIRST = (
    act.Achieve, act.Fulfil, act.TakeTile, act.BuildHouse, act.BuildShop, act.SetStation, act.Research, act.Occupy,
    act.TakeOrder, act.LeaveOne, act.Choose, act.KeepOrder, act.Deal, act.UseAgent,
)  # fmt: skip
"""What is done whenever it can be done, the best first."""


def target(s: Yokohama) -> int:
    """The area the active player gathers his assistants in."""
    areas = grounds(s)
    mine = s.assistants[s.active]
    held = max(areas, key=lambda area: mine[area])
    if mine[held] > 0 and s.presidents[s.active] != held:
        return held
    turn = s.round * 5 + s.active * 7 + len(s.won[s.active]) * 3
    free = [area for area in areas if area not in s.presidents]
    return free[turn % len(free)]


def planned(s: Yokohama, options: list[Action]) -> Action:
    """The planner's answer to the open question."""
    if s.round % 2 and any(isinstance(a, act.Occupy | act.Give) for a in options):
        return _generous(options)
    for kind in FIRST:
        best = [a for a in options if isinstance(a, kind)]
        if best:
            return best[s.round % len(best)]
    goal = target(s)
    goal_id = s.tables.areas[goal].id
    strength = power(s, s.active, goal) + 1
    wanted: Iterable[str] = (f"place {goal_id}",) if strength < 5 else (f"move {goal_id}",)
    named = {str(a): a for a in options}
    for line in wanted:
        if line in named:
            return named[line]
    found = [a for a in options if isinstance(a, act.Release | act.Shift | act.Give)]
    if found and not (isinstance(found[0], act.Give) and s.stock[s.active][IMPORTS] == 0):
        return found[s.round % len(found)]
    return named.get("done") or named.get("recall") or options[-1]


def _generous(options: list[Action]) -> Action:
    """Gives all that can be given, then takes the best space."""
    gifts = [a for a in options if isinstance(a, act.Give)]
    return gifts[0] if gifts else [a for a in options if isinstance(a, act.Occupy)][-1]


def randomly(rng: random.Random) -> Any:
    return lambda s, options: options[rng.randrange(len(options))]


def played(seats: int, seed: int, answer: Any = planned, deals: Iterable[str] = ()) -> Iterator[tuple[Yokohama, Event]]:
    """Every event of a game with the state after it."""
    s = GAME.setup(seats)
    s.heard = []
    dealer = Dealer(random.Random(seed), ())
    fixed = [act.Deal(card) for card in deals]
    while (choice := pending(s)) is not None:
        options = choice.options(s)
        if choice.seat(s) == CHANCE:
            wished = [a for a in fixed if a in options]
            advance(s, wished[0] if wished else dealer.answer(options))
        else:
            advance(s, answer(s, list(options)))
        for event in s.heard:
            yield s, event
        s.heard = []
