"""The greedy bot: tries every answer in an imagined state and takes what leaves it with most at the end of its turn."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.bot import Answer, Budget
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.core import Game, Options, Rng, Text, pending


class GreedyBot:
    blind = False

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        knows = knowledge_of(game)
        s = game.imagine(view, rng)
        choice = pending(s)
        assert choice is not None
        seat = choice.seat(s)
        moves = [move for move in knows.moves(s, choice) if move in options]
        if len(moves) < 2:
            return Answer(moves[0] if moves else options.sample(rng))
        points = [knows.promise(s, seat, move, rng, knows.tempting) for move in moves]
        best = max(points)
        # Among equals by chance: the first of a list is no better than the last.
        ties = [n for n, found in enumerate(points) if found == best]
        why = Text("the best of {n} answers, as things lie after this turn", n=len(moves))
        policy = tuple((moves[n], 1 / len(ties)) for n in ties)
        return Answer(moves[ties[rng.randrange(len(ties))]], why, policy=policy, value=best)
