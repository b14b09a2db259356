"""The strong bot of version 0.1, kept as it was: what came after is measured against it.

It stops looking when its time is gone, even where only the first answer has been judged; it keeps its plan itself,
and its turn ends only when another seat is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots.bot import Answer, Budget
from stellwerk.bots.knowledge import More, knowledge_of
from stellwerk.bots.search import Edge, Line, TurnSearch, clock_of
from stellwerk.core import Action, Choice, Game, Options, Rng, Seat, pending


class Search01(TurnSearch):
    def run(self, s: Any, seat: Seat, moves: Sequence[Action], more: More) -> None:
        for move in moves:
            if self.states and not more():
                return
            self._note([(self.root, self.root.edges.setdefault(move, Edge()))], self.promise(s, seat, move))
        self.offered = moves
        while more():
            self.iterate(seat)

    def follow(self, s: Any, choice: Choice[Any], more: More) -> Line | None:
        seat = choice.seat(s)
        found: list[tuple[float, Sequence[Action], Any]] = []
        for plan in self.knows.plans(s, choice, more):
            if not more():
                found = found or [(self.knows.value(s, seat), plan, s)]
                break
            found.append((*self._tried(s, seat, plan),))
        return self._best(found, seat, more)


class Strong01Bot:
    blind = False
    rests_only_between_seats = True

    def __init__(self) -> None:
        self.planned: list[Action] = []

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        knows = knowledge_of(game, "Knowledge01")
        s = game.imagine(view, rng)
        choice = pending(s)
        assert choice is not None
        if knows.rests(choice):
            self.planned = []
        if self.planned and self.planned[0] in options:
            return Answer(self.planned.pop(0))
        moves = [move for move in knows.moves(s, choice) if move in options]
        if len(moves) < 2:
            return Answer(moves[0] if moves else options.sample(rng))
        search = Search01(game, knows, view, rng)
        more = clock_of(budget, search)
        found = search.follow(s, choice, more)
        if found is None:
            search.run(s, choice.seat(s), moves, more)
            found = 0.0, [action for action, _ in search.plan()]
        action, *self.planned = found[1]
        return Answer(action)
