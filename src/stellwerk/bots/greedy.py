"""The greedy bot: looks one answer ahead in a few imagined states and takes what promises most."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.bot import Answer, Budget
from stellwerk.bots.knowledge import chances, knowledge_of, settled
from stellwerk.core import Action, Game, Options, Rng, Text, after, pending

STATES = 2


class GreedyBot:
    name = "greedy"
    blind = False

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        knows = knowledge_of(game)
        states = [game.imagine(view, rng) for _ in range(STATES)]
        choice = pending(states[0])
        assert choice is not None
        seat = choice.seat(states[0])

        def promise(action: Action) -> float:
            outlooks = [knows.outlook(settled(after(s, action), rng)) for s in states]
            # The chance of a win decides; among hopeless or safe positions, the points.
            return sum(chances(o, knows.scale)[seat] + o[seat] / (100 * knows.scale) for o in outlooks) / STATES

        moves = [move for move in knows.moves(states[0], choice) if move in options]
        if not moves:
            return Answer(options.sample(rng))
        promises = [promise(move) for move in moves]
        best = max(range(len(moves)), key=lambda n: promises[n])
        return Answer(moves[best], Text("best of {n} answers, one step ahead", n=len(moves)))
